"""The turn to write goes to whoever has waited longest, and a writer who gives up leaves no trace."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any

import pytest

from eval_core.store.turns import Turns

ROUNDS = 300


class _Unfair:
    """A planted violation: the lock of the standard library, which whoever comes by may take."""

    def __init__(self) -> None:
        self._lock = Lock()

    def acquire(self, timeout: float) -> bool:
        return self._lock.acquire(timeout=timeout)

    def release(self) -> None:
        self._lock.release()


def _in_the_background(action: Callable[[], object]) -> Thread:
    thread = Thread(target=action, daemon=True)
    thread.start()
    return thread


def _overtaken(turns: Any, stands: Callable[[], bool]) -> bool:
    """Whether a thread that gives its turn back ever gets the next one too, though another `stands` in line."""
    for _ in range(ROUNDS):
        served: list[str] = []

        def other(served: list[str] = served) -> None:
            assert turns.acquire(10)
            served.append("other")
            turns.release()

        assert turns.acquire(10)
        thread = _in_the_background(other)
        _until(stands)
        turns.release()
        again = turns.acquire(0)
        overtaken = again and not served
        if again:
            turns.release()
        thread.join(10)
        if overtaken:
            return True
    return False


def test_nobody_is_overtaken() -> None:
    """Who gives the turn back waits like everybody else; with a plain lock it would get it again."""
    turns, begin = Turns(), monotonic()
    assert not _overtaken(turns, lambda: bool(turns._waiting))
    assert _overtaken(_Unfair(), lambda: monotonic() > begin and not sleep(0.002))


def test_first_come_first_served() -> None:
    """Ten who come one after the other get their turns in that order."""
    turns, served, threads = Turns(), [], []
    assert turns.acquire(0)

    def come(number: int) -> None:
        assert turns.acquire(10)
        served.append(number)
        turns.release()

    for number in range(10):
        threads.append(_in_the_background(lambda number=number: come(number)))
        _until(lambda number=number: len(turns._waiting) == number + 1)
    turns.release()
    for thread in threads:
        thread.join(10)
    assert served == list(range(10))


def test_who_gives_up_is_forgotten() -> None:
    """After a wait in vain the turn goes to the next, and is free when that one has done."""
    turns = Turns()
    assert turns.acquire(0)
    begin = monotonic()
    assert not turns.acquire(0.05)
    assert monotonic() - begin > 0.04  # a wait may end a little early
    assert not turns._waiting
    turns.release()
    assert turns.acquire(0)


def test_a_turn_that_comes_in_the_last_instant_is_taken() -> None:
    """Never lost between two: many waits that end about when the turn is given back, and it is free in the end."""
    turns, taken = Turns(), []

    def come() -> None:
        for _ in range(ROUNDS):
            if turns.acquire(0.0002):
                taken.append(1)
                sleep(0.0002)
                turns.release()

    threads = [_in_the_background(come) for _ in range(4)]
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    assert 0 < len(taken) < 4 * ROUNDS
    assert turns.acquire(0)


def _until(true: Callable[[], bool]) -> None:
    end = monotonic() + 10
    while not true():
        if monotonic() > end:
            pytest.fail("nobody came")
        sleep(0.001)
