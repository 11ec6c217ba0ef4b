"""The table of arrivals: who came through a campaign's open link, and from where."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from eval_core.store.base import Base, utc_now

ARRIVAL_ENDS = ("completed", "screened_out", "full", "withdrawn")


class Arrival(Base):
    """One person who took part by a campaign's open link. It is in no export and no archive."""

    __tablename__ = "arrival"
    __table_args__ = (
        UniqueConstraint("person_id", "campaign_id"),
        UniqueConstraint("campaign_id", "platform_person"),
        Index("ix_arrival_campaign", "campaign_id", "arrived_at"),
        CheckConstraint(f"ended IN {ARRIVAL_ENDS}", name="ended"),
        CheckConstraint("(ended IS NULL) = (ended_at IS NULL)", name="ended_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    source: Mapped[str | None]  # the word that the lead put into the address, such as 'poster' or 'prolific'
    parameters: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)  # what a platform added to the address
    platform_person: Mapped[str | None]  # which of them names the person: no one comes twice from a platform
    arrived_at: Mapped[datetime] = mapped_column(default=utc_now)
    ended: Mapped[str | None]  # how it ended for the platform; NULL while the person may work
    ended_at: Mapped[datetime | None]
