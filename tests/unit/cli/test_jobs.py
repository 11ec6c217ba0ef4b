"""`parvis jobs`: what waits, runs or has failed, and stopping it."""

from __future__ import annotations

from pathlib import Path

from eval_core.campaigns.jobs.job_queue import queue_job
from eval_core.store import Store, upgrade
from tests.support.running import Run


def test_jobs_are_listed_and_stopped(done: Run, parvis: Run, tmp_path: Path) -> None:
    """As a table, as JSON, and none any more once it is stopped; an unknown number is bad input."""
    store = Store(f"sqlite:///{tmp_path / 'parvis.db'}")
    upgrade(store)
    assert done("jobs").out == "nothing yet\n"
    with store.write() as db:
        queue_job(db, "judge_run", "one", store.now(), about={"model": "small"})
    store.dispose()
    assert "An LLM judge" in done("jobs").out
    (found,) = done("jobs", "--format", "json").json
    assert (found["kind"], found["state"], found["campaign"]) == ("judge_run", "waiting", None)
    assert "stopped" in done("jobs", "stop", found["id"]).out
    assert "ended already" in done("jobs", "stop", found["id"]).out
    assert done("jobs", "--format", "json").json == []
    assert [job["state"] for job in done("jobs", "--all", "--format", "json").json] == ["stopped"]
    assert parvis("jobs", "stop", 99).code == 2
