"""Tables of the screen for native readers: which pairs a lead has approved, and each person's one try."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from eval_core.store.base import Base, JSONList, utc_now


class ScreenApproval(Base):
    """A pair that a lead of a campaign has read and approved, as it read then."""

    __tablename__ = "screen_approval"
    __table_args__ = (UniqueConstraint("campaign_id", "pair"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    pair: Mapped[str]  # its key
    fingerprint: Mapped[str]  # of both sentences
    approved_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))  # NULL: on the command line
    approved_at: Mapped[datetime] = mapped_column(default=utc_now)


class ScreenTry(Base):
    """The one try of a person at the screen of a campaign."""

    __tablename__ = "screen_try"
    __table_args__ = (
        UniqueConstraint("person_id", "campaign_id"),
        CheckConstraint("written_standard IN ('nb', 'nn')", name="written_standard"),
        CheckConstraint("(passed IS NULL) = (finished_at IS NULL)", name="finished_is_decided"),
        CheckConstraint("(passed IS NULL) = (correct IS NULL)", name="decided_is_counted"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    written_standard: Mapped[str]
    items: Mapped[list[dict[str, Any]]] = mapped_column(JSONList)  # {"pair", "A", "B", "right"}: as they are shown
    answers: Mapped[list[dict[str, Any]]] = mapped_column(JSONList)  # {"side", "at"}, in the order of the items
    correct: Mapped[int | None]
    passed: Mapped[bool | None]
    started_at: Mapped[datetime] = mapped_column(default=utc_now)
    finished_at: Mapped[datetime | None]
