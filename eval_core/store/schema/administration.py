"""Tables of administration: the audit log, rounds, exclusions, pauses, messages, and API tokens."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ColumnElement, ForeignKey, Index, Select, UniqueConstraint, and_, select, text
from sqlalchemy.orm import Mapped, mapped_column

from eval_core.store.base import Base, utc_now


class Event(Base):
    """One action in a campaign that is not a judgment: who did what to what, and when. Append-only: the audit log.

    Rankings are recomputed after a judgment or an event, so every change of the ranked judgments adds one.
    """

    __tablename__ = "event"
    __table_args__ = (Index("ix_event_campaign", "campaign_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))  # NULL: on the command line
    action: Mapped[str] = mapped_column("deed")  # a name of `campaigns.audit.ACTIONS`
    about: Mapped[dict[str, Any]] = mapped_column(default=dict)
    at: Mapped[datetime] = mapped_column(default=utc_now)


class Round(Base):
    """A numbered batch of comparisons after the first, with old comparisons served once more as anchors."""

    __tablename__ = "round"
    __table_args__ = (UniqueConstraint("campaign_id", "number"), CheckConstraint("number >= 2", name="number"))

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    number: Mapped[int]
    opened_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    opened_at: Mapped[datetime] = mapped_column(default=utc_now)


class Exclusion(Base):
    """A person's judgments left out of every analysis, from `made_at` until it is lifted; the judgments stay."""

    __tablename__ = "exclusion"
    __table_args__ = (
        Index(
            "uq_exclusion_live",
            "campaign_id",
            "person_id",
            unique=True,
            sqlite_where=text("lifted_at IS NULL"),
            postgresql_where=text("lifted_at IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    reason: Mapped[str]
    put_back: Mapped[bool] = mapped_column(default=False)  # whether others judge the person's comparisons instead
    made_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    made_at: Mapped[datetime] = mapped_column(default=utc_now)
    lifted_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    lifted_at: Mapped[datetime | None]

    @classmethod
    def in_force(cls, campaign_id: Any, person_id: Any = None) -> ColumnElement[bool]:
        """The condition of an exclusion in a campaign that has not been lifted; of one person where given.

        Args:
            campaign_id: an id, a column or a bound parameter; `person_id` likewise, None for everyone.
        """
        here = and_(cls.campaign_id == campaign_id, cls.lifted_at.is_(None))
        return here if person_id is None else and_(here, cls.person_id == person_id)

    @classmethod
    def people(cls, campaign_id: Any) -> Select[int]:
        """A query of the people whose judgments are left out of every analysis of a campaign."""
        return select(cls.person_id).where(cls.in_force(campaign_id))


class Pause(Base):
    """A person who gets no new work in a campaign, from `made_at` until it is lifted; their judgments count."""

    __tablename__ = "pause"
    __table_args__ = (
        Index(
            "uq_pause_live",
            "campaign_id",
            "person_id",
            unique=True,
            sqlite_where=text("lifted_at IS NULL"),
            postgresql_where=text("lifted_at IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    made_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    made_at: Mapped[datetime] = mapped_column(default=utc_now)
    lifted_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    lifted_at: Mapped[datetime | None]

    @classmethod
    def in_force(cls, campaign_id: Any, person_id: Any) -> ColumnElement[bool]:
        """The condition of a person's pause in a campaign that has not been lifted; ids, columns or parameters."""
        return and_(cls.campaign_id == campaign_id, cls.person_id == person_id, cls.lifted_at.is_(None))


class Message(Base):
    """A lead's message to an annotator."""

    __tablename__ = "message"
    __table_args__ = (Index("ix_message_person", "campaign_id", "person_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    text: Mapped[str]
    sent_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    sent_at: Mapped[datetime] = mapped_column(default=utc_now)
    read_at: Mapped[datetime | None]


class ProgramToken(Base):
    """A program's token to add responses and read results; only its hash is stored."""

    __tablename__ = "program_token"

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"), index=True)
    name: Mapped[str]
    token_hash: Mapped[str] = mapped_column(unique=True)
    created_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
    revoked_at: Mapped[datetime | None]
