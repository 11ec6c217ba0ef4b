"""Choosing pairs: weights from counts, and an order of pairs from weights."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import expit

from eval_core.errors import InputError
from eval_core.ranking.selection import POLICIES, order_pairs, pair_weights
from eval_core.ranking.votes import FIRST, SECOND, TIE, Cells
from tests.support.selection import examples

both_policies = pytest.mark.parametrize("policy", POLICIES)


def cells(*rows: tuple[int, int, int, int, int]) -> Cells:
    """Counts from (first, second, wins of first, wins of second, ties)."""
    table = np.array(rows, dtype=np.int64).reshape(-1, 5)
    return Cells(table[:, 0], table[:, 1], np.ones(len(table), dtype=bool), table[:, 2:].astype(float))


def board(size: int, each: int) -> Cells:
    """Every pair of `size` systems judged `each` times with a fifth of ties."""
    strength = np.linspace(-1, 1, size)
    first, second = np.triu_indices(size, 1)
    tied = np.full(len(first), each // 5)
    won = np.rint((each - tied) * expit(strength[first] - strength[second])).astype(int)
    return cells(*zip(first, second, won, each - tied - won, tied, strict=True))


@st.composite
def any_counts(draw: st.DrawFn) -> tuple[int, Cells]:
    """Whatever counts there may be: none, lopsided, disconnected, ties only, huge."""
    size = draw(st.integers(2, 6))
    amount = st.sampled_from([0, 0, 0, 1, 2, 7, 300, 10**6])
    pair = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(lambda ends: ends[0] != ends[1])
    ends = draw(st.lists(pair, max_size=12, unique=True))
    return size, cells(*((*pair, draw(amount), draw(amount), draw(amount)) for pair in ends))


@both_policies
@settings(max_examples=examples(80), deadline=None)
@given(case=any_counts())
def test_weights_are_chances_for_any_counts(policy: str, case: tuple[int, Cells]) -> None:
    """Weights are finite, not negative, symmetric, zero on the diagonal and 1 in sum, whatever the counts."""
    size, counts = case
    weights = pair_weights(size, counts, policy=policy)
    assert np.isfinite(weights).all()
    assert (weights >= 0).all()
    assert (np.diag(weights) == 0).all()
    np.testing.assert_allclose(weights, weights.T, rtol=1e-9)
    assert weights.sum() == pytest.approx(1)


@both_policies
@settings(max_examples=examples(40), deadline=None)
@given(case=any_counts(), data=st.data())
def test_names_do_not_matter(policy: str, case: tuple[int, Cells], data: st.DataObject) -> None:
    """Renaming the systems renames the weights; so does turning each pair round with its outcomes."""
    size, counts = case
    name = np.array(data.draw(st.permutations(range(size))))
    weights = pair_weights(size, counts, policy=policy)
    mirrored = Cells(name[counts.second], name[counts.first], counts.known, counts.counts[:, [SECOND, FIRST, TIE]])
    renamed = pair_weights(size, mirrored, policy=policy)
    np.testing.assert_allclose(renamed[np.ix_(name, name)], weights, rtol=1e-3, atol=1e-9)


@both_policies
def test_without_judgments_all_pairs_are_equal(policy: str) -> None:
    """Nothing is known, so nothing is preferred."""
    weights = pair_weights(4, cells(), policy=policy)
    np.testing.assert_allclose(weights[~np.eye(4, dtype=bool)], 1 / 12)


@both_policies
def test_a_new_system_gets_most_of_the_weight(policy: str) -> None:
    """A system without judgments on a board of 20 takes more than 80 % of the next judgments."""
    weights = pair_weights(21, board(20, 10), policy=policy)
    assert 2 * weights[20].sum() > 0.8


def test_balanced_takes_the_pair_with_fewest_judgments() -> None:
    """The pair judged least comes alone; among equals, the one whose systems have been judged least."""
    judged = cells((0, 1, 2, 0, 0), (0, 2, 0, 2, 0), (1, 2, 1, 0, 0), (0, 3, 0, 0, 2), (1, 3, 2, 0, 0), (2, 3, 2, 0, 0))
    assert pair_weights(4, judged)[1, 2] == 0.5
    after_one = pair_weights(4, cells((0, 1, 1, 0, 0)))
    assert after_one[2, 3] == 0.5


def test_adaptive_prefers_what_is_in_doubt() -> None:
    """On a settled board a pair of neighbours gets more than twice the weight of the pair furthest apart."""
    weights = pair_weights(8, board(8, 100), policy="adaptive")
    assert weights[3, 4] > 2 * weights[0, 7]
    assert weights[0, 7] > 0


def test_adaptive_weights_follow_the_formula() -> None:
    """Two systems against a third, computed again: the gain's share and the doubt's share, 30 to 70."""
    counts = cells((0, 1, 60, 40, 0), (1, 2, 50, 50, 0))
    weights = pair_weights(3, counts, policy="adaptive")
    # Without ties ν is next to 0 (the prior keeps it from 0), so information is p(1 − p) of Bradley-Terry.
    gap = np.array([np.log(1.5), 0.0, np.log(1.5)])  # pairs 01, 12, 02
    info = expit(gap) * expit(-gap)
    variance = 1 / (100 * info[:2])
    variance = np.append(variance, variance.sum())
    gain = np.log1p(info * variance) / 2
    doubt = np.exp(-(gap**2) / (2 * variance)) * info * variance
    expected = 0.3 * gain / gain.sum() + 0.7 * doubt / doubt.sum()
    np.testing.assert_allclose(2 * weights[[0, 1, 0], [1, 2, 2]], expected, atol=0.01)


@both_policies
def test_closed_pairs_get_nothing(policy: str) -> None:
    """Only open pairs have weight, marked in either order, and the rest of the weights fills the sum."""
    open_pairs = np.zeros((5, 5), dtype=bool)
    open_pairs[3, 1] = open_pairs[0, 2] = True
    weights = pair_weights(5, board(4, 10), policy=policy, open_pairs=open_pairs)
    assert set(zip(*np.nonzero(np.triu(weights)), strict=True)) <= {(0, 2), (1, 3)}
    assert weights.sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("size", "options", "message"),
    [
        (3, {"policy": "greedy"}, "policy must be one of"),
        (1, {}, "at least two systems"),
        (3, {"open_pairs": np.eye(3, dtype=bool)}, "no pair of systems is open"),
        (3, {"open_pairs": np.ones((2, 2), dtype=bool)}, "3 rows and columns"),
    ],
)
def test_bad_input_is_refused(size: int, options: dict[str, object], message: str) -> None:
    """An unknown policy, one system, or no open pair is an error that says so."""
    with pytest.raises(InputError, match=message):
        pair_weights(size, cells(), **options)


def test_counts_must_be_counts() -> None:
    """A negative or missing count is refused."""
    with pytest.raises(InputError, match="not negative"):
        pair_weights(2, cells((0, 1, -1, 0, 0)))


def test_the_order_lists_every_weighted_pair_once() -> None:
    """Each pair of some weight comes once, pairs of no weight never, and the same generator gives the same order."""
    weights = pair_weights(6, board(5, 10), policy="adaptive")
    weights[0, 1] = weights[1, 0] = 0
    order = order_pairs(weights, np.random.default_rng(1))
    assert sorted(map(tuple, order)) == [(i, j) for i in range(6) for j in range(i + 1, 6) if (i, j) != (0, 1)]
    np.testing.assert_array_equal(order, order_pairs(weights, np.random.default_rng(1)))


def test_the_first_pair_is_a_draw_by_weight() -> None:
    """Over 4,000 orders each pair comes first as often as its weight says, within four standard errors."""
    weights = pair_weights(4, board(3, 10), policy="adaptive")
    generator = np.random.default_rng(2)
    firsts = np.zeros((4, 4))
    for _ in range(4000):
        firsts[tuple(order_pairs(weights, generator)[0])] += 1
    chance = 2 * np.triu(weights)
    assert (np.abs(firsts / 4000 - chance) <= 4 * np.sqrt(chance * (1 - chance) / 4000)).all()
