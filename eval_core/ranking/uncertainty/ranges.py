"""Simultaneous rank ranges, and the probability of being best.

Ranges follow Mogstad, Romano, Shaikh & Wilhelm (2024), "Inference for ranks", Review of Economic Studies 91:
a system's range is [1 + number significantly better, K − number significantly worse], with all pairs tested
together by the maximum of their |t|.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from eval_core.ranking.votes import Floats

DRAWS = 10_000
# Draws that are looked at together: few enough for the processor's cache.
_CHUNK = 500
# Draws of systems that nothing separates differ by rounding only: the square root of machine precision.
_EQUAL = 1e-6
# Of a standard error: what is smaller is no spread of draws, only rounding.
_VANISHED = 1e-3


def draw(covariance: Floats, df: float | None, seed: int, number: int = DRAWS) -> Floats:
    """Seeded draws (`number`, m) of estimates around zero: multivariate normal, or t with `df`."""
    chance = np.random.default_rng(seed)
    values, vectors = np.linalg.eigh((covariance + covariance.T) / 2)
    # The symmetric root is the only one: it does not turn with the eigenvectors, which rounding may swap.
    root = (vectors * np.sqrt(np.clip(values, 0, None))) @ vectors.T
    draws: Floats = chance.standard_normal((number, len(covariance))) @ root
    if df is not None:
        draws /= np.sqrt(chance.chisquare(df, number) / df)[:, None]
    return draws


def spread_of(covariance: Floats, errors: Floats) -> Floats:
    """By what the differences of draws from a covariance (m, m) are divided to become |t|, (m, m).

    It is their own standard deviation; where that vanishes and the pair's standard error in `errors` (m, m), which is
    NaN for none, does not, the error.
    """
    diagonal = np.diag(covariance)
    own = np.sqrt(np.clip(diagonal[:, None] + diagonal[None, :] - covariance - covariance.T, 0, None))
    return np.where(errors > 0, np.where(own > _VANISHED * errors, own, errors), np.nan)


def pointwise_value(level: float, df: float | None) -> float:
    """How large |t| must be for one contrast alone: the quantile of a normal, or of Student's t with `df`."""
    # As scipy.stats computes them; to load that takes longer than the whole ranking.
    middle = (1 + level) / 2
    return float(special.ndtri(middle) if df is None else special.stdtrit(df, middle))


def critical_value(draws: Floats, errors: Floats, level: float, df: float | None) -> float:
    """The `level` quantile of max |t| over all pairs, and no less than what one pair alone would need.

    Args:
        draws: (n, m), from `draw`.
        errors: (m, m), by what each pair's difference is divided (`spread_of`), NaN for pairs left out.
        df: degrees of freedom of the draws.
    """
    size = draws.shape[1]
    usable = np.triu(errors > 0, 1)
    if not usable.any():
        return float("inf")
    others = [np.flatnonzero(row) for row in usable]
    largest = np.zeros(len(draws))
    for start in range(0, len(draws), _CHUNK):
        part = np.ascontiguousarray(draws[start : start + _CHUNK].T)
        most = largest[start : start + _CHUNK]
        for system, against in enumerate(others):
            if not len(against):
                continue
            # A slice is not copied, as a choice of rows is.
            whole = len(against) == size - system - 1
            t = part[slice(system + 1, None) if whole else against] - part[system]
            np.abs(t, out=t)
            t /= errors[system, against, None]
            np.maximum(most, t.max(axis=0), out=most)
    return max(float(np.quantile(largest, level)), pointwise_value(level, df))


def critical_value_of_one(columns: Floats, errors: Floats, system: int, level: float, df: float | None) -> float:
    """`critical_value` over the pairs of one system.

    Args:
        columns: the draws, one row a system, (m, n).
        errors: by what the differences are divided, (m,), NaN for pairs left out.
    """
    others = np.flatnonzero(errors > 0)
    if not len(others):
        return float("inf")
    t = columns[others] - columns[system]
    np.abs(t, out=t)
    t /= errors[others, None]
    return max(float(np.quantile(t.max(axis=0), level)), pointwise_value(level, df))


def best_shares(strengths: Floats, draws: Floats) -> Floats:
    """Share of draws in which each system is the strongest, (m,); equal ones share it."""
    values = strengths + draws
    best = values >= values.max(axis=1, keepdims=True) - _EQUAL
    return np.asarray((best / best.sum(axis=1, keepdims=True)).mean(axis=0))
