"""Percentile intervals from resampling comparisons.

Items with the same counts are equivalent for every coefficient. Drawing all items with replacement is therefore the
same as drawing the number of each distinct row of counts from a multinomial distribution; the cost does not depend on
the number of items.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from eval_core.agreement.coefficients import Floats, measure
from eval_core.agreement.results import Interval, Measures

# At most so many numbers at a time: 32 MB.
_CHUNK = 4_000_000


def percentile_intervals(
    rows: npt.ArrayLike, times: npt.ArrayLike, *, level: float, resamples: int, seed: int
) -> Measures[Interval | None]:
    """Intervals of the four coefficients (B. Efron & R. J. Tibshirani, An Introduction to the Bootstrap, 1993, ch. 13).

    Args:
        rows: (r, categories): distinct counts per item, at least 2 judgments each.
        times: (r,): how many items have them.
        level: between 0 and 1.
        resamples: how many; with 0, or with fewer than two items, there is no interval.
        seed: of the draws, so that the same counts always have the same intervals.

    Returns:
        Percentiles of the resamples that define a coefficient (alpha needs two categories: at worst, with two
        items, half of them lack them); None where none does.
    """
    drawn_items = np.asarray(times) > 0
    counts, table = np.asarray(times)[drawn_items], np.asarray(rows)[drawn_items]
    items = int(counts.sum())
    if resamples == 0 or items < 2:
        return Measures(None, None, None, None)
    chance = np.random.default_rng(seed)
    at_once = max(1, _CHUNK // len(counts))
    drawn = [
        measure(table, chance.multinomial(items, counts / items, size=min(at_once, resamples - start)))
        for start in range(0, resamples, at_once)
    ]
    return Measures(
        percent_agreement=_percentiles([resample.percent_agreement for resample in drawn], level),
        alpha_nominal=_percentiles([resample.alpha_nominal for resample in drawn], level),
        alpha_ordinal=_percentiles([resample.alpha_ordinal for resample in drawn], level),
        gwet_ac1=_percentiles([resample.gwet_ac1 for resample in drawn], level),
    )


def _percentiles(drawn: list[Floats], level: float) -> Interval | None:
    values = np.concatenate(drawn)
    defined = values[~np.isnan(values)]
    if not len(defined):
        return None
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
