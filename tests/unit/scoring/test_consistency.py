"""Agreement in ratings: Krippendorff's alpha and shares of equal ratings."""

from __future__ import annotations

import itertools
from typing import Any

import krippendorff
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.agreement.coefficients import measure
from eval_core.errors import InputError
from eval_core.scoring import Measure, Rule, item_scores, rating_agreement
from tests.unit.agreement.samples import EXAMPLES
from tests.unit.scoring.samples import ONE, RATINGS, SMALL, rated, scored, simulated

MEAN = Rule(SMALL.criteria, "mean")


def test_krippendorffs_example() -> None:
    """His four observers with missing values: ordinal 0.815 and interval 0.849, as published."""
    [example] = [example for example in EXAMPLES if example["name"] == "four observers, missing values"]
    table = {
        f"ann{number}": [[None if v == "." else float(v)] for v in row.split()]
        for number, row in enumerate(example["ratings"])
    }
    agreement = rating_agreement(item_scores(scored(table), ONE)).criteria["score"]
    assert agreement.alpha_ordinal.value == pytest.approx(float(example["alpha_ordinal"]), abs=5e-4)
    assert agreement.alpha_interval.value == pytest.approx(0.849, abs=5e-4)
    assert (agreement.n, agreement.ratings) == (11, 40)


def reliability(frame: pd.DataFrame, name: str) -> np.ndarray:
    """Ratings of one criterion, or the scores, as a matrix annotators by responses."""
    scores = item_scores(frame, MEAN)
    table = scores.table() if name == "score" else scores.table().assign(score=scores.criteria()[name])
    return table.pivot(index="annotator", columns=["item", "system"], values="score").to_numpy(dtype=float)


@given(RATINGS)
def test_alpha_is_that_of_others(frame: pd.DataFrame) -> None:
    """Alpha of criteria and scores is that of the package krippendorff and, ordinal, of eval_core.agreement; the
    package says 1 where all ratings are the same and alpha is not defined."""
    agreement = rating_agreement(item_scores(frame, MEAN))
    for name, mine in (("score", agreement.score), *agreement.criteria.items()):
        data = reliability(frame, name)
        shared = data[:, (~np.isnan(data)).sum(axis=0) > 1]
        assert (mine.n, mine.ratings) == (shared.shape[1], (~np.isnan(shared)).sum())
        values = np.unique(shared[~np.isnan(shared)])
        if len(values) < 2:
            assert mine.alpha_ordinal.value is None
            assert mine.alpha_interval.value is None
            continue
        for level, value in (("ordinal", mine.alpha_ordinal.value), ("interval", mine.alpha_interval.value)):
            assert value == pytest.approx(krippendorff.alpha(data, level_of_measurement=level), abs=1e-9)
        counted = measure(np.stack([(shared == value).sum(axis=0) for value in values], axis=1))
        assert mine.alpha_ordinal.value == pytest.approx(float(counted.alpha_ordinal), abs=1e-9)
        assert mine.exact.value == pytest.approx(float(counted.percent_agreement), abs=1e-9)


@given(RATINGS)
def test_shares_by_the_definition(frame: pd.DataFrame) -> None:
    """Equal and nearly equal pairs are counted by going through all of them, a response weighing as its ratings."""
    agreement = rating_agreement(item_scores(frame, MEAN)).criteria["x"]
    data = reliability(frame, "x")
    exact = within = weight = 0.0
    for response in data.T:
        values = response[~np.isnan(response)]
        for first, other in itertools.permutations(values, 2):
            exact += (first == other) / (len(values) - 1)
            within += (abs(first - other) <= 1) / (len(values) - 1)
        weight += len(values) if len(values) > 1 else 0
    assert agreement.within_one is not None
    for mine, theirs in ((agreement.exact, exact), (agreement.within_one, within)):
        assert mine.value == (pytest.approx(theirs / weight) if weight else None)


@given(RATINGS, st.randoms())
def test_the_order_of_the_rows_does_not_matter(frame: pd.DataFrame, chance: Any) -> None:
    """Shuffled ratings agree as much, with the same intervals."""
    order = list(range(len(frame)))
    chance.shuffle(order)
    first, other = (rating_agreement(item_scores(rows, SMALL)) for rows in (frame, frame.iloc[order]))
    for a, b in ((first.score, other.score), *((first.criteria[key], other.criteria[key]) for key in SMALL.keys)):
        assert (a.n, a.ratings) == (b.n, b.ratings)
        for mine, theirs in (
            (a.alpha_ordinal, b.alpha_ordinal),
            (a.alpha_interval, b.alpha_interval),
            (a.exact, b.exact),
        ):
            assert vars(mine) == pytest.approx(vars(theirs), abs=1e-9)


def test_degenerate_ratings() -> None:
    """One annotator agrees with nobody; constant ratings have no alpha; one response has no interval; no rating, no
    number."""
    nothing = Measure(None, None, None)
    alone = rating_agreement(item_scores(scored({"ann": [[1], [2]]}), ONE)).score
    assert (alone.n, alone.alpha_ordinal, alone.exact, alone.within_one) == (0, nothing, nothing, None)
    constant = rating_agreement(item_scores(scored({"ann": [[1], [1]], "bo": [[1], [1]]}), ONE)).score
    assert (constant.alpha_interval, constant.exact) == (nothing, Measure(1, 1, 1))
    single = rating_agreement(item_scores(scored({"ann": [[1]], "bo": [[2]]}), ONE)).criteria["score"]
    assert (single.alpha_interval.value, single.exact, single.within_one) == (
        pytest.approx(0),
        Measure(0, None, None),
        Measure(1, None, None),
    )
    empty = rating_agreement(item_scores(rated(), ONE))
    assert (empty.score.n, empty.score.exact) == (0, nothing)
    unrated = rated(("p", None, "s", "ann", "score", None), ("p", None, "s", "bo", "score", None))
    assert rating_agreement(item_scores(unrated, ONE)).score.n == 0


def test_intervals_of_shares_are_shares() -> None:
    """With two items, one agreed upon, the share of equal ratings is a half, and its interval all of 0 to 1."""
    agreement = rating_agreement(item_scores(scored({"ann": [[1], [2]], "bo": [[1], [9]]}), ONE)).score
    assert agreement.exact == Measure(0.5, 0, 1)


def test_bad_options_are_refused() -> None:
    """Levels and seeds out of range are errors."""
    scores = item_scores(simulated(), SMALL)
    for options in ({"level": 0.0}, {"seed": -1}):
        with pytest.raises(InputError):
            rating_agreement(scores, **options)  # type: ignore[arg-type]


@pytest.mark.slow
def test_intervals_hold_what_they_promise() -> None:
    """The 95 % interval of alpha, clustered by document, holds the truth about 95 times in 100: two annotators with
    errors of half the variance of what they see, a third of which is the document's, have interval alpha 2/3."""
    chance = np.random.default_rng(8)
    document = np.repeat(np.arange(20), 10)
    held, studies = 0, 120
    for _ in range(studies):
        seen = np.sqrt(1 / 3) * chance.normal(size=20)[document] + np.sqrt(2 / 3) * chance.normal(size=200)
        values = np.round(5000 + 1000 * (seen[:, None] + np.sqrt(0.5) * chance.normal(size=(200, 2))))
        frame = pd.DataFrame(
            {
                "item": np.repeat(np.arange(200), 2),
                "document": np.repeat(document, 2),
                "system": "s",
                "annotator": np.tile(["ann", "bo"], 200),
                "criterion": "score",
                "value": values.ravel(),
            }
        )
        alpha = rating_agreement(item_scores(frame, Rule((("score", -10_000, 20_000),), "mean"))).score.alpha_interval
        assert alpha.low is not None
        assert alpha.high is not None
        held += alpha.low <= 2 / 3 <= alpha.high
    assert held / studies >= 0.9
