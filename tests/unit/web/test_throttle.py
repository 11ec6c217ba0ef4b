"""Guessing links is slowed down, per client, without keeping addresses for ever."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    """Two hundred guesses sent together: so many are looked at as may be wrong, the others after pauses, thirty each."""
    limit = FailureLimit(pause=PAUSE)

    async def run() -> Counter[str]:
        return Counter(await asyncio.gather(*(look(limit, "a") for _ in range(200))))

    begun = time.monotonic()
    assert asyncio.run(run()) == {"wrong": 20, "blocked": 180}
    assert time.monotonic() - begun >= 6 * PAUSE
    is_forgotten(limit)


def is_forgotten(limit: FailureLimit) -> None:
    """Nothing of those who came is left but wrong tokens."""
    assert not limit._trying
    assert not limit._lines


def all_at_once(limit: FailureLimit, people: Sequence[tuple[str, bool]]) -> tuple[list[str], float]:
    """What becomes of so many, whose look-ups take some milliseconds, in their order; and the seconds it took."""

    async def one(client: str, right: bool) -> str:
        async with limit.turn(client) as admitted:
            await asyncio.sleep(0.002)
            if right and admitted:
                return "opened"
            return "refused" if not admitted else "blocked" if limit.failed(client) else "wrong"

    async def run() -> list[str]:
        return list(await asyncio.gather(*(one(*person) for person in people)))

    begun = time.monotonic()
    return asyncio.run(run()), time.monotonic() - begun


def test_a_class_stands_in_line() -> None:
    """A hundred right links at once: all open without a pause, and none counts as wrong."""
    limit = FailureLimit()
    found, took = all_at_once(limit, [("a", True)] * 100)
    assert found == ["opened"] * 100
    assert took < limit.pause
    assert not limit._failures
    is_forgotten(limit)


@given(people=st.lists(st.tuples(st.sampled_from("aab"), st.booleans()), max_size=60), allowed=st.integers(1, 5))
def test_only_what_was_looked_up_and_is_wrong_counts(people: list[tuple[str, bool]], allowed: int) -> None:
    """However right and wrong ones mix: every right one opens, and of each address only so many are wrong unpaused."""
    limit = FailureLimit(allowed=allowed, pause=0.001)
    found, _took = all_at_once(limit, people)
    for client in "ab":
        here = Counter(word for (one, _), word in zip(people, found, strict=True) if one == client)
        right, wrong = people.count((client, True)), people.count((client, False))
        expected = {"opened": right, "wrong": min(wrong, allowed), "blocked": max(0, wrong - allowed)}
        assert here == +Counter(expected)
        assert len(limit._failures.get(client, ())) == min(wrong, allowed)
    is_forgotten(limit)


def test_first_come_first_served() -> None:
    """In line nobody is overtaken, and no more are looked up at once than may still be wrong."""
    limit, begun, trying = FailureLimit(allowed=3), list[int](), [0, 0]
    limit.failed("a")

    async def one(number: int) -> None:
        async with limit.turn("a"):
            begun.append(number)
            trying[0] += 1
            trying[1] = max(trying)
            await asyncio.sleep(0.001 * (number % 3))
            trying[0] -= 1

    async def run() -> None:
        await asyncio.gather(*map(one, range(30)))

    asyncio.run(run())
    assert begun == list(range(30))
    assert trying == [0, 2]


def test_who_goes_away_keeps_nobody_waiting() -> None:
    """Those who leave the line, or leave at the moment of their turn, give their places to the next."""
    limit = FailureLimit(allowed=1)

    async def run() -> list[str]:
        first = asyncio.create_task(look(limit, "a", right=True))
        others = [asyncio.create_task(look(limit, "a", right=True)) for _ in range(6)]
        await asyncio.sleep(0)
        for one in (others[1], others[2]):
            one.cancel()
        while not limit._trying:
            await asyncio.sleep(0)
        await first
        others[0].cancel()  # its turn has come, but it does not know yet
        found = await asyncio.gather(*others, return_exceptions=True)
        return [one if isinstance(one, str) else "gone" for one in found]

    assert asyncio.run(run()) == ["gone"] * 3 + ["opened"] * 3
    is_forgotten(limit)


def test_lines_are_bounded_and_no_class_pays_for_a_flood() -> None:
    """Ten addresses fill the lines with guesses; a class of a hundred elsewhere gets in, and they made room for it."""
    limit = FailureLimit(pause=PAUSE)
    flood = [(f"stranger {at % 10}", False) for at in range(10 * 1000)]
    found, _took = all_at_once(limit, [*flood, *[("class", True)] * 100])
    strangers, pupils = Counter(found[: len(flood)]), Counter(found[len(flood) :])
    assert pupils == {"opened": 100}
    # 20 of each are looked up, 600 of each stand in line, and 80 of those left it again: 20 of the class never did.
    assert strangers == {"wrong": 200, "blocked": 10 * 600 - 80, "refused": 10 * 380 + 80}
    is_forgotten(limit)


def test_a_line_that_is_full_takes_no_one_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all lines are full, whose own is as long as the longest is turned away; whose is shorter takes a place."""
    monkeypatch.setattr(guessing, "_ALL_LINES", 4)
    limit = FailureLimit(allowed=1)
    found, _took = all_at_once(limit, [(client, True) for client in "aaabbbabcc"])
    # After a and b with two in line each, one more of either is refused, and the first of c in line takes the last of a.
    assert found == [*["opened", "opened", "refused"], *["opened"] * 3, "refused", "refused", "opened", "opened"]
