"""Erasing a person's identity on request; their judgments stay, and so does every ranking.

Deleted: the name (a neutral one replaces it), links and sessions, mail address and list of mails, roles, the language
and background they chose, where they came from by an open link and what a platform calls them, what they wrote or leads
wrote to them, the places in the texts that they marked, what a file said besides of their judgments, and the desk's
list of their actions. Kept: choices, the issues they found in a text, and times, under the neutral name; dates of
consent and readings; and what others wrote about them, such as the reason of an exclusion.
"""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import ColumnElement, Delete, Update, delete, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from eval_core.campaigns.access import OPERATOR, Grant, Who, find_person
from eval_core.campaigns.audit import note
from eval_core.campaigns.people.memberships import enter
from eval_core.campaigns.people.roster import memberships_of, reach_of
from eval_core.errors import ParvisError, RefusedError
from eval_core.store import (
    Arrival,
    Assignment,
    Campaign,
    Consent,
    DeskAction,
    Event,
    HoursNote,
    Judgment,
    Link,
    LinkOffer,
    Mail,
    MailAddress,
    Membership,
    Message,
    Person,
    ProviderAccount,
    Question,
    Rating,
    RatingAssignment,
    RatingMark,
    Reason,
    Remark,
    SignIn,
    Store,
)


def erase_person(store: Store, slug: str, person_id: int, who: Who = OPERATOR) -> str:
    """Erase a person of a campaign; their new neutral name. For leads who lead every campaign of the person.

    Raises:
        RefusedError: 'unknown_person' (also if erased before), 'not_human', 'yourself', 'out_of_reach' (the
            person has a role or has worked in a campaign that the caller does not lead), 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant, person = enter(db, who, slug, person_id)
        if person.kind != "human":
            raise RefusedError("not_human", "a program has no identity to erase")
        if person.id == grant.person_id:
            raise RefusedError("yourself", "another lead can erase you")
        if not reach_of(db, grant).holds(_places(db, person.id)):
            raise RefusedError("out_of_reach", "this person takes part in campaigns that you do not lead")
        return _erase(store, db, person, grant.person_id)


def erase_by_name(store: Store, name: str) -> str:
    """Erase the person of this name, for the operator; their new neutral name.

    Raises:
        ParvisError: if no one has this name, or a program has it.
    """
    with store.write() as db:
        person = find_person(db, name)
        db.refresh(person, with_for_update={"key_share": True})
        if person.kind != "human":
            raise ParvisError(f"'{name}' is not a human and has no identity to erase")
        return _erase(store, db, person, None)


def _places(db: Session, person_id: int) -> list[int | None]:
    """Where the person has a role or has worked."""
    roles = [row.campaign_id for row in memberships_of(db, [person_id])[person_id]]
    return roles + list(db.scalars(select(Assignment.campaign_id).where(Assignment.person_id == person_id).distinct()))


def _erase(store: Store, db: Session, person: Person, by: int | None) -> str:
    before, person.name = person.name, _neutral_name(db)
    person.language = person.first_standard = person.dialect_area = None
    person.text_size = 100
    campaigns = _campaigns(db, person.id)
    # A sign-in refers to what opened it, and a link in a mail to that.
    for table in (SignIn, ProviderAccount, Link, Membership, LinkOffer, Mail, MailAddress):
        db.execute(delete(table).where(table.person_id == person.id))
    for emptying in _emptying(store, person.id):
        db.execute(emptying.execution_options(synchronize_session=False))
    _rename_in_log(db, before, person.name)
    for campaign in campaigns:
        note(db, Grant(by, campaign), "person_erased", person=person.id)
    return person.name


def _neutral_name(db: Session) -> str:
    while True:
        name = f"erased-{secrets.token_hex(4)}"
        if db.scalar(select(Person.id).where(Person.name == name)) is None:
            return name


def _campaigns(db: Session, person_id: int) -> list[Campaign]:
    """Every campaign that the person has a role or has worked in; a role held everywhere counts in each."""
    places = _places(db, person_id)
    query = select(Campaign).order_by(Campaign.id)
    return list(db.scalars(query if None in places else query.where(Campaign.id.in_(places))))


def _emptying(store: Store, person_id: int) -> list[Update | Delete]:
    """Empty what the person wrote, marked or was written, and release their open assignments."""
    judged = select(Judgment.id).where(Judgment.person_id == person_id)
    rated = select(RatingAssignment.id).where(RatingAssignment.person_id == person_id)
    asked = update(Question).where(Question.person_id == person_id)
    remarked = Reason.remark_id.in_(select(Remark.id).where(Remark.judgment_id.in_(judged)))
    arrived = update(Arrival).where(Arrival.person_id == person_id)
    consents = update(Consent).where(Consent.person_id == person_id, Consent.withdrawn_at.is_(None))
    return [
        update(Remark).where(Remark.judgment_id.in_(judged)).values(comment=None),
        update(Judgment).where(Judgment.person_id == person_id, Judgment.meta.is_not(None)).values(meta=None),
        update(Rating).where(Rating.rating_assignment_id.in_(rated)).values(explanation=None),
        *_taking_places(Reason, remarked, Reason.remark_id, Reason.response_id),
        *_taking_places(
            RatingMark,
            RatingMark.rating_assignment_id.in_(rated),
            RatingMark.rating_assignment_id,
            RatingMark.revision,
        ),
        delete(DeskAction).where(DeskAction.person_id == person_id),
        asked.values(text="", marks=None),
        asked.where(Question.answer.is_not(None)).values(answer=""),
        update(Message).where(Message.person_id == person_id).values(text=""),
        update(HoursNote).where(HoursNote.person_id == person_id).values(text=""),
        *_letting_go(Assignment, person_id),
        *_letting_go(RatingAssignment, person_id),
        consents.values(withdrawn_at=store.now()),
        # Where they came from, and what a platform said about them; that someone came is counted on.
        arrived.values(source=None, parameters={}, platform_person=None),
        arrived.where(Arrival.ended.is_(None)).values(ended="withdrawn", ended_at=store.now()),
    ]


def _taking_places(
    table: type[Reason] | type[RatingMark], mine: ColumnElement[bool], *about: InstrumentedAttribute[int]
) -> list[Update | Delete]:
    """Make marks into issues without a place, each once for the text that the columns `about` identify."""
    other = aliased(table)
    again = select(other.id).where(
        *(getattr(other, column.key) == column for column in (*about, table.issue)),
        or_(other.start.is_(None), other.id < table.id),
    )
    placed = (mine, table.start.is_not(None))
    return [delete(table).where(*placed, again.exists()), update(table).where(*placed).values(start=None, end=None)]


def _letting_go(table: type[Assignment] | type[RatingAssignment], person_id: int) -> list[Update]:
    held = update(table).where(table.person_id == person_id)
    return [held.values(skip_comment=None), held.where(table.status == "leased").values(status="released")]


def _rename_in_log(db: Session, before: str, name: str) -> None:
    """Replace the name in log entries that hold it; most hold ids."""

    def renamed(value: Any) -> Any:
        if isinstance(value, list):
            return [renamed(item) for item in value]
        return name if value == before else value

    for event in db.scalars(select(Event)):
        about = {key: renamed(value) for key, value in event.about.items()}
        if about != event.about:
            event.about = about
