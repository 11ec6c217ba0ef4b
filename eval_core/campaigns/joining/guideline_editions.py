"""A campaign's own text of the guidelines: its leads edit the general one, and everyone reads what has changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.text import storable
from eval_core.errors import InputError, RefusedError
from eval_core.locales import LANGUAGES
from eval_core.protocols import Guidelines, guidelines_for, load_protocol
from eval_core.protocols.guidelines import guidelines_of, unwrapped
from eval_core.store import Campaign, GuidelineEdition, Store

LONGEST_GUIDELINES = 50_000  # characters in one language


@dataclass(frozen=True)
class GuidelineTexts:
    """The guidelines of a campaign as its leads edit them.

    Attributes:
        edition: the number of the campaign's own text, 0 for the general one.
        texts: language -> Markdown with anchors, as annotators read it now, a passage a line.
        general: the same of the general text, to go back to.
    """

    edition: int
    texts: dict[str, str]
    general: dict[str, str]


def base_version(campaign: Campaign, edition: int | None = None) -> str:
    """The version without clarifications: the guidelines' or the protocol's and, if there is one, the edition's number.

    Args:
        edition: another than the one in force; 0 for none.
    """
    protocol = load_protocol(campaign.protocol_key)
    if protocol.kind == "rating":
        return protocol.version
    number = campaign.guideline_edition if edition is None else edition
    general = guidelines_for(protocol, "en").version
    return f"{general}.{number}" if number else general


def general_text(campaign: Campaign, language: str) -> Guidelines:
    """The guidelines of a campaign's protocol, in a language or else in the protocol's first."""
    return guidelines_for(load_protocol(campaign.protocol_key), language)


def guidelines_in(db: Session, campaign: Campaign, language: str, edition: int | None = None) -> Guidelines:
    """The guidelines of a campaign that compares, in a language.

    Args:
        edition: another than the one in force; 0 for the general text.
    """
    general = general_text(campaign, language)
    number = campaign.guideline_edition if edition is None else edition
    if not number:
        return general
    # Who reads none of the protocol's languages may still have an edition in their own.
    source = texts_of(db, campaign, number).get(language, general.source)
    return guidelines_of(language, base_version(campaign, number), source)


def languages_of(db: Session, campaign: Campaign, edition: int | None = None) -> list[str]:
    """The languages that the guidelines are written in, the protocol's first.

    Args:
        edition: another than the one in force; 0 for the general text.
    """
    spoken = load_protocol(campaign.protocol_key).languages
    number = campaign.guideline_edition if edition is None else edition
    own = texts_of(db, campaign, number) if number else {}
    return list(dict.fromkeys([*spoken, *own]))


def editable_languages(campaign: Campaign) -> list[str]:
    """The languages in which leads may write the guidelines: the protocol's, then the others of the interface."""
    return list(dict.fromkeys([*load_protocol(campaign.protocol_key).languages, *LANGUAGES]))


def checked_language(language: str, written: Collection[str] = ()) -> str:
    """The language, where the interface or the guidelines speak it; InputError for any other."""
    if language not in (*LANGUAGES, *written):
        raise InputError("no_guidelines", language=language, file=None)
    return language


def texts_of(db: Session, campaign: Campaign, edition: int) -> dict[str, str]:
    """The texts of an edition by language; a language that is not in it has the general text."""
    about = (GuidelineEdition.campaign_id == campaign.id, GuidelineEdition.number == edition)
    return dict(db.scalar(select(GuidelineEdition.texts).where(*about)) or {})


def list_editions(db: Session, campaign: Campaign) -> list[tuple[int, datetime]]:
    """The campaign's own editions with the moments from which they were in force, in order."""
    rows = select(GuidelineEdition.number, GuidelineEdition.published_at)
    found = db.execute(rows.where(GuidelineEdition.campaign_id == campaign.id).order_by(GuidelineEdition.number))
    return [(row.number, row.published_at) for row in found]


def edition_at(db: Session, campaign: Campaign, moment: datetime) -> int:
    """The edition in force at a moment, 0 for the general text."""
    if not campaign.guideline_edition:
        return 0
    published = (GuidelineEdition.campaign_id == campaign.id, GuidelineEdition.published_at <= moment)
    return db.scalar(select(func.max(GuidelineEdition.number)).where(*published)) or 0


def edition_known(campaign: Campaign, version: str) -> int | None:
    """The edition that a version names, 0 for the general text; None if it is of another general text."""
    general, known = general_text(campaign, "en").version, version.partition("+")[0]
    if known == general:
        return 0
    number = known.removeprefix(f"{general}.")
    return int(number) if number != known and number.isdecimal() and int(number) <= campaign.guideline_edition else None


def read_guideline_texts(store: Store, slug: str, who: Who) -> GuidelineTexts:
    """The guidelines with their anchors, in every language in which they may be written.

    For leads of a campaign that compares.

    Raises:
        RefusedError: 'guidelines_of_protocol' where responses are rated; 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        _require_comparing(campaign)
        languages = editable_languages(campaign)
        return GuidelineTexts(
            campaign.guideline_edition,
            {language: unwrapped(guidelines_in(db, campaign, language).source) for language in languages},
            {language: unwrapped(general_text(campaign, language).source) for language in languages},
        )


def publish_guidelines(store: Store, slug: str, texts: Mapping[str, str], seen: int, who: Who) -> int:
    """Put the campaign's own text of the guidelines in force; everyone reads what has changed before going on.

    Args:
        texts: language -> Markdown with anchors. What is the general text word for word is not stored.
        seen: the edition that was on the screen while it was edited.

    Returns:
        The edition in force: as before, where nothing has changed.

    Raises:
        RefusedError: 'stale_edition' if another one is in force by now, 'empty_guidelines', 'guidelines_too_long',
            'unknown_anchor' for a passage about an issue that the protocol does not have, 'guidelines_of_protocol',
            'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        campaign = grant.campaign
        _require_comparing(campaign)
        db.refresh(campaign, with_for_update={"key_share": True})
        if campaign.guideline_edition != seen:
            raise RefusedError("stale_edition", f"edition {campaign.guideline_edition} is in force, not {seen}")
        own = {language: _checked(campaign, language, text) for language, text in texts.items()}
        own = {
            language: text
            for language, text in own.items()
            if text != unwrapped(general_text(campaign, language).source)
        }
        if own == texts_of(db, campaign, seen):
            return seen
        campaign.guideline_edition = add_edition(db, campaign, own, seen + 1, grant.person_id, store.now())
        note(db, grant, "guidelines_published", number=campaign.guideline_edition)
        return campaign.guideline_edition


def add_edition(
    db: Session, campaign: Campaign, texts: Mapping[str, str], number: int, person: int | None, now: datetime
) -> int:
    """Store an edition; its number."""
    edition = GuidelineEdition(
        campaign_id=campaign.id, number=number, texts=dict(texts), published_by=person, published_at=now
    )
    db.add(edition)
    return number


def _require_comparing(campaign: Campaign) -> None:
    if rates_responses(campaign):
        raise RefusedError("guidelines_of_protocol", "where responses are rated, the protocol says what is asked")


def _checked(campaign: Campaign, language: str, text: str) -> str:
    """A text as it is stored."""
    if language not in editable_languages(campaign):
        raise RefusedError("empty_guidelines", f"there is no language '{language}'")
    text = storable(text.replace("\r\n", "\n"))
    if not text:
        raise RefusedError("empty_guidelines", f"the guidelines in '{language}' are empty")
    if len(text) > LONGEST_GUIDELINES:
        raise RefusedError("guidelines_too_long", f"guidelines have at most {LONGEST_GUIDELINES} characters")
    issues = {issue.key for issue in load_protocol(campaign.protocol_key).issues}
    sections = guidelines_of(language, "", text).sections
    if strange := {item.category for section in sections for item in section.items if item.category} - issues:
        raise RefusedError("unknown_anchor", f"the protocol has no issue '{min(strange)}'")
    return text
