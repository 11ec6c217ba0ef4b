"""What needs the lead: each need where it is true, none where chance explains it, and the order of urgency."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from eval_core.campaigns.quality.doubts import RATER_REASONS, REASONS, Doubt, Reason
from eval_core.campaigns.watching.needs import (
    CODES,
    STALLED,
    Need,
    Outlook,
    Preparation,
    Situation,
    Waiting,
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


OLA = Worker("Ola", 2)
ASKED = Waiting("Ola", 2, NOW, question=7, words="Hva nå?")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"groups": 2}, "disconnected"),
        ({"waiting": (ASKED,)}, "waiting"),
        ({"waiting": (replace(ASKED, question=0),)}, "waiting"),
        ({"without_gold": {"nn": (OLA,)}}, "no_gold"),
        ({"workers": (replace(FINE, left=0),)}, "no_hands"),
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
    """Each reason of a doubt is a need, about its person; nothing else names anybody."""
    doubt = doubted("Ola", Reason(code, share_with_interval(3, 10), others=0.9, side="second"))
    (need,) = found(doubts=(doubt,), workers=(FINE, OLA))
    assert (need.code, need.person, need.doubt) == (code, OLA, doubt)


def test_a_person_is_listed_once_with_everything() -> None:
    """Doubtful for two reasons, away, and waiting for two answers: one line, at the place of the most urgent."""
    gone = replace(FINE, name="Ola", last_seen=NOW - timedelta(days=8), leases=2)
    doubt = doubted("Ola", Reason("too_fast"), Reason("below_mark"))
    waits = (ASKED, replace(ASKED, question=8))
    other = replace(ASKED, name="Per", person=3)
    first, second = found(workers=(FINE, gone), doubts=(doubt,), waiting=(*waits, other))
    assert (first.code, first.person, first.doubt, first.waits, first.away) == ("too_fast", gone, doubt, waits, True)
    assert first.hands_over
    assert (second.code, second.waits, second.away) == ("waiting", (other,), False)


def test_a_person_who_is_away() -> None:
    """Who has been away for long is named, unless their judgments are left out already."""
    (need,) = of(last_seen=NOW - timedelta(days=6))
    assert need.code == "stalled"
    assert need.person is not None
    assert need.person.name == "Ola"
    assert of(last_seen=NOW - timedelta(days=6), excluded=True) == ()
    assert of(last_seen=NOW - timedelta(days=6), paused=True) == ()


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
    """All at once come in the order of `CODES`, and no two are about one person."""
    reasons = sorted({*REASONS, *RATER_REASONS})
    names = [f"P{number}" for number in range(len(reasons))]
    idle = [replace(FINE, name=name, left=0) for name in names]
    told = found(
        workers=idle,
        doubts=[doubted(name, Reason(code)) for name, code in zip(names, reasons, strict=True)],
        groups=3,
        without_gold={None: (FINE,)},
        waiting=(ASKED,),
        deadline=NOW - timedelta(days=1),
        equal_lately=400,
    )
    started = CODES[CODES.index("ready") + 1 :]
    left_out = ("stalled", "no_controls")  # away are those who have work left; the other is of ratings
    assert tuple(one.code for one in told) == ("disconnected", *(code for code in started if code not in left_out))
    assert [one.urgency for one in told] == sorted(one.urgency for one in told)
    named = [one.person.name for one in told if one.person]
    assert len(named) == len(set(named))


def test_what_lies_with_the_stalled_is_handed_over() -> None:
    """Who is away has a line of their own, the longest away first; only what lies with someone is handed over."""
    gone = [
        replace(FINE, name="Per", last_seen=NOW - timedelta(days=5), leases=2),
        replace(FINE, name="Ola", last_seen=NOW - timedelta(days=8), longest_break=timedelta(days=1)),
    ]
    first, second = found(workers=gone)
    assert (first.person, second.person) == (gone[1], gone[0])
    assert (first.hands_over, second.hands_over) == (False, True)
    assert timedelta(days=3) == STALLED


def test_an_unstarted_campaign_lists_what_is_missing() -> None:
    """Nothing, then all: texts, gold in each standard, people, letter; never what a running campaign needs."""
    draft: dict[str, Any] = {"status": "draft", "waiting": (ASKED,), "deadline": NOW - timedelta(days=1)}
    empty = Preparation(texts=False, gold_needed=4)
    assert [one.code for one in found(**draft, preparation=empty)] == [
        "no_texts",
        "gold_short",
        "no_people",
        "no_letter",
    ]
    short = Preparation(True, people=2, letter=True, gold_needed=4, gold=6, gold_by_standard={"nb": 5, "nn": 1})
    gold, ready = found(**draft, preparation=short)
    assert (gold.code, gold.standard, gold.count, gold.have, ready.code) == ("gold_short", "nn", 4, 1, "ready")
    assert [one.code for one in found(**draft, groups=2, preparation=replace(short, gold_by_standard={}))] == [
        "disconnected",
        "ready",
    ]


@pytest.mark.parametrize(
    ("status", "codes"),
    [
        ("draft", []),
        ("closed", []),
        ("archived", []),
        ("paused", ["disconnected", "one_side", "waiting"]),
    ],
)
def test_only_what_can_be_mended_in_this_status(status: str, codes: list[str]) -> None:
    """Paused, no one is late or stalled; before and after, nothing needs anybody."""
    bad = replace(FINE, last_seen=NOW - timedelta(days=9))
    doubts = (doubted("Kari", Reason("one_side")),)
    told = found(
        status=status, workers=(bad,), doubts=doubts, groups=2, waiting=(ASKED,), deadline=NOW, equal_lately=300
    )
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
        "code", "person", "doubt", "away", "waits", "people", "standard", "count", "have", "chance", "at", "before", "lately",
    }  # fmt: skip
