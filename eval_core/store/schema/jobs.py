"""The table of jobs: work that no click waits for."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from eval_core.store.base import Base, utc_now

JOB_STATES = ("waiting", "running", "paused", "done", "failed", "stopped")
_ENDED = "state IN ('done', 'failed', 'stopped')"


class Job(Base):
    """One piece of work for a runner: what, when, who has taken it up, how far it is, and what came of it.

    Of one key, at most one job has not ended: so the same work is never queued twice.
    """

    __tablename__ = "job"
    __table_args__ = (
        CheckConstraint(f"state IN {JOB_STATES}", name="state"),
        CheckConstraint("(lease IS NULL) = (leased_until IS NULL)", name="lease"),
        Index(
            "uq_job_key",
            "key",
            unique=True,
            sqlite_where=text(f"NOT ({_ENDED})"),
            postgresql_where=text(f"NOT ({_ENDED})"),
        ),
        Index("ix_job_due", "state", "due_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    key: Mapped[str]
    campaign_id: Mapped[int | None] = mapped_column(ForeignKey("campaign.id"), index=True)  # NULL: the whole database
    asked_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"))  # NULL: a rule, or the command line
    about: Mapped[dict[str, Any]] = mapped_column(default=dict)  # what the kind needs to know
    state: Mapped[str] = mapped_column(default="waiting")
    due_at: Mapped[datetime]
    lease: Mapped[str | None]  # a random word of the runner that has taken it up, another one each time
    leased_until: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(default=0)  # how often it was taken up since it was queued, or last done
    done: Mapped[int | None]
    total: Mapped[int | None]
    outcome: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # a code and facts
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
    started_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
