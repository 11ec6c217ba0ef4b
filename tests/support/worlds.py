"""Made-up judgments of known strengths, for the simulations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eval_core.ranking.votes import Cells, Floats, Ints


def chances(d: Floats, log_nu: float) -> Floats:
    """Davidson's probabilities of first, second and tie at the differences `d` (n,), (n, 3)."""
    weights = np.exp(np.stack([d / 2, -d / 2, np.full_like(d, log_nu)], axis=-1))
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def outcomes(d: Floats, log_nu: float, generator: np.random.Generator) -> Ints:
    """One judgment at each difference, (n,): 0 the first is better, 1 the second, 2 a tie."""
    below = np.cumsum(chances(d, log_nu), axis=-1)[..., :2]
    return np.asarray((generator.random(d.shape)[..., None] > below).sum(axis=-1))


def pairs_of(size: int) -> tuple[Ints, Ints]:
    """All pairs i < j of so many systems."""
    one, two = np.triu_indices(size, 1)
    return one.astype(np.int64), two.astype(np.int64)


def cells_of(size: int, counts: Floats) -> Cells:
    """The counts (pairs, 3) of `pairs_of`, as the ranking takes them; presented orders unknown."""
    one, two = pairs_of(size)
    return Cells(one, two, np.zeros(len(one), dtype=bool), counts)


def mean_and_error(values: Sequence[float] | Floats) -> tuple[float, float]:
    """The mean over independent replications and its Monte Carlo standard error."""
    array = np.asarray(values, dtype=np.float64)
    return float(array.mean()), float(array.std(ddof=1) / np.sqrt(len(array)))
