"""Queueing jobs, and the turns in which runners work on them.

A turn is a lease: a random word in the job's row, renewed while the work goes on. Whatever a turn writes about its job
it writes only while the word is still there, so a runner that was thought dead changes nothing. What a job does besides
may be done twice, if its runner dies or its lease runs out: each kind of work must bear that.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from eval_core.campaigns.locks import has_one_writer
from eval_core.store import Job, Store

LEASE = timedelta(minutes=2)
ENDED = ("done", "failed", "stopped")
# Pauses before the second turn, the third and so on; the last one is repeated.
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30, 60, 120, 240, 480))
# A turn that ends in no outcome killed its process; a job that did so this often is not tried again.
MOST_TURNS = 12
_KEPT = timedelta(days=30)

Outcome = Mapping[str, Any]  # {"code": ..., and facts}; `reports.background.job_words` has the words


@dataclass(frozen=True)
class Turn:
    """One runner's turn at a job; `attempts` counts this one, and `lease` is its word."""

    id: int
    kind: str
    campaign_id: int | None
    about: dict[str, Any]
    attempts: int
    lease: str


def queue_job(
    db: Session,
    kind: str,
    key: str,
    due_at: datetime,
    *,
    campaign_id: int | None = None,
    asked_by: int | None = None,
    about: Mapping[str, Any] | None = None,
) -> bool:
    """Queue a job within a transaction of the caller's; False if one with this key has not ended yet."""
    insert = sqlite.insert if has_one_writer(db) else postgresql.insert
    row = {
        "kind": kind,
        "key": key,
        "due_at": due_at,
        "campaign_id": campaign_id,
        "asked_by": asked_by,
        "about": dict(about or {}),
    }
    queued = insert(Job).values(**row).on_conflict_do_nothing().returning(Job.id)
    return db.scalar(queued) is not None


def keep_regular(store: Store, every: Mapping[str, timedelta]) -> None:
    """See to it that each kind of regular work is queued, and due within its interval even if a clock was wrong.

    Args:
        every: kind -> interval.
    """
    with store.write() as db:
        now = store.now()
        for kind, interval in every.items():
            queue_job(db, kind, kind, now + interval)
            far_off = (Job.kind == kind, Job.state == "waiting", Job.due_at > now + 2 * interval)
            db.execute(update(Job).where(*far_off).values(due_at=now + interval))


def take_turn(store: Store, kinds: Collection[str]) -> Turn | None:
    """Take up the job of these kinds that has been due longest, if any is; no other runner gets it meanwhile."""
    with store.read() as db:  # so that an idle runner never asks for the writers' lock
        if db.scalar(select(Job.id).where(_open_to_runners(store.now(), kinds)).limit(1)) is None:
            return None
    with store.write() as db:
        now = store.now()
        due = select(Job).where(_open_to_runners(now, kinds)).order_by(Job.due_at, Job.id).limit(1)
        job = db.scalar(due.with_for_update(skip_locked=True))
        if job is None:
            return None
        if job.attempts >= MOST_TURNS:
            _end(job, "failed", {"code": "crashed"}, now)
            return None
        job.state, job.lease, job.leased_until = "running", secrets.token_hex(16), now + LEASE
        job.attempts += 1
        job.started_at = now
        return Turn(job.id, job.kind, job.campaign_id, dict(job.about), job.attempts, job.lease)


def renew_turn(store: Store, turn: Turn, progress: tuple[int, int] | None = None) -> bool:
    """Renew the lease, and store how far the work is (done, total); False if the turn is over.

    It is over when a lead has paused or stopped the job, or when the lease ran out and another runner has taken it.
    """
    values: dict[str, Any] = {"leased_until": store.now() + LEASE}
    if progress:
        values |= {"done": progress[0], "total": progress[1]}
    with store.write() as db:
        renewed = update(Job).where(*_its(turn)).values(**values).returning(Job.id)
        return db.scalar(renewed.execution_options(synchronize_session=False)) is not None


def end_turn(store: Store, turn: Turn, state: str, outcome: Outcome, *, again: timedelta | None = None) -> bool:
    """End the job as 'done' or 'failed', or let regular work wait for its next time; False if the turn is over.

    Args:
        again: the interval of regular work.
    """
    with store.write() as db:
        job = _locked(db, turn)
        if job is None:
            return False
        now = store.now()
        _end(job, state, outcome, now)
        if again is not None:
            job.state, job.due_at, job.attempts = "waiting", now + again, 0
        return True


def put_off(store: Store, turn: Turn, outcome: Outcome | None = None, *, pause: timedelta | None = None) -> bool:
    """Give the job back to be taken up later: after a pause that grows with its turns, or after `pause`.

    Without an outcome the turn does not count: the runner is being stopped.
    """
    with store.write() as db:
        job = _locked(db, turn)
        if job is None:
            return False
        if outcome is None:
            job.attempts -= 1
        else:
            job.outcome = dict(outcome)
        job.state, job.lease, job.leased_until = "waiting", None, None
        job.due_at = store.now() + (PAUSES[min(job.attempts, len(PAUSES)) - 1] if pause is None else pause)
        return True


def sweep_jobs(store: Store) -> int:
    """Delete jobs that ended more than thirty days ago; how many."""
    with store.write() as db:
        old = delete(Job).where(Job.state.in_(ENDED), Job.ended_at < store.now() - _KEPT).returning(Job.id)
        return len(db.scalars(old.execution_options(synchronize_session=False)).all())


def _open_to_runners(now: datetime, kinds: Collection[str]) -> ColumnElement[bool]:
    """Jobs that wait and are due, and those whose runner must be dead.

    A lease that ends later than any can was given by a clock that has been set back since.
    """
    impossible = now + 2 * LEASE
    return and_(
        Job.kind.in_(kinds),
        or_(
            and_(Job.state == "waiting", Job.due_at <= now),
            and_(Job.state == "running", or_(Job.leased_until < now, Job.leased_until > impossible)),
        ),
    )


def _its(turn: Turn) -> tuple[ColumnElement[bool], ...]:
    return Job.id == turn.id, Job.state == "running", Job.lease == turn.lease


def _locked(db: Session, turn: Turn) -> Job | None:
    return db.scalar(select(Job).where(*_its(turn)).with_for_update())


def _end(job: Job, state: str, outcome: Outcome, now: datetime) -> None:
    job.state, job.outcome, job.lease, job.leased_until, job.ended_at = state, dict(outcome), None, None, now
