"""How far annotators agree in their ratings: Krippendorff's alpha, and shares of equal ratings.

K. Krippendorff, Content Analysis (4th ed., 2019), chapter 12. His squared ordinal difference is that of midranks, and
his squared interval difference that of the values, so that either alpha compares the squares around each response's
mean with those around the mean of all: its cost does not depend on how many different values there are. (A score can
take hundreds; `eval_core.agreement` counts by category, and its tests' examples apply to both.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from eval_core.errors import InputError
from eval_core.scoring.annotator_pairs import pairs
from eval_core.scoring.items import DECIMALS, TOLERANCE, Bools, Floats, Ints, ItemScores
from eval_core.scoring.jackknife import half_width
from eval_core.scoring.results import Measure


@dataclass(frozen=True)
class RatingAgreement:
    """Annotators' agreement on the responses that at least two of them rated.

    Attributes:
        n: how many responses these are.
        ratings: how many ratings of them there are.
        alpha_ordinal, alpha_interval: Krippendorff's, at most 1; None where all ratings are the same.
        exact, within_one: the share of pairs of ratings of one response that are equal, or at most 1 apart; each
            response weighs as many pairs as it has ratings. `within_one` is None for scores.
    """

    n: int
    ratings: int
    alpha_ordinal: Measure
    alpha_interval: Measure
    exact: Measure
    within_one: Measure | None


@dataclass(frozen=True)
class ScoreAgreement:
    """Agreement in the score of a response, and in each criterion, by its key."""

    score: RatingAgreement
    criteria: Mapping[str, RatingAgreement]


def rating_agreement(scores: ItemScores, *, level: float = 0.95, seed: int = 0) -> ScoreAgreement:
    """How far the annotators agree in their ratings.

    Intervals are those of the delete-a-group jackknife over documents, or items where there are no two (`jackknife`):
    they are about other texts rated by these annotators, not about other people.

    Raises:
        InputError: for options out of range.
    """
    unit = scores.item * max(len(scores.systems), 1) + scores.system
    cluster = scores.cluster

    def of(values: Floats, whole_numbers: bool) -> RatingAgreement:
        codes = (unit, scores.annotator, cluster)
        return agreement_of(*codes, values, whole_numbers=whole_numbers, level=level, seed=seed)

    criteria = {key: of(column, True) for key, column in zip(scores.rule.keys, scores.values.T, strict=True)}
    return ScoreAgreement(of(scores.score, False), criteria)


def agreement_of(
    unit: Ints,
    annotator: Ints,
    cluster: Ints,
    values: Floats,
    *,
    whole_numbers: bool = False,
    level: float = 0.95,
    seed: int = 0,
) -> RatingAgreement:
    """How far the n values that annotators gave to units agree, with intervals as in `rating_agreement`.

    Args:
        unit, annotator, cluster: codes from 0 (n,); an annotator gave a unit one value. Units are nested in clusters.
        values: (n,), NaN where there is none.
        whole_numbers: whether "at most 1 apart" means anything.

    Raises:
        InputError: for options out of range.
    """
    if not 0 < level < 1:
        raise InputError("bad_level")
    if seed < 0:
        raise InputError("bad_seed")
    scored = ~np.isnan(values)
    shared = _Shared.of(unit[scored], annotator[scored], cluster[scored], values[scored])
    return _agreement(shared, whole_numbers, level, seed)


@dataclass(frozen=True)
class _Shared:
    """n ratings of responses with at least two of them, arrays (n,).

    Attributes:
        unit: the response, codes from 0.
        level: the place of the value among `points`, the distinct values in their order.
        exact, within: this rating's part of the pairs that are equal, or at most 1 apart; summing up over a response's
            ratings to their number where all are.
    """

    unit: Ints
    cluster: Ints
    level: Ints
    points: Floats
    exact: Floats
    within: Floats

    @classmethod
    def of(cls, unit: Ints, annotator: Ints, cluster: Ints, values: Floats) -> _Shared:
        """From all ratings (n,)."""
        code = np.unique(unit, return_inverse=True)[1]
        keep = (np.bincount(code, minlength=1) > 1)[code] if len(code) else np.zeros(0, dtype=bool)
        code = np.unique(code[keep], return_inverse=True)[1].astype(np.int64)
        points, level = np.unique(np.round(values[keep], DECIMALS), return_inverse=True)
        others = np.bincount(code, minlength=1)[code] - 1
        exact, within = np.zeros(len(code)), np.zeros(len(code))
        for first, other in pairs(code, annotator[keep]):
            apart = np.abs(points[level[first]] - points[level[other]])
            for side in (first, other):
                exact += np.bincount(side, apart < TOLERANCE, len(code))
                within += np.bincount(side, apart < 1 + TOLERANCE, len(code))
        return cls(code, cluster[keep], level.astype(np.int64), points, exact / others, within / others)


def _agreement(shared: _Shared, whole_numbers: bool, level: float, seed: int) -> RatingAgreement:
    units = int(shared.unit.max(initial=-1)) + 1

    def measure(keep: Bools) -> Floats:
        return _measured(shared, keep, units)

    value = measure(np.ones(len(shared.unit), dtype=bool))
    half = half_width(measure, shared.cluster, level=level, seed=seed)
    lowest = np.array([-np.inf, -np.inf, 0, 0])
    measures = [
        Measure(_number(v), _number(np.maximum(v - h, low)), _number(np.minimum(v + h, 1)))
        for v, h, low in zip(value, half, lowest, strict=True)
    ]
    ordinal, interval, exact, within = measures
    return RatingAgreement(units, len(shared.unit), ordinal, interval, exact, within if whole_numbers else None)


def _measured(shared: _Shared, keep: Bools, units: int) -> Floats:
    """Ordinal alpha, interval alpha, exact and within one (4,) of the ratings that are kept; NaN without any."""
    if not keep.any():
        return np.full(4, np.nan)
    unit, level = shared.unit[keep], shared.level[keep]
    size = np.bincount(unit, minlength=units)
    uses = np.bincount(level, minlength=len(shared.points))
    midranks = np.cumsum(uses) - uses / 2
    alphas = [
        _alpha(scale - (uses @ scale) / len(level), uses, level, unit, size) for scale in (midranks, shared.points)
    ]
    return np.array([*alphas, shared.exact[keep].mean(), shared.within[keep].mean()])


def _alpha(scale: Floats, uses: Ints, level: Ints, unit: Ints, size: Ints) -> float:
    """1 − observed/expected disagreement, NaN where all are the same. `scale` places each distinct value,
    around a mean of 0; with n ratings and m of a response, the mean squared difference of two is 2/(n − 1) times the
    squares around the mean of all, and in a response 2m/(m − 1) times those around its own mean, weighted 1/n."""
    if np.count_nonzero(uses) < 2:
        return float("nan")
    expected = 2 * (uses @ scale**2) / (len(level) - 1)
    place = scale[level]
    mean = np.bincount(unit, place, len(size)) / np.maximum(size, 1)
    factor = 2 * size / np.maximum(size - 1, 1)
    observed = (factor * np.bincount(unit, (place - mean[unit]) ** 2, len(size))).sum() / len(level)
    return float(1 - observed / expected)


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
