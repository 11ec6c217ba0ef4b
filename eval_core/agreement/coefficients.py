"""Percent agreement, Krippendorff's alpha, Gwet's AC1 and agreement without ties from counts per item.

Sources: K. Krippendorff, Content Analysis (4th ed., 2019), chapter 12; K. L. Gwet, "Computing inter-rater
reliability and its variance in the presence of high agreement", British Journal of Mathematical and Statistical
Psychology 61 (2008), 29-48.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from eval_core.agreement.results import Measures

Floats = npt.NDArray[np.float64]
_WITH_TIE = 3  # categories: less, tie, more


def measure(counts: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Measures[Floats]:
    """The coefficients of items that count with these weights.

    Args:
        counts: (items, categories): how many annotators put an item into a category, the categories (2 or more)
            in their order from less to more; at least 2 annotators an item.
        weights: (..., items): how often an item counts, so that each leading index is a sample of its own
            (resampling needs no loop); once each unless given.

    Returns:
        As `measure_sums`.
    """
    sums = item_sums(counts)
    weight = np.ones(len(sums)) if weights is None else np.asarray(weights, dtype=np.float64)
    return measure_sums(np.asarray(weight @ sums), np.asarray(counts).shape[1])


def item_sums(counts: npt.ArrayLike) -> Floats:
    """What each item adds to the sums that all coefficients are made of: those over its ordered pairs of annotators.

    Returns:
        (items, c² + 2 + c) for counts (items, c): the coincidences of two categories, each pair 1/(m − 1) with m
        annotators (Krippendorff's matrix); then, each pair 1/(m(m − 1)): all pairs, the agreeing ones, and the
        categories of the first of the two.
    """
    table = np.asarray(counts, dtype=np.float64)
    m = table.sum(axis=1)[:, None]
    pairs = table[:, :, None] * table[:, None, :] - table[:, :, None] * np.eye(table.shape[1])
    pairs = pairs.reshape(len(table), table.shape[1] ** 2)
    agreeing = (table * (table - 1)).sum(axis=1, keepdims=True) / (m * (m - 1))
    return np.hstack([pairs / (m - 1), np.ones_like(m), agreeing, table / m])


def sums_without(counts: npt.ArrayLike, chosen: npt.ArrayLike) -> Floats:
    """What an item's pairs with one of its annotators add to its `item_sums`, the annotator having chosen `chosen`.

    Args:
        counts: (n, c); chosen: the categories, (n,).
    """
    table = np.asarray(counts, dtype=np.float64)
    m = table.sum(axis=1)[:, None]
    own = np.eye(table.shape[1])[np.asarray(chosen)]
    others = table - own
    pairs = own[:, :, None] * others[:, None, :]
    pairs = (pairs + np.swapaxes(pairs, 1, 2)).reshape(len(table), table.shape[1] ** 2)
    agreeing = 2 * (own * others).sum(axis=1, keepdims=True) / (m * (m - 1))
    return np.hstack([pairs / (m - 1), 2 / m, agreeing, own / m + others / (m * (m - 1))])


def measure_sums(sums: Floats, categories: int) -> Measures[Floats]:
    """The coefficients of samples of items from their `item_sums`, added up, (..., c² + 2 + c).

    Returns:
        For each coefficient the values of shape (...), at most 1; NaN where a coefficient is not defined: all of
        them without an item, alpha where only one category was used, agreement without ties where all judgments are
        ties, or where there are not three categories of which the middle one is the tie.
    """
    size = categories**2
    coincidences = sums[..., :size].reshape(*sums.shape[:-1], categories, categories)
    uses = coincidences.sum(axis=-1)
    nominal = 1 - np.eye(categories)
    observed = _ratio((coincidences * nominal).sum(axis=(-2, -1)), uses.sum(axis=-1))
    return Measures(
        percent_agreement=1 - observed,
        alpha_nominal=_alpha(coincidences, uses, nominal),
        alpha_ordinal=_alpha(coincidences, uses, _ordinal(uses)),
        gwet_ac1=_ac1(sums[..., size:], categories),
        without_ties=_without_ties(coincidences),
    )


def _without_ties(coincidences: Floats) -> Floats:
    """The share of agreeing pairs among those in which neither judgment is a tie."""
    if coincidences.shape[-1] != _WITH_TIE:
        return np.full(coincidences.shape[:-2], np.nan)
    chosen = coincidences[..., ::2, ::2]
    return _ratio(np.trace(chosen, axis1=-2, axis2=-1), chosen.sum(axis=(-2, -1)))


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


def _ac1(sums: Floats, categories: int) -> Floats:
    """Gwet's AC1: the plain mean over items of the agreeing pairs' share, less what chance gives. Chance is
    sum of p(1 - p)/(c - 1), p the mean over items of a category's share. (Gwet lets items with one annotator
    count in p; here all coefficients use the same items.)"""
    items = sums[..., 0]
    observed = _ratio(sums[..., 1], items)
    share = _ratio(sums[..., 2:], items[..., None])
    chance = (share * (1 - share)).sum(axis=-1) / (categories - 1)
    return np.asarray((observed - chance) / (1 - chance))


def _ratio(above: Floats, below: Floats) -> Floats:
    """above/below, NaN where below is 0."""
    shape = np.broadcast_shapes(np.shape(above), np.shape(below))
    return np.asarray(np.divide(above, below, out=np.full(shape, np.nan), where=np.asarray(below) > 0))
