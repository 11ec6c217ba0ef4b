"""Table of the requests to LLM judges and their replies, word for word; append-only."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from eval_core.store.base import Base, utc_now


class JudgeReply(Base):
    """One answer of a judge's endpoint, or its failure to answer.

    `about`: the concerned rows, as ids under the names of their tables: {"response": [ids in the order of the
    request]} or {"comparison": id, "swapped": whether the canonical second response was shown as A}. A reply that is
    'ok' was stored together with its ratings or judgment; a 'malformed' one has none.
    """

    __tablename__ = "judge_reply"
    __table_args__ = (
        UniqueConstraint("person_id", "request_hash", "attempt"),
        CheckConstraint("status IN ('ok', 'malformed', 'failed')", name="status"),
        CheckConstraint("attempt >= 1", name="attempt"),
        CheckConstraint("(status = 'failed') = (text IS NULL)", name="reply_has_text"),
        Index("ix_judge_reply_campaign", "campaign_id", "person_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))  # the judge
    protocol_key: Mapped[str]
    protocol_hash: Mapped[str]
    request_hash: Mapped[str]  # SHA-256 of model, messages and parameters
    about: Mapped[dict[str, Any]]
    criterion: Mapped[str | None]  # if each criterion is asked for separately
    attempt: Mapped[int]  # how often this judge was asked exactly this, this time included
    status: Mapped[str]
    text: Mapped[str | None]  # the raw reply
    error: Mapped[str | None]
    prompt_tokens: Mapped[int | None]
    completion_tokens: Mapped[int | None]
    # What else the endpoint sent, word for word; NULL where it sent none, and for replies before schema 0009.
    reasoning: Mapped[str | None]
    refusal: Mapped[str | None]
    finish_reason: Mapped[str | None]
    usage: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    body: Mapped[str | None]  # the whole answer, where it was not an ordinary one
    kept: Mapped[int | None]  # how many items of the request were kept of this reply
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
