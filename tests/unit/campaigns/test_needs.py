"""What needs the lead: each need where it is true, none where chance explains it, and the order of urgency."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from scipy import stats

from eval_core.campaigns.watching.needs import (
    ACTIONS,
    CODES,
    HAND_OVER,
    LEAST,
    STALLED,
    Need,
    Outlook,
    Situation,
    Worker,
    chance_of_delay,
    needs,
    quickest,
)

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
FINE = Worker("Kari", done=100, left=50, last_seen=NOW, took_a=41, took_b=39, fast=3, timed=100, gold_right=9, gold=10)
CALM = Situation(
    NOW,
    left=400,
    outlook=Outlook(NOW + timedelta(days=5), NOW + timedelta(days=7)),
    deadline=NOW + timedelta(days=9),
    workers=(FINE,),
    equal_lately=700,
    pairs_lately=1000,
    equal_before=705,
    pairs_before=1000,
)


def found(**changes: Any) -> tuple[Need, ...]:
    """The needs of a campaign that is fine but for these changes."""
    return needs(replace(CALM, **changes))


def of(**changes: Any) -> tuple[Need, ...]:
    """The needs where one annotator differs from one who is fine."""
    return found(workers=(FINE, replace(FINE, name="Ola", **changes)))


def test_a_campaign_that_goes_well_needs_nobody() -> None:
    """No line for a campaign in which all is as it should be."""
    assert needs(CALM) == ()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"groups": 2}, "disconnected"),
        ({"questions": 1, "waiting_since": NOW}, "questions"),
        ({"newcomers": 1}, "questions"),
        ({"without_gold": ("Kari",)}, "no_gold"),
        ({"deadline": NOW + timedelta(days=5)}, "deadline"),
        ({"deadline": NOW - timedelta(days=1)}, "deadline"),
        ({"outlook": None}, "deadline"),
        ({"equal_lately": 550}, "agreement"),
    ],
)
def test_needs_of_the_campaign(changes: dict[str, Any], code: str) -> None:
    """Each fact about the campaign gives its own need, and no other."""
    assert [one.code for one in found(**changes)] == [code]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"took_a": 70, "took_b": 10}, "one_side"),
        ({"took_a": 1, "took_b": 60}, "one_side"),
        ({"fast": 80}, "too_fast"),
        ({"gold_right": 3, "gold": 10}, "below_mark"),
        ({"last_seen": NOW - timedelta(days=6)}, "stalled"),
    ],
)
def test_needs_of_people(changes: dict[str, Any], code: str) -> None:
    """Each habit gives its own need, names the one who has it, and nobody whose judgments are left out already."""
    (need,) = of(**changes)
    assert (need.code, need.people) == (code, ("Ola",))
    excluded = of(**changes, excluded=True)
    assert excluded == ()


@pytest.mark.parametrize(
    "changes",
    [
        {"took_a": LEAST - 1, "took_b": 0},
        {"took_a": 16, "took_b": 6},
        {"fast": LEAST - 1, "timed": LEAST - 1},
        {"fast": 55, "timed": 100},
        {"gold_right": 6, "gold": 10},
        {"gold_right": 0, "gold": 0},
        {"last_seen": NOW - timedelta(days=2)},
        {"last_seen": NOW - timedelta(days=6), "longest_break": timedelta(days=7)},
        {"last_seen": NOW - timedelta(days=6), "left": 0},
        {"last_seen": None, "done": 0},
        {"last_seen": NOW - timedelta(days=6), "human": False},
    ],
)
def test_what_chance_or_habit_explains_alarms_nobody(changes: dict[str, Any]) -> None:
    """Too few judgments, an interval that reaches the limit, a usual break, finished work, one who never came."""
    assert of(**changes) == ()


@pytest.mark.parametrize(
    "changes",
    [
        {"groups": 0},
        {"deadline": None, "outlook": None},
        {"deadline": NOW - timedelta(days=1), "left": 0},
        {"deadline": NOW + timedelta(days=6, hours=12)},
        {"equal_lately": 660},
        {"equal_lately": 11, "pairs_lately": 20},
        {"equal_lately": 0, "pairs_lately": 0},
        {"equal_lately": 900},
    ],
)
def test_what_is_uncertain_of_the_campaign_alarms_nobody(changes: dict[str, Any]) -> None:
    """Nothing to compare, nothing left, a deadline that is met more likely than not, a small or uncertain drop."""
    assert found(**changes) == ()


@pytest.mark.parametrize("n", [LEAST, 40, 100])
def test_by_chance_alone_almost_nobody_seems_to_take_one_side(n: int) -> None:
    """Of those who take sides at random fewer than one of 2,000 is told to take always one."""
    told = sum(stats.binom.pmf(k, n, 0.5) for k in range(n + 1) if of(took_a=k, took_b=n - k))
    assert 0 < told < 1 / 2000


def test_the_most_urgent_comes_first() -> None:
    """All at once come in the order of `CODES`, one of each, and every code has an action."""
    bad = replace(FINE, name="Ola", took_a=80, took_b=1, fast=90, gold_right=1, last_seen=NOW - timedelta(days=9))
    worst = found(
        workers=(bad,),
        groups=3,
        without_gold=("Kari",),
        questions=2,
        deadline=NOW - timedelta(days=1),
        equal_lately=400,
    )
    assert tuple(one.code for one in worst) == CODES
    assert set(ACTIONS) == set(CODES)
    assert [one.urgency for one in worst] == list(range(len(CODES)))


def test_the_worst_is_named_first() -> None:
    """Of several people with one habit the most striking stands first, and the share is theirs."""
    two = (replace(FINE, name="Per", took_a=65, took_b=15), replace(FINE, name="Ola", took_a=2, took_b=78))
    (need,) = found(workers=two)
    assert (need.people, need.side) == (("Ola", "Per"), "B")
    assert need.share is not None
    assert (need.share.k, need.share.n) == (78, 80)
    low = (replace(FINE, name="Per", gold_right=3), replace(FINE, name="Ola", gold_right=1))
    (need,) = found(workers=low)
    assert need.people == ("Ola", "Per")


def test_what_lies_with_the_stalled_is_handed_over() -> None:
    """With comparisons lying with them the action is to hand over, without any to write; the longest away is first."""
    gone = [
        replace(FINE, name="Per", last_seen=NOW - timedelta(days=5), leases=2),
        replace(FINE, name="Ola", last_seen=NOW - timedelta(days=8), longest_break=timedelta(days=1)),
    ]
    (need,) = found(workers=gone)
    assert (need.action, need.people, need.count) == (HAND_OVER, ("Ola", "Per"), 2)
    assert (need.at, need.usual) == (gone[1].last_seen, timedelta(days=1))
    (need,) = found(workers=gone[1:])
    assert need.action == "people"
    assert timedelta(days=3) == STALLED


@pytest.mark.parametrize(
    ("status", "codes"),
    [
        ("draft", []),
        ("closed", []),
        ("archived", []),
        ("paused", ["disconnected", "one_side", "questions"]),
    ],
)
def test_only_what_can_be_mended_in_this_status(status: str, codes: list[str]) -> None:
    """Paused, nobody is late or stalled; before and after, nothing needs anybody."""
    bad = replace(FINE, took_a=80, took_b=1, last_seen=NOW - timedelta(days=9))
    told = found(status=status, workers=(bad,), groups=2, questions=1, deadline=NOW, equal_lately=300)
    assert [one.code for one in told] == codes


def test_the_chance_of_delay_is_that_of_the_forecast() -> None:
    """One half at the forecast's middle, 5 % at its late end, and it falls as the deadline recedes."""
    outlook = Outlook(NOW + timedelta(days=4), NOW + timedelta(days=6))
    assert chance_of_delay(outlook, outlook.middle, NOW) == pytest.approx(0.5)
    assert chance_of_delay(outlook, outlook.high, NOW) == pytest.approx(0.05)
    chances = [chance_of_delay(outlook, NOW + timedelta(hours=6 * turn), NOW) for turn in range(60)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == 1
    certain = Outlook(outlook.middle, outlook.middle)
    assert [chance_of_delay(certain, outlook.middle + timedelta(hours=one), NOW) for one in (-1, 1)] == [1, 0]


def test_nobody_reads_a_text_within_the_quickest_time() -> None:
    """A text of 714 words of six characters takes a minute at three times the ordinary speed; no text takes none."""
    assert quickest(714 * 6) == pytest.approx(60)
    assert quickest(0) == 0


def test_needs_hold_no_place_for_a_system() -> None:
    """A need has names of people and numbers alone."""
    assert {one.name for one in fields(Need)} == {
        "code", "action", "people", "share", "count", "side", "chance", "at", "usual", "before", "lately",
    }  # fmt: skip
