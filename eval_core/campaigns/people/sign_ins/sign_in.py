"""Signing in: the invitation that a link shows, the session that it opens, and the visitor's choices."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import or_, select, update

from eval_core.campaigns.access import (
    IMPLIED,
    LIVE_SESSION,
    Who,
    hash_secret,
    live_session,
    roles_of,
    signed_in_person,
)
from eval_core.campaigns.pace import measured_pace
from eval_core.campaigns.people.invited import InvitedTo, invited_to
from eval_core.campaigns.people.link_offers import accept_offer, offered_to
from eval_core.campaigns.people.sign_ins.sign_in_use import note_use
from eval_core.errors import RefusedError
from eval_core.locales import LANGUAGES
from eval_core.protocols import list_protocols
from eval_core.store import Campaign, Link, Membership, Person, SignIn, Store, utc_now

TEXT_SIZES = (85, 100, 115, 130, 150)  # percent


# The person of a live session, one row per role and campaign; one row also without any role.
_VISITOR = (
    select(
        Person.id,
        Person.name,
        Person.language,
        Person.text_size,
        Person.created_at,
        Membership.role,
        Membership.campaign_id,
        Campaign.slug,
    )
    .select_from(SignIn)
    .join(Person, Person.id == SignIn.person_id)
    .outerjoin(Membership, Membership.person_id == Person.id)
    .outerjoin(Campaign, or_(Membership.campaign_id == Campaign.id, Membership.campaign_id.is_(None)))
    .where(*LIVE_SESSION)
    .order_by(Campaign.status == "archived", Campaign.slug)
)


@dataclass(frozen=True)
class Visitor:
    """Who uses this browser: the roles per campaign slug, and the interface language and text size they chose.

    Attributes:
        since: when the person was added; with `person_id`, no person of another database has the same.
        everywhere: the roles held in every campaign, also before there is one.
    """

    person_id: int
    since: datetime
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
    """What a link shows before it is used: its person, and the campaigns in which they have a role, by title."""

    name: str
    language: str | None
    places: tuple[InvitedTo, ...]


def open_invitation(store: Store, token: str) -> Invitation | None:
    """The invitation behind a link, None if the token is unknown or revoked. Changes nothing."""
    with store.read() as db:
        person = db.scalar(
            select(Person)
            .join(Link, Link.person_id == Person.id)
            .where(Link.token_hash == hash_secret(token), Link.revoked_at.is_(None))
        )
        if person is None and (offered := offered_to(db, token)) is not None:
            person = db.get(Person, offered)
        if person is None:
            return None
        roles = roles_of(db, person.id)
        campaigns = db.scalars(select(Campaign).where(Campaign.slug.in_(roles)).order_by(Campaign.title)).all()
        places = tuple(
            invited_to(db, each, roles[each.slug], measured_pace(store, db, each), person.id) for each in campaigns
        )
        return Invitation(person.name, person.language, places)


def sign_in(store: Store, token: str) -> str | None:
    """Open a session; returns the id for the cookie (always a new one), None if the token is not valid.

    The link of a mail becomes the person's own by this, and replaces the one before.
    """
    with store.write() as db:
        accept_offer(db, token)
        row = db.execute(
            select(Link.id, Link.person_id)
            .where(Link.token_hash == hash_secret(token), Link.revoked_at.is_(None))
            # A concurrent renewal must see this session to close it, or this sign-in a revoked link (PostgreSQL).
            .with_for_update(read=True)
        ).first()
        if row is None:
            return None
        session_id = secrets.token_urlsafe(32)
        now = store.now()
        db.add(
            SignIn(
                session_hash=hash_secret(session_id),
                person_id=row.person_id,
                link_id=row.id,
                created_at=now,
                used_at=now,
            )
        )
        return session_id


def sign_out(store: Store, session_id: str) -> None:
    """Close one session; one that is unknown, or closed, is no error, and nothing is written for it."""
    here = (SignIn.session_hash == hash_secret(session_id), SignIn.revoked_at.is_(None))
    with store.read() as db:
        if db.scalar(select(SignIn.id).where(*here)) is None:
            return
    with store.write() as db:
        db.execute(update(SignIn).where(*here).values(revoked_at=utc_now()))


def current_visitor(store: Store, session_id: str | None) -> Visitor | None:
    """The person behind a session, None if no one is signed in."""
    if not session_id:
        return None
    with store.read() as db:
        rows = db.execute(_VISITOR, live_session(db, session_id)).all()
    if not rows:
        return None
    note_use(store, session_id)
    roles: dict[str, frozenset[str]] = {}
    everywhere: frozenset[str] = frozenset()
    for row in rows:
        held = frozenset(IMPLIED[row.role]) if row.role else frozenset()
        if row.slug is not None:
            roles[row.slug] = roles.get(row.slug, frozenset()) | held
        if row.campaign_id is None:
            everywhere |= held
    first = rows[0]
    return Visitor(first.id, first.created_at, first.name, first.language, first.text_size, roles, everywhere)


def choose_language(store: Store, who: Who, language: str) -> None:
    """Remember the language that a person reads: of the interface, or of a protocol.

    Raises:
        RefusedError: 'unknown_language', 'signed_out'.
    """
    known = list(dict.fromkeys([*LANGUAGES, *(tag for protocol in list_protocols() for tag in protocol.languages)]))
    if language not in known:
        raise RefusedError("unknown_language", f"'{language}' is not one of {', '.join(known)}")
    with store.write() as db:
        person_id = signed_in_person(db, who if isinstance(who, str) else None)
        db.execute(update(Person).where(Person.id == person_id).values(language=language))


def choose_text_size(store: Store, who: Who, percent: int) -> None:
    """Remember the size of the texts to judge; RefusedError for an unknown size or without a session."""
    if percent not in TEXT_SIZES:
        raise RefusedError("unknown_size", f"{percent} is not one of {', '.join(map(str, TEXT_SIZES))}")
    with store.write() as db:
        person_id = signed_in_person(db, who if isinstance(who, str) else None)
        db.execute(update(Person).where(Person.id == person_id).values(text_size=percent))
