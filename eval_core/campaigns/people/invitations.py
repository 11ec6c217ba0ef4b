"""Inviting people by a pasted list: one name a line, checked as a whole before anybody is added.

New people get a personal link. People who are known already get the role and keep their link: it may
open campaigns that the inviting lead does not know.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, ROLES, Grant, Who
from eval_core.campaigns.audit import note
from eval_core.campaigns.people.mail_addresses import write_address
from eval_core.campaigns.people.memberships import write_place
from eval_core.campaigns.people.persons import is_name, new_person, new_token
from eval_core.campaigns.people.roster import SEES_NAMES, Place, authorise_lead, memberships_of, place_of, reach_of
from eval_core.campaigns.text import storable
from eval_core.errors import RefusedError
from eval_core.mail.addresses import folded, is_address, split_pasted, tidy
from eval_core.store import Campaign, MailAddress, Membership, Person, Store

MOST_LINES = 200
MOST_CHARACTERS = 20_000
ROLE_WORDS = {
    **{role: role for role in ROLES},
    **dict.fromkeys(("vurderer", "vurderar"), "annotator"),
    **dict.fromkeys(("leder", "leiar"), "lead"),
    **dict.fromkeys(("forsker", "forskar"), "researcher"),
}
STANDARD_WORDS = {"nb": "nb", "bokmål": "nb", "nn": "nn", "nynorsk": "nn"}
_BETWEEN = re.compile("[,;\t]")


@dataclass(frozen=True)
class PastedLine:
    """One line of a pasted list, and what it would do.

    Attributes:
        number: of the line, from 1.
        place: what the line asks for.
        standing: 'new', 'known' (of another campaign), 'here' (gets more roles) or 'unchanged'.
        problem: why the list is refused: 'bad_name', 'unknown_word', 'two_standards', 'twice' (another line has
            the name too), 'standard_without_annotator', 'not_human', 'other_standard' (than the person has here),
            'bad_address', 'two_addresses', 'address_out_of_reach' (of a person in campaigns that others lead),
            'taken_name' (was taken from an address, and is that of a person with another one).
        word: the unknown one, or the address that is none.
        address: for mail, '' where the line has none.
        name_from_address: whether the line has no name, so that the part of the address before the @ is taken.
    """

    number: int
    name: str
    place: Place
    standing: str
    problem: str | None = None
    word: str = ""
    address: str = ""
    name_from_address: bool = False


@dataclass(frozen=True)
class Invited:
    """A person who was invited. The token of a new person's link is shown once and never stored."""

    person_id: int
    name: str
    place: Place
    token: str | None
    has_address: bool = False


def preview_people(store: Store, slug: str, pasted: str, who: Who = OPERATOR) -> list[PastedLine]:
    """What a pasted list would do, line by line; blank lines are left out. For leads.

    A line is a name, and after commas, semicolons or tabs roles (annotator if none), 'nb' or 'nn', and a mail address,
    in any order; 'Kari <kari@example.org>' is a name with an address too, and 'kari@example.org' an address whose
    part before the @ is taken as the name.

    Raises:
        RefusedError: 'too_many' for over 200 lines or 20,000 characters, 'signed_out', 'not_allowed'.
    """
    with store.read() as db:
        return _looked_up(db, authorise_lead(db, who, slug), _read(pasted))


def add_people(store: Store, slug: str, pasted: str, known: Collection[str], who: Who = OPERATOR) -> list[Invited]:
    """Invite everybody on a pasted list, or no one. For leads.

    Args:
        known: the names that belonged to known people in the lead's preview.

    Returns:
        Those for whom something changed, in the order of the list.

    Raises:
        RefusedError: 'nobody' for an empty list, 'bad_lines' if a line has a problem, 'stale_people' if a name
            was taken or became free meanwhile, 'too_many', 'signed_out', 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise_lead(db, who, slug)
        wanted = _read(pasted)
        if not wanted:
            raise RefusedError("nobody", "the list has no name")
        # Anyone who renews one of these links now runs before or after this (PostgreSQL).
        names = [line.name for line in wanted]
        db.execute(select(Person.id).where(Person.name.in_(names)).order_by(Person.id).with_for_update(key_share=True))
        grant = authorise_lead(db, who, slug)
        lines = _looked_up(db, grant, wanted)
        if any(line.problem for line in lines):
            raise RefusedError("bad_lines", "a line has a problem")
        if {line.name for line in lines if line.standing != "new"} != set(known):
            raise RefusedError("stale_people", "somebody else has added or renamed one of these people meanwhile")
        try:
            return [_add(db, grant, line) for line in lines if line.standing != "unchanged" or line.address]
        except IntegrityError:
            raise RefusedError("stale_people", "somebody else is adding one of these people now") from None


def _add(db: Session, grant: Grant, line: PastedLine) -> Invited:
    token, now = None, Place()
    if line.standing == "unchanged":  # but for the address
        person_id = db.scalars(select(Person.id).where(Person.name == line.name)).one()
        if write_address(db, person_id, line.address):
            note(db, grant, "address_changed", person=person_id)
        return Invited(person_id, line.name, line.place, None, has_address=True)
    if line.standing == "new":
        person_id = new_person(db, line.name, "human").id
        token = new_token(db, person_id)
    else:
        person_id = db.scalars(select(Person.id).where(Person.name == line.name)).one()
        now = _place_here(db, grant.campaign, person_id)
    place = _joined(now, line.place)
    write_place(db, grant.campaign, person_id, now, place)
    if line.address:
        write_address(db, person_id, line.address)
    note(
        db,
        grant,
        "person_added",
        person=person_id,
        roles=list(place.roles),
        written_standard=place.written_standard,
        new=token is not None,
    )
    return Invited(person_id, line.name, place, token, has_address=bool(line.address))


def _read(pasted: str) -> list[PastedLine]:
    """The lines as they are written, before people are looked up."""
    # Letters may come decomposed; the same name would then be another string.
    text = unicodedata.normalize("NFC", storable(pasted))
    written = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(written) > MOST_LINES or len(text) > MOST_CHARACTERS:
        raise RefusedError("too_many", f"at most {MOST_LINES} people at once")
    lines = [_read_line(number, line) for number, line in written]
    times = Counter(line.name for line in lines)
    return [replace(line, problem=line.problem or "twice") if times[line.name] > 1 else line for line in lines]


def _read_line(number: int, line: str) -> PastedLine:
    first, *words = (part.strip() for part in _BETWEEN.split(line))
    name, address = split_pasted(first)
    nameless = bool(address and not name)
    name = name or address.partition("@")[0]
    addresses = [address] if address else []
    roles, standards, problem, unknown = [], set(), None, ""
    for word in filter(None, words):
        known = word.casefold()
        if "@" in word:
            addresses.append(tidy(word.strip("<>")))
        elif known in ROLE_WORDS:
            roles.append(ROLE_WORDS[known])
        elif known in STANDARD_WORDS:
            standards.add(STANDARD_WORDS[known])
        else:
            problem, unknown = "unknown_word", unknown or word
    roles = [role for role in ROLES if role in roles] or ["annotator"]
    if not problem and len(standards) > 1:
        problem = "two_standards"
    elif not problem and standards and "annotator" not in roles:
        problem = "standard_without_annotator"
    if not is_name(name):
        problem = "bad_name"
    wrong = next((one for one in addresses if not is_address(one)), "")
    if not problem and (wrong or len(addresses) > 1):
        problem, unknown = ("bad_address", wrong) if wrong else ("two_addresses", "")
    standard = next(iter(standards)) if len(standards) == 1 else None
    place = Place(tuple(roles), standard)
    return PastedLine(number, name, place, "new", problem, unknown, addresses[0] if addresses else "", nameless)


def _looked_up(db: Session, grant: Grant, lines: list[PastedLine]) -> list[PastedLine]:
    """The same lines, compared with the known people."""
    known = {row.name: row for row in db.scalars(select(Person).where(Person.name.in_([line.name for line in lines])))}
    ids = [row.id for row in known.values()]
    held, reach, addresses = memberships_of(db, ids), reach_of(db, grant), _addresses(db, ids)
    compared = []
    for line in lines:
        if (person := known.get(line.name)) is None:
            compared.append(line)
            continue
        compared.append(_compared(line, person, held, grant.campaign))
        in_reach = person.id == grant.person_id or reach.holds([row.campaign_id for row in held[person.id]])
        if line.address and not compared[-1].problem and not in_reach:
            compared[-1] = replace(compared[-1], problem="address_out_of_reach")
        elif line.name_from_address and addresses.get(person.id) != folded(line.address):
            compared[-1] = replace(compared[-1], problem=compared[-1].problem or "taken_name")
    return compared


def _addresses(db: Session, people: Collection[int]) -> dict[int, str]:
    """Person -> address, folded."""
    query = select(MailAddress.person_id, MailAddress.folded).where(MailAddress.person_id.in_(people))
    return dict(db.execute(query).all())


def _compared(line: PastedLine, person: Person, held: dict[int, list[Membership]], campaign: Campaign) -> PastedLine:
    """A line about a known person."""
    now = place_of([row for row in held[person.id] if row.campaign_id == campaign.id])
    standing = "known" if not now.roles else "unchanged" if _joined(now, line.place) == now else "here"
    asked, problem = line.place.written_standard, line.problem
    if person.kind != "human" and SEES_NAMES & set(line.place.roles):
        problem = problem or "not_human"
    elif asked and "annotator" in now.roles and asked != now.written_standard:
        problem = problem or "other_standard"
    return replace(line, standing=standing, problem=problem)


def _place_here(db: Session, campaign: Campaign, person_id: int) -> Place:
    return place_of([row for row in memberships_of(db, [person_id])[person_id] if row.campaign_id == campaign.id])


def _joined(now: Place, more: Place) -> Place:
    """What a person has and what the line adds."""
    roles = tuple(role for role in ROLES if role in (*now.roles, *more.roles))
    return Place(roles, now.written_standard if "annotator" in now.roles else more.written_standard)
