"""The guidelines of a campaign, and the clarifications that its leads have published.

Those of comparisons are the protocol's, or an edition of the campaign's own; for ratings the criteria say what is
asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, ROLES, Grant, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.joining.guideline_editions import (
    base_version,
    checked_language,
    edition_at,
    edition_known,
    guidelines_in,
    languages_of,
    list_editions,
)
from eval_core.campaigns.locks import lock_person
from eval_core.campaigns.text import TEXT_LIMIT, storable
from eval_core.errors import RefusedError
from eval_core.locales import said, spoken_language
from eval_core.protocols import Guidelines, load_protocol
from eval_core.protocols.guideline_changes import SectionChange, changes
from eval_core.store import (
    Assignment,
    Campaign,
    Clarification,
    GuidelineReading,
    Judgment,
    Question,
    Rating,
    RatingAssignment,
    Store,
)
from eval_core.store.base import UTCDateTime

_OF_PERSON = (
    GuidelineReading.person_id == bindparam("person"),
    GuidelineReading.campaign_id == bindparam("campaign"),
    GuidelineReading.acknowledged,
)
# Read before every comparison.
_ACKNOWLEDGED = (
    select(GuidelineReading.id).where(*_OF_PERSON, GuidelineReading.version == bindparam("version")).limit(1)
)
_LAST_ACKNOWLEDGED = select(GuidelineReading.version).where(*_OF_PERSON).order_by(GuidelineReading.id.desc()).limit(1)
_LAST_JUDGED = (
    select(Judgment.guideline_version)
    .where(
        Judgment.person_id == bindparam("person"),
        Judgment.campaign_id == bindparam("campaign"),
        Judgment.guideline_version.is_not(None),
    )
    .order_by(Judgment.id.desc())
    .limit(1)
)
_PUBLISHED_BY = select(func.max(Clarification.number)).where(
    Clarification.campaign_id == bindparam("campaign"),
    Clarification.published_at <= bindparam("moment", type_=UTCDateTime()),
)


# A panel that stays open next to the texts is not read for hours.
_LONGEST_READING = timedelta(hours=1)


@dataclass(frozen=True)
class Published:
    """One clarification of a campaign; `number` counts them from 1, `at` is when it was published (UTC)."""

    number: int
    text: str
    at: datetime


@dataclass(frozen=True)
class GuidelinesView:
    """The guidelines in force in a campaign, for one reader.

    Attributes:
        guidelines: body and sections in the reader's language; None if responses are rated: then the
            `protocol` says what is asked.
        protocol: its key.
        version: in force now, to be acknowledged.
        categories: the protocol's issues, key -> label in the reader's language.
        clarifications: the campaign's own, in order.
        known: the version that the reader acknowledged last or, before acknowledgments were recorded, judged under;
            None for a newcomer.
        new: the clarifications published after `known`; all of them for a newcomer.
        new_text: whether the text itself has changed since `known`; True for a newcomer.
        changes: what has changed in it since then, in the reader's language; None where that is not known.
    """

    guidelines: Guidelines | None
    protocol: str
    version: str
    categories: dict[str, str]
    clarifications: tuple[Published, ...]
    known: str | None
    new: tuple[Published, ...]
    new_text: bool
    changes: tuple[SectionChange, ...] | None


def version_in_force(campaign: Campaign) -> str:
    """The version in force: `base_version`, and '+n' after n published clarifications."""
    base = base_version(campaign)
    return f"{base}+{campaign.clarifications}" if campaign.clarifications else base


def version_at(db: Session, campaign: Campaign, moment: datetime | None) -> str:
    """The version in force when a comparison came up; None: now.

    What was published while it was on the screen counts as unread; the next comparison asks for it.
    """
    if moment is None or not (campaign.clarifications or campaign.guideline_edition):
        return version_in_force(campaign)
    about = {"campaign": campaign.id, "moment": moment}
    number = db.scalar(_PUBLISHED_BY, about) if campaign.clarifications else None
    base = base_version(campaign, edition_at(db, campaign, moment))
    return f"{base}+{number}" if number else base


def versions_of_editions(db: Session, campaign: Campaign) -> list[tuple[int, str]]:
    """The general text (0) and each edition of the campaign's own, with the version that it began."""
    first = (0, base_version(campaign, 0))
    return [first, *((number, version_at(db, campaign, at)) for number, at in list_editions(db, campaign))]


def read_guidelines(store: Store, who: Who, slug: str, language: str | None = None) -> GuidelinesView:
    """The guidelines of a campaign, and what is new in them for this person.

    Args:
        language: another than the reader's own; the protocol's first where there are none in it.

    Raises:
        InputError: for a language that neither the protocol nor the interface speaks.
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, *ROLES)
        known = _known_version(db, grant)
        base, _, number = (known or "").partition("+")
        clarifications = list_clarifications(db, grant.campaign.id)
        protocol = load_protocol(grant.campaign.protocol_key)
        compares = protocol.kind == "pairwise"
        written = languages_of(db, grant.campaign)
        language = spoken_language(written) if language is None else checked_language(language, written)
        guidelines = guidelines_in(db, grant.campaign, language) if compares else None
        before = edition_known(grant.campaign, known) if known and compares else None
        return GuidelinesView(
            guidelines=guidelines,
            protocol=protocol.key,
            version=version_in_force(grant.campaign),
            categories={issue.key: issue.label.get(language) or said(issue.label) for issue in protocol.issues},
            clarifications=clarifications,
            known=known,
            new=tuple(clarification for clarification in clarifications if clarification.number > int(number or 0)),
            new_text=base != base_version(grant.campaign),
            changes=None
            if before is None or guidelines is None
            else changes(guidelines_in(db, grant.campaign, language, before).sections, guidelines.sections),
        )


def note_reading(db: Session, grant: Grant, version: str, language: str, closed: datetime, open_for: timedelta) -> None:
    """Record that the person had the guidelines open next to the texts, for so long until they were `closed`.

    Raises:
        RefusedError: 'stale_guidelines' for a version that is not in force.
    """
    if version != version_in_force(grant.campaign):
        raise RefusedError("stale_guidelines", f"version {version} is no longer in force")
    reading = _reading(grant, version, language, closed - min(open_for, _LONGEST_READING))
    reading.closed_at = closed
    db.add(reading)
    db.flush()


def open_guidelines(store: Store, who: Who, slug: str, language: str) -> int:
    """Record that this person opened the guidelines in force; the reading's id, to close it with.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, *ROLES)
        reading = _reading(grant, version_in_force(grant.campaign), language, store.now())
        db.add(reading)
        db.flush()
        return reading.id


def close_guidelines(store: Store, who: Who, slug: str, reading_id: int) -> bool:
    """Record that the person closed the guidelines.

    Returns:
        True if they were closed now, False if they had been before: the first time stays.

    Raises:
        RefusedError: 'not_allowed' for another person's reading, 'signed_out'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, *ROLES)
        reading = db.scalar(
            select(GuidelineReading)
            .where(
                GuidelineReading.id == reading_id,
                GuidelineReading.person_id == grant.person,
                GuidelineReading.campaign_id == grant.campaign.id,
            )
            .with_for_update()
        )
        if reading is None:
            raise RefusedError("not_allowed", "this reading is another person's")
        if reading.closed_at is not None:
            return False
        # A clock set back would make the reading end before it began.
        reading.closed_at = max(store.now(), reading.opened_at)
        return True


def acknowledge_guidelines(store: Store, who: Who, slug: str, version: str, language: str) -> bool:
    """Record that an annotator has read a version of the guidelines.

    Args:
        version: as shown on the screen.

    Returns:
        True if it was recorded now, False if it had been before.

    Raises:
        RefusedError: 'stale_guidelines' if another version is in force by now, 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        if version != version_in_force(grant.campaign):
            raise RefusedError("stale_guidelines", f"version {version} is no longer in force")
        lock_person(db, grant)  # two tabs, one acknowledgment
        if has_acknowledged(db, grant):
            return False
        now = store.now()
        reading = _reading(grant, version, language, now)
        reading.acknowledged, reading.closed_at = True, now
        db.add(reading)
        for table in (Assignment, RatingAssignment):  # what they hold is judged under the new version
            own = (table.campaign_id == grant.campaign.id, table.person_id == grant.person)
            db.execute(update(table).where(*own, table.status == "leased").values(shown_at=now))
        return True


def has_acknowledged(db: Session, grant: Grant) -> bool:
    """Whether the person has acknowledged the version in force."""
    about = {"campaign": grant.campaign.id, "person": grant.person, "version": version_in_force(grant.campaign)}
    return db.execute(_ACKNOWLEDGED, about).first() is not None


def publish_clarification(
    store: Store, slug: str, text: str, question_id: int | None = None, who: Who = OPERATOR
) -> int:
    """Add a clarification to the campaign's guidelines; everybody acknowledges the new version before going on.

    Args:
        text: plain text, 1 to `TEXT_LIMIT` characters.
        question_id: the question that it answers, one of this campaign.

    Returns:
        Its number. The same text published twice is one clarification.

    Raises:
        RefusedError: 'no_text' or 'clarification_too_long', 'not_allowed' (also for another campaign's
            question), 'signed_out'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        text = storable(text)
        if not text:
            raise RefusedError("no_text", "the clarification is empty")
        if len(text) > TEXT_LIMIT:
            raise RefusedError("clarification_too_long", f"a clarification has at most {TEXT_LIMIT} characters")
        campaign = grant.campaign
        # Two leads at the same moment would take one number; the count is read again under the lock.
        db.refresh(campaign, with_for_update={"key_share": True})
        about = select(Question.id).where(Question.id == question_id, Question.campaign_id == campaign.id)
        if question_id is not None and db.scalar(about) is None:
            raise RefusedError("not_allowed", "this question belongs to another campaign")
        same = select(Clarification.number).where(Clarification.campaign_id == campaign.id, Clarification.text == text)
        if (published := db.scalar(same)) is not None:
            return published
        campaign.clarifications += 1
        db.add(
            Clarification(
                campaign_id=campaign.id,
                number=campaign.clarifications,
                text=text,
                question_id=question_id,
                published_by=grant.person_id,
                published_at=store.now(),
            )
        )
        note(db, grant, "clarification_published", number=campaign.clarifications)
        return campaign.clarifications


def list_clarifications(db: Session, campaign_id: int) -> tuple[Published, ...]:
    """The clarifications of a campaign, in order."""
    rows = db.execute(
        select(Clarification.number, Clarification.text, Clarification.published_at)
        .where(Clarification.campaign_id == campaign_id)
        .order_by(Clarification.number)
    )
    return tuple(Published(*row) for row in rows)


def _reading(grant: Grant, version: str, language: str, now: datetime) -> GuidelineReading:
    return GuidelineReading(
        person_id=grant.person,
        campaign_id=grant.campaign.id,
        version=version,
        language=checked_language(language),
        opened_at=now,
    )


def _known_version(db: Session, grant: Grant) -> str | None:
    if grant.person_id is None:
        return None
    about = {"campaign": grant.campaign.id, "person": grant.person_id}
    # People who judged before acknowledgments were recorded are known by their judgments.
    return db.scalar(_LAST_ACKNOWLEDGED, about) or db.scalar(_LAST_JUDGED, about) or version_rated_under(db, grant)


def version_rated_under(db: Session, grant: Grant) -> str | None:
    """The version in force when the response came up that the person rated last; None before the first."""
    last = db.execute(
        select(RatingAssignment.shown_at, Rating.decided_at)
        .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
        .where(
            RatingAssignment.campaign_id == grant.campaign.id,
            RatingAssignment.person_id == grant.person,
            RatingAssignment.protocol_key == grant.campaign.protocol_key,
            Rating.decided_at.is_not(None),
        )
        .order_by(Rating.id.desc())
        .limit(1)
    ).first()
    return None if last is None else version_at(db, grant.campaign, last.shown_at or last.decided_at)
