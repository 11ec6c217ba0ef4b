"""Percentile intervals from resampled clusters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from eval_core.ranking.fit import Fit, fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.uncertainty.covariance import Clustering
from eval_core.ranking.votes import Floats, Votes, count

_USABLE = 0.5


def percentile_limits(
    votes: Votes, fitted: Fit, by: Clustering, options: Options, progress: Callable[[int, int], None] | None
) -> tuple[Floats, Floats]:
    """Limits (K,), (K,) of the strengths of `fitted`, as fitted (not yet relative to a reference's strength).

    Clusters (judgments, where there are none) are drawn with replacement; with two kinds, weights multiply.
    A system counts in the fits that connect it with most of its component; where these are fewer than
    half, its limits are NaN.
    """
    chance = np.random.default_rng(options.seed)
    codes = [np.unique(getattr(votes, name), return_inverse=True)[1] for name in by.sizes]
    codes = codes or [np.arange(len(votes))]
    again = replace(options, position_effect=fitted.layout.position)
    strengths = np.full((options.bootstrap, len(votes.systems)), np.nan)
    for turn in range(options.bootstrap):
        weights = np.ones(len(votes))
        for code in codes:
            groups = int(code.max()) + 1
            weights *= np.bincount(chance.integers(groups, size=groups), minlength=groups)[code]
        strengths[turn] = _aligned(fitted, fit_model(len(votes.systems), count(votes, weights), again), votes, options)
        if progress:
            progress(turn + 1, options.bootstrap)
    limits = np.full((2, len(votes.systems)), np.nan)
    usable = np.isfinite(strengths).mean(axis=0) >= _USABLE
    tail = (1 - options.level) / 2
    if usable.any():
        limits[:, usable] = np.nanquantile(strengths[:, usable], [tail, 1 - tail], axis=0)
    return limits[0], limits[1]


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
