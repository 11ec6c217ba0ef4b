"""Tables of participation besides judging: consent, guidelines, qualification, questions, hours."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from eval_core.store.base import Base, JSONList, utc_now


class Consent(Base):
    """One agreement to one version of a campaign's information letter; withdrawing sets its end; nothing is erased."""

    __tablename__ = "consent"
    __table_args__ = (Index("ix_consent_person", "person_id", "campaign_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    letter_version: Mapped[str]  # counts the campaign's own changes to its letter
    letter_hash: Mapped[str]  # of the text as it was shown
    language: Mapped[str]
    given_at: Mapped[datetime] = mapped_column(default=utc_now)
    withdrawn_at: Mapped[datetime | None]


class GuidelineReading(Base):
    """One reading of the guidelines (opened, perhaps closed), or the acknowledgment of a new version."""

    __tablename__ = "guideline_reading"
    __table_args__ = (Index("ix_guideline_reading_person", "person_id", "campaign_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    version: Mapped[str]
    language: Mapped[str]
    acknowledged: Mapped[bool] = mapped_column(default=False)
    opened_at: Mapped[datetime] = mapped_column(default=utc_now)
    closed_at: Mapped[datetime | None]


class GuidelineEdition(Base):
    """A text of the guidelines that a campaign's lead has written; each creates a new version of them."""

    __tablename__ = "guideline_edition"
    __table_args__ = (UniqueConstraint("campaign_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    number: Mapped[int]
    texts: Mapped[dict[str, Any]]  # Markdown with anchors by language; a language without one has the general text
    published_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))  # NULL: copied with its campaign
    published_at: Mapped[datetime] = mapped_column(default=utc_now)


class Clarification(Base):
    """An addition to the guidelines that a campaign's lead has published; each creates a new version of them."""

    __tablename__ = "clarification"
    __table_args__ = (UniqueConstraint("campaign_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    number: Mapped[int]
    text: Mapped[str]
    question_id: Mapped[int | None] = mapped_column(ForeignKey("question.id"))
    published_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))  # NULL: on the command line
    published_at: Mapped[datetime] = mapped_column(default=utc_now)


class Qualification(Base):
    """One try at the training and test, or an admission without it (`asked` is 0, with the lead who admitted)."""

    __tablename__ = "qualification"
    __table_args__ = (
        UniqueConstraint("person_id", "campaign_id", "attempt"),
        CheckConstraint("attempt >= 1 AND asked >= 0", name="counts"),
        CheckConstraint("(passed IS NULL) = (finished_at IS NULL)", name="finished_is_decided"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    attempt: Mapped[int]
    asked: Mapped[int] = mapped_column(default=0)  # gold comparisons in the test
    correct: Mapped[int | None]
    passed: Mapped[bool | None]
    granted_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    started_at: Mapped[datetime] = mapped_column(default=utc_now)
    finished_at: Mapped[datetime | None]


class Question(Base):
    """An annotator's question about a comparison, a response to rate, or neither; and the answer."""

    __tablename__ = "question"
    __table_args__ = (
        Index("ix_question_person", "campaign_id", "person_id"),
        CheckConstraint("assignment_id IS NULL OR rating_assignment_id IS NULL", name="about_one"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    assignment_id: Mapped[int | None] = mapped_column(ForeignKey("assignment.id"))
    rating_assignment_id: Mapped[int | None] = mapped_column(ForeignKey("rating_assignment.id"))
    text: Mapped[str]
    # Words that it is about: {"side": as presented, "start", "end", "issue"}, as in `Reason`.
    marks: Mapped[list[dict[str, Any]] | None] = mapped_column(JSONList)
    asked_at: Mapped[datetime] = mapped_column(default=utc_now)
    answer: Mapped[str | None]
    answered_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    answered_at: Mapped[datetime | None]
    read_at: Mapped[datetime | None]  # when the annotator saw the answer
    resolved_at: Mapped[datetime | None]


class HoursNote(Base):
    """A person's correction to one day of their hours; the newest of a day counts, the older ones stay."""

    __tablename__ = "hours_note"
    __table_args__ = (
        Index("ix_hours_note_person", "person_id", "campaign_id", "day"),
        CheckConstraint("minutes BETWEEN 0 AND 1440", name="minutes"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    day: Mapped[str]  # YYYY-MM-DD in the person's time zone
    minutes: Mapped[int | None]
    text: Mapped[str]
    written_at: Mapped[datetime] = mapped_column(default=utc_now)
