"""Which pair of systems to judge next: from counts to weights, and from weights to an order of pairs.

A pure function of the counts: how often one comparison may be judged (overlap) and how much an annotator judges
(quotas) are up to the caller, who passes the remaining pairs as `open_pairs`.

- **balanced**: the pairs with the fewest judgments first; among these, the pairs whose two systems have the fewest.
- **adaptive**: where one more judgment is most informative. With d the estimated difference of strengths, s² its
  variance and I the information of one judgment at d (Davidson's model, see `likelihood`), the weights follow the
  expected information gain ½log(1 + I·s²) (Lindley 1956, Annals of Mathematical Statistics 27; the logarithm is the
  matrix determinant lemma's) while the standard error of any system is large. From then on they mix 30 % of it with
  70 % of φ(d/s)·I·s², φ the normal density: the share of the variance that one judgment removes, where the order is in
  doubt. Weights are probabilities to draw by: always taking the largest would cost the intervals their coverage, as
  the simulation in tests/benchmarks/selecting.py shows.

Estimates are the posterior mode, and variances those of the normal approximation there, under a weak Gaussian prior:
so they exist for any counts, even none. They take judgments as independent and leave the position effect
out (the sides are drawn at random). They guide the choice and are not reported.
"""

from __future__ import annotations

import numpy as np

from eval_core.errors import InputError
from eval_core.ranking.blas import one_thread
from eval_core.ranking.likelihood import Layout, gradient, information, local
from eval_core.ranking.votes import Bools, Cells, Floats, Ints

POLICIES = ("balanced", "adaptive")
# The prior has mean 0 and standard deviation 4.5, as that of `fitting`: next to no opinion.
_PRECISION = 0.05
# A system is not yet placed while the standard error of its strength (against the mean) exceeds this. Strengths of
# systems that one bothers to compare spread by about 1.
_LARGE_ERROR = 0.5
_SHARE_OF_INFORMATION = 0.3
# Steps shrink quadratically: after one this small the rest is far below what a choice could notice.
_SMALL_STEP = 1e-5
_STEPS = 200


def pair_weights(size: int, cells: Cells, *, policy: str = "balanced", open_pairs: Bools | None = None) -> Floats:
    """How much each pair of systems deserves the next judgment.

    Args:
        size: the number K of systems, those without any judgment included.
        cells: the counts so far; the order of a cell's two systems does not matter.
        policy: 'balanced' or 'adaptive', see above.
        open_pairs: which pairs may be chosen, (K, K); a pair is open if it is marked in either order. All by default.

    Returns:
        Weights (K, K): symmetric, not negative, finite, 0 on the diagonal and for pairs that are not open, and
        1 in sum; so the chance of the unordered pair {i, j} is twice its entry. The same counts give the same weights.

    Raises:
        InputError: for an unknown policy, fewer than two systems, invalid counts, or no open pair.
    """
    if policy not in POLICIES:
        raise InputError("bad_policy", accepted=", ".join(POLICIES))
    if size < 2:
        raise InputError("too_few_systems_to_choose")
    if not (np.isfinite(cells.counts).all() and (cells.counts >= 0).all()):
        raise InputError("bad_counts")
    allowed = _allowed(size, open_pairs)
    scores = (_balanced if policy == "balanced" else _adaptive)(size, cells, allowed)
    scores = scores + scores.T  # to the last bit
    return np.asarray(scores / scores.sum())


def order_pairs(weights: Floats, generator: np.random.Generator) -> Ints:
    """All pairs with a weight in a random order, (m, 2) with i < j: the first is a draw by `weights` (K, K).

    Each next pair is a draw by the weights among those left, so that a caller who cannot use the first (no comparison
    of it is free) continues with the second. By exponential waiting times: Efraimidis & Spirakis (2006), "Weighted
    random sampling with a reservoir", Information Processing Letters 97.
    """
    first, second = np.nonzero(np.triu(weights, 1))
    with np.errstate(over="ignore"):  # a weight near 0 waits for ever
        waits = generator.exponential(size=len(first)) / weights[first, second]
    return np.stack([first, second], axis=1)[np.argsort(waits, kind="stable")].astype(np.int64)


def _allowed(size: int, open_pairs: Bools | None) -> Bools:
    allowed: Bools = np.ones((size, size), dtype=bool) if open_pairs is None else np.asarray(open_pairs, dtype=bool)
    if allowed.shape != (size, size):
        raise InputError("bad_open_pairs", size=size)
    allowed = np.asarray((allowed | allowed.T) & ~np.eye(size, dtype=bool))
    if not allowed.any():
        raise InputError("no_open_pair")
    return allowed


def _balanced(size: int, cells: Cells, allowed: Bools) -> Floats:
    """1 for the open pairs that come first, else 0, (K, K)."""
    judged = np.bincount(cells.first * size + cells.second, cells.counts.sum(axis=1), size**2).reshape(size, size)
    judged = judged + judged.T
    first = allowed & (judged == judged[allowed].min())
    systems = judged.sum(axis=1)
    together = systems[:, None] + systems[None, :]
    return np.asarray(first & (together == together[first].min()), dtype=np.float64)


def _adaptive(size: int, cells: Cells, allowed: Bools) -> Floats:
    """Scores of the open pairs, (K, K), 1 in sum."""
    with one_thread():
        gap, variance, errors, info = _posterior(size, cells)
    removed = np.maximum(info * variance, np.finfo(float).tiny)  # rounding may leave no information at all
    gain = _shares(np.log(np.log1p(removed) / 2), allowed)
    if errors[allowed.any(axis=1)].max() > _LARGE_ERROR:
        return gain
    doubt = _shares(np.log(removed) - gap**2 / (2 * variance), allowed)
    return _SHARE_OF_INFORMATION * gain + (1 - _SHARE_OF_INFORMATION) * doubt


def _shares(log_scores: Floats, allowed: Bools) -> Floats:
    """Scores as shares of the open pairs' sum; from logarithms, so that far too small ones do not all become 0."""
    scores = np.exp(np.where(allowed, log_scores - log_scores[allowed].max(), -np.inf))
    return np.asarray(scores / scores.sum())


def _posterior(size: int, cells: Cells) -> tuple[Floats, Floats, Floats, Floats]:
    """Differences (K, K) with their variances, standard errors (K,) against the mean, information per pair (K, K)."""
    layout = Layout(size, position=False, ties=True)
    beta, hessian = _mode(layout, cells)
    covariance = np.linalg.inv(hessian)[:size, :size]
    covariance = (covariance + covariance.T) / 2
    own, mean = np.diag(covariance), covariance.mean(axis=1)
    variance = own[:, None] + own[None, :] - 2 * covariance
    np.fill_diagonal(variance, 1.0)  # never used; keeps logarithms and quotients finite
    errors = np.sqrt(own - 2 * mean + mean.mean())
    first, second = np.divmod(np.arange(size**2), size)
    every = Cells(first, second, np.zeros(size**2, dtype=bool), np.zeros((size**2, 3)))
    info = local(layout, every, beta).info_dd.reshape(size, size)
    strength = beta[:size]
    return strength[:, None] - strength[None, :], variance, errors, info


def _mode(layout: Layout, cells: Cells) -> tuple[Floats, Floats]:
    """The posterior mode (p,) and the information there, the prior's included, (p, p).

    Newton's method with the damping of Sun & Tran-Dinh (2019), "Generalized self-concordant functions", Mathematical
    Programming 178: a step along which the outcomes' log weights part by b is shortened to log(1 + b)/b, so that
    the objective is not needed, whose rounding hides any improvement after a million unanimous judgments.
    """
    beta, prior = np.zeros(layout.length), _PRECISION * np.eye(layout.length)
    for _ in range(_STEPS):
        at = local(layout, cells, beta)
        hessian = information(layout, cells, at) + prior
        step = np.linalg.solve(hessian, gradient(layout, cells, at) - _PRECISION * beta)
        apart = np.ptp(step[: layout.size])
        b = max(apart, apart / 2 + abs(step[layout.tie_index]))
        if b < _SMALL_STEP:
            return beta + step, hessian
        beta = beta + step * np.log1p(b) / b
    raise ArithmeticError("the damped Newton method did not converge, though it must")
