"""Whether decisions hold without one annotator, by the test of the whole ranking.

A ranking with one annotator fewer has less power, no matter who is left out: with three annotators it would decide
next to nothing, and that would say nothing about the one. So the difference without the annotator is held to the
ranking's own critical value, and only its error changes: it grows as the information on that very difference shrinks,
se·√(c'(H − H_g)⁻¹c / c'H⁻¹c), H_g being the annotator's.

The critical value is between the largest |t| of a pair that the ranking leaves open and the smallest of one that it
decides: there, Holm's at the last step. Between systems without a finite difference the
sign test is made again, without the annotator, at the level of the last step (`decisions`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy import special

from eval_core.ranking.fit import Fit
from eval_core.ranking.likelihood import information, local
from eval_core.ranking.newton import gauge
from eval_core.ranking.results import Ranking
from eval_core.ranking.uncertainty.decisions import closed
from eval_core.ranking.uncertainty.total_victory import Victories, sign_test, victories_of
from eval_core.ranking.votes import Floats, Votes


class Yardstick:
    """The test of `ranking`, a fit of `votes` that is `fitted`."""

    def __init__(self, ranking: Ranking, votes: Votes, fitted: Fit) -> None:
        self.votes, self.fitted = votes, fitted
        self.errors, t = _errors(ranking, votes.systems)
        self.signs = signs_of(ranking, votes.systems)
        self.critical = _critical(ranking, t, self.signs)
        self.information = _pair_variance(fitted) if fitted.measured.any() else np.zeros(self.errors.shape)
        still_open = sum(not pair.decided for pair in ranking.pairs)
        self.victory_level = (1 - ranking.level) / (still_open + 1)
        across = fitted.classes[:, None] != fitted.classes[None, :]
        self.cluster = "auto" if ranking.corrected else ranking.cluster
        self.victories = bool((across & (self.signs != 0)).any())

    def signs_without(self, annotator: int, rest: Fit) -> Floats:
        """What is decided without an annotator's judgments, of which `rest` is the fit, (K, K) as in `decisions`.

        Args:
            annotator: a code of `votes`.
        """
        signs = np.zeros(self.errors.shape)
        measured = rest.measured & self.fitted.measured
        if measured.any():
            with np.errstate(divide="ignore", invalid="ignore"):
                growth = np.sqrt(_pair_variance(rest) / self.information)
            gap = rest.strength[:, None] - rest.strength[None, :]
            together = rest.classes[:, None] == rest.classes[None, :]
            usable = together & measured[:, None] & measured[None, :] & (self.errors > 0)
            signs = np.where(usable & (np.abs(gap) > self.critical * self.errors * growth), np.sign(gap), 0.0)
        if self.victories:
            others = self.votes.only(np.asarray(self.votes.annotator != annotator))
            self._test_victories(victories_of(others, self.fitted.classes, self.cluster), signs)
        return closed(signs)

    def _test_victories(self, victories: Victories, signs: Floats) -> None:
        """Signs of the decided pairs between classes, into `signs`; those of more systems follow from fewer."""
        apart = (self.signs > 0) & (self.fitted.classes[:, None] != self.fitted.classes[None, :])
        for i, j in sorted(np.argwhere(apart).tolist(), key=lambda pair: int((self.signs[:, pair[1]] > 0).sum())):
            if sign_test(victories, i, j, signs) <= self.victory_level:
                signs[i, j], signs[j, i] = 1.0, -1.0


def signs_of(ranking: Ranking, systems: Sequence[str]) -> Floats:
    """1 where the row's system is decided to be stronger, −1 where weaker, 0 where that is open, (K, K)."""
    at = {name: i for i, name in enumerate(systems)}
    strength = {row.system: row.strength for row in ranking.systems}
    signs = np.zeros((len(systems), len(systems)))
    for pair in ranking.pairs:
        if pair.decided and pair.system in at and pair.opponent in at:
            i, j = at[pair.system], at[pair.opponent]
            signs[i, j] = 1.0 if strength[pair.system] > strength[pair.opponent] else -1.0
            signs[j, i] = -signs[i, j]
    return signs


def _errors(ranking: Ranking, systems: Sequence[str]) -> tuple[Floats, Floats]:
    """Standard errors of the differences, NaN for none, and |t|, (K, K) each."""
    at = {name: i for i, name in enumerate(systems)}
    errors, t = np.full((2, len(systems), len(systems)), np.nan)
    for pair in ranking.pairs:
        if pair.se and pair.difference is not None and pair.system in at and pair.opponent in at:
            i, j = at[pair.system], at[pair.opponent]
            errors[i, j] = errors[j, i] = pair.se
            t[i, j] = t[j, i] = abs(pair.difference) / pair.se
    return errors, t


def _critical(ranking: Ranking, t: Floats, signs: Floats) -> float:
    """Holm's critical value at the last step, moved to where the ranking's own must be."""
    if not np.isfinite(t).any():
        return math.inf
    still_open = int((np.isfinite(t) & (signs == 0)).sum()) // 2
    tail = (1 - ranking.level) / (2 * max(still_open, 1))
    holm = float(-special.ndtri(tail) if ranking.df is None else -special.stdtrit(ranking.df, tail))
    least = float(np.nanmax(np.where(signs == 0, t, np.nan), initial=0.0))
    most = float(np.nanmin(np.where(signs != 0, t, np.nan), initial=math.inf))
    return max(least, min(holm, most))


def _pair_variance(fitted: Fit) -> Floats:
    """c'H⁻¹c for all differences of strengths, (K, K)."""
    layout = fitted.layout
    at = local(layout, fitted.cells, fitted.beta)
    bread = np.linalg.inv(information(layout, fitted.cells, at) + gauge(layout, fitted.classes))
    block = bread[: layout.size, : layout.size]
    diagonal = np.diag(block)
    return np.asarray(diagonal[:, None] + diagonal[None, :] - block - block.T)
