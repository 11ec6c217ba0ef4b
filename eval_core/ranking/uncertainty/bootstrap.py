"""Percentile intervals from resampled clusters.

A draw costs what its counts and a few Newton steps cost: each judgment's place among the counts is looked up once, and
a fit starts at the estimate. Where it does not settle at once, and where the judgments leave a system without a finite
strength, the draw is fitted as any other ranking is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from eval_core.ranking.fit import Fit, fit_model
from eval_core.ranking.likelihood import Layout
from eval_core.ranking.newton import refit
from eval_core.ranking.options import Options
from eval_core.ranking.uncertainty.covariance import Clustering
from eval_core.ranking.votes import TIE, Cells, Floats, Ints, Votes, count

_USABLE = 0.5


def percentile_limits(
    votes: Votes, fitted: Fit, by: Clustering, options: Options, progress: Callable[[int, int], None] | None
) -> tuple[Floats, Floats]:
    """Limits (K,), (K,) of the strengths of `fitted`, as fitted (not yet relative to a reference's strength).

    Clusters (judgments, where there are none) are drawn with replacement; with two kinds, weights multiply.
    A system counts in the fits that connect it with most of its component; where these are fewer than
    half, its limits are NaN.
    """
    draws = _Draws(votes, fitted, by, options)
    strengths = np.full((options.bootstrap, len(votes.systems)), np.nan)
    for turn in range(options.bootstrap):
        strengths[turn] = draws.strengths()
        if progress:
            progress(turn + 1, options.bootstrap)
    limits = np.full((2, len(votes.systems)), np.nan)
    usable = np.isfinite(strengths).mean(axis=0) >= _USABLE
    tail = (1 - options.level) / 2
    if usable.any():
        limits[:, usable] = np.nanquantile(strengths[:, usable], [tail, 1 - tail], axis=0)
    return limits[0], limits[1]


class _Draws:
    """Fits to resampled clusters, one after the other."""

    def __init__(self, votes: Votes, fitted: Fit, by: Clustering, options: Options) -> None:
        self.chance = np.random.default_rng(options.seed)
        self.votes, self.fitted = votes, fitted
        self.options = replace(options, position_effect=fitted.layout.position)
        codes = [np.unique(getattr(votes, name), return_inverse=True)[1] for name in by.sizes]
        self.codes = codes or [np.arange(len(votes))]
        self.cells, self.entry = _places(votes, fitted.layout)
        # Only what is one whole has an estimate to start at, and one scale.
        self.whole = bool((fitted.measured & (fitted.classes == 0)).all()) and options.engine == "newton"

    def strengths(self) -> Floats:
        """The next fit's, (K,), on the scale of the estimate; NaN where it has none."""
        weights, beta = self._weights(), None
        if self.whole:
            counts = np.bincount(self.entry, weights, self.cells.counts.size).reshape(-1, 3).astype(np.float64)
            layout, components = self.fitted.layout, self.fitted.components
            beta = refit(layout, replace(self.cells, counts=counts), components, self.fitted.beta)
        if beta is None:
            other = fit_model(len(self.votes.systems), count(self.votes, weights), self.options)
            return _aligned(self.fitted, other, self.votes, self.options)
        reference = self.options.reference
        base = slice(None) if reference is None else [self.votes.systems.index(reference)]
        strengths = beta[: self.fitted.layout.size]
        return np.asarray(strengths + self.fitted.strength[base].mean() - strengths[base].mean())

    def _weights(self) -> Floats:
        """How often each judgment was drawn, (n,)."""
        weights = np.ones(1)
        for code in self.codes:
            groups = int(code.max()) + 1
            drawn = np.bincount(self.chance.integers(groups, size=groups), minlength=groups)
            weights = weights * drawn.astype(np.float64)[code]
        return weights


def _places(votes: Votes, layout: Layout) -> tuple[Cells, Ints]:
    """Empty cells, and each judgment's place among their counts as they lie in memory, (n,).

    Without effects that depend on it, the presented order does not matter: half as many cells say the same.
    """
    size, first, second, outcome = len(votes.systems), votes.first, votes.second, votes.outcome
    known, values, code = votes.order_known, np.zeros(1), np.zeros(len(votes), dtype=np.int64)
    if layout.covariate and votes.length is not None:
        values, code = np.unique(np.nan_to_num(votes.length), return_inverse=True)
    elif not layout.position:
        turned = first > second
        first, second = np.minimum(first, second), np.maximum(first, second)
        outcome, known = np.where(turned & (outcome != TIE), 1 - outcome, outcome), np.zeros_like(known)
    key = ((first * size + second) * 2 + known) * len(values) + code
    found, cell = np.unique(key, return_inverse=True)
    pair, length = found // (2 * len(values)), values[found % len(values)] if layout.covariate else None
    cells = Cells(pair // size, pair % size, found // len(values) % 2 == 1, np.zeros((len(found), 3)), length)
    return cells, 3 * cell + outcome


def _aligned(fitted: Fit, other: Fit, votes: Votes, options: Options) -> Floats:
    """The strengths of `other` on the scale of `fitted`, (K,); NaN where it has none for them.

    Both are measured from the reference, where the component has it, else from the mean of all systems that
    `other` still connects: one missing from a resample must not shift the others.
    """
    strength = np.full(len(fitted.strength), np.nan)
    if not other.measured.any():
        return strength
    anchor = None if options.reference is None else votes.systems.index(options.reference)
    for component in np.unique(fitted.components[fitted.measured]):
        members = np.flatnonzero(fitted.measured & (fitted.components == component))
        labels = other.classes[members]
        mine = labels == (other.classes[anchor] if anchor in members else np.bincount(labels).argmax())
        member_strengths = members[mine]
        if len(member_strengths) < 2:
            continue
        base = np.array([anchor]) if anchor in members else member_strengths
        shift = fitted.strength[base].mean() - other.beta[base].mean()
        strength[member_strengths] = other.beta[member_strengths] + shift
    return strength
