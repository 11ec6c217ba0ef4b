"""The ranking as a table that is drawn: the places are those of the numbers, and brackets join what is not decided."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from eval_core.ranking import Ranking, rank
from eval_core.reports.site.rank_view import matrix_view, rank_view


def ranking_of(number: int, judgments: int = 40) -> Ranking:
    """So many systems, each compared with its neighbours."""
    rng = np.random.default_rng(3)
    first = rng.integers(0, number - 1, judgments * number)
    names = np.array([f"system {place:02}" for place in range(number)])
    outcome = rng.choice(["first", "second", "tie"], len(first), p=[0.6, 0.25, 0.15])
    return rank(pd.DataFrame({"first": names[first], "second": names[first + 1], "outcome": outcome}))


def test_places_are_those_of_the_numbers() -> None:
    """Dots and whiskers lie on one scale, in per cent of the axis, with zero on it."""
    ranking = ranking_of(5)
    view = rank_view(ranking)
    rows = {row.system: row for row in ranking.systems}
    step = {line.system: line.dot for line in view.lines}
    unit = (step["system 00"] - view.zero) / rows["system 00"].strength  # type: ignore[operator]
    for line in view.lines:
        row = rows[line.system]
        assert line.dot == pytest.approx(view.zero + unit * row.strength, abs=0.02)
        assert line.whisker == pytest.approx((view.zero + unit * row.low, view.zero + unit * row.high), abs=0.03)
        assert 0 <= line.whisker[0] < line.whisker[1] <= 100  # type: ignore[index]


def test_a_bracket_has_two_feet() -> None:
    """Each begins at its first system and ends at its last, without a gap between."""
    view = rank_view(ranking_of(4, 12))
    pieces = [(index, piece) for index, line in enumerate(view.lines) for piece in line.pieces]
    assert pieces
    for lane in range(view.lanes):
        assert sum(len(piece.feet) for _index, piece in pieces if piece.lane == lane) % 2 == 0
    assert all(0 <= piece.top < piece.bottom <= 100 for _index, piece in pieces)


def test_a_system_that_won_everything_has_an_arrow() -> None:
    """No dot where there is no finite strength, and the word that says so."""
    votes = pd.DataFrame({"first": ["a"] * 9 + ["b"] * 6, "second": ["b"] * 9 + ["c"] * 6})
    votes["outcome"] = ["first"] * 9 + ["first", "second"] * 3
    line = next(line for line in rank_view(rank(votes)).lines if line.system == "a")
    assert (line.dot, line.whisker, line.runs) == (None, None, "up")
    assert line.estimate


def test_many_systems_have_no_matrix() -> None:
    """Beyond 14 systems its shares could not be read; below, the diagonal is empty and shades run from 0 to 10."""
    assert matrix_view(ranking_of(15)) is None
    matrix = matrix_view(ranking_of(4))
    assert matrix is not None
    assert [matrix.rows[i][i] for i in range(4)] == [None] * 4
    assert {0 <= cell.shade <= 10 for row in matrix.rows for cell in row if cell} == {True}
