"""P-values of pairs, adjusted for all pairs of a component: the smallest α at which `decisions` decides a pair.

Romano and Wolf (2005, "Exact and approximate stepdown methods for multiple hypothesis testing", JASA 100; computed as
in 2016, Statistics & Probability Letters 113): the largest |t| left has for p the share of draws in which the largest
of all that are left exceeds it. Pairs across classes, whose p is that of a sign test, share the α by Bonferroni: with n
pairs left, b of them with an error, a p counts n/b times or n times. What follows from two decisions has the larger p
of the two.
"""

from __future__ import annotations

import numpy as np

from eval_core.ranking.votes import Floats, Ints

_DRAWS, _PAIRS = 500, 64


def adjusted_p(
    gap: Floats,
    errors: Floats,
    draws: Floats,
    spread: Floats,
    alone: Floats,
    victory_p: Floats,
    decided: Floats,
    level: float,
) -> Floats:
    """Adjusted p of every pair, (m, m), symmetric; NaN where a pair has no test, and on the diagonal.

    Args:
        gap, errors: as `decide` takes them; draws: around zero, (n, m); spread: what they are divided by (`spread_of`).
        alone: p of each pair alone, (m, m).
        victory_p: p of sign tests across classes, NaN for all other pairs, (m, m).
        decided: signs of the decisions, (m, m): with them p is at most 1 − `level`, without it is above.
    """
    first, second = (side.astype(np.int64) for side in np.triu_indices(len(gap), 1))
    t = np.abs(gap[first, second]) / errors[first, second]
    usable = np.flatnonzero(errors[first, second] > 0)
    usable = usable[np.argsort(t[usable], kind="stable")]
    across = np.flatnonzero(~np.isnan(victory_p[first, second]))
    across = across[np.argsort(victory_p[first, second][across], kind="stable")]
    single = np.maximum(
        _tails(draws, first[usable], second[usable], spread[first, second][usable], t[usable]),
        alone[first, second][usable],
    )
    single[:1] = alone[first, second][usable[:1]]  # the last one left is alone: no need of draws
    p = np.full(len(first), np.nan)
    b, c, largest, done = len(usable), len(across), 0.0, 0
    while b + c - done:
        left = b + c - done
        step_t = left / b * single[b - 1] if b else np.inf
        step_v = left * victory_p[first, second][across[done]] if done < c else np.inf
        largest = min(1.0, max(largest, min(step_t, step_v)))
        if step_t <= step_v:
            b -= 1
            p[usable[b]] = largest
        else:
            p[across[done]] = largest
            done += 1
    table = np.full(gap.shape, np.nan)
    table[first, second] = table[second, first] = p
    table = _followed(table, gap)
    alpha = 1 - level
    above = np.maximum(table, np.nextafter(alpha, 1.0))
    return np.where(np.isnan(table), table, np.where(decided != 0, np.minimum(table, alpha), above))


def _tails(draws: Floats, first: Ints, second: Ints, spread: Floats, t: Floats) -> Floats:
    """For pairs (q,) by ascending |t|: the share of draws in which the largest of it and those before is as large."""
    exceeded = np.zeros(len(t))
    scale = 1 / spread
    for start in range(0, len(draws), _DRAWS):
        part = np.ascontiguousarray(draws[start : start + _DRAWS].T)
        most = np.zeros(part.shape[1])
        for at in range(0, len(t), _PAIRS):
            block = slice(at, at + _PAIRS)
            drawn = part[first[block]]
            drawn -= part[second[block]]
            np.abs(drawn, out=drawn)
            drawn *= scale[block, None]
            np.maximum(drawn[0], most, out=drawn[0])
            np.maximum.accumulate(drawn, axis=0, out=drawn)
            most = drawn[-1]
            exceeded[block] += np.count_nonzero(drawn >= t[block, None], axis=1)
    return np.asarray(exceeded / len(draws))


def _followed(p: Floats, gap: Floats) -> Floats:
    """With what follows: i over j has at most the larger p of i over k and k over j."""
    directed = np.where((gap > 0) & ~np.isnan(p), p, np.inf)
    for k in range(len(p)):
        np.minimum(directed, np.maximum(directed[:, [k]], directed[[k], :]), out=directed)
    return np.where(np.isnan(p), p, np.minimum(p, np.minimum(directed, directed.T)))
