"""Percent agreement, Krippendorff's alpha and Gwet's AC1 from counts per item.

Sources: K. Krippendorff, Content Analysis (4th ed., 2019), chapter 12; K. L. Gwet, "Computing inter-rater
reliability and its variance in the presence of high agreement", British Journal of Mathematical and Statistical
Psychology 61 (2008), 29-48.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from eval_core.agreement.results import Measures

Floats = npt.NDArray[np.float64]


def measure(counts: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Measures[Floats]:
    """The four coefficients of items that count with these weights.

    Args:
        counts: (items, categories): how many annotators put an item into a category, the categories (2 or more)
            in their order from less to more; at least 2 annotators an item.
        weights: (..., items): how often an item counts, so that each leading index is a sample of its own
            (resampling needs no loop); once each unless given.

    Returns:
        For each coefficient the values of shape (...), at most 1; NaN where a coefficient is not defined: all of
        them without an item, alpha where only one category was used.
    """
    table = np.asarray(counts, dtype=np.float64)
    weight = np.ones(len(table)) if weights is None else np.asarray(weights, dtype=np.float64)
    categories = table.shape[1]
    coincidences = weight @ _coincidences(table).reshape(len(table), categories**2)
    coincidences = coincidences.reshape(*weight.shape[:-1], categories, categories)
    uses = coincidences.sum(axis=-1)
    nominal = 1 - np.eye(categories)
    observed = _ratio((coincidences * nominal).sum(axis=(-2, -1)), uses.sum(axis=-1))
    return Measures(
        percent_agreement=1 - observed,
        alpha_nominal=_alpha(coincidences, uses, nominal),
        alpha_ordinal=_alpha(coincidences, uses, _ordinal(uses)),
        gwet_ac1=_ac1(table, weight),
    )


def _coincidences(table: Floats) -> Floats:
    """(items, c, c): ordered pairs of judgments by two annotators of an item, each item's summing up to its
    annotators m, since each pair counts 1/(m - 1) (Krippendorff's coincidence matrix)."""
    pairs = table[:, :, None] * table[:, None, :] - table[:, :, None] * np.eye(table.shape[1])
    return np.asarray(pairs / (table.sum(axis=1) - 1)[:, None, None])


def _ordinal(uses: Floats) -> Floats:
    """(..., c, c): Krippendorff's squared ordinal difference, (sum of n_g for g from k to l, less half of n_k and
    half of n_l) squared, which is the squared distance of the midranks of k and l."""
    midranks = np.cumsum(uses, axis=-1) - uses / 2
    return np.asarray((midranks[..., :, None] - midranks[..., None, :]) ** 2)


def _alpha(coincidences: Floats, uses: Floats, difference: Floats) -> Floats:
    """1 - observed/expected disagreement, with the squared differences (..., c, c) that make the kind of alpha."""
    n = uses.sum(axis=-1)
    observed = (coincidences * difference).sum(axis=(-2, -1))
    expected = (uses[..., :, None] * uses[..., None, :] * difference).sum(axis=(-2, -1))
    return np.asarray(1 - _ratio((n - 1) * observed, expected))


def _ac1(table: Floats, weight: Floats) -> Floats:
    """Gwet's AC1: the plain mean over items of the agreeing pairs' share, less what chance gives. Chance is
    sum of p(1 - p)/(c - 1), p the mean over items of a category's share. (Gwet lets items with one annotator
    count in p; here all coefficients use the same items.)"""
    judgments = table.sum(axis=1)
    items = weight.sum(axis=-1)
    agreeing = (table * (table - 1)).sum(axis=1) / (judgments * (judgments - 1))
    observed = _ratio(weight @ agreeing, items)
    share = _ratio(weight @ (table / judgments[:, None]), items[..., None])
    chance = (share * (1 - share)).sum(axis=-1) / (table.shape[1] - 1)
    return np.asarray((observed - chance) / (1 - chance))


def _ratio(above: Floats, below: Floats) -> Floats:
    """above/below, NaN where below is 0."""
    shape = np.broadcast_shapes(np.shape(above), np.shape(below))
    return np.asarray(np.divide(above, below, out=np.full(shape, np.nan), where=np.asarray(below) > 0))
