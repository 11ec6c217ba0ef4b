"""Every kind of job, and what does its work."""

from __future__ import annotations

from datetime import timedelta

from eval_core.campaigns.jobs.job_queue import Outcome, Turn, sweep_jobs
from eval_core.jobs.runner import Kind, Pulse
from eval_core.store import Store


def _hourly_check(store: Store, turn: Turn, pulse: Pulse) -> Outcome:
    from eval_core.upkeep.quick_check import quick_check

    del turn, pulse
    sweep_jobs(store)
    return {"code": "checked", "wrong": list(quick_check(store))}


KINDS: dict[str, Kind] = {
    "hourly_check": Kind(_hourly_check, every=timedelta(hours=1)),
}
