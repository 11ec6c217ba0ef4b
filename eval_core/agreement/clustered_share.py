"""A share of answers that come in clusters, such as the two orders of one comparison, with an honest interval.

Wilson's score interval (E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal
of the American Statistical Association 22 (1927), 209-212) with an effective number of answers in place of their number
(N. Dean & M. Pagano, "Evaluating confidence interval methods for binomial proportions in clustered surveys", Journal of
Survey Statistics and Methodology 3 (2015), 484-503): n* = p(1 − p)/V, where V is the variance of the ratio estimator
between clusters. n* is never more than the number of clusters, and is that number where V is 0: all right, or all
wrong, is not certainty.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt
from scipy import special

Floats = npt.NDArray[np.float64]
LEVEL = 0.95


@dataclass(frozen=True)
class Share:
    """A share between 0 and 1 of `n` answers, with its interval; None where there is no answer."""

    value: float | None
    low: float | None
    high: float | None
    n: int


NO_SHARE = Share(None, None, None, 0)


def clustered_share(hits: npt.ArrayLike, answers: npt.ArrayLike, *, level: float = LEVEL) -> Share:
    """The share Σ hits / Σ answers.

    Args:
        hits, answers: of each cluster, (n,), with 0 ≤ hits ≤ answers.
        level: of the interval, between 0 and 1.
    """
    hit, asked = np.asarray(hits, np.float64), np.asarray(answers, np.float64)
    hit, asked = hit[asked > 0], asked[asked > 0]
    if not len(asked):
        return NO_SHARE
    clusters, whole = len(asked), asked.sum()
    share = float(hit.sum() / whole)
    moved = (hit - share * asked) * clusters / whole
    low, high = score_interval(share, _variance(moved), clusters, level=level)
    return Share(share, low, high, round(whole))


def score_interval(share: float, variance: float, clusters: int, *, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's interval of a share whose estimate has this variance, as if made of at most `clusters` answers."""
    spread = share * (1 - share)
    n = clusters if variance <= 0 or spread <= 0 else min(clusters, spread / variance)
    z = float(special.ndtri((1 + level) / 2))
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(spread / n + z * z / (4 * n * n))
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def _variance(influence: Floats) -> float:
    """The variance of a mean of independent values whose own mean is 0; 0 for one value."""
    n = len(influence)
    return float((influence**2).sum() / (n * (n - 1))) if n > 1 else 0.0


def correlation_with_truth(said: npt.ArrayLike, true: npt.ArrayLike, *, level: float = LEVEL) -> Share:
    """The correlation of verdicts with the truth, both 1 (first text), 0 (tie) or −1 (second text), over comparisons.

    Which text is called the first means nothing, so both have mean 0: ρ = Σ s·t / √(Σ s² · Σ t²). The interval is that
    of the share (1 + ρ)/2, with the variance of ρ from its influence function.

    Returns:
        A value from −1 to 1; 0 for verdicts that are all ties, None where the truth is.
    """
    s, t = np.asarray(said, np.float64), np.asarray(true, np.float64)
    n = len(s)
    if not t.any():
        return NO_SHARE
    squares = float((s * s).mean()), float((t * t).mean())
    if squares[0] == 0:
        low, high = score_interval(0.5, 0.0, n, level=level)
        return Share(0.0, 2 * low - 1, 2 * high - 1, n)
    scale = sqrt(squares[0] * squares[1])
    rho = min(1.0, max(-1.0, float((s * t).mean()) / scale))
    moved = s * t / scale - rho / 2 * (s * s / squares[0] + t * t / squares[1])
    low, high = score_interval((1 + rho) / 2, _variance(moved) / 4, n, level=level)
    return Share(rho, 2 * low - 1, 2 * high - 1, n)
