"""Two runs of one judge at once, as processes of their own: one works, the other says so; a killed one blocks no one."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, update
from starlette.requests import Request
from starlette.responses import Response

from eval_core.judges.leases import LEASE
from eval_core.judges.settings import Setting
from eval_core.judges.work import begin_judging
from eval_core.protocols import load_protocol
from eval_core.store import Assignment, JudgeLease, Judgment, Store
from tests.judges.stub import Stub, serving
from tests.support.building import build_campaign

Start = Callable[[], subprocess.Popen[str]]
ORDERS = 12  # two prompts, three pairs of systems, two orders


class Gate(Stub):
    """A stub that answers no one until it is opened."""

    opened: threading.Event

    async def complete(self, request: Request) -> Response:
        self.prompts["waiting"] += 1
        while not self.opened.is_set():
            await asyncio.sleep(0.02)
        return await super().complete(request)

    @property
    def heard(self) -> int:
        """Requests so far, those without an answer as well."""
        return self.prompts["waiting"]


@pytest.fixture
def gate() -> Iterator[Gate]:
    """A closed one."""
    stub = Gate(load_protocol("norwegian_fluency"))
    stub.opened = threading.Event()
    with serving(stub):
        yield stub
        stub.opened.set()


@pytest.fixture
def base(database: Callable[..., str]) -> Iterator[tuple[str, Store]]:
    """The address of a database with a campaign, and its store under the real clock."""
    url = database()
    store = Store(url)
    build_campaign(store, slug="compared", prompts=2)
    yield url, store
    store.dispose()


@pytest.fixture
def start(base: tuple[str, Store], gate: Gate) -> Iterator[Start]:
    """Starts `parvis judge run` as a process; one that is left is killed at the end."""
    started: list[subprocess.Popen[str]] = []
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("OPENAI_", "PARVIS_"))}
    words = ["judge", "run", "--campaign", "compared", "--base-url", gate.url, "--model", "m", "--concurrency", "1"]

    def begin() -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "eval_core.cli", *words],
            env=clean | {"PARVIS_DATABASE_URL": base[0]},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def until(condition: Callable[[], Any]) -> None:
    """Wait for a state that must come."""
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def number(store: Store, table: Any) -> int:
    """How many rows a table has."""
    with store.read() as db:
        return db.scalar(select(func.count()).select_from(table)) or 0


@pytest.mark.slow
def test_of_two_that_come_at_once_one_works(base: tuple[str, Store], start: Start, gate: Gate) -> None:
    """Both are started together: one ends at once with 2 and says why; the other judges everything once."""
    _, store = base
    both = [start(), start()]
    until(lambda: any(process.poll() is not None for process in both))
    (refused,) = [process for process in both if process.poll() is not None]
    (working,) = [process for process in both if process is not refused]
    out, err = refused.communicate()
    assert (refused.returncode, out) == (2, "")
    assert "is at work in this campaign already" in err or "another run of this judge has just begun" in err
    assert "Traceback" not in err
    until(lambda: gate.heard)
    assert number(store, JudgeLease) == 1
    gate.opened.set()
    _, err = working.communicate(timeout=120)
    assert working.returncode == 0, err
    assert (number(store, Judgment), number(store, Assignment), number(store, JudgeLease)) == (ORDERS, ORDERS, 0)
    assert gate.requests == ORDERS


@pytest.mark.slow
def test_the_lease_of_a_killed_run_ends(base: tuple[str, Store], start: Start, gate: Gate) -> None:
    """SIGKILL leaves the lease: it ends soon, blocks others on another machine until then, and none on its own."""
    _, store = base
    killed = start()
    until(lambda: gate.heard)
    killed.send_signal(signal.SIGKILL)
    killed.wait(20)
    with store.read() as db:
        word, ends = db.execute(select(JudgeLease.word, JudgeLease.leased_until)).one()
    assert f"/{killed.pid}/" in word
    assert ends <= datetime.now(UTC) + LEASE

    def set_lease(**values: Any) -> None:
        with store.write() as db:
            db.execute(update(JudgeLease).values(**values))

    # Seen from another machine, where nothing is known of the process; a minute is too long for a test to wait.
    set_lease(word=f"elsewhere/{killed.pid}/x", leased_until=datetime.now(UTC) + LEASE)
    refused = start()
    _, err = refused.communicate(timeout=120)
    assert refused.returncode == 2
    assert "this judge is free at" in err
    set_lease(leased_until=datetime.now(UTC) - timedelta(seconds=1))
    gate.opened.set()
    later = start()
    _, err = later.communicate(timeout=120)
    assert later.returncode == 0, err
    assert (number(store, Judgment), number(store, JudgeLease)) == (ORDERS, 0)


@pytest.mark.slow
def test_a_killed_run_is_followed_at_once_on_its_machine(base: tuple[str, Store], start: Start, gate: Gate) -> None:
    """Its process is gone, so its lease counts no longer, though it has not ended."""
    _, store = base
    killed = start()
    until(lambda: gate.heard)
    killed.send_signal(signal.SIGKILL)
    killed.wait(20)
    assert number(store, JudgeLease) == 1
    gate.opened.set()
    later = start()
    _, err = later.communicate(timeout=120)
    assert later.returncode == 0, err
    assert (number(store, Judgment), number(store, JudgeLease)) == (ORDERS, 0)


@pytest.mark.both_databases
def test_two_who_begin_at_once_are_one_judge(base: tuple[str, Store]) -> None:
    """A judge that is new here is added once, with one setting, however close together its runs begin."""
    _, store = base
    setting = Setting("127.0.0.1:1", "m")
    for name in ("one", "two", "three", "four"):
        together = threading.Barrier(4)

        def begin(name: str = name, together: threading.Barrier = together) -> int:
            together.wait()
            return begin_judging(store, "compared", name, setting=setting).person_id

        with ThreadPoolExecutor(4) as pool:
            ids = {future.result() for future in [pool.submit(begin) for _ in range(4)]}
        assert len(ids) == 1
