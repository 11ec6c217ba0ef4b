"""Simultaneous rank ranges, and the probability of being best.

Ranges follow Mogstad, Romano, Shaikh & Wilhelm (2024), "Inference for ranks", Review of Economic Studies 91:
a system's range is [1 + number significantly better, K − number significantly worse], with all pairs tested
together by the maximum of their |t|.
"""

from __future__ import annotations

import numpy as np

from eval_core.ranking.votes import Floats

DRAWS = 10_000
_CHUNK_FLOATS = 4_000_000
# Draws of systems that nothing tells apart differ by rounding only: the square root of machine precision.
_EQUAL = 1e-6


def draw(covariance: Floats, df: int | None, seed: int) -> Floats:
    """Seeded draws (DRAWS, m) of estimates around zero: multivariate normal, or t with `df`."""
    chance = np.random.default_rng(seed)
    values, vectors = np.linalg.eigh((covariance + covariance.T) / 2)
    # The symmetric root is the only one: it does not turn with the eigenvectors, which rounding may swap.
    root = (vectors * np.sqrt(np.clip(values, 0, None))) @ vectors.T
    draws: Floats = chance.standard_normal((DRAWS, len(covariance))) @ root
    if df is not None:
        draws /= np.sqrt(chance.chisquare(df, DRAWS) / df)[:, None]
    return draws


def critical_value(draws: Floats, errors: Floats, level: float) -> float:
    """The `level` quantile of max |t| over all pairs; `errors` (m, m) are the pairs' standard errors, NaN for none."""
    one, two = np.triu_indices(draws.shape[1], 1)
    se = errors[one, two]
    keep = se > 0
    one, two, se = one[keep], two[keep], se[keep]
    if not len(se):
        return float("inf")
    largest = np.empty(len(draws))
    step = max(1, _CHUNK_FLOATS // len(se))
    for start in range(0, len(draws), step):
        part = draws[start : start + step]
        largest[start : start + step] = (np.abs(part[:, one] - part[:, two]) / se).max(axis=1)
    return float(np.quantile(largest, level))


def best_shares(strengths: Floats, draws: Floats) -> Floats:
    """Share of draws in which each system is the strongest, (m,); equals share the place."""
    values = strengths + draws
    best = values >= values.max(axis=1, keepdims=True) - _EQUAL
    return np.asarray((best / best.sum(axis=1, keepdims=True)).mean(axis=0))
