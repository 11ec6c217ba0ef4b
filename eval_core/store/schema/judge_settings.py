"""Tables of LLM judges: what a judge's name means in a campaign, and who is at work as it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from eval_core.store.base import Base, utc_now

REPLY_FORMATS = ("json_schema", "json_object", "plain")


class JudgeSetting(Base):
    """What a judge's name means in a campaign under one protocol: other values are another judge.

    A judge that worked before there were settings gets its own with its next run.
    """

    __tablename__ = "judge_setting"
    __table_args__ = (
        UniqueConstraint("campaign_id", "person_id", "protocol_key"),
        CheckConstraint(f"reply_format IN {REPLY_FORMATS}", name="reply_format"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))  # the judge
    protocol_key: Mapped[str]
    protocol_version: Mapped[str]  # also that of the prompt, which is part of the protocol
    protocol_hash: Mapped[str]
    host: Mapped[str]  # of the endpoint, with its port where the address names one; neither path nor key
    model: Mapped[str]  # as the endpoint names it
    model_revision: Mapped[str | None]  # as whoever ran the judge named it
    temperature: Mapped[float | None]  # NULL: the endpoint's own
    seed: Mapped[int | None]
    reply_format: Mapped[str | None]  # NULL: not decided yet
    reply_schema: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # as sent with json_schema
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


class JudgeLease(Base):
    """A run of a judge that is at work. It is renewed; where its process dies, it ends."""

    __tablename__ = "judge_lease"
    __table_args__ = (UniqueConstraint("campaign_id", "person_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))  # the judge
    word: Mapped[str]  # a random word of the run
    leased_until: Mapped[datetime]
