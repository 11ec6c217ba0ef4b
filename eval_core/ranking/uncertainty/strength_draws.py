"""Seeded draws of all strengths of a component, those without a finite estimate too."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from eval_core.ranking.fit import Fit
from eval_core.ranking.uncertainty.covariance import Variances
from eval_core.ranking.uncertainty.ranges import draw
from eval_core.ranking.uncertainty.total_victory import Victories, placed_draws
from eval_core.ranking.votes import Bools, Floats, Ints


@dataclass(frozen=True)
class StrengthDraws:
    """Draws for the systems `members` (m,) of one component.

    Attributes:
        known: which of them have a finite estimate, (m,).
        covariance: of the estimates, (m, m); around: draws of them around zero, (n, m).
        strengths: (n, m), on the scale of the fit; None where nothing says how far apart the systems are, and where
            wins and ties of one direction say only that some are.
    """

    members: Ints
    known: Bools
    covariance: Floats
    around: Floats
    strengths: Floats | None


def component_draws(
    fitted: Fit, covariance: Variances | None, df: float | None, victories: Victories, component: int, seed: int
) -> StrengthDraws:
    """The draws behind rank ranges, P(best) and the chances of each rank.

    Args:
        component: one of `fitted.components`.
        df: degrees of freedom, None for a normal distribution.
    """
    size = len(fitted.components)
    mine = fitted.components == component
    members = np.flatnonzero(mine)
    matrix = np.zeros((size, size)) if covariance is None else covariance.matrix
    matrix = matrix[np.ix_(members, members)]
    around = draw(matrix, df, seed)
    known = fitted.measured[members]
    strengths = None
    classes = len(np.unique(fitted.classes[members]))
    if (known.any() or classes > 1) and not victories.tied[np.ix_(members, members)].any():
        estimates = np.where(fitted.measured, fitted.strength, fitted.beta[:size])[members]
        first = fitted.bounded & mine
        strengths = placed_draws(victories, fitted.classes, members, estimates + around, first, seed)
    return StrengthDraws(members, known, matrix, around, strengths)
