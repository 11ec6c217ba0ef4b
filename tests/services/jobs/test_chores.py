"""Chores of a server process: old garbage is collected off the clicks' path, and rounds go on whatever happens."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest

from eval_core.errors import UnavailableError
from eval_core.jobs.chores import Chores, Garbage, resident_memory
from eval_core.web.in_progress import InProgress

PATIENCE = 60  # seconds until a thread is taken to be stuck


@pytest.fixture(autouse=True)
def thresholds() -> Iterator[None]:
    """Python's own are there again afterwards."""
    before = gc.get_threshold()
    yield
    assert gc.get_threshold() == before


class _Circle:
    """As a closed session of Streamlit: it holds itself."""

    def __init__(self) -> None:
        self.itself = self


def _old_circle() -> weakref.ref[_Circle]:
    """A circle that lived through every collection until it was closed."""
    circle = _Circle()
    gc.collect()
    return weakref.ref(circle)


def test_a_closed_session_is_collected_only_by_the_chores() -> None:
    """Collections of the younger generations leave it, however many there are; a round of the chores takes it."""
    circle = _old_circle()
    gc.disable()  # no full one by chance
    try:
        for _ in range(50):
            gc.collect(1)
        assert circle() is not None
    finally:
        gc.enable()
    gone = threading.Event()
    weakref.finalize(circle(), gone.set)
    chores = Chores(lambda: True, garbage=Garbage(every=0), look=0.001)
    chores.start()
    try:
        assert gone.wait(PATIENCE)
    finally:
        chores.stop()


def test_python_begins_no_full_collection_by_itself() -> None:
    """While the chores are at work, a quarter of a million new objects set none off; without them they do."""

    def full_ones() -> int:
        before = gc.get_stats()[2]["collections"]
        kept: list[list[list[int]]] = [[[] for _ in range(1_000)] for _ in range(250)]
        return int(gc.get_stats()[2]["collections"] - before) * len(kept[:1])

    gc.freeze()  # so that few objects are old, as in a server that has just begun
    gc.collect()
    assert full_ones() > 0
    chores = Chores(lambda: True, garbage=Garbage(lambda: 0.0), look=PATIENCE)
    chores.start()
    try:
        assert full_ones() == 0
    finally:
        chores.stop()
        gc.unfreeze()


def test_when_a_collection_is_due() -> None:
    """After so many seconds, or sooner once the process has grown; it counts again from each collection."""
    held = [100.0]
    garbage = Garbage(lambda: held[0], every=300, growth=48)
    garbage.begin(1000)
    assert not garbage.due(1299)
    assert garbage.due(1300)
    held[0] = 147
    assert not garbage.due(1010)
    held[0] = 148
    assert garbage.due(1010)
    garbage.collect(1010)
    assert not garbage.due(1309)
    assert resident_memory() > 10


def test_a_collection_waits_for_the_clicks() -> None:
    """It begins once no click is being answered."""
    clicks, asked, collected = InProgress(), [], threading.Event()

    class Watched(Garbage):
        def collect(self, now: float) -> int:
            assert clicks.none()
            collected.set()
            return super().collect(now)

    def quiet() -> bool:
        asked.append(clicks.none())
        if len(asked) == 3:
            clicks.__exit__(None, None, None)
        return clicks.none()

    clicks.__enter__()
    chores = Chores(quiet, garbage=Watched(every=0), look=0.001)
    chores.start()
    try:
        assert collected.wait(PATIENCE)
        assert asked[:3] == [False] * 3
    finally:
        chores.stop()


def test_rounds_go_on_and_end_with_a_last_one(caplog: pytest.LogCaptureFixture) -> None:
    """A database that is away and a fault of ours end nothing; what waits is done when the server stops."""
    done, turns = [], threading.Semaphore(0)

    class Broken(Garbage):
        def collect(self, _now: float) -> int:
            turns.release()
            raise RuntimeError("with a name in it")

    def away() -> None:
        raise UnavailableError("database_away", "it is away")

    chores = Chores(lambda: True, away, lambda: done.append("round"), garbage=Broken(every=0), look=0.001)
    chores.start()
    assert all(turns.acquire(timeout=PATIENCE) for _ in range(3))
    assert done == []
    chores.stop()
    assert done == ["round"]
    assert "RuntimeError" in caplog.text
    assert "with a name" not in caplog.text
