"""People, their roles and their personal links, and the sign-in that a link opens."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from eval_core.campaigns.access import (
    IMPLIED,
    ROLES,
    Who,
    find_campaign,
    find_person,
    hash_secret,
    roles_of,
    signed_in_person,
)
from eval_core.errors import ParvisError, RefusedError
from eval_core.store import Campaign, Link, Membership, Person, SignIn, Store, utc_now

LANGUAGES = ("en", "nb", "nn")
TEXT_SIZES = (85, 100, 115, 130, 150)  # percent
# The person of a live session, one row per role and campaign; without any role one row all the same.
_VISITOR = (
    select(
        Person.id,
        Person.name,
        Person.language,
        Person.text_size,
        Membership.role,
        Membership.campaign_id,
        Campaign.slug,
    )
    .select_from(SignIn)
    .join(Person, Person.id == SignIn.person_id)
    .outerjoin(Membership, Membership.person_id == Person.id)
    .outerjoin(Campaign, or_(Membership.campaign_id == Campaign.id, Membership.campaign_id.is_(None)))
    .where(SignIn.session_hash == bindparam("session"), SignIn.revoked_at.is_(None))
    .order_by(Campaign.status == "archived", Campaign.slug)
)
_FORBIDDEN_IN_NAMES = set('\x00\r\n\t"<>')


@dataclass(frozen=True)
class NewLink:
    """A fresh personal link. The token is shown once and never stored."""

    name: str
    roles: tuple[str, ...]
    token: str


@dataclass(frozen=True)
class PersonRow:
    """One line of the list of people. `link` is live, revoked or none."""

    name: str
    kind: str
    roles: dict[str, tuple[str, ...]]
    link: str
    created_at: datetime


@dataclass(frozen=True)
class Visitor:
    """Who sits at this browser: the roles per campaign slug, and the interface language and text size they chose.

    `everywhere` are the roles held in every campaign, also while there is none yet.
    """

    person_id: int
    name: str
    language: str | None
    text_size: int
    roles: dict[str, frozenset[str]]
    everywhere: frozenset[str]

    def campaigns_as(self, *roles: str) -> list[str]:
        """The campaigns in which the visitor holds one of the roles."""
        return [slug for slug, held in self.roles.items() if held & set(roles)]


@dataclass(frozen=True)
class Invitation:
    """What a link shows before it is used."""

    name: str
    campaigns: tuple[str, ...]
    language: str | None


def add_person(store: Store, name: str, roles: Sequence[str], campaigns: Sequence[str] = ()) -> NewLink:
    """Add a person with a first link. Without campaigns the roles hold in every campaign.

    Raises:
        ParvisError: for a name that is taken or malformed, an unknown role or campaign, or no role.
    """
    unknown = [role for role in roles if role not in ROLES]
    if unknown or not roles:
        raise ParvisError(f"a role must be one of {', '.join(ROLES)}" + (f", not '{unknown[0]}'" if unknown else ""))
    with store.write() as db:
        places: list[int | None] = [find_campaign(db, slug).id for slug in dict.fromkeys(campaigns)] or [None]
        person = new_person(db, name, "human")
        db.add_all(
            Membership(person_id=person.id, campaign_id=place, role=role)
            for place in places
            for role in dict.fromkeys(roles)
        )
        return NewLink(person.name, tuple(dict.fromkeys(roles)), new_token(db, person.id))


def add_simulated_annotator(store: Store, name: str, slug: str) -> int:
    """Add an annotator that is a program, without a link; returns the person's id.

    Raises:
        ParvisError: as `add_person`.
    """
    with store.write() as db:
        person = new_person(db, name, "simulated")
        db.add(Membership(person_id=person.id, campaign_id=find_campaign(db, slug).id, role="annotator"))
        return person.id


def renew_link(store: Store, name: str) -> NewLink:
    """Give a person a new link; the old one and every session it opened die."""
    with store.write() as db:
        person = find_person(db, name)
        if person.kind != "human":
            raise ParvisError(f"'{name}' is not a human and cannot sign in")
        close_links(db, person.id)
        roles = db.scalars(
            select(Membership.role).where(Membership.person_id == person.id).distinct().order_by(Membership.role)
        ).all()
        return NewLink(name, tuple(roles), new_token(db, person.id))


def revoke_link(store: Store, name: str) -> None:
    """Kill a person's link and every session it opened."""
    with store.write() as db:
        close_links(db, find_person(db, name).id)


def list_people(store: Store) -> list[PersonRow]:
    """Everybody, by name."""
    with store.read() as db:
        live = set(db.scalars(select(Link.person_id).where(Link.revoked_at.is_(None))))
        ever = set(db.scalars(select(Link.person_id)))
        memberships = db.execute(
            select(Membership.person_id, func.coalesce(Campaign.slug, "*"), Membership.role)
            .outerjoin(Campaign, Campaign.id == Membership.campaign_id)
            .order_by(Campaign.slug, Membership.role)
        ).all()
        roles: dict[int, dict[str, tuple[str, ...]]] = {}
        for person_id, slug, role in memberships:
            held = roles.setdefault(person_id, {})
            held[slug] = (*held.get(slug, ()), role)
        return [
            PersonRow(
                person.name,
                person.kind,
                roles.get(person.id, {}),
                "live" if person.id in live else "revoked" if person.id in ever else "none",
                person.created_at,
            )
            for person in db.scalars(select(Person).order_by(Person.name))
        ]


def has_people(store: Store) -> bool:
    """Whether anybody could sign in yet."""
    with store.read() as db:
        return db.scalar(select(Link.id).limit(1)) is not None


def open_invitation(store: Store, token: str) -> Invitation | None:
    """What a link leads to, None where the token is unknown or revoked. Changes nothing."""
    with store.read() as db:
        person = db.scalar(
            select(Person)
            .join(Link, Link.person_id == Person.id)
            .where(Link.token_hash == hash_secret(token), Link.revoked_at.is_(None))
        )
        if person is None:
            return None
        titles = db.scalars(
            select(Campaign.title).where(Campaign.slug.in_(roles_of(db, person.id))).order_by(Campaign.title)
        )
        return Invitation(person.name, tuple(titles), person.language)


def sign_in(store: Store, token: str) -> str | None:
    """Open a session; returns the id for the cookie (always a new one), None where the token is not valid."""
    with store.write() as db:
        row = db.execute(
            select(Link.id, Link.person_id)
            .where(Link.token_hash == hash_secret(token), Link.revoked_at.is_(None))
            # A renewal under way must find this session to close it, or this sign-in a dead link (PostgreSQL).
            .with_for_update(read=True)
        ).first()
        if row is None:
            return None
        session_id = secrets.token_urlsafe(32)
        db.add(
            SignIn(
                session_hash=hash_secret(session_id),
                person_id=row.person_id,
                link_id=row.id,
                created_at=store.now(),
            )
        )
        return session_id


def sign_out(store: Store, session_id: str) -> None:
    """Close one session; an unknown one is no error."""
    with store.write() as db:
        db.execute(update(SignIn).where(SignIn.session_hash == hash_secret(session_id)).values(revoked_at=utc_now()))


def current_visitor(store: Store, session_id: str | None) -> Visitor | None:
    """The person behind a session, None where nobody is signed in."""
    if not session_id:
        return None
    with store.read() as db:
        rows = db.execute(_VISITOR, {"session": hash_secret(session_id)}).all()
    if not rows:
        return None
    roles: dict[str, frozenset[str]] = {}
    everywhere: frozenset[str] = frozenset()
    for row in rows:
        held = frozenset(IMPLIED[row.role]) if row.role else frozenset()
        if row.slug is not None:
            roles[row.slug] = roles.get(row.slug, frozenset()) | held
        if row.campaign_id is None:
            everywhere |= held
    return Visitor(rows[0].id, rows[0].name, rows[0].language, rows[0].text_size, roles, everywhere)


def choose_language(store: Store, who: Who, language: str) -> None:
    """Remember the interface language; RefusedError for an unknown one or without a session."""
    if language not in LANGUAGES:
        raise RefusedError("unknown_language", f"'{language}' is not one of {', '.join(LANGUAGES)}")
    with store.write() as db:
        person_id = signed_in_person(db, who if isinstance(who, str) else None)
        db.execute(update(Person).where(Person.id == person_id).values(language=language))


def choose_text_size(store: Store, who: Who, percent: int) -> None:
    """Remember how large the texts to judge shall be; RefusedError for an unknown size or without a session."""
    if percent not in TEXT_SIZES:
        raise RefusedError("unknown_size", f"{percent} is not one of {', '.join(map(str, TEXT_SIZES))}")
    with store.write() as db:
        person_id = signed_in_person(db, who if isinstance(who, str) else None)
        db.execute(update(Person).where(Person.id == person_id).values(text_size=percent))


def is_name(name: str) -> bool:
    """Whether a person can be called so."""
    return 0 < len(name) <= 80 and not _FORBIDDEN_IN_NAMES & set(name)


def new_person(db: Session, name: str, kind: str) -> Person:
    """Add a person without roles and link.

    Raises:
        ParvisError: for a name that is taken or malformed.
    """
    name = name.strip()
    if not is_name(name):
        raise ParvisError("a person's name must have 1 to 80 characters, without line breaks, quotes or < >")
    taken = f"there is a person '{name}' already: use 'parvis person renew' for a new link"
    if db.scalar(select(Person.id).where(Person.name == name)) is not None:
        raise ParvisError(taken)
    person = Person(name=name, kind=kind)
    db.add(person)
    try:
        db.flush()
    except IntegrityError:  # somebody else added the same one at this moment (PostgreSQL)
        raise ParvisError(taken) from None
    return person


def new_token(db: Session, person_id: int) -> str:
    """Give somebody who has no live link a new one; its token, which is stored nowhere."""
    token = secrets.token_urlsafe(32)
    db.add(Link(person_id=person_id, token_hash=hash_secret(token)))
    return token


def close_links(db: Session, person_id: int) -> None:
    """Kill a person's link and every session it opened."""
    for table in (Link, SignIn):
        db.execute(
            update(table).where(table.person_id == person_id, table.revoked_at.is_(None)).values(revoked_at=utc_now())
        )
    db.flush()
