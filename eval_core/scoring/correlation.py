"""Correlation of two scores of the same responses or systems, with intervals on the scale of Fisher's z."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import special, stats

from eval_core.errors import InputError
from eval_core.scoring.items import DECIMALS, TOLERANCE, Bools, Floats
from eval_core.scoring.jackknife import half_width
from eval_core.scoring.results import Measure

_NAMES = ("pearson", "spearman", "kendall")


@dataclass(frozen=True)
class Correlation:
    """Pearson's r, Spearman's ρ and Kendall's τ-b of `n` pairs of numbers.

    `clusters` is the number of clusters behind the intervals; None where the pairs count as independent.
    """

    n: int
    clusters: int | None
    pearson: Measure
    spearman: Measure
    kendall: Measure


def correlate(
    first: pd.Series[float],
    other: pd.Series[float],
    clusters: pd.Series[int] | None = None,
    *,
    level: float = 0.95,
    seed: int = 0,
) -> Correlation:
    """How far two scores are correlated, over the keys that both have.

    Args:
        first, other: numbers by key (a system, or item and system); NaN counts as missing. Numbers closer than 1e-9 of
            the largest are ties.
        clusters: what varies together, for each key of `first`. Without it the pairs count as independent: the variance
            of z = artanh(r) is 1/(n − 3) for Pearson's, (1 + ρ²/2)/(n − 3) for Spearman's (D. G. Bonett & T. A. Wright,
            "Sample size requirements for estimating Pearson, Kendall and Spearman correlations", Psychometrika 65
            (2000), 23-28) and 0.437/(n − 4) for Kendall's (E. C. Fieller, H. O. Hartley & E. S. Pearson, "Tests for
            rank correlation coefficients. I", Biometrika 44 (1957), 470-481), with the normal quantile. With it the
            variance of z is that of the delete-a-group jackknife over clusters (`jackknife`), with Student's t.
        level: of the intervals.
        seed: of the random division of many clusters into groups.

    Returns:
        A value is None with fewer than three pairs, or where either side is constant; an interval also where the value
        is 1 or −1, with too few pairs for its formula, and with one cluster.

    Raises:
        InputError: for options out of range, a key that occurs twice, or a key without a cluster.
    """
    if not 0 < level < 1:
        raise InputError("bad_level")
    if seed < 0:
        raise InputError("bad_seed")
    sides = [side.dropna() for side in (first, other)]
    if any(side.index.has_duplicates for side in sides) or (clusters is not None and clusters.index.has_duplicates):
        raise InputError("score_key_twice")
    x, y = sides[0].align(sides[1], join="inner")
    left, right = _tied(x.to_numpy(dtype=np.float64)), _tied(y.to_numpy(dtype=np.float64))
    if len(left) < 3:
        nothing = Measure(None, None, None)
        return Correlation(len(left), None, nothing, nothing, nothing)
    value = _coefficients(left, right)
    if clusters is None:
        half, count = _fisher_half_width(value, len(left), level), None
    else:
        code, count = _cluster_codes(clusters, x.index)

        def z(keep: Bools) -> Floats:
            return _fisher(_coefficients(left[keep], right[keep]))

        half = half_width(z, code, level=level, seed=seed)
    measures = [_coefficient(r, h) for r, h in zip(value, half, strict=True)]
    return Correlation(len(left), count, **dict(zip(_NAMES, measures, strict=True)))


def _tied(values: Floats) -> Floats:
    """The numbers, with those equal that differ by floating point only."""
    scale = np.abs(values).max(initial=0.0)
    return np.round(values / scale, DECIMALS) if scale else values


def _coefficients(x: Floats, y: Floats) -> Floats:
    """Pearson's, Spearman's and Kendall's, (3,), NaN where not defined."""
    if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return np.full(3, np.nan)
    coefficients = [stats.pearsonr(x, y).statistic, stats.spearmanr(x, y).statistic, stats.kendalltau(x, y).statistic]
    return np.clip(np.array(coefficients, dtype=np.float64), -1, 1)


def _fisher(r: Floats) -> Floats:
    """z = artanh(r), NaN for 1 and −1."""
    return np.asarray(np.arctanh(np.where(np.abs(r) < 1 - TOLERANCE, r, np.nan)))


def _fisher_half_width(r: Floats, n: int, level: float) -> Floats:
    """Half the widths for n independent pairs on the scale of z, (3,); NaN where n is too small."""
    below = np.array([n - 3, n - 3, n - 4], dtype=np.float64)
    above = np.array([1.0, 1 + r[1] ** 2 / 2, 0.437])
    variance = np.divide(above, below, out=np.full(3, np.nan), where=below > 0)
    return np.asarray(special.ndtri((1 + level) / 2) * np.sqrt(variance))


def _cluster_codes(clusters: pd.Series[int], keys: pd.Index) -> tuple[npt.NDArray[np.int64], int]:
    codes = clusters.reindex(keys)
    if codes.isna().any():
        raise InputError("score_key_without_cluster")
    code, names = pd.factorize(codes, sort=True)
    return code.astype(np.int64), len(names)


def _coefficient(r: float, half: float) -> Measure:
    if np.isnan(r):
        return Measure(None, None, None)
    z = float(_fisher(np.asarray(r)))
    if np.isnan(z) or np.isnan(half):
        return Measure(float(r), None, None)
    return Measure(float(r), float(np.tanh(z - half)), float(np.tanh(z + half)))
