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


def _send(store: Store, turn: Turn, pulse: Pulse) -> Outcome:
    from eval_core.jobs.mail_work import send_one

    return send_one(store, turn, pulse)


def _follow_rules(store: Store, turn: Turn, pulse: Pulse) -> Outcome:
    from eval_core.jobs.mail_work import follow_rules

    return follow_rules(store, turn, pulse)


def _judge(store: Store, turn: Turn, pulse: Pulse) -> Outcome:
    from eval_core.jobs.judge_work import run_as_job

    return run_as_job(store, turn, pulse)


def _examine(store: Store, turn: Turn, pulse: Pulse) -> Outcome:
    from eval_core.jobs.exam_work import examine_as_job

    return examine_as_job(store, turn, pulse)


# What a kind works with is imported when it works: a server that sends no mail loads no library for it.
KINDS: dict[str, Kind] = {
    "mail": Kind(_send),
    "mail_rules": Kind(_follow_rules, every=timedelta(minutes=15)),
    "judge_run": Kind(_judge, long=True),
    "judge_exam": Kind(_examine, long=True),
    "hourly_check": Kind(_hourly_check, every=timedelta(hours=1)),
}
