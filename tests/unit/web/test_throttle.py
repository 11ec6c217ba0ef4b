"""Guessing links is slowed down, per client, without keeping addresses for ever."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from eval_core.web import throttle as guessing
from eval_core.web.throttle import FailureLimit


def test_a_guesser_waits_and_others_do_not() -> None:
    """After so many failures a client is blocked until they are old; somebody else is not."""
    limit = FailureLimit(allowed=3, seconds=60)
    assert [limit.failed("a") for _ in range(5)] == [False] * 3 + [True] * 2
    assert limit.blocked("a")
    assert not limit.blocked("b")


def test_failures_grow_old(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the window has passed, the client may try again and is forgotten."""
    now = [0.0]
    monkeypatch.setattr(guessing.time, "monotonic", lambda: now[0])
    limit = FailureLimit(allowed=1, seconds=60)
    limit.failed("a")
    now[0] = 59.0
    assert limit.blocked("a")
    now[0] = 61.0
    assert not limit.blocked("a")
    assert not limit._failures


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failures from ever new clients never fill the memory."""
    monkeypatch.setattr(guessing, "_CLIENTS_KEPT", 5)
    limit = FailureLimit()
    for number in range(50):
        limit.failed(str(number))
    assert len(limit._failures) == 5


PAUSE = 0.05


async def look(limit: FailureLimit, client: str, *, right: bool = False) -> str:
    """One look at a token as a route takes it: 'opened', 'wrong', 'blocked' or 'refused' unseen."""
    async with limit.turn(client) as admitted:
        await asyncio.sleep(0)
        if right and admitted:
            return "opened"
        return "refused" if not admitted else "blocked" if limit.failed(client) else "wrong"


def test_a_guess_costs_time_and_a_right_link_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    """From a blocked address every look waits, the right one too, and opens; elsewhere nobody waits."""
    limit = FailureLimit(allowed=3, pause=PAUSE)
    waited: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        waited.append(seconds)
        await sleep(0)

    monkeypatch.setattr(guessing.asyncio, "sleep", noted)

    async def run() -> list[tuple[str, bool]]:
        found = []
        for client, right in (*[("a", False)] * 4, ("a", True), ("b", True)):
            waited.clear()
            found.append((await look(limit, client, right=right), PAUSE in waited))
        return found

    assert asyncio.run(run()) == [
        *[("wrong", False)] * 3,
        ("blocked", True),
        ("opened", True),
        ("opened", False),
    ]


def test_guesses_at_once_are_slowed_down_too() -> None:
    """Two hundred guesses sent together: so many are looked at as may be wrong, a few after the pause, no others."""
    limit = FailureLimit(pause=PAUSE)

    async def run() -> Counter[str]:
        return Counter(await asyncio.gather(*(look(limit, "a") for _ in range(200))))

    assert asyncio.run(run()) == {"wrong": 20, "blocked": 10, "refused": 170}
    assert not limit._attempts
