"""Maximising the likelihood on counts: the cost does not depend on the number of judgments."""

from __future__ import annotations

import choix
import numpy as np

from eval_core.ranking.likelihood import Layout, gradient, information, local
from eval_core.ranking.votes import FIRST, SECOND, TIE, Cells, Floats, Ints

_STEPS = 100
_TOLERANCE = 1e-12


def gauge(layout: Layout, components: Ints) -> Floats:
    """A matrix (p, p) that fixes the mean strength of each component at zero when added to the information."""
    same = (components[:, None] == components[None, :]).astype(float)
    fixed = np.zeros((layout.length, layout.length))
    fixed[: layout.size, : layout.size] = same
    return fixed


def fit(layout: Layout, cells: Cells, components: Ints, ridge: float = 0.0) -> Floats:
    """Maximum likelihood by Newton's method with step halving, (p,); strengths have mean zero per component.

    The log-likelihood is concave, so this ends at the maximum wherever one exists (see `existence`). With
    `ridge`, a Gaussian prior of that precision on every parameter makes a maximum exist always.
    """
    beta = np.zeros(layout.length)
    fixed = gauge(layout, components) + ridge * np.eye(layout.length)
    value = _objective(layout, cells, beta, ridge)
    for _ in range(_STEPS):
        at = local(layout, cells, beta)
        grad = gradient(layout, cells, at) - ridge * beta
        step = np.linalg.solve(information(layout, cells, at) + fixed, grad)
        scale = 1.0
        while (new := _objective(layout, cells, beta + scale * step, ridge)) < value - 1e-9 and scale > 1e-8:
            scale /= 2
        beta, value = beta + scale * step, new
        if np.abs(step).max(initial=0.0) * scale < _TOLERANCE:
            break
    return centre(beta, layout.size, components)


def fit_choix(size: int, cells: Cells, members: Ints) -> Floats:
    """Bradley-Terry by `choix.ilsr_pairwise_dense` on wins plus half ties, (size,); zero outside `members`."""
    wins = np.zeros((size, size))
    half = cells.counts[:, TIE] / 2
    np.add.at(wins, (cells.first, cells.second), cells.counts[:, FIRST] + half)
    np.add.at(wins, (cells.second, cells.first), cells.counts[:, SECOND] + half)
    strengths = np.zeros(size)
    if len(members) > 1:
        strengths[members] = choix.ilsr_pairwise_dense(wins[np.ix_(members, members)], max_iter=1000, tol=1e-12)
    return strengths


def centre(beta: Floats, size: int, components: Ints) -> Floats:
    """The parameters with mean strength zero in each component."""
    beta = beta.copy()
    totals = np.bincount(components, beta[:size])
    beta[:size] -= (totals / np.maximum(np.bincount(components), 1))[components]
    return beta


def _objective(layout: Layout, cells: Cells, beta: Floats, ridge: float) -> float:
    return float((cells.counts * local(layout, cells, beta).log_p).sum() - ridge / 2 * (beta @ beta))
