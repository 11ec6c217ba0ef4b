"""How often one of two systems is preferred, by the model: what a difference of strengths means.

Davidson's model without a position effect: P(win) = e^{d/2}/Z, P(tie) = ν/Z, P(loss) = e^{−d/2}/Z. Bradley-Terry's, in
which a tie is half a win for each, has no chance of a tie.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

_LARGEST = 700.0


@dataclass(frozen=True)
class Chances:
    """Probabilities of the three outcomes of one judgment, seen from one side; 1 in sum."""

    win: float
    tie: float
    loss: float

    @property
    def of_decided(self) -> float:
        """The share of wins among the judgments that are not ties."""
        return self.win / (self.win + self.loss)


def chances_at(difference: float, nu: float) -> Chances:
    """At a difference of strengths (natural log scale) and the tie parameter ν, 0 or more."""
    d = max(-_LARGEST, min(_LARGEST, difference))
    top = max(abs(d) / 2, math.log(nu) if nu > 0 else 0.0)
    win, loss = math.exp(d / 2 - top), math.exp(-d / 2 - top)
    tie = math.exp(math.log(nu) - top) if nu > 0 else 0.0
    total = win + tie + loss
    return Chances(win / total, tie / total, loss / total)
