"""A person's messages are spread over time: generous to a person, narrow for a program."""

from __future__ import annotations

import pytest

from eval_core.web import turns as module
from eval_core.web.turns import Turns


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, in a list."""
    now = [1000.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    return now


def test_the_first_come_at_once_and_the_rest_in_turn(clock: list[float]) -> None:
    """Four at once, then one each half second; after a pause as at the beginning. No one waits for others."""
    turns = Turns(at_once=4, a_second=2, patience=60)
    assert [turns.take("kari") for _ in range(6)] == pytest.approx([0, 0, 0, 0, 0.5, 1.0])
    assert turns.take("ola") == 0
    clock[0] += 1.5
    assert turns.take("kari") == pytest.approx(0.0)
    assert turns.take("kari") == pytest.approx(0.5)
    clock[0] += 60
    assert [turns.take("kari") for _ in range(5)] == pytest.approx([0, 0, 0, 0, 0.5])


def test_who_would_wait_too_long_gets_no_turn(clock: list[float]) -> None:
    """What is refused takes no turn, so the next one is as near as before."""
    turns = Turns(at_once=1, a_second=1, patience=2)
    assert [turns.take("kari") for _ in range(6)] == [0, 1, 2, None, None, None]
    clock[0] += 1
    assert [turns.take("kari") for _ in range(2)] == [2, None]


def test_an_honest_user_never_waits(clock: list[float]) -> None:
    """A click a second for ten minutes, with three pages that draw themselves again every two seconds."""
    turns, waits = Turns(), []
    for _second in range(600):
        waits += [turns.take("kari") for _ in range(3)]
        clock[0] += 1
    assert set(waits) == {0.0}
    flood = [turns.take("a program") for _ in range(200)]
    assert flood[119] == pytest.approx(0, abs=1e-6)
    assert flood[-1] is None


def test_memory_is_bounded(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Those whose messages have all had their turns are forgotten."""
    monkeypatch.setattr(module, "_KEPT", 5)
    turns = Turns(at_once=1, a_second=1)
    for number in range(50):
        turns.take(number)
        clock[0] += 1.5
    assert len(turns._until) <= 6
