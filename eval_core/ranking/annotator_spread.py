"""How much the annotators of a campaign differ, which a single one's habits are compared with.

People's tastes differ, and the strengths that an annotator is compared with are estimates from a few others. A score
that takes both for nothing finds an honest annotator unusual far too often. So, each time without the annotator:

- *Taste* (discrimination). Annotator k's strengths are θ + u_k, with variance τ² for each system. With H_k the
  information about strengths, H = ΣH_k, A = H⁻¹ and S_k the score at the fit, E Σ|S_k|² = a + τ²b,
  a = tr H − tr(AM), b = tr M − 2 tr(AC) + tr(MAMA), M = ΣH_k², C = ΣH_k³ (the method of moments; the fit makes
  ΣS_k zero, which a and b allow for). The strengths that the others give then have covariance V = A + τ²AMA.
  The others' differences are too large by chance, so that everybody seems to follow them less: the score's mean is
  tr(H_g V). Its variance is Σ v d² + τ²|w|² + w'Vw + 2 tr(H_g V H_g V), w = Σ v d (e_i − e_j).
- *Side, ties, drift*. Each annotator's effect is score/information, with variance 1/information, and effects
  differ between people with variance ω² (random effects; DerSimonian & Laird 1986, Controlled Clinical Trials 7). An
  annotator is compared with the prediction from the others: their mean, its error, and ω² (Higgins, Thompson &
  Spiegelhalter 2009, Journal of the Royal Statistical Society A 172).

Few annotators say little of τ² and ω²: the sums of squares behind them are taken at the upper end of what they may be
(the chi-squared quantile `_CAUTION`), so that a campaign whose people look alike by chance accuses no one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from eval_core.ranking.fit import Fit
from eval_core.ranking.likelihood import gradient, information, local
from eval_core.ranking.votes import Floats, Votes, count

_CAUTION = 0.1
_LEAST_INFORMATION = 1e-9


@dataclass(frozen=True)
class Shift:
    """A score and its information: their ratio is the effect, 1/information its variance."""

    score: float
    information: float


class Taste:
    """What each of G annotators adds to the strengths of K systems: scores (G, K) and information (G, K, K)."""

    def __init__(self, scores: Floats, information: Floats) -> None:
        self.scores, self.information = scores, information
        self._speak = np.asarray(information.any(axis=(1, 2)))
        self._all = _Sums.of(scores, information)

    def unusual(self, annotator: int, shift: Shift, slope: Floats) -> float | None:
        """How far an annotator's discrimination is from the others', as a standard normal z.

        Args:
            annotator: the place among the G.
            shift: the score at the others' strengths.
            slope: its gradient in the strengths, (K,).

        Returns:
            None where the judgments say nothing, or where fewer than two others do.
        """
        others = int(self._speak.sum()) - bool(self._speak[annotator])
        if others < 2 or shift.information <= _LEAST_INFORMATION:
            return None
        own = slice(annotator, annotator + 1)
        rest = self._all.less(_Sums.of(self.scores[own], self.information[own]))
        inverse: Floats = np.linalg.pinv(rest.information, hermitian=True, rcond=_LEAST_INFORMATION).astype(np.float64)
        taste = rest.taste(inverse, self.scores[annotator], others)
        strengths = inverse + taste * inverse @ rest.squares @ inverse
        both = self.information[annotator] @ strengths
        variance = shift.information + taste * slope @ slope + slope @ strengths @ slope + 2 * np.trace(both @ both)
        return float((shift.score - np.trace(both)) / np.sqrt(variance))


@dataclass(frozen=True)
class _Sums:
    """Σ H_k, Σ H_k², Σ H_k³ (K, K), Σ H_k S_k (K,) and Σ |S_k|² of some annotators."""

    information: Floats
    squares: Floats
    cubes: Floats
    weighted: Floats
    lengths: float

    @classmethod
    def of(cls, scores: Floats, information: Floats) -> _Sums:
        squared = information @ information
        return cls(
            information.sum(axis=0),
            squared.sum(axis=0),
            (squared @ information).sum(axis=0),
            np.einsum("gij,gj->i", information, scores),
            float((scores**2).sum()),
        )

    def less(self, other: _Sums) -> _Sums:
        """Without these annotators."""
        return _Sums(
            self.information - other.information,
            self.squares - other.squares,
            self.cubes - other.cubes,
            self.weighted - other.weighted,
            self.lengths - other.lengths,
        )

    def taste(self, inverse: Floats, left_out: Floats, annotators: int) -> float:
        """τ² at the upper end of what it may be; `left_out` (K,) are the scores of those who are not among them."""
        # Their scores at their own fit: one Newton step from that of all, whose scores add up to zero.
        step = inverse @ left_out
        lengths = self.lengths + 2 * step @ self.weighted + step @ self.squares @ step
        expected = np.trace(self.information) - np.trace(inverse @ self.squares)
        both = self.squares @ inverse
        each = np.trace(self.squares) - 2 * np.trace(inverse @ self.cubes) + np.trace(both @ both)
        if each <= _LEAST_INFORMATION:
            return 0.0
        df = (annotators - 1) * max(1, int(np.linalg.matrix_rank(inverse, hermitian=True)))
        return max(0.0, float((_cautious(float(lengths), df) - expected) / each))


def taste_of(whole: Fit, judgments: Sequence[Votes]) -> Taste:
    """What each annotator's judgments say of the strengths, at the fit to all of them.

    Args:
        whole: the fit.
        judgments: those of each annotator.
    """
    size = whole.layout.size
    scores, informations = np.zeros((len(judgments), size)), np.zeros((len(judgments), size, size))
    for place, own in enumerate(judgments):
        cells = count(own)
        inner = whole.measured[cells.first] & whole.measured[cells.second]
        cells = cells.only(inner & (whole.components[cells.first] == whole.components[cells.second]))
        at = local(whole.layout, cells, whole.beta)
        scores[place] = gradient(whole.layout, cells, at)[:size]
        informations[place] = information(whole.layout, cells, at)[:size, :size]
    return Taste(scores, informations)


def unusual_shifts(shifts: Sequence[Shift]) -> list[float | None]:
    """How far each annotator's effect is from what the others' predict, as a standard normal z.

    None where the judgments say nothing, or where fewer than two others' do.
    """
    known = np.array(
        [place for place, one in enumerate(shifts) if one.information > _LEAST_INFORMATION], dtype=np.int64
    )
    found: list[float | None] = [None] * len(shifts)
    if len(known) < 3:
        return found
    variance = np.array([1 / shifts[place].information for place in known])
    effect = np.array([shifts[place].score for place in known]) * variance
    for mine, place in enumerate(known):
        others = np.arange(len(known)) != mine
        mean, error, spread = _predicted(effect[others], variance[others])
        found[place] = float((effect[mine] - mean) / np.sqrt(variance[mine] + error + spread))
    return found


def _predicted(effect: Floats, variance: Floats) -> tuple[float, float, float]:
    """The mean of effects (m,), its variance, and ω², at the upper end of what it may be."""
    weight = 1 / variance
    df, total = len(effect) - 1, weight.sum()
    squares = float((weight * (effect - weight @ effect / total) ** 2).sum())
    spread = max(0.0, (_cautious(squares, df) - df) / float(total - (weight**2).sum() / total))
    weight = 1 / (variance + spread)
    return float(weight @ effect / weight.sum()), float(1 / weight.sum()), spread


def _cautious(squares: float, df: int) -> float:
    """A sum of squares with so many degrees of freedom, at the upper end of what its expectation may be."""
    return float(squares * df / stats.chi2.ppf(_CAUTION, df))
