"""What a difference of strengths means for one judgment."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval_core.ranking import rank
from eval_core.ranking.chances import chances_at
from eval_core.ranking.comparison import share_at
from tests.support.boards import Board
from tests.support.selection import examples
from tests.support.worlds import chances


@settings(max_examples=examples(40), deadline=None)
@given(st.floats(-2000, 2000), st.floats(0, 1e9))
def test_three_chances(difference: float, nu: float) -> None:
    """They are probabilities, mirror each other, and give the expected share, however large the numbers."""
    found, mirrored = chances_at(difference, nu), chances_at(-difference, nu)
    assert found.win + found.tie + found.loss == pytest.approx(1)
    assert (found.win, found.tie) == (pytest.approx(mirrored.loss), pytest.approx(mirrored.tie))
    assert found.win + found.tie / 2 == pytest.approx(share_at(difference, nu), abs=1e-9)


def test_they_are_the_models() -> None:
    """As in the simulations' Davidson model, and logistic among the decided ones."""
    for d in (-1.3, 0.0, 0.4):
        expected = chances(np.array([d]), -0.3)[0]
        found = chances_at(d, float(np.exp(-0.3)))
        assert (found.win, found.loss, found.tie) == pytest.approx(tuple(expected))
        assert found.of_decided == pytest.approx(1 / (1 + np.exp(-d)))


def test_a_ranking_has_them() -> None:
    """Each pair with a difference has its chances; Bradley-Terry's model has none of a tie."""
    table = Board(prompts=8).judgments(0)
    davidson, bradley = rank(table), rank(table, model="bradley-terry")
    nu = davidson.tie.nu if davidson.tie else 0.0
    for pair in davidson.pairs:
        found = chances_at(pair.difference or 0.0, nu)
        assert (pair.win_chance, pair.tie_chance, pair.loss_chance) == (found.win, found.tie, found.loss)
    assert {pair.tie_chance for pair in bradley.pairs} == {None}
    assert all((pair.win_chance or 0) + (pair.loss_chance or 0) == pytest.approx(1) for pair in bradley.pairs)
