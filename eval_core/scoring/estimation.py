"""Means of scores with clustered uncertainty, for many groups of ratings at once.

A mean m = Σ wᵢyᵢ has the sandwich variance Σ_g (Σ_{i∈g} sᵢ)² · G/(G − 1) over G clusters, with sᵢ = wᵢ(yᵢ − m); by two
kinds of clusters it is V = V_u + V_a − V_{u∩a} (A. C. Cameron, J. B. Gelbach & D. L. Miller, "Robust inference with
multiway clustering", Journal of Business & Economic Statistics 29 (2011), 238-249), here no less than V_u, V_a and
HC0 = Σ sᵢ². Intervals take Student's t on G − 1 degrees of freedom, G the smaller number of clusters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import special

from eval_core.scoring.items import TOLERANCE, Bools, Floats, Ints


@dataclass(frozen=True)
class Sample:
    """n ratings to take means of, as codes (n,).

    Attributes:
        group: what each mean is of, in 0..groups - 1.
        annotator: who rated.
        item: what was rated.
        unit: what varies together apart from the annotator: document or item.
    """

    groups: int
    group: Ints
    annotator: Ints
    item: Ints
    unit: Ints

    def rows(self, keep: Bools) -> Sample:
        """The ratings where `keep` (n,) is true."""
        return Sample(self.groups, self.group[keep], self.annotator[keep], self.item[keep], self.unit[keep])


@dataclass(frozen=True)
class Estimates:
    """Each group's mean and its uncertainty, arrays (groups,).

    Attributes:
        n: how many items it is of.
        value: the mean, NaN where n is 0.
        variance: NaN where there are fewer than two clusters of either kind, and where nothing varies.
        df: degrees of freedom, 0 there.
        by_unit, by_annotator: what the variance is clustered by.
    """

    n: Ints
    value: Floats
    variance: Floats
    df: Ints
    by_unit: Bools
    by_annotator: Bools

    def half_width(self, level: float) -> Floats:
        """Half the width of the intervals at this level, (groups,); NaN where there is none."""
        quantile = special.stdtrit(np.where(self.df > 0, self.df, np.nan), (1 + level) / 2)
        return np.asarray(quantile * np.sqrt(self.variance))


def estimate(values: Floats, sample: Sample) -> Estimates:
    """The mean over a group's annotators of their means.

    Args:
        values: (n, c): what is averaged, NaN where there is nothing. With c columns an annotator's mean is the mean
            of the columns' means.
        sample: the n ratings.

    Returns:
        See `Estimates`. A group of one annotator is that annotator's mean.
    """
    found = influence(values, sample)
    return _clustered(found.score, found.sample, found.value)


@dataclass(frozen=True)
class Influence:
    """The ratings that count, and how each of them moves the mean of its group.

    Attributes:
        sample: the ratings that have a value.
        score: how each moves the mean (n,); the sum over a group is 0.
        value: each group's mean (groups,), NaN where nothing counts.
    """

    sample: Sample
    score: Floats
    value: Floats


def influence(values: Floats, sample: Sample) -> Influence:
    """The means of `estimate`, which has the same arguments, and what each rating adds to them."""
    scored = ~np.isnan(values)
    rows = np.asarray(scored.any(axis=1))
    values, scored, sample = values[rows], scored[rows], sample.rows(rows)
    cell, group_of_cell = _numbered(sample.group, sample.annotator)
    mean, score = _within(values, scored, cell, len(group_of_cell))
    annotators = np.bincount(group_of_cell, minlength=sample.groups)
    value = _ratio(np.bincount(group_of_cell, mean, sample.groups), annotators)
    # An annotator's distance from the mean of all is shared out among the annotator's ratings.
    size = np.bincount(cell, minlength=len(group_of_cell))
    score = (score + ((mean - value[group_of_cell]) / size)[cell]) / annotators[sample.group]
    return Influence(sample, score, value)


def _within(values: Floats, scored: Bools, cell: Ints, cells: int) -> tuple[Floats, Floats]:
    """The mean of each cell (cells,), and how each rating moves that of its own, (n,), summing to 0 in a cell."""
    total, columns = np.zeros(cells), np.zeros(cells)
    score = np.zeros(len(cell))
    for column in range(values.shape[1]):
        mine, of = values[scored[:, column], column], cell[scored[:, column]]
        count = np.bincount(of, minlength=cells)
        mean = _ratio(np.bincount(of, mine, cells), count)
        score[scored[:, column]] += (mine - mean[of]) / count[of]
        total += np.nan_to_num(mean)
        columns += count > 0
    return total / columns, score / columns[cell]


def _clustered(score: Floats, sample: Sample, value: Floats) -> Estimates:
    """The variance of each group's mean from the ratings' scores (n,)."""
    plain = np.bincount(sample.group, score**2, sample.groups)
    units, by_unit = _one_way(score, sample, sample.unit)
    annotators, by_annotator = _one_way(score, sample, sample.annotator)
    crossed, _ = _numbered(sample.unit, sample.annotator)
    both = by_unit + by_annotator - _one_way(score, sample, crossed)[1]
    enough_units, enough_annotators = units > 1, annotators > 1
    variance = np.maximum(plain, np.where(enough_units, by_unit, 0.0))
    variance = np.maximum(variance, np.where(enough_annotators, by_annotator, 0.0))
    variance = np.where(enough_units & enough_annotators, np.maximum(variance, both), variance)
    # Ratings that are all alike say nothing about how others would differ.
    usable = (enough_units | enough_annotators) & (variance > TOLERANCE**2)
    smallest = np.minimum(np.where(enough_units, units, annotators), np.where(enough_annotators, annotators, units))
    return Estimates(
        n=_one_way(score, sample, sample.item)[0],
        value=value,
        variance=np.where(usable, variance, np.nan),
        df=np.where(usable, smallest - 1, 0),
        by_unit=enough_units,
        by_annotator=enough_annotators,
    )


def _one_way(score: Floats, sample: Sample, code: Ints) -> tuple[Ints, Floats]:
    """How many clusters each group has, and its variance by them, (groups,) each."""
    cluster, group = _numbered(sample.group, code)
    sums = np.bincount(cluster, score, len(group))
    count = np.bincount(group, minlength=sample.groups).astype(np.int64)
    return count, np.bincount(group, sums**2, sample.groups) * count / np.maximum(count - 1, 1)


def _numbered(group: Ints, code: Ints) -> tuple[Ints, Ints]:
    """The combinations numbered from 0: which one each rating is in (n,), and the group of each."""
    width = int(code.max(initial=0)) + 1
    number, keys = pd.factorize(group * width + code)
    return number.astype(np.int64), np.asarray(keys // width, dtype=np.int64)


def _ratio(above: npt.ArrayLike, below: npt.NDArray[np.signedinteger[Any]]) -> Floats:
    """above/below, NaN where below is 0."""
    return np.asarray(np.divide(above, below, out=np.full(len(below), np.nan), where=below > 0))
