"""Tokens by which programs, such as a training loop, add responses to one campaign and read its results."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from eval_core.campaigns.access import OPERATOR, Program, Who, authorise, hash_secret
from eval_core.campaigns.audit import note
from eval_core.campaigns.people.persons import is_name
from eval_core.errors import RefusedError
from eval_core.store import Campaign, Person, ProgramToken, Store


@dataclass(frozen=True)
class NewToken:
    """A new token; it is shown once and never stored."""

    name: str
    token: str


@dataclass(frozen=True)
class TokenRow:
    """One line of the list of tokens; `created_by` is None for the command line, `revoked_at` while it is live."""

    token_id: int
    name: str
    created_by: str | None
    created_at: datetime
    revoked_at: datetime | None


def create_token(store: Store, slug: str, name: str, who: Who = OPERATOR) -> NewToken:
    """Give a program a token of the campaign. For leads.

    Raises:
        RefusedError: 'bad_token_name'; 'token_taken' by a live token, so that a double click creates one;
            'signed_out', 'not_allowed'.
    """
    name = name.strip()
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        if not is_name(name) or not name.isprintable():
            raise RefusedError("bad_token_name", "a token's name must have 1 to 80 characters, without quotes or < >")
        db.execute(select(Campaign.id).where(Campaign.id == grant.campaign.id).with_for_update(key_share=True))
        living = select(ProgramToken.id).where(
            ProgramToken.campaign_id == grant.campaign.id,
            ProgramToken.name == name,
            ProgramToken.revoked_at.is_(None),
        )
        if db.scalar(living) is not None:
            raise RefusedError("token_taken", f"there is a token '{name}' already: revoke it, or choose another name")
        token = secrets.token_urlsafe(32)
        db.add(
            ProgramToken(
                campaign_id=grant.campaign.id, name=name, token_hash=hash_secret(token), created_by=grant.person_id
            )
        )
        note(db, grant, "token_created", name=name)
        return NewToken(name, token)


def campaign_of_program(store: Store, program: Program) -> str:
    """The short name of the campaign that a program's token opens.

    Raises:
        RefusedError: 'not_allowed' for a token that opens none.
    """
    with store.read() as db:
        slug = db.scalar(
            select(Campaign.slug)
            .join(ProgramToken, ProgramToken.campaign_id == Campaign.id)
            .where(ProgramToken.token_hash == hash_secret(program.token), ProgramToken.revoked_at.is_(None))
        )
    if slug is None:
        raise RefusedError("not_allowed", "this token opens no campaign")
    return slug


def list_tokens(store: Store, slug: str, who: Who = OPERATOR) -> list[TokenRow]:
    """Every token of the campaign, the newest first. For leads."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        rows = db.execute(
            select(ProgramToken.id, ProgramToken.name, Person.name, ProgramToken.created_at, ProgramToken.revoked_at)
            .outerjoin(Person, Person.id == ProgramToken.created_by)
            .where(ProgramToken.campaign_id == campaign.id)
            .order_by(ProgramToken.id.desc())
        )
        return [TokenRow(*row) for row in rows]


def revoke_token(store: Store, slug: str, token_id: int, who: Who = OPERATOR) -> bool:
    """Revoke a token. For leads.

    Returns:
        False if it was revoked before.

    Raises:
        RefusedError: 'unknown_token', 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        token = db.get(ProgramToken, token_id, with_for_update={"key_share": True})
        if token is None or token.campaign_id != grant.campaign.id:
            raise RefusedError("unknown_token", f"no token {token_id} in this campaign")
        if token.revoked_at is not None:
            return False
        token.revoked_at = store.now()
        note(db, grant, "token_revoked", name=token.name)
        return True
