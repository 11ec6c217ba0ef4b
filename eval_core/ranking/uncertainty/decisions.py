"""Which pairs are decided: all pairs of a component tested together, those without a finite difference too."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from eval_core.ranking.uncertainty.ranges import critical_value
from eval_core.ranking.uncertainty.total_victory import Victories, sign_test
from eval_core.ranking.votes import Bools, Floats, Ints


@dataclass(frozen=True)
class Decisions:
    """`signs` (m, m): 1 where the row's system is stronger, −1 where it is weaker, 0 where that is open.

    `victory_p` (m, m): p of the sign test between systems of different classes, NaN for all other pairs.
    """

    signs: Floats
    victory_p: Floats


def decide(
    gap: Floats,
    errors: Floats,
    draws: Floats,
    level: float,
    df: float | None,
    members: Ints,
    classes: Ints,
    victories: Victories,
) -> Decisions:
    """Test all pairs together, step by step (Romano and Wolf 2005, JASA 100; Bonferroni between the two kinds).

    While n pairs are open, of which b have an error, a pair across classes is rejected at p ≤ α/n, one with an error
    where |t| exceeds the 1 − α·b/n quantile of the largest |t| over the open ones. What is rejected is tested no
    more, and it is begun anew, until nothing more is. What follows from two decisions is then decided too.

    Args:
        gap: differences of strengths, (m, m).
        errors: their standard errors, NaN for none, (m, m).
        draws: of the strengths around zero, (n, m), with `df`.
        level: 1 − α, for all decisions together.
        members: the systems' numbers, (m,), as `classes` (K,) and `victories` have them.
    """
    across = classes[members][:, None] != classes[members][None, :]
    usable = ~across & (errors > 0)
    np.fill_diagonal(usable, False)
    above, p = victories.above[np.ix_(members, members)], np.where(across, 1.0, np.nan)
    signs, alpha = np.zeros(gap.shape), 1 - level
    while True:
        still = usable & (signs == 0)
        pairs = int(still.sum()) // 2
        crossing = int((across & (signs == 0)).sum()) // 2
        if not pairs + crossing:
            break
        found = np.zeros(gap.shape)
        if pairs:
            limit = critical_value(draws, np.where(still, errors, np.nan), 1 - alpha * pairs / (pairs + crossing), df)
            found = np.where(still & (np.abs(gap) > limit * errors), np.sign(gap), 0.0)
        for i, j in np.argwhere(across & above & (signs == 0)):
            p[i, j] = p[j, i] = sign_test(victories, members[i], members[j], _stronger(signs, members, j, len(classes)))
            if p[i, j] <= alpha / (pairs + crossing):
                found[i, j], found[j, i] = 1.0, -1.0
        if not found.any():
            break
        signs += found
    return Decisions(closed(signs), p)


def closed(signs: Floats) -> Floats:
    """With what follows: if i is stronger than k, and k than j, then i is stronger than j."""
    stronger = signs > 0
    while True:
        further = stronger | ((stronger.astype(np.float64) @ stronger) > 0)
        if (further == stronger).all():
            return np.where(signs != 0, signs, stronger.astype(np.float64) - stronger.T)
        stronger = further


def _stronger(signs: Floats, members: Ints, j: int, size: int) -> Bools:
    """Who is decided to be stronger than member j, (K,)."""
    found = np.zeros(size, dtype=bool)
    found[members[signs[:, j] > 0]] = True
    return found
