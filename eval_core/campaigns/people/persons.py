"""Persons: adding and listing them, their roles and their personal links."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from eval_core.campaigns.access import (
    ROLES,
    find_campaign,
    find_person,
    hash_secret,
)
from eval_core.errors import ParvisError
from eval_core.locales import natural
from eval_core.store import Campaign, Link, LinkOffer, Membership, Person, SignIn, Store, utc_now

_FORBIDDEN_IN_NAMES = set('\x00\r\n\t"<>')


@dataclass(frozen=True)
class NewLink:
    """A new personal link. The token is shown once and never stored."""

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
    """Give a person a new link; the old one and every session it opened end."""
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
    """Revoke a person's link and end every session it opened."""
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
            for person in sorted(db.scalars(select(Person)), key=lambda person: natural(person.name))
        ]


def has_people(store: Store) -> bool:
    """Whether there is anybody who can sign in."""
    with store.read() as db:
        return db.scalar(select(Link.id).limit(1)) is not None


def is_name(name: str) -> bool:
    """Whether a name is well-formed."""
    return 0 < len(name) <= 80 and not _FORBIDDEN_IN_NAMES & set(name)


def new_person(db: Session, name: str, kind: str) -> Person:
    """Add a person without roles or link.

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
    except IntegrityError:  # someone else has just added the same name (PostgreSQL)
        raise ParvisError(taken) from None
    return person


def new_token(db: Session, person_id: int) -> str:
    """Give a person without a live link a new one; its token, which is stored nowhere."""
    token = secrets.token_urlsafe(32)
    db.add(Link(person_id=person_id, token_hash=hash_secret(token)))
    return token


def close_links(db: Session, person_id: int) -> None:
    """Revoke a person's link, those in mails too, and end every session it opened."""
    db.execute(delete(LinkOffer).where(LinkOffer.person_id == person_id))
    for table in (Link, SignIn):
        db.execute(
            update(table).where(table.person_id == person_id, table.revoked_at.is_(None)).values(revoked_at=utc_now())
        )
    db.flush()
