"""The jobs as people see them, and what they may do about one: pause it, let it go on, stop it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, or_, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.jobs.job_queue import ENDED
from eval_core.errors import ParvisError, RefusedError
from eval_core.store import Campaign, Job, Person, Store

_OF_A_JUDGE = ("judge_run", "judge_exam")
_COLUMNS: tuple[Any, ...] = (Job, Campaign.slug, Person.name)


@dataclass(frozen=True)
class JobRow:
    """One job.

    Attributes:
        campaign: its slug; None for work on the whole database.
        state: 'waiting', 'running', 'paused', 'done', 'failed' or 'stopped'.
        done, total: how far the work is, None where it does not say.
        outcome: a code and facts of the last turn, None before the first ended.
        attempts: turns so far.
        asked_by: a name; None for a rule or the command line.
        judge: of a judge's run or exam, its name or its model.
    """

    id: int
    kind: str
    campaign: str | None
    state: str
    due_at: datetime
    leased_until: datetime | None
    attempts: int
    done: int | None
    total: int | None
    outcome: dict[str, Any] | None
    asked_by: str | None
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    judge: str | None = None


def list_jobs(store: Store, slug: str, *, limit: int = 20, who: Who = OPERATOR) -> list[JobRow]:
    """The jobs of a campaign, and what went wrong with work on the whole database; the newest first. For leads.

    Mails have a list of their own, so those that went well are left out.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        here = _rows().where(Job.campaign_id == campaign.id, or_(Job.kind != "mail", Job.state == "failed"))
        rows = _read(db, here.limit(limit))
        everywhere = _read(db, _rows().where(Job.campaign_id.is_(None), Job.outcome.is_not(None)))
    return rows + [row for row in everywhere if row.state == "failed" or (row.outcome or {}).get("wrong")]


def list_all_jobs(store: Store, *, ended: bool = False, limit: int = 200) -> list[JobRow]:
    """Every job that has not ended, or every job; the newest first. For the operator."""
    with store.read() as db:
        rows = _rows() if ended else _rows().where(or_(Job.state.not_in(ENDED), Job.state == "failed"))
        return _read(db, rows.limit(limit))


def move_job(store: Store, slug: str, job_id: int, move: str, who: Who = OPERATOR) -> bool:
    """Pause a job of a campaign ('paused'), let it go on ('resumed') or stop it for good ('stopped'). For leads.

    What it is doing at this moment ends within seconds; what it has stored stays.

    Returns:
        False where it is so already, or the job has ended.

    Raises:
        RefusedError: 'unknown_job', 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        job = db.scalar(select(Job).where(Job.id == job_id, Job.campaign_id == grant.campaign.id).with_for_update())
        if job is None:
            raise RefusedError("unknown_job", f"no job {job_id} in this campaign")
        return _move(store, db, job, move, grant)


def stop_job(store: Store, job_id: int) -> bool:
    """Stop any job, for the operator; False if it has ended.

    Raises:
        ParvisError: if there is none of this number.
    """
    with store.write() as db:
        job = db.scalar(select(Job).where(Job.id == job_id).with_for_update())
        if job is None:
            raise ParvisError(f"no job {job_id} (see 'parvis jobs')")
        campaign = db.get(Campaign, job.campaign_id) if job.campaign_id is not None else None
        return _move(store, db, job, "stopped", Grant(None, campaign) if campaign else None)


def _move(store: Store, db: Session, job: Job, move: str, grant: Grant | None) -> bool:
    before = {"paused": ("waiting", "running"), "resumed": ("paused",), "stopped": ("waiting", "running", "paused")}
    if job.state not in before[move]:
        return False
    now = store.now()
    job.state, job.lease, job.leased_until = move, None, None
    if move == "resumed":
        job.state, job.due_at, job.attempts = "waiting", now, 0
    elif move == "stopped":
        job.ended_at = now
    if grant is not None:
        note(db, grant, "job_moved", job=job.kind, move=move)
    return True


def _rows() -> Select[Any]:
    return (
        select(*_COLUMNS)
        .outerjoin(Campaign, Campaign.id == Job.campaign_id)
        .outerjoin(Person, Person.id == Job.asked_by)
        .order_by(Job.id.desc())
    )


def _read(db: Session, query: Select[Any]) -> list[JobRow]:
    return [
        JobRow(
            id=job.id,
            kind=job.kind,
            campaign=slug,
            state=job.state,
            due_at=job.due_at,
            leased_until=job.leased_until,
            attempts=job.attempts,
            done=job.done,
            total=job.total,
            outcome=job.outcome,
            asked_by=name,
            created_at=job.created_at,
            started_at=job.started_at,
            ended_at=job.ended_at,
            judge=job.about.get("name") or job.about.get("model") if job.kind in _OF_A_JUDGE else None,
        )
        for job, slug, name in db.execute(query)
    ]
