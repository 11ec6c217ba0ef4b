"""What is said of an annotator's habits, and when nothing is."""

from __future__ import annotations

import pytest

from eval_core.campaigns.quality.doubts import Doubt, Reason
from eval_core.campaigns.quality.gold_and_repeats import AnnotatorChecks
from eval_core.locales import use_language
from eval_core.ranking.habits import AnnotatorHabits, Habit
from eval_core.reports.annotators.habit_words import annotator_table, flags

PLAIN = Habit(0.5, 0.6, 1.0)
DOUBT = Doubt("Kari", 0.01, (Reason("repeats"),))
CLEARLY = {1: Habit(4.0, 0.0001, 0.0002), -1: Habit(-4.0, 0.0001, 0.0002)}


def person(share: float | None = 0.25, expected: float | None = 0.304, **habits: Habit | None) -> AnnotatorHabits:
    """Kari, with 1,234 judgments and nothing that stands out but these."""
    usual = {"discrimination": PLAIN, "side": PLAIN, "ties": PLAIN, "drift": PLAIN}
    return AnnotatorHabits("Kari", 1234, 1200, **(usual | habits), tie_share=share, expected_tie_share=expected)


def habits_of(habits: AnnotatorHabits) -> str:
    """What is said of someone's habits where repeats bear them out."""
    return flags(DOUBT, habits).removeprefix(flags(DOUBT, None)).removeprefix("; ")


@pytest.mark.parametrize(
    ("habit", "sign", "expected"),
    [
        ("discrimination", 1, "agrees less with the others"),
        ("discrimination", -1, "agrees closely with the others"),
        ("side", 1, "favours the first text"),
        ("side", -1, "favours the second text"),
        ("ties", 1, "more ties than the others"),
        ("ties", -1, "fewer ties than the others"),
        ("drift", 1, "agrees more over time"),
        ("drift", -1, "agrees less over time"),
    ],
)
def test_each_habit_in_both_directions(habit: str, sign: int, expected: str) -> None:
    """The sign of z chooses between two sayings, as the library defines it."""
    assert habits_of(person(**{habit: CLEARLY[sign]})) == expected


@pytest.mark.parametrize(
    "habit", [PLAIN, Habit(4.0, 0.001, 0.05), Habit(4.0, 0.001, None), Habit(None, None, None), None]
)
def test_nothing_stands_out(habit: Habit | None) -> None:
    """What chance may explain, what is at the limit after Holm, and what was not tested are not said."""
    assert habits_of(person(drift=habit)) == ""


def test_two_habits_are_both_said() -> None:
    """They are in a fixed order, whatever their size."""
    assert habits_of(person(drift=CLEARLY[-1], side=CLEARLY[1])) == ("favours the first text; agrees less over time")


def test_nobody_is_flagged_for_a_habit_alone() -> None:
    """Without a doubt there is no column, however unusual the habits; what a doubt rests on is said once."""
    head, _rows = annotator_table([checks()], [person(side=CLEARLY[1])])
    assert "Flagged" not in head
    every = Doubt(
        "Kari", 0.01, (Reason("too_fast"), Reason("one_side", side="second"), Reason("gold"), Reason("apart"))
    )
    assert flags(every, person(discrimination=CLEARLY[1])) == (
        "faster than reading; misses gold; favours the second text; agrees less with the others"
    )
    assert flags(DOUBT, None) == "repeats differ"
    hasty = Doubt("Kari", 0.01, (Reason("too_fast"),))
    assert flags(hasty, person(discrimination=CLEARLY[1])) == "faster than reading"


def checks(name: str = "Kari", **known: float | None) -> AnnotatorChecks:
    """Someone without gold, repeats or times, but for these."""
    nothing = {"gold_right": 0, "gold": 0, "repeats_alike": 0, "repeats": 0, "seconds": None, "late": 0}
    return AnnotatorChecks(name, **(nothing | known))


def test_one_row_for_each_annotator() -> None:
    """Checks and habits are in one row; shares are whole per cents; what does not exist is a dash."""
    some = [checks(gold_right=9, gold=10, seconds=31.4), checks("Ola", repeats_alike=1, repeats=2, late=3)]
    head, rows = annotator_table(some, [person(ties=CLEARLY[1])], [Doubt("Kari", 0.01, (Reason("below_mark"),))])
    assert head == [
        "Annotator",
        "Judgments",
        "Gold as expected",
        "Repeats alike",
        "Median time (seconds)",
        "Late",
        "Ties",
        "Expected",
        "Flagged",
    ]
    assert rows == [
        [
            "Kari",
            "1,234",
            "9 of 10 [60%, 98%]",
            "–",
            "31",
            "–",
            "25%",
            "30%",
            "misses gold; more ties than the others",
        ],
        ["Ola", "–", "–", "1 of 2 [9%, 91%]", "–", "3", "–", "–", "–"],
    ]


def test_columns_that_nobody_fills_are_left_out() -> None:
    """An annotator of whom only the time is known has a row with it; an excluded one is marked."""
    assert annotator_table([checks(seconds=12.0)], []) == (["Annotator", "Median time (seconds)"], [["Kari", "12"]])
    assert annotator_table([checks()], [], [DOUBT], {"Kari"}) == (["Annotator", "Flagged"], [["Kari", "left out"]])


def heads() -> list[str]:
    """The head of every column."""
    return annotator_table([checks(gold=1, repeats=1, seconds=1.0, late=1)], [person(side=CLEARLY[1])], [DOUBT])[0]


@pytest.mark.parametrize("language", ["nb", "nn"])
def test_in_norwegian(language: str) -> None:
    """No saying and no head of a column is left in English."""
    every = [person(**dict.fromkeys(("discrimination", "side", "ties", "drift"), CLEARLY[sign])) for sign in (1, -1)]
    english = {*heads(), *(part for habits in every for part in habits_of(habits).split("; "))}
    use_language(language)
    spoken = {*heads(), *(part for habits in every for part in habits_of(habits).split("; "))}
    assert len(spoken) == len(english) == 17
    assert not spoken & english
