"""The information letter, consent to it and its withdrawal, and what people choose to say about themselves."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant, Who, authorise
from eval_core.campaigns.joining.arrival_ends import end_arrival, reopen_arrival
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.rules import Rules, rules_of
from eval_core.errors import RefusedError
from eval_core.locales import gettext as _
from eval_core.locales import in_language, said
from eval_core.protocols import NORWEGIAN, Protocol, load_protocol
from eval_core.protocols.letters import ASKED, COMPARING, RATING, fill, load_letter
from eval_core.store import (
    DIALECT_AREAS,
    FIRST_STANDARDS,
    Assignment,
    Campaign,
    Consent,
    Person,
    Prompt,
    RatingAssignment,
    Store,
)

_OF_PERSON = (Consent.person_id == bindparam("person"), Consent.campaign_id == bindparam("campaign"))
_CONSENTED = (
    select(Consent.id)
    .where(*_OF_PERSON, Consent.letter_version == bindparam("version"), Consent.withdrawn_at.is_(None))
    .limit(1)
)
_LATEST = select(Consent).where(*_OF_PERSON).order_by(Consent.id.desc()).limit(1)


@dataclass(frozen=True)
class LetterView:
    """The letter as one person reads it: `text` is Markdown, `hash` the SHA-256 of it."""

    language: str
    version: str
    text: str
    hash: str


@dataclass(frozen=True)
class Participation:
    """What a person last agreed to (None: nothing), and what they chose to say about themselves.

    Attributes:
        about_norwegian: whether the campaign is: its protocol, or the written standard of one of its prompts. Only
            then is a newcomer asked about themselves.
    """

    letter_version: str | None
    given_at: datetime | None
    withdrawn_at: datetime | None
    first_standard: str | None
    dialect_area: str | None
    about_norwegian: bool


@dataclass(frozen=True)
class AgreedLetter:
    """What a person last agreed to, to be read again.

    Attributes:
        letter: as it reads today, in the language in which they agreed; None where the campaign has none any more.
        unchanged: whether that is, word for word, what they agreed to.
    """

    participation: Participation
    letter: LetterView | None
    unchanged: bool


def letter_version(rules: Rules, *, rates: bool = False) -> str | None:
    """The version to agree to, such as '1.0.3': the template's and the campaign's own. None: there is no letter.

    Args:
        rates: whether responses are rated in the campaign, not compared.
    """
    if not rules.letter.complete:
        return None
    return f"{load_letter('en', RATING if rates else COMPARING).version}.{rules.letter.version}"


def has_consented(db: Session, grant: Grant, version: str) -> bool:
    """Whether the person agrees, now, to this version of the campaign's letter."""
    about = {"person": grant.person, "campaign": grant.campaign.id, "version": version}
    return db.execute(_CONSENTED, about).first() is not None


def has_withdrawn(db: Session, grant: Grant) -> bool:
    """Whether the person has withdrawn their consent in this campaign, and not agreed again."""
    latest = latest_consent(db, grant)
    return latest is not None and latest.withdrawn_at is not None


def require_consent(db: Session, grant: Grant) -> None:
    """Refuse with 'withdrawn' anyone who has withdrawn their consent: nothing more is recorded about them."""
    if has_withdrawn(db, grant):
        raise RefusedError("withdrawn", "the person has withdrawn their consent")


def read_letter(store: Store, who: Who, slug: str, language: str) -> LetterView:
    """The campaign's letter in a language (en, nb or nn).

    Raises:
        RefusedError: 'no_letter' if the campaign has none, 'not_allowed', 'signed_out'.
        InputError: for an unknown language.
    """
    with store.read() as db:
        return letter_of(authorise(db, who, slug, "annotator").campaign, language)


def give_consent(
    store: Store,
    who: Who,
    slug: str,
    version: str,
    language: str,
    first_standard: str | None = None,
    dialect_area: str | None = None,
) -> bool:
    """Agree to the letter that was read.

    Args:
        version, language: of the letter as it was shown.
        first_standard, dialect_area: one of FIRST_STANDARDS and DIALECT_AREAS; None leaves them empty,
            or as they were.

    Returns:
        True if it was agreed to now, False if it had been before.

    Raises:
        RefusedError: 'stale_letter' (the campaign has changed its letter meanwhile), 'unknown_background',
            'no_letter', 'not_allowed', 'signed_out'.
    """
    check_background(first_standard, dialect_area)
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        letter = letter_of(grant.campaign, language)
        if version != letter.version:
            raise RefusedError("stale_letter", f"the letter is now version {letter.version}, not {version}")
        person = _lock(db, grant)
        person.first_standard = first_standard or person.first_standard
        person.dialect_area = dialect_area or person.dialect_area
        if has_consented(db, grant, version):
            return False
        agree(db, person.id, grant.campaign, letter, store.now())
        reopen_arrival(db, person.id, grant.campaign.id)
        return True


def agree(db: Session, person_id: int, campaign: Campaign, letter: LetterView, at: datetime) -> None:
    """Store the consent to a letter as it was read."""
    db.add(
        Consent(
            person_id=person_id,
            campaign_id=campaign.id,
            letter_version=letter.version,
            letter_hash=letter.hash,
            language=letter.language,
            given_at=at,
        )
    )


def withdraw_consent(store: Store, who: Who, slug: str) -> bool:
    """Withdraw the consent: its end is dated, nothing is erased, and what the person held is released.

    Returns:
        True if it was withdrawn now, False if there was nothing (more) to withdraw.

    Raises:
        RefusedError: 'not_allowed' or 'signed_out'.
    """
    with store.write() as db:
        return withdraw_within(db, authorise(db, who, slug, "annotator"), store.now())


def withdraw_within(db: Session, grant: Grant, now: datetime) -> bool:
    """`withdraw_consent` of the person of a grant, in a transaction of the caller's, who has checked the permission."""
    person, campaign = _lock(db, grant), grant.campaign
    dated = db.scalars(
        update(Consent)
        .where(Consent.person_id == person.id, Consent.campaign_id == campaign.id, Consent.withdrawn_at.is_(None))
        .values(withdrawn_at=now)
        .returning(Consent.id)
    ).all()
    if not dated:
        return False
    for table in (Assignment, RatingAssignment):
        held = (table.campaign_id == campaign.id, table.person_id == person.id, table.status == "leased")
        db.execute(update(table).where(*held).values(status="released"))
    end_arrival(db, person.id, campaign.id, "withdrawn", now)
    return True


def declare_background(store: Store, who: Who, slug: str, first_standard: str | None, dialect_area: str | None) -> None:
    """Set what the person says about themselves, in every campaign; None erases it.

    Raises:
        RefusedError: 'unknown_background', 'not_allowed' or 'signed_out'.
    """
    check_background(first_standard, dialect_area)
    with store.write() as db:
        person = _lock(db, authorise(db, who, slug, "annotator"))
        person.first_standard, person.dialect_area = first_standard, dialect_area


def read_participation(store: Store, who: Who, slug: str) -> Participation:
    """What the person has agreed to in this campaign, and said about themselves.

    Raises:
        RefusedError: 'not_allowed' or 'signed_out'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        return _participation(db, grant, latest_consent(db, grant))


def read_agreed_letter(store: Store, who: Who, slug: str) -> AgreedLetter | None:
    """The letter that the person last agreed to in this campaign, also after a withdrawal; None where they never did.

    Raises:
        RefusedError: 'not_allowed' or 'signed_out'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        latest = latest_consent(db, grant)
        if latest is None:
            return None
        letter = letter_of(grant.campaign, latest.language) if rules_of(grant.campaign).letter.complete else None
        unchanged = letter is not None and letter.hash == latest.letter_hash
        return AgreedLetter(_participation(db, grant, latest), letter, unchanged)


def latest_consent(db: Session, grant: Grant) -> Consent | None:
    """What the person last agreed to in this campaign, perhaps withdrawn since."""
    return db.scalar(_LATEST, {"person": grant.person, "campaign": grant.campaign.id})


def _participation(db: Session, grant: Grant, latest: Consent | None) -> Participation:
    person = db.get_one(Person, grant.person)
    return Participation(
        letter_version=latest.letter_version if latest else None,
        given_at=latest.given_at if latest else None,
        withdrawn_at=latest.withdrawn_at if latest else None,
        first_standard=person.first_standard,
        dialect_area=person.dialect_area,
        about_norwegian=is_about_norwegian(db, grant.campaign),
    )


def is_about_norwegian(db: Session, campaign: Campaign) -> bool:
    """Whether newcomers are asked about their Norwegian: see `Participation.about_norwegian`."""
    if campaign.protocol_key == NORWEGIAN:
        return True
    standard = select(Prompt.id).where(Prompt.campaign_id == campaign.id, Prompt.written_standard.is_not(None)).limit(1)
    return db.scalar(standard) is not None


def letter_of(campaign: Campaign, language: str) -> LetterView:
    """The campaign's letter as it reads now in a language; RefusedError 'no_letter' if it has none."""
    rules = rules_of(campaign)
    version = letter_version(rules, rates=rates_responses(campaign))
    if version is None:
        raise RefusedError("no_letter", "this campaign has no information letter")
    facts = {"title": campaign.title, **rules.letter.model_dump(exclude={"version"})}
    text = letter_text(load_protocol(campaign.protocol_key), language, facts)
    return LetterView(language, version, text, hashlib.sha256(text.encode()).hexdigest())


def letter_text(protocol: Protocol, language: str, facts: Mapping[str, str]) -> str:
    """The letter of a campaign under a protocol as Markdown, in en, nb or nn; InputError where a fact is missing."""
    if protocol.kind == "rating":
        return fill(load_letter(language, RATING), facts)
    asked = ""
    if protocol.key != NORWEGIAN:
        with in_language(language):
            question = said(protocol.question)
            asked = _("answer one question: “{question}” It is your own view that counts.", question=question)
    return fill(load_letter(language, COMPARING), {**facts, ASKED: asked})


def _lock(db: Session, grant: Grant) -> Person:
    """The person, locked so that actions in two tabs run one after the other (SQLite has one writer anyway)."""
    return db.scalars(select(Person).where(Person.id == grant.person).with_for_update(key_share=True)).one()


def check_background(first_standard: str | None, dialect_area: str | None) -> None:
    if first_standard not in (None, *FIRST_STANDARDS) or dialect_area not in (None, *DIALECT_AREAS):
        raise RefusedError("unknown_background", "the background is not in the list")
