"""What needs the lead: each need where it is true, none where chance explains it, and the order of urgency."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from eval_core.campaigns.quality.doubts import RATER_REASONS, REASONS, Doubt, Reason
from eval_core.campaigns.watching.needs import (
    ACTIONS,
    CODES,
    HAND_OVER,
    STALLED,
    Need,
    Outlook,
    Situation,
    Worker,
    chance_of_delay,
    needs,
)
from eval_core.ranking.habits import share_with_interval

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
FINE = Worker("Kari", done=100, left=50, last_seen=NOW)
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


def doubted(name: str, *reasons: Reason, p: float = 0.01) -> Doubt:
    return Doubt(name, p, reasons)


@pytest.mark.parametrize("code", REASONS)
def test_needs_of_doubts(code: str) -> None:
    """Each reason of a doubt is a need of its own, with its share and the others'; nothing else names anybody."""
    share = share_with_interval(3, 10)
    (need,) = found(doubts=(doubted("Ola", Reason(code, share, others=0.9, side="second")),))
    assert (need.code, need.people, need.share, need.others, need.side) == (code, ("Ola",), share, 0.9, "B")


def test_a_person_who_is_away() -> None:
    """Who has been away for long is named, unless their judgments are left out already."""
    (need,) = of(last_seen=NOW - timedelta(days=6))
    assert (need.code, need.people) == ("stalled", ("Ola",))
    assert of(last_seen=NOW - timedelta(days=6), excluded=True) == ()


@pytest.mark.parametrize(
    "changes",
    [
        {"last_seen": NOW - timedelta(days=2)},
        {"last_seen": NOW - timedelta(days=6), "longest_break": timedelta(days=7)},
        {"last_seen": NOW - timedelta(days=6), "left": 0},
        {"last_seen": None, "done": 0},
        {"last_seen": NOW - timedelta(days=6), "human": False},
    ],
)
def test_absence_that_alarms_nobody(changes: dict[str, Any]) -> None:
    """A usual break, finished work, one who never came."""
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


def test_the_most_urgent_comes_first() -> None:
    """All at once come in the order of `CODES`, one of each, and every code has an action."""
    bad = replace(FINE, name="Ola", last_seen=NOW - timedelta(days=9))
    worst = found(
        workers=(bad,),
        doubts=(doubted("Ola", *(Reason(code) for code in {*REASONS, *RATER_REASONS})),),
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
    """Of several people with one reason the clearest comes first, and the share is theirs."""
    shares = [share_with_interval(78, 80), share_with_interval(65, 80)]
    pair = [
        doubted(name, Reason("one_side", share, side=side))
        for name, share, side in zip(("Ola", "Per"), shares, ("second", "first"), strict=True)
    ]
    (need,) = found(doubts=(*pair, doubted("Eva", Reason("too_fast"))))[:1]
    assert (need.code, need.people) == ("too_fast", ("Eva",))
    (_, need) = found(doubts=(*pair, doubted("Eva", Reason("too_fast"))))
    assert (need.people, need.side, need.share) == (("Ola", "Per"), "B", shares[0])


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
    bad = replace(FINE, last_seen=NOW - timedelta(days=9))
    doubts = (doubted("Kari", Reason("one_side")),)
    told = found(status=status, workers=(bad,), doubts=doubts, groups=2, questions=1, deadline=NOW, equal_lately=300)
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


def test_needs_hold_no_place_for_a_system() -> None:
    """A need has names of people and numbers alone."""
    assert {one.name for one in fields(Need)} == {
        "code", "action", "people", "share", "count", "side", "chance", "at", "usual", "before", "lately", "others", "alone",
    }  # fmt: skip
