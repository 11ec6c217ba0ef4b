"""Which pairs are decided: all pairs of a component tested together, those without a finite difference too."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from eval_core.ranking.uncertainty.ranges import critical_value, critical_value_of_one, pointwise_value, spread_of
from eval_core.ranking.uncertainty.strength_draws import StrengthDraws
from eval_core.ranking.uncertainty.total_victory import Victories, sign_test
from eval_core.ranking.votes import Bools, Floats, Ints


@dataclass(frozen=True)
class Decisions:
    """`signs` (m, m): 1 where the row's system is stronger, −1 where it is weaker, 0 where that is open.

    `victory_p` (m, m): p of the sign test between systems of different classes, NaN for all other pairs.
    `alone` (m, m): as `signs`, where the pairs of the row's system are tested together and no others.
    """

    signs: Floats
    victory_p: Floats
    alone: Floats


@dataclass(frozen=True)
class _Tests:
    """What the tests of a component's pairs need; see `decide`."""

    gap: Floats
    errors: Floats
    draws: Floats
    spread: Floats
    alpha: float
    df: float | None
    across: Bools
    victories: Victories

    def all_pairs(self) -> tuple[Floats, Floats]:
        """Signs of the decided pairs, and p of those across classes, NaN for the others, (m, m) each."""
        usable = ~self.across & (self.errors > 0)
        above = self.victories.above
        signs, p = np.zeros(self.gap.shape), np.where(self.across, 1.0, np.nan)
        while True:
            still, crossing = usable & (signs == 0), self.across & (signs == 0)
            pairs, open_pairs = int(still.sum()) // 2, int((still | crossing).sum()) // 2
            if not open_pairs:
                break
            found = np.zeros(self.gap.shape)
            if pairs:
                level = 1 - self.alpha * pairs / open_pairs
                limit = critical_value(self.draws, np.where(still, self.spread, np.nan), level, self.df)
                found = np.where(still & (np.abs(self.gap) > limit * self.errors), np.sign(self.gap), 0.0)
            for i, j in np.argwhere(crossing & above).tolist():
                p[i, j] = p[j, i] = sign_test(self.victories, i, j, signs)
                if p[i, j] <= self.alpha / open_pairs:
                    found[i, j], found[j, i] = 1.0, -1.0
            if not found.any():
                break
            signs += found
        return closed(signs), p

    def one_against_all(self, i: int, signs: Floats, columns: Floats) -> Floats:
        """Signs of the decided pairs of member i, (m,), from those that are decided already, (m,).

        `columns` are the draws with one row a member, (m, n). A victory counts by the judgments of the pair itself
        only: whom others beat is no part of this family.
        """
        signs, direct = signs.copy(), np.ones(len(signs))
        above = self.victories.above
        nothing = np.zeros(above.shape)
        for j in np.flatnonzero(self.across[i] & (signs == 0) & (above[i] | above[:, i])):
            winner, loser = (i, int(j)) if above[i, j] else (int(j), i)
            direct[j] = sign_test(self.victories, winner, loser, nothing)
        usable = ~self.across[i] & (self.errors[i] > 0)
        usable[i] = False
        alone = pointwise_value(1 - self.alpha, self.df)  # no pair needs less
        while True:
            still, crossing = usable & (signs == 0), self.across[i] & (signs == 0)
            pairs, open_pairs = int(still.sum()), int((still | crossing).sum())
            if not open_pairs:
                return signs
            found = np.zeros(len(signs))
            may = still & (np.abs(self.gap[i]) > alone * self.errors[i])
            if pairs:
                level, spread = 1 - self.alpha * pairs / open_pairs, np.where(still, self.spread[i], np.nan)
                limit = critical_value_of_one(columns, spread, i, level, self.df) if may.any() else np.inf
                found = np.where(still & (np.abs(self.gap[i]) > limit * self.errors[i]), np.sign(self.gap[i]), 0.0)
            won = crossing & (direct <= self.alpha / open_pairs)
            found[won] = np.where(above[i, won], 1.0, -1.0)
            if not found.any():
                return signs
            signs = signs + found


def decide(
    gap: Floats,
    errors: Floats,
    drawn: StrengthDraws,
    level: float,
    df: float | None,
    classes: Ints,
    victories: Victories,
) -> Decisions:
    """Test all pairs together, step by step (Romano and Wolf 2005, JASA 100; Bonferroni between the two kinds).

    While n pairs are open, of which b have an error, a pair across classes is rejected at p ≤ α/n, one with an error
    where |t| exceeds the 1 − α·b/n quantile of the largest |t| over the open ones. What is rejected is tested no
    more, and the rest is tested again, until nothing more is rejected. What follows from two decisions is then
    decided too.

    For one system alone the same is done over its own pairs, from what all pairs together decided: a wrong decision
    there would be one here as well, since fewer pairs have a smaller quantile.

    Args:
        gap: differences of strengths, (m, m).
        errors: their standard errors, NaN for none, (m, m).
        drawn: draws of the strengths around zero, with `df`.
        level: 1 − α, for all decisions together.
        classes: of the systems, (m,).
    """
    tests = _tests(gap, errors, drawn, level, df, classes, victories)
    signs, p = tests.all_pairs()
    columns = np.ascontiguousarray(drawn.around.T)
    alone = [tests.one_against_all(i, signs[i], columns) for i in range(len(signs))]
    return Decisions(signs, p, np.reshape(alone, signs.shape))


def decided_signs(
    gap: Floats,
    errors: Floats,
    drawn: StrengthDraws,
    level: float,
    df: float | None,
    classes: Ints,
    victories: Victories,
) -> Floats:
    """The signs of `decide` without those of one system alone, which take longer; its arguments."""
    return _tests(gap, errors, drawn, level, df, classes, victories).all_pairs()[0]


def _tests(
    gap: Floats,
    errors: Floats,
    drawn: StrengthDraws,
    level: float,
    df: float | None,
    classes: Ints,
    victories: Victories,
) -> _Tests:
    across = classes[:, None] != classes[None, :]
    spread = spread_of(drawn.covariance, errors)
    return _Tests(gap, errors, drawn.around, spread, 1 - level, df, across, victories)


def closed(signs: Floats) -> Floats:
    """With what follows: if i is stronger than k, and k than j, then i is stronger than j."""
    stronger = signs > 0
    while True:
        further = stronger | ((stronger.astype(np.float64) @ stronger) > 0)
        if (further == stronger).all():
            return np.where(signs != 0, signs, stronger.astype(np.float64) - stronger.T)
        stronger = further
