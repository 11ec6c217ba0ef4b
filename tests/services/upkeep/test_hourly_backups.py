"""The documented script of the hourly backups, run as the timer runs it but for its places."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from eval_core.store import Store
from eval_core.upkeep.backups import restore
from tests.support.building import build_campaign
from tests.support.checking import everything
from tests.support.judging import judge
from tests.support.reading import ROOT

DEPLOY = ROOT / "docs" / "deploy"


class Hourly:
    """The script with a folder of the test's own."""

    def __init__(self, store: Store, folder: Path) -> None:
        self.backups, self.url = folder / "backups", store.url.render_as_string(hide_password=False)
        text = (DEPLOY / "parvis-backup.sh").read_text()
        program = folder / "parvis"
        program.write_text(f'#!/bin/sh\nexec {sys.executable} -m eval_core.cli "$@"\n')
        program.chmod(0o755)
        for documented, here in (("/opt/parvis/.venv/bin/parvis", program), ("/var/lib/parvis/backups", self.backups)):
            assert text.count(documented) == 1
            text = text.replace(documented, str(here))
        self.script = folder / "parvis-backup"
        self.script.write_text(text)

    def run(self) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PARVIS_DATABASE_URL": self.url, "PYTHONPATH": str(ROOT)}
        return subprocess.run(["sh", self.script], env=environment, capture_output=True, text=True, check=False)

    def names(self) -> list[str]:
        """What is in the folder: 'hour' and 'day', and whatever else."""
        return sorted(file.name.partition("-")[0] for file in self.backups.iterdir())


@pytest.fixture
def hourly(database: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hourly:
    """A campaign with some judgments, and the script for it."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    self_made = Store(database())  # type: ignore[operator]
    built = build_campaign(self_made)
    judge(built, built.annotators(1)[0], at_most=5)
    return Hourly(self_made, tmp_path)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_every_hour_and_every_day(hourly: Hourly, tmp_path: Path) -> None:
    """The first of a day is restored on trial and kept longer; old ones go, and what comes back is what was there."""
    ran = hourly.run()
    assert ran.returncode == 0, ran.stderr
    assert "no problem found" in ran.stdout.splitlines()  # that of `parvis check` on the restored one
    (old_hour,), (old_day,) = (list(hourly.backups.glob(f"{one}-*")) for one in ("hour", "day"))
    assert old_hour.samefile(old_day)
    assert old_hour.stat().st_mode & 0o077 == 0
    kept = hourly.backups / "day-2026-01-01.backup"
    shutil.copy(old_day, kept)
    for file, days in ((old_hour, 3), (kept, 16)):  # the link of the day is the same file: its day is not over
        os.utime(file, (time.time() - days * 86_400,) * 2)
    ran = hourly.run()
    assert ran.returncode == 0, ran.stderr
    assert hourly.names() == ["day", "hour"]
    assert not old_hour.exists()
    elsewhere = Store(f"sqlite:///{tmp_path / 'elsewhere.db'}")
    assert restore(elsewhere, next(hourly.backups.glob("day-*"))).problems == ()
    assert everything(elsewhere) == everything(Store(hourly.url))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_where_a_backup_fails_nothing_goes(hourly: Hourly) -> None:
    """A database that contradicts itself ends the script with an error, before anything old is deleted."""
    assert hourly.run().returncode == 0
    for file in hourly.backups.iterdir():
        os.utime(file, (0, 0))
    store = Store(hourly.url)
    with store.write() as db:
        db.connection().exec_driver_sql("UPDATE comparison SET done = done + 1")
    ran = hourly.run()
    assert ran.returncode == 3, ran.stderr
    assert "contradicts itself" in ran.stderr
    assert hourly.names() == ["day", "hour", "hour"]


def test_the_units_fit(tmp_path: Path) -> None:
    """Script, service and timer name each other; systemd, where it is, finds no fault with the timer."""
    service, timer = ((DEPLOY / f"parvis-backup.{kind}").read_text() for kind in ("service", "timer"))
    target = (DEPLOY / "parvis-backup.sh").read_text().splitlines()[1].split(",")[0].removeprefix("# ")
    assert f"ExecStart={target}\n" in service
    assert "OnCalendar=hourly\n" in timer
    assert "User=parvis\n" in service
    assert "EnvironmentFile=/etc/parvis.env\n" in service
    if tool := shutil.which("systemd-analyze"):
        shutil.copy(DEPLOY / "parvis-backup.timer", tmp_path)
        (tmp_path / "parvis-backup.service").write_text(service.replace(target, "/bin/true"))
        ran = subprocess.run([tool, "verify", tmp_path / "parvis-backup.timer"], capture_output=True, text=True)
        assert "parvis-backup" not in ran.stderr, ran.stderr
