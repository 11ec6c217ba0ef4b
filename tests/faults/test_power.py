"""A power cut, as far as it can be shown without pulling the plug: what the process had asked the disk to keep, stays.

The system calls of a judging process tell which part of the write-ahead log had been synced when it was killed. The
database with that part and nothing after it is what a disk that keeps its word has after a power cut. A disk that
loses what it has said to be safe, or writes later pages before earlier ones, is not shown.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import text

from eval_core.store import Store
from tests.conftest import IN_CI
from tests.support.building import Built
from tests.support.checking import Click, problems

pytestmark = pytest.mark.slow

CLICKS = 12
STRACE = shutil.which("strace")


@dataclass
class Traced:
    """What a traced process did to the log of its database.

    Attributes:
        durable: bytes of the log that were synced.
        acknowledged: clicks, each with whether all that had been written to the log until then was synced.
    """

    durable: int = 0
    acknowledged: list[tuple[Click, bool]] = field(default_factory=list)


def traced(trace: str) -> Traced:
    """Read strace's account, of paths (-y), writes, syncs and the words on standard output."""
    found, written, synced = Traced(), 0, True
    for line in trace.splitlines():
        is_log = "-wal>" in line
        if is_log and (call := re.search(r"pwrite64\(.*, (\d+), (\d+)\) += (\d+)", line)):
            written, synced = max(written, int(call[2]) + int(call[3])), False
        elif is_log and re.search(r"(fsync|fdatasync)\(.*\) += 0", line):
            found.durable, synced = written, True
        elif said := re.search(r'write\(1<.*>, "(\d+) (\d+) (\w+)\\n"', line):
            found.acknowledged.append(((int(said[1]), int(said[2]), said[3]), synced))
    return found


@pytest.fixture
def cut(campaign: Callable[..., Built], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], object]:
    """Judges in a traced process under a setting of `synchronous` until it is killed; what is on the disk then."""
    if STRACE is None and IN_CI:
        pytest.fail("no strace: the power cut must be shown in CI")
    if STRACE is None or subprocess.run([STRACE, "-qq", "true"], capture_output=True, check=False).returncode:
        pytest.skip("no strace, or it may not trace here: the power cut was not shown")

    def run(synchronous: str) -> tuple[Built, Traced]:
        built = campaign(prompts=8)
        session = built.enter("Kari")
        built.store.dispose()  # the last connection: everything so far goes into the file, and the log is removed
        file, account = Path(str(built.store.url.database)), tmp_path / "account"
        monkeypatch.setenv("PARVIS_SQLITE_SYNCHRONOUS", synchronous)
        monkeypatch.setenv("PARVIS_DATABASE_URL", f"sqlite:///{file}")
        monkeypatch.setenv("PARVIS_SIGN_IN_DAYS", "3650")  # the campaign is of another year than the process
        calls = "trace=pwrite64,fsync,fdatasync,write"
        watching = [STRACE, "-f", "-y", "-qq", "--seccomp-bpf", "-e", calls, "-o", str(account)]
        judging = [sys.executable, "-m", "tests.faults.judging_process", built.slug, session, str(CLICKS)]
        subprocess.run([*map(str, watching), *judging], capture_output=True, check=False, timeout=60)
        found = traced(account.read_text())
        after = tmp_path / "after.db"
        shutil.copy(file, after)
        log = file.with_name(f"{file.name}-wal").read_bytes()
        after.with_name("after.db-wal").write_bytes(log[: found.durable])
        return Built(Store(f"sqlite:///{after}", clock=built.store.now), built.slug, built.systems), found

    return run


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_full_waits_for_the_disk(cut: Callable[[str], tuple[Built, Traced]]) -> None:
    """With synchronous FULL every judgment was synced before it was acknowledged, and is there after the cut."""
    built, found = cut("FULL")
    assert [synced for _, synced in found.acknowledged] == [True] * CLICKS
    assert problems(built.store, built.slug, [click for click, _ in found.acknowledged]) == []
    built.store.dispose()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_normal_loses_the_last_and_damages_nothing(cut: Callable[[str], tuple[Built, Traced]]) -> None:
    """With NORMAL nothing waits for the disk (so the check above sees it): the last judgments go, the file is whole."""
    built, found = cut("NORMAL")
    assert not any(synced for _, synced in found.acknowledged)
    assert len(found.acknowledged) == CLICKS
    with built.store.read() as db:
        assert db.scalar(text("PRAGMA integrity_check")) == "ok"
    assert problems(built.store, built.slug) == []
    lost = problems(built.store, built.slug, [click for click, _ in found.acknowledged])
    assert len(lost) == CLICKS
    built.store.dispose()
