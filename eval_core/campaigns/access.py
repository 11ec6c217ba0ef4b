"""Who may do what. Every service checks its permission here, inside its own transaction, before anything else."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, or_, select
from sqlalchemy.orm import Session

from eval_core.campaigns.timing import sign_in_life
from eval_core.errors import ParvisError, RefusedError
from eval_core.store import Campaign, Membership, Person, ProgramToken, SignIn, Store
from eval_core.store.base import UTCDateTime

# What a role permits: a lead may do everything that a researcher may.
IMPLIED = {"lead": ("lead", "researcher"), "researcher": ("researcher",), "annotator": ("annotator",)}
ROLES = tuple(IMPLIED)


# A sign-in that is live: not ended by anyone, and not by time. Both values come from `live_session`.
LIVE_SESSION = (
    SignIn.session_hash == bindparam("session"),
    SignIn.revoked_at.is_(None),
    SignIn.used_at > bindparam("unused_since", type_=UTCDateTime()),
)
_SIGNED_IN = select(SignIn.person_id).where(*LIVE_SESSION)
# Person and campaign of a live session that holds one of some roles there; run three times at every click.
_GRANT = (
    select(SignIn.person_id, Campaign)
    .join(Membership, Membership.person_id == SignIn.person_id)
    .join(Campaign, or_(Membership.campaign_id == Campaign.id, Membership.campaign_id.is_(None)))
    .where(
        *LIVE_SESSION,
        Campaign.slug == bindparam("slug"),
        Membership.role.in_(bindparam("holding", expanding=True)),
    )
    .limit(1)
)


@dataclass(frozen=True)
class Trusted:
    """Code in this process that needs no session: the command line (person_id None) or a simulated person."""

    person_id: int | None = None


@dataclass(frozen=True)
class Program:
    """A program that shows a token of one campaign; there it may do what a lead may."""

    token: str


OPERATOR = Trusted()
Who = str | Trusted | Program | None  # a session id from the cookie, trusted code, a program, or nobody


@dataclass(frozen=True)
class Grant:
    """A checked permission: this person (None: the command line, or the program of this name), in this campaign."""

    person_id: int | None
    campaign: Campaign
    program: str | None = None

    @property
    def person(self) -> int:
        """The person's id, for actions that only a person can do."""
        if self.person_id is None:
            raise RefusedError("not_allowed", "this needs a signed-in person")
        return self.person_id


def hash_secret(secret: str) -> str:
    """SHA-256 in hex. Tokens and session ids are 256 random bits, so no salt or stretching is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def find_campaign(db: Session, slug: str) -> Campaign:
    """The campaign called `slug`; ParvisError with the known names if there is none."""
    campaign = db.scalar(select(Campaign).where(Campaign.slug == slug))
    if campaign is None:
        known = ", ".join(db.scalars(select(Campaign.slug).order_by(Campaign.slug))) or "none yet"
        raise ParvisError(f"no campaign '{slug}' (known: {known})")
    return campaign


def authorise(db: Session, who: Who, slug: str, *roles: str) -> Grant:
    """Check that `who` holds one of `roles` in the campaign.

    Raises:
        RefusedError: 'signed_out' without a live session, 'not_allowed' without the role. An unknown
            campaign is 'not_allowed' too, so that slugs cannot be probed.
        ParvisError: for trusted code, if the campaign does not exist.
    """
    if isinstance(who, Trusted):
        return Grant(who.person_id, find_campaign(db, slug))
    if isinstance(who, Program):
        return _of_program(db, who, slug)
    holding = [held for held, implied in IMPLIED.items() if set(implied) & set(roles)]
    granted = db.execute(_GRANT, {**live_session(db, who), "slug": slug, "holding": holding}).first()
    if granted is None:
        signed_in_person(db, who)  # refuses with 'signed_out' if it is the session that is missing
        raise RefusedError("not_allowed", f"this needs the role {' or '.join(roles)} in this campaign")
    return Grant(*granted)


def require_annotator(store: Store, who: Who, slug: str) -> None:
    """Refuse, in a transaction that only reads, who is no annotator of the campaign; strangers must not begin to write.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        authorise(db, who, slug, "annotator")


def live_session(db: Session, session_id: str | None) -> dict[str, str | datetime]:
    """What `LIVE_SESSION` asks for."""
    return {"session": hash_secret(session_id) if session_id else "", "unused_since": unused_since(db.info["store"])}


def unused_since(store: Store) -> datetime:
    """A sign-in that was last used then, or earlier, has ended."""
    return store.now() - sign_in_life()


def _of_program(db: Session, who: Program, slug: str) -> Grant:
    row = db.execute(
        select(Campaign, ProgramToken.name)
        .join(ProgramToken, ProgramToken.campaign_id == Campaign.id)
        .where(
            ProgramToken.token_hash == hash_secret(who.token), ProgramToken.revoked_at.is_(None), Campaign.slug == slug
        )
    ).first()
    if row is None:
        raise RefusedError("not_allowed", "this token is not valid in this campaign")
    return Grant(None, row[0], program=row[1])


def signed_in_person(db: Session, who: Who) -> int:
    """The person behind a live session; RefusedError 'signed_out' where it is missing or has ended."""
    person_id = db.scalar(_SIGNED_IN, live_session(db, who)) if isinstance(who, str) and who else None
    if person_id is None:
        raise RefusedError("signed_out", "nobody is signed in in this session")
    return person_id


def roles_of(db: Session, person_id: int) -> dict[str, set[str]]:
    """Campaign slug -> the roles held there (implied ones included), in order of slug."""
    rows = db.execute(
        select(Campaign.slug, Membership.role)
        .join(Membership, or_(Membership.campaign_id == Campaign.id, Membership.campaign_id.is_(None)))
        .where(Membership.person_id == person_id)
        .order_by(Campaign.slug)
    )
    roles: dict[str, set[str]] = {}
    for slug, role in rows:
        roles.setdefault(slug, set()).update(IMPLIED[role])
    return roles


def find_person(db: Session, name: str) -> Person:
    """The person called `name`; RefusedError 'unknown_person' where there is none."""
    person = db.scalar(select(Person).where(Person.name == name))
    if person is None:
        raise RefusedError("unknown_person", f"no person '{name}' (see 'parvis person list')")
    return person
