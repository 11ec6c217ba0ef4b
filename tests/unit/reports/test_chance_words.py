"""Of ten judgments, how many; and which systems are shown to be equal."""

from __future__ import annotations

import pytest

from eval_core.locales import use_language
from eval_core.ranking import PairRow, rank
from eval_core.reports.chance_words import chance_sentence, equivalence_sentence, times_in_ten
from tests.support.boards import Board


def pair(win: float | None, tie: float | None, loss: float | None) -> PairRow:
    return PairRow(
        "alfa", "bravo", 5, 3, 2, None, None, None, None, None, None, False, None, win, tie, loss
    )  # fmt: skip


def test_both_sides_of_a_pair() -> None:
    """Read from either side, with ties apart; without ties there is no word of them."""
    row = pair(0.51, 0.28, 0.21)
    assert chance_sentence(row, "alfa") == (
        "alfa is preferred about 5 times in 10 to bravo, bravo about 2 times in 10; about 3 in 10 are ties."
    )
    assert chance_sentence(row, "bravo").startswith("bravo is preferred about 2 times in 10 to alfa, alfa about 5")
    assert chance_sentence(pair(0.7, None, 0.3), "alfa") == "alfa is preferred about 7 times in 10 to bravo."
    assert chance_sentence(pair(None, None, None), "alfa") == ""


@pytest.mark.parametrize(
    ("chance", "expected"), [(0.97, "nearly always"), (0.03, "hardly ever"), (0.94, "about 9 times in 10")]
)
def test_the_ends(chance: float, expected: str) -> None:
    """Ten in ten and none in ten are not said."""
    assert times_in_ten(chance) == expected
    use_language("nb")
    assert "10 av 10" not in times_in_ten(chance)


def test_equal_is_shown_and_not_assumed() -> None:
    """Equal systems that many have judged are named; few judgments show nothing, however even they are."""
    much = rank(
        Board(
            systems=3, spread=0.0, annotators=12, overlap=None, prompts=30, annotator_sd=0.0, prompt_sd=0.0
        ).judgments(1)
    )
    assert "s0 – s1" in equivalence_sentence(much, 0.6)
    little = rank(Board(systems=3, spread=0.0, prompts=4).judgments(1))
    assert equivalence_sentence(little, 0.6) == (
        "No two systems are shown to be equal within 60 to 40: not decided is not the same as equal."
    )
