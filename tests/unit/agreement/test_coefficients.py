"""The coefficients against the literature, their definitions written out, and another implementation."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from eval_core.agreement.coefficients import measure
from tests.unit.agreement.samples import EXAMPLES, counts_of

NAMES = ("percent_agreement", "alpha_nominal", "alpha_ordinal", "gwet_ac1")
PUBLISHED = [(example, name) for example in EXAMPLES for name in NAMES if name in example]
# Counts of 2 to 20 items with at least 2 annotators each, in three categories.
COUNTS = arrays(np.int64, st.tuples(st.integers(2, 20), st.just(3)), elements=st.integers(0, 4)).map(
    lambda counts: counts + 2 * (counts.sum(axis=1, keepdims=True) < 2) * np.array([1, 0, 0])
)


def values(counts: Any, weights: Any = None) -> list[float]:
    """All figures of one sample."""
    return [float(value) for value in vars(measure(counts, weights)).values()]


def alpha_by_pairs(counts: np.ndarray, difference: Callable[[int, int], float]) -> float:
    """Krippendorff's alpha by going through every pair of judgments."""
    units = [[k for k, n in enumerate(row) for _ in range(n)] for row in counts]
    everything = list(itertools.chain(*units))
    n = len(everything)
    observed = sum(
        difference(unit[i], unit[j]) / (len(unit) - 1)
        for unit in units
        for i, j in itertools.permutations(range(len(unit)), 2)
    )
    expected = sum(difference(everything[i], everything[j]) for i, j in itertools.permutations(range(n), 2))
    return float("nan") if expected == 0 else 1 - (n - 1) * observed / expected


@pytest.mark.parametrize(
    ("example", "name"), PUBLISHED, ids=lambda value: value["name"] if isinstance(value, dict) else value
)
def test_published_values(example: dict[str, Any], name: str) -> None:
    """Worked examples of Krippendorff and Gwet come out to the last published digit."""
    decimals = len(example[name].partition(".")[2])
    assert f"{getattr(measure(counts_of(example)), name):.{decimals}f}" == example[name]


@given(COUNTS)
def test_alpha_is_its_definition(counts: np.ndarray) -> None:
    """Both alphas equal the mean over pairs of judgments, one pair at a time, with the differences written out."""
    uses = counts.sum(axis=0)

    def ordinal(k: int, l: int) -> float:  # noqa: E741
        low, high = sorted((k, l))
        return float(uses[low : high + 1].sum() - (uses[k] + uses[l]) / 2) ** 2

    measures = measure(counts)
    assert measures.alpha_nominal == pytest.approx(alpha_by_pairs(counts, lambda k, l: float(k != l)), nan_ok=True)  # noqa: E741
    assert measures.alpha_ordinal == pytest.approx(alpha_by_pairs(counts, ordinal), nan_ok=True)


@pytest.mark.parametrize("seed", range(20))
def test_alpha_agrees_with_the_krippendorff_package(seed: int) -> None:
    """On random data with missing judgments both alphas are those of the package krippendorff."""
    other = pytest.importorskip("krippendorff", reason="the package krippendorff is not installed")
    chance = np.random.default_rng(seed)
    ratings = chance.choice([0.0, 1.0, 2.0, np.nan], size=(chance.integers(2, 7), 40), p=[0.3, 0.15, 0.35, 0.2])
    counts = np.stack([(ratings == category).sum(axis=0) for category in range(3)], axis=1)
    measures = measure(counts[counts.sum(axis=1) >= 2])
    for level, value in (("nominal", measures.alpha_nominal), ("ordinal", measures.alpha_ordinal)):
        assert value == pytest.approx(other.alpha(ratings, level_of_measurement=level), abs=1e-12)


def test_percent_agreement_weighs_judgments_and_ac1_items() -> None:
    """Of an item judged by four and one judged by two, percent agreement takes the judgments' mean, AC1 the items'."""
    counts = [[4, 0, 0], [1, 0, 1]]
    measures = measure(counts)
    assert measures.percent_agreement == pytest.approx((4 * 1 + 2 * 0) / 6)
    shares = np.array([0.75, 0.0, 0.25])
    chance = (shares * (1 - shares)).sum() / 2
    assert measures.gwet_ac1 == pytest.approx((0.5 - chance) / (1 - chance))


@given(COUNTS, st.randoms())
def test_the_order_of_items_does_not_matter(counts: np.ndarray, chance: Any) -> None:
    """Items can be shuffled, and the ends of the scale exchanged."""
    order = list(range(len(counts)))
    chance.shuffle(order)
    assert values(counts[order]) == pytest.approx(values(counts), nan_ok=True)
    assert values(counts[:, ::-1]) == pytest.approx(values(counts), nan_ok=True)


@given(COUNTS, st.integers(1, 5))
def test_a_weight_is_a_repetition(counts: np.ndarray, times: int) -> None:
    """An item that counts twice is the item standing there twice, also with many samples at once."""
    weights = np.arange(len(counts)) % times + 1
    repeated = values(np.repeat(counts, weights, axis=0))
    assert values(counts, weights) == pytest.approx(repeated, nan_ok=True)
    both = measure(counts, np.stack([np.ones(len(counts)), weights]))
    assert [float(value[1]) for value in vars(both).values()] == pytest.approx(repeated, nan_ok=True)


@given(COUNTS)
def test_repeating_everything_keeps_shares(counts: np.ndarray) -> None:
    """Every item three times over leaves percent agreement and AC1, and moves alpha up by its small-sample term only."""
    once, thrice = measure(counts), measure(np.tile(counts, (3, 1)))
    n = counts.sum()
    assert thrice.percent_agreement == pytest.approx(once.percent_agreement)
    assert thrice.gwet_ac1 == pytest.approx(once.gwet_ac1)
    grown = 1 - (1 - once.alpha_nominal) * (3 * n - 1) / (3 * (n - 1))
    assert thrice.alpha_nominal == pytest.approx(grown, nan_ok=True)


def test_perfect_agreement_is_exactly_one() -> None:
    """Where all annotators of each item say the same, and not always the same, every coefficient is 1."""
    assert values([[3, 0, 0], [0, 2, 0], [0, 0, 7], [5, 0, 0]]) == [1, 1, 1, 1, 1]


def test_ordinal_alpha_forgives_the_tie() -> None:
    """A win against a tie is a smaller disagreement than a win against a loss to ordinal alpha, not to nominal."""
    near = measure([[2, 0, 0], [0, 0, 2], [0, 2, 0], [1, 1, 0], [0, 1, 1]])
    far = measure([[2, 0, 0], [0, 0, 2], [0, 2, 0], [1, 0, 1], [0, 2, 0]])
    assert near.alpha_ordinal > near.alpha_nominal
    assert far.alpha_ordinal < far.alpha_nominal


def test_what_is_not_defined_is_nan() -> None:
    """One category leaves alpha undefined, but not AC1; no item leaves all undefined. Nothing warns."""
    assert values([[2, 0, 0], [3, 0, 0]]) == pytest.approx([1, np.nan, np.nan, 1, 1], nan_ok=True)
    assert np.isnan(values(np.empty((0, 3)))).all()
