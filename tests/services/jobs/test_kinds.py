"""What each kind of job does, on its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from eval_core.campaigns.jobs.job_list import list_all_jobs, list_jobs
from eval_core.campaigns.jobs.job_queue import keep_regular, queue_job
from eval_core.errors import ParvisError
from eval_core.jobs.kinds import KINDS
from eval_core.jobs.runner import Runner
from eval_core.reports.background.job_words import KINDS as WORDS
from eval_core.reports.background.job_words import outcome_text
from eval_core.store import Store
from eval_core.upkeep.quick_check import quick_check
from tests.conftest import Clock
from tests.support.building import Built


def test_every_kind_has_words() -> None:
    """A kind without words would be shown by its code."""
    assert KINDS.keys() <= WORDS.keys()


def test_the_hourly_check(campaign: Callable[..., Built], clock: Clock) -> None:
    """Sound at first; work that is late is found an hour later, and shown to the leads of every campaign."""
    built = campaign()
    store = built.store
    keep_regular(store, {"hourly_check": timedelta(hours=1)})
    runner = Runner(store, KINDS)
    clock.move(hours=1)
    assert runner.run_one()
    assert [outcome_text(job.outcome) for job in list_all_jobs(store)] == ["Nothing is wrong."]
    assert list_jobs(store, built.slug) == []
    with store.write() as db:
        queue_job(db, "of another version", "late", store.now())
    clock.move(hours=3)
    assert runner.run_one()
    (found,) = list_jobs(store, built.slug)
    assert "two hours late" in outcome_text(found.outcome)


def test_old_backups_and_damage_are_found(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, an old backup and a new one; a setting that names no folder; a missing schema."""
    folder = tmp_path / "backups"
    folder.mkdir()
    monkeypatch.setenv("PARVIS_BACKUPS", str(folder))
    assert quick_check(store) == ("backup",)
    backup = folder / "today.db"
    backup.touch()
    now = store.now().timestamp()
    os.utime(backup, (now - 60, now - 60))
    assert quick_check(store) == ()
    os.utime(backup, (now - 3 * 86400, now - 3 * 86400))
    assert quick_check(store) == ("backup",)
    monkeypatch.setenv("PARVIS_BACKUPS", str(tmp_path / "none"))
    with pytest.raises(ParvisError):
        quick_check(store)
    assert quick_check(Store(f"sqlite:///{tmp_path / 'missing.db'}")) == ("schema",)
