"""What is said of an annotator's habits, and when nothing is."""

from __future__ import annotations

import pytest

from eval_core.locales import use_language
from eval_core.ranking.habits import AnnotatorHabits, Habit
from eval_core.reports.habit_words import habit_cells, habit_header, standing_out

PLAIN = Habit(0.5, 0.6, 1.0)
CLEARLY = {1: Habit(4.0, 0.0001, 0.0002), -1: Habit(-4.0, 0.0001, 0.0002)}


def person(share: float | None = 0.25, expected: float | None = 0.304, **habits: Habit | None) -> AnnotatorHabits:
    """Kari, with 1,234 judgments and nothing that stands out but these."""
    usual = {"discrimination": PLAIN, "side": PLAIN, "ties": PLAIN, "drift": PLAIN}
    return AnnotatorHabits("Kari", 1234, 1200, **(usual | habits), tie_share=share, expected_tie_share=expected)


@pytest.mark.parametrize(
    ("habit", "sign", "expected"),
    [
        ("discrimination", 1, "follows the others less"),
        ("discrimination", -1, "follows the others closely"),
        ("side", 1, "leans to the first text"),
        ("side", -1, "leans to the second text"),
        ("ties", 1, "more “equally fluent” than the others"),
        ("ties", -1, "fewer “equally fluent” than the others"),
        ("drift", 1, "agrees more as time goes on"),
        ("drift", -1, "agrees less as time goes on"),
    ],
)
def test_each_habit_in_both_directions(habit: str, sign: int, expected: str) -> None:
    """The sign of z chooses between two sayings, as the library defines it."""
    assert standing_out(person(**{habit: CLEARLY[sign]})) == expected


@pytest.mark.parametrize(
    "habit", [PLAIN, Habit(4.0, 0.001, 0.05), Habit(4.0, 0.001, None), Habit(None, None, None), None]
)
def test_nothing_stands_out(habit: Habit | None) -> None:
    """What chance may explain, what lies at the limit after Holm, and what was not tested are a dash."""
    assert standing_out(person(drift=habit)) == "–"


def test_two_habits_are_both_said() -> None:
    """They stand in a fixed order, whatever their size."""
    assert standing_out(person(drift=CLEARLY[-1], side=CLEARLY[1])) == (
        "leans to the first text; agrees less as time goes on"
    )


def test_the_table() -> None:
    """Shares are whole per cents; one that does not exist is a dash."""
    assert habit_header() == ["Annotator", "Judgments", "Equally fluent", "Expected", "What stands out"]
    rows = habit_cells([person(), person(share=None, expected=None, ties=CLEARLY[1])])
    assert rows == [
        ["Kari", "1,234", "25\N{NO-BREAK SPACE}%", "30\N{NO-BREAK SPACE}%", "–"],
        ["Kari", "1,234", "–", "–", "more “equally fluent” than the others"],
    ]


@pytest.mark.parametrize("language", ["nb", "nn"])
def test_in_norwegian(language: str) -> None:
    """No saying and no head of a column is left in English."""
    every = [person(**dict.fromkeys(("discrimination", "side", "ties", "drift"), CLEARLY[sign])) for sign in (1, -1)]
    english = {*habit_header(), *(part for one in every for part in standing_out(one).split("; "))}
    use_language(language)
    spoken = {*habit_header(), *(part for one in every for part in standing_out(one).split("; "))}
    assert len(spoken) == len(english) == 13
    assert not spoken & english
