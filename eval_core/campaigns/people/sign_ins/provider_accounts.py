"""Accounts at an OpenID provider: which one signs a person in, decided by invitation and never by the provider.

An invitation names a mail address or a subject. An address counts only where the provider says that it has verified it,
and only once: the first sign-in keeps the subject. Annotators have personal links; this is for leads and researchers.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from eval_core import settings
from eval_core.campaigns.access import OPERATOR, Who, find_person, hash_secret
from eval_core.campaigns.audit import note
from eval_core.campaigns.people.mail_addresses import require_address_reach
from eval_core.campaigns.people.memberships import enter
from eval_core.campaigns.people.roster import SEES_NAMES, memberships_of
from eval_core.campaigns.people.sign_ins.sign_in_provider import sign_in_provider
from eval_core.errors import RefusedError
from eval_core.mail.addresses import folded, is_address, tidy
from eval_core.store import Person, ProviderAccount, SignIn, Store

LONGEST_SUBJECT = 255  # characters, by OpenID Connect Core 1.0, section 2


@dataclass(frozen=True)
class Claim:
    """What an invitation names: a mail address or a subject, the other one ''; neither takes the invitation back."""

    email: str = ""
    subject: str = ""


@dataclass(frozen=True)
class AccountRow:
    """The account of a person, as leads see it.

    Attributes:
        claim: the address that was invited and the subject that signed in, as far as they are known.
        first_used_at: when it first signed the person in; None before.
        issuer: the provider that the invitation is for, which may be one of before.
    """

    claim: Claim
    first_used_at: datetime | None
    issuer: str


def claim_of(text: str) -> Claim:
    """What a lead has typed: a mail address, or else a subject."""
    wanted = tidy(text)
    return Claim(email=wanted) if is_address(wanted) else Claim(subject=wanted)


def read_account(store: Store, slug: str, person_id: int, who: Who = OPERATOR) -> AccountRow | None:
    """The account that signs a person in; None where there is none. For leads, as `change_account`.

    Raises:
        RefusedError: 'unknown_person', 'not_human', 'out_of_reach', 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        grant, person = enter(db, who, slug, person_id, lock=False)
        require_address_reach(db, grant, person)
        row = db.scalar(select(ProviderAccount).where(ProviderAccount.person_id == person.id))
        if row is None:
            return None
        return AccountRow(Claim(row.email or "", row.subject or ""), row.first_used_at, row.issuer)


def change_account(store: Store, slug: str, person_id: int, claim: Claim, who: Who = OPERATOR) -> bool:
    """Invite an account at the provider, in the place of the one before. For leads, about people in their reach.

    Sign-ins by the account before end.

    Returns:
        False where it is so already.

    Raises:
        RefusedError: 'no_provider', 'bad_address', 'bad_subject', 'not_staff', 'taken_account', 'unknown_person',
            'not_human', 'out_of_reach', 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant, person = enter(db, who, slug, person_id)
        require_address_reach(db, grant, person)
        changed = _write(db, person, claim)
        if changed:
            note(db, grant, "provider_account_changed", person=person.id)
        return changed


def change_account_by_name(store: Store, name: str, claim: Claim) -> bool:
    """`change_account`, for the operator.

    Raises:
        RefusedError: as `change_account`, and 'unknown_person'.
    """
    with store.write() as db:
        person = find_person(db, name)
        db.refresh(person, with_for_update={"key_share": True})
        if person.kind != "human":
            raise RefusedError("not_human", f"'{name}' is not a human and cannot sign in")
        return _write(db, person, claim)


def sign_in_by_account(store: Store, issuer: str, subject: str, verified_email: str = "") -> str:
    """Open a session for the person whom this account was invited for; the id for the cookie.

    Args:
        verified_email: '' where the provider names none, or does not say that it has verified it.

    Raises:
        RefusedError: 'not_invited', 'account_reassigned' (the address belonged to another subject when it first
            signed in), 'not_staff' (the person leads no campaign and researches in none).
    """
    with store.read() as db:  # a stranger takes no turn from those who write
        _invited(db, issuer, subject, verified_email, lock=False)
    with store.write() as db:
        row = _invited(db, issuer, subject, verified_email)
        now, session_id = store.now(), secrets.token_urlsafe(32)
        row.subject, row.first_used_at = subject, row.first_used_at or now
        opened = {"person_id": row.person_id, "provider_account_id": row.id}
        db.add(SignIn(session_hash=hash_secret(session_id), created_at=now, used_at=now, **opened))
        return session_id


def end_old_provider_sign_ins(store: Store) -> int:
    """End the sign-ins by a provider that are older than PARVIS_OIDC_HOURS; how many.

    Whether someone still works here is the provider's to know, so it is asked again.
    """
    before = store.now() - timedelta(hours=settings.OIDC_HOURS.value())
    old = (SignIn.provider_account_id.is_not(None), SignIn.revoked_at.is_(None), SignIn.created_at <= before)
    with store.read() as db:
        if db.scalar(select(SignIn.id).where(*old).limit(1)) is None:
            return 0
    with store.write() as db:
        return len(db.scalars(update(SignIn).where(*old).values(revoked_at=store.now()).returning(SignIn.id)).all())


def _invited(db: Session, issuer: str, subject: str, email: str, *, lock: bool = True) -> ProviderAccount:
    """The invitation that an account fits, of staff; locked until the end of the transaction."""
    invited = select(ProviderAccount).where(ProviderAccount.issuer == issuer)
    invited = invited.with_for_update() if lock else invited
    row = db.scalar(invited.where(ProviderAccount.subject == subject))
    if row is None and email:
        row = db.scalar(invited.where(ProviderAccount.email == folded(email)))
        if row is not None and row.subject is not None:
            raise RefusedError("account_reassigned", "this address was another account's when it first signed in")
    if row is None:
        raise RefusedError("not_invited", "no one has invited this account")
    if not _is_staff(db, row.person_id):
        raise RefusedError("not_staff", "this person is neither lead nor researcher")
    return row


def _write(db: Session, person: Person, claim: Claim) -> bool:
    row = db.scalar(select(ProviderAccount).where(ProviderAccount.person_id == person.id).with_for_update())
    wanted = Claim(tidy(claim.email), claim.subject.strip())
    if wanted == Claim():
        if row is not None:
            _remove(db, row)
        return row is not None
    provider = sign_in_provider()
    if provider is None:
        raise RefusedError("no_provider", "no OpenID provider is set: see PARVIS_OIDC_ISSUER")
    if wanted.email and not is_address(wanted.email):
        raise RefusedError("bad_address", "this is not a mail address")
    if len(wanted.subject) > LONGEST_SUBJECT or not wanted.subject.isprintable():
        raise RefusedError("bad_subject", f"a subject is one line of at most {LONGEST_SUBJECT} characters")
    if not _is_staff(db, person.id):
        raise RefusedError("not_staff", "only leads and researchers sign in at a provider; annotators have links")
    email, subject = folded(wanted.email) or None, wanted.subject or None
    if row is not None:
        if row.issuer == provider.issuer and (row.email == email if email else row.subject == subject):
            return False
        _remove(db, row)
    try:
        db.add(ProviderAccount(person_id=person.id, issuer=provider.issuer, email=email, subject=subject))
        db.flush()
    except IntegrityError:
        raise RefusedError("taken_account", "this account signs another person in") from None
    return True


def _remove(db: Session, row: ProviderAccount) -> None:
    """Delete an invitation with its sign-ins, which would refer to nothing."""
    db.execute(delete(SignIn).where(SignIn.provider_account_id == row.id))
    db.delete(row)
    db.flush()


def _is_staff(db: Session, person_id: int) -> bool:
    return any(row.role in SEES_NAMES for row in memberships_of(db, [person_id])[person_id])
