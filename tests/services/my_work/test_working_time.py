"""Working time: how long somebody was at work, and on which day, from moments alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.campaigns.my_work.hours import Moment, active_time, time_zone
from eval_core.campaigns.my_work.worked_time import split_at_midnight, without_deserts
from eval_core.campaigns.timing import IDLE, READING

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # where the tests' clock begins
ARRIVAL, DEED = False, True

MOMENTS = st.lists(
    st.tuples(st.integers(0, 36_000).map(lambda second: START + timedelta(seconds=second)), st.booleans()), max_size=30
)


def at(minutes: float, action: bool) -> Moment:
    return START + timedelta(minutes=minutes), action


@pytest.mark.parametrize(
    ("moments", "minutes"),
    [
        ([], 0),
        ([at(0, DEED)], 0),
        ([at(0, ARRIVAL), at(2, DEED), at(2, ARRIVAL), at(7, DEED)], 7),
        ([at(0, ARRIVAL), at(30, DEED)], 5),
        ([at(0, DEED), at(30, ARRIVAL)], 0),
        ([at(0, DEED), at(30, ARRIVAL), at(31, DEED)], 1),
        ([at(0, DEED), at(4, ARRIVAL), at(8, ARRIVAL)], 8),
        ([at(0, DEED), at(30, ARRIVAL), at(30, DEED)], 0),
        ([at(0, ARRIVAL), at(5.1, DEED)], 5),
    ],
)
def test_the_idle_rule(moments: list[Moment], minutes: float) -> None:
    """Short pauses count whole, long ones before an action five minutes, long ones before an arrival not at all."""
    assert active_time(moments) == timedelta(minutes=minutes)


@given(MOMENTS, st.randoms())
def test_active_time_is_never_negative_and_never_more_than_the_span(moments: list[Moment], chance: Any) -> None:
    """Whatever is recorded, in whatever order: at least nothing, at most all of the time, five minutes an action apart."""
    measured = active_time(moments)
    times = [when for when, _ in moments]
    assert timedelta(0) <= measured <= (max(times) - min(times) if times else timedelta(0))
    assert measured <= IDLE * max(0, len(moments) - 1)
    chance.shuffle(moments)
    assert active_time(moments) == measured


@given(MOMENTS, st.integers(0, 36_000))
def test_one_more_action_never_takes_time_away(moments: list[Moment], second: int) -> None:
    """A question or a skip never makes working time shorter, and longer by twice five minutes and what was read then."""
    before = active_time(moments)
    after = active_time([*moments, (START + timedelta(seconds=second), DEED)])
    assert before <= after <= before + 2 * IDLE + READING


MINUTE = 60_000_000


@pytest.mark.parametrize(
    ("spans", "work", "kept"),
    [
        ([(0, 480)], [], 30),  # a day without any work
        ([(0, 480)], [480], 35),  # the work at its end shows the last five minutes
        ([(0, 480)], [0, 240, 480], 70),
        ([(0, 480)], list(range(0, 481, 35)), 480),  # every 35 minutes a piece of work
        ([(0, 20), (40, 60), (80, 100)], [], 30),  # however it is cut
        ([(0, 20), (260, 280), (600, 620)], [], 60),  # each after a night
        ([(0, 20)], [10], 20),
        ([(5, 5)], [5], 0),
    ],
)
def test_time_without_work(spans: list[tuple[int, int]], work: list[int], kept: float) -> None:
    """Half an hour counts after a piece of work, five minutes before one, and half an hour again after a long pause."""
    found = list(
        without_deserts(
            [(start * MINUTE, end * MINUTE) for start, end in spans],
            np.array([one * MINUTE for one in work], dtype=int),
        )
    )
    assert sum(end - start for start, end in found) / MINUTE == kept
    assert all(one[1] <= other[0] for one, other in pairwise(found))


def test_one_more_arrival_may_take_time_away() -> None:
    """A comparison that came up again shortly before the click shows that the time before was a pause."""
    assert active_time([at(0, ARRIVAL), at(30, DEED)]) == timedelta(minutes=5)
    assert active_time([at(0, ARRIVAL), at(28, ARRIVAL), at(30, DEED)]) == timedelta(minutes=2)


@given(
    st.integers(946_684_800, 2_051_222_400).map(lambda second: datetime.fromtimestamp(second, UTC)),
    st.integers(0, 3 * 86_400),
    st.sampled_from(
        [
            "Europe/Oslo",
            "America/St_Johns",
            "America/Sao_Paulo",
            "Pacific/Apia",
            "Asia/Kolkata",
            "Africa/Cairo",
            "Asia/Beirut",
        ]
    ),
)
def test_midnight_splits_without_loss(start: datetime, seconds: int, zone: str) -> None:
    """The parts join up, add up to the whole and lie on one day each, also where clocks are changed at midnight."""
    end = start + timedelta(seconds=seconds)
    local = list(split_at_midnight(start, end, time_zone(zone)))
    # In UTC: of two times of one zone Python compares the hands of the clock.
    parts = [(one.astimezone(UTC), other.astimezone(UTC)) for one, other in local]
    assert (parts[0][0], parts[-1][1]) == (start, end)
    assert all(one[1] == other[0] for one, other in pairwise(parts))
    assert all(one <= other for one, other in parts)
    if zone != "America/St_Johns":  # there clocks were once set back over midnight: one day comes in two pieces
        last = ((other - timedelta(microseconds=1)).astimezone(time_zone(zone)).date() for _, other in parts)
        assert all(one[0].date() == day for one, day, part in zip(local, last, parts, strict=True) if part[0] < part[1])


@pytest.mark.parametrize(
    ("name", "offset"),
    [
        ("Europe/Oslo", 1),
        ("UTC", 0),
        (None, 0),
        ("", 0),
        ("Nowhere/At_all", 0),
        ("../../etc/passwd", 0),
        ("/etc/localtime", 0),
        ("Europe", 0),
        ("\0", 0),
    ],
)
def test_an_unknown_time_zone_is_utc(name: str | None, offset: int) -> None:
    """The browser's time zone is checked: anything unknown means UTC, and nothing fails."""
    assert START.astimezone(time_zone(name)).utcoffset() == timedelta(hours=offset)
