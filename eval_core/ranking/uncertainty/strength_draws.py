"""Seeded draws of all strengths of a component, those without a finite estimate too."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from eval_core.ranking.fit import Fit
from eval_core.ranking.uncertainty.covariance import Variances
from eval_core.ranking.uncertainty.ranges import draw
from eval_core.ranking.uncertainty.total_victory import Victories, placed_draws
from eval_core.ranking.votes import Bools, Floats


@dataclass(frozen=True)
class StrengthDraws:
    """Draws for the m systems of one component.

    Attributes:
        known: which of them have a finite estimate, (m,).
        covariance: of the estimates, (m, m); around: draws of them around zero, (n, m).
        strengths: (n, m), on the scale of the fit; None where nothing says how far apart the systems are, and where
            wins and ties of one direction say only that some are.
    """

    known: Bools
    covariance: Floats
    around: Floats
    strengths: Floats | None


def component_draws(
    fitted: Fit, covariance: Variances | None, df: float | None, victories: Victories, seed: int
) -> StrengthDraws:
    """The draws behind rank ranges, P(best) and the chances of each rank.

    Args:
        fitted: of one component.
        df: degrees of freedom, None for a normal distribution.
    """
    size, known = len(fitted.measured), fitted.measured
    matrix = np.zeros((size, size)) if covariance is None else covariance.matrix[:size, :size]
    around = draw(matrix, df, seed)
    strengths = None
    if (known.any() or fitted.classes.any()) and not victories.tied.any():
        estimates = np.where(known, fitted.strength, fitted.beta[:size])
        strengths = placed_draws(victories, fitted.classes, estimates + around, fitted.bounded, seed)
    return StrengthDraws(known, matrix, around, strengths)
