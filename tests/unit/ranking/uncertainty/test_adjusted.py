"""P-values that count all pairs: the smallest level at which the step-down test decides a pair."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval_core.ranking import rank
from eval_core.ranking.uncertainty.adjusted import adjusted_p
from eval_core.ranking.uncertainty.ranges import draw
from eval_core.ranking.votes import Floats
from tests.support.boards import Board
from tests.support.ranking import QUICK, judgments
from tests.support.selection import examples


def slow_way(gap: Floats, errors: Floats, draws: Floats, alone: Floats) -> Floats:
    """Step by step, from the definition: the share of draws whose largest |t| over all that are left is as large."""
    pairs = [(i, j) for i in range(len(gap)) for j in range(i + 1, len(gap))]
    t = {(i, j): abs(gap[i, j]) / errors[i, j] for i, j in pairs}
    drawn = {(i, j): np.abs(draws[:, i] - draws[:, j]) / errors[i, j] for i, j in pairs}
    p, left, largest = np.full(gap.shape, np.nan), sorted(pairs, key=t.__getitem__), 0.0
    while left:
        pair = left[-1]
        share = float((np.max([drawn[each] for each in left], axis=0) >= t[pair]).mean())
        share = alone[pair] if len(left) == 1 else max(share, alone[pair])
        largest = max(largest, share)
        p[pair] = p[pair[::-1]] = largest
        left.pop()
    return p


def test_it_is_the_step_down_test() -> None:
    """As computed step by step from the definition, for six systems of unequal errors."""
    chance = np.random.default_rng(1)
    root = chance.normal(size=(6, 6)) * 0.3
    covariance = root @ root.T + 0.05 * np.eye(6)
    strength = np.array([0.0, 0.9, 2.0, 2.2, 3.5, -0.4])
    gap, diagonal = strength[:, None] - strength[None, :], np.diag(covariance)
    errors = np.sqrt(diagonal[:, None] + diagonal[None, :] - 2 * covariance + np.diag(np.full(6, np.nan)))
    draws, alone = draw(covariance, 9.0, 0, 3000), np.full((6, 6), 1e-4)
    none, nothing = np.full((6, 6), np.nan), np.zeros((6, 6))
    found = adjusted_p(gap, errors, draws, errors, alone, none, nothing, 0.95)
    expected = slow_way(gap, errors, draws, alone)
    # A pair may follow from two others that are surer.
    assert (found <= np.where(expected <= 0.05, expected, np.inf) + 1e-12)[~np.isnan(found)].all()
    same = np.isclose(found, expected) | np.isnan(expected)
    assert same.mean() > 0.8
    assert np.isnan(np.diag(found)).all()


@settings(QUICK, max_examples=examples(12))
@given(judgments(), st.sampled_from([0.8, 0.95]))
def test_decided_is_p_at_most_the_level(table: pd.DataFrame, level: float) -> None:
    """For any judgments: a pair is decided exactly if its p is at most 1 − level, and p counts more than the pair."""
    for pair in rank(table, cluster="none", level=level).pairs:
        if pair.p is not None:
            assert 0 <= pair.p <= 1
            assert pair.decided == (pair.p <= 1 - level + 1e-12)
        if pair.p is not None and pair.p_alone is not None and not pair.decided:
            assert pair.p >= min(pair.p_alone, 1 - level) - 1e-12


def test_one_pair_needs_no_adjustment() -> None:
    """With two systems p is that of the pair alone; with more it is larger."""
    [pair] = rank(Board(systems=2).judgments(0)).pairs
    assert pair.p == pytest.approx(pair.p_alone)
    more = rank(Board(spread=0.15).judgments(0)).pairs
    assert all((each.p or 0) >= (each.p_alone or 1) - 1e-12 for each in more if not each.decided)
    assert sum((each.p or 0) > 1.5 * (each.p_alone or 1) for each in more) > 5


def test_total_victory_counts_all_pairs_too() -> None:
    """Ten people for one system against five others: 2^−9 times the pairs that are open; the chain decides the rest."""
    rows = [("z", f"s{n % 5}", "first", f"x{who}", f"p{n}") for who in range(10) for n in range(60)]
    rows += [
        (f"s{n % 5}", f"s{(n + 1 + n % 3) % 5}", ("first", "second")[n % 2], f"x{n % 10}", f"p{n}") for n in range(90)
    ]
    table = pd.DataFrame(rows, columns=["first", "second", "outcome", "annotator", "prompt"])
    pairs = [pair for pair in rank(table).pairs if pair.opponent == "z"]
    assert all(pair.decided for pair in pairs)
    assert min(pair.p or 1 for pair in pairs) == pytest.approx(15 * 2.0**-9)
    assert {pair.p_alone for pair in pairs} == {2.0**-9}
