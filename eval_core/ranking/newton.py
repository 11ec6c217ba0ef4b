"""Maximising the likelihood on counts: the cost does not depend on the number of judgments."""

from __future__ import annotations

import numpy as np

from eval_core.errors import InputError
from eval_core.ranking.likelihood import Layout, Local, gradient, information, local, slopes
from eval_core.ranking.votes import FIRST, SECOND, TIE, Bools, Cells, Floats, Ints

_STEPS = 200
_SMALLEST = 1e-10
# Steps shrink quadratically: after one that is this small, or this small in standard errors (the root of the
# gain), the error is beyond machine precision. Where strengths are barely identified, only the second can be reached.
_TOLERANCE = 1e-9
_TOLERANCE_OF_GAIN = 1e-16
# A fit that starts near its end is there within so many steps, the last of which leaves an error of its square.
_NEAR_STEPS, _NEAR_TOLERANCE, _FAR = 12, 1e-4, 5.0


def gauge(layout: Layout, components: Ints) -> Floats:
    """A matrix (p, p) that fixes the mean strength of each component at zero when added to the information."""
    same = (components[:, None] == components[None, :]).astype(float)
    fixed = np.zeros((layout.length, layout.length))
    fixed[: layout.size, : layout.size] = same
    return fixed


def fit(layout: Layout, cells: Cells, components: Ints, ridge: float = 0.0, start: Floats | None = None) -> Floats:
    """Maximum likelihood by Newton's method with step halving, (p,); strengths have mean zero per component.

    The log-likelihood is concave, so this ends at the maximum wherever one exists (see `existence`). With
    `ridge`, a Gaussian prior of that precision on every parameter makes a maximum exist always.

    Args:
        start: where to begin, (p,): near the maximum it takes fewer steps. From zero where it is None.

    Raises:
        ArithmeticError: where there is no maximum to be found; never a wrong number.
    """
    beta = np.zeros(layout.length) if start is None else start
    fixed = gauge(layout, components) + ridge * np.eye(layout.length)
    at = local(layout, cells, beta)
    value = _objective(cells, at, beta, ridge)
    for _ in range(_STEPS):
        grad = gradient(layout, cells, at) - ridge * beta
        step = np.linalg.solve(information(layout, cells, at) + fixed, grad)
        if np.abs(step).max(initial=0.0) < _TOLERANCE or grad @ step < _TOLERANCE_OF_GAIN:
            return centre(beta + step, layout.size, components)
        scale, rounding = 1.0, 1e-13 * abs(value) + 1e-12
        while True:
            at = local(layout, cells, beta + scale * step)
            new = _objective(cells, at, beta + scale * step, ridge)
            if new >= value - rounding:
                break
            scale /= 2
            if scale < _SMALLEST:
                raise ArithmeticError("Newton's method found no way up: this is a bug in `existence`")
        beta, value = beta + scale * step, new
    raise ArithmeticError("Newton's method did not converge: this is a bug in `existence`")


def refit(layout: Layout, cells: Cells, components: Ints, start: Floats) -> Floats | None:
    """`fit` from parameters near the maximum, (p,); None where that does not settle, as where there is no maximum.

    Where likelihood has no maximum, steps never shrink: each goes on by about as much as the last.
    """
    beta, fixed = start, gauge(layout, components)
    for _ in range(_NEAR_STEPS):
        grad, curvature = slopes(layout, cells, beta)
        try:
            step = np.linalg.solve(curvature + fixed, grad)
        except np.linalg.LinAlgError:
            return None
        size = np.abs(step).max()
        if not size < _FAR:  # NaN too
            return None
        beta = beta + step
        if size < _NEAR_TOLERANCE:
            return centre(beta, layout.size, components)
    return None


def fit_choix(size: int, cells: Cells, classes: Ints) -> Floats:
    """Bradley-Terry by `choix.ilsr_pairwise_dense` on wins plus half ties, class by class, (K,).

    Raises:
        InputError: where its iteration does not converge.
    """
    import choix  # takes long to load, and few rankings need it

    wins = np.zeros((size, size))
    half = cells.counts[:, TIE] / 2
    np.add.at(wins, (cells.first, cells.second), cells.counts[:, FIRST] + half)
    np.add.at(wins, (cells.second, cells.first), cells.counts[:, SECOND] + half)
    strengths = np.zeros(size)
    for label in np.flatnonzero(np.bincount(classes) > 1):
        members = np.flatnonzero(classes == label)
        try:
            strengths[members] = choix.ilsr_pairwise_dense(wins[np.ix_(members, members)], max_iter=5000, tol=1e-12)
        except RuntimeError as error:
            raise InputError("choix_diverges") from error
    return centre(strengths, size, classes)


def centre(beta: Floats, size: int, groups: Ints, members: Bools | None = None) -> Floats:
    """The parameters with mean strength zero in each group (over `members` (K,), where given)."""
    beta = beta.copy()
    weight = np.ones(size) if members is None else members.astype(float)
    totals = np.bincount(groups, weight * beta[:size])
    beta[:size] -= (totals / np.maximum(np.bincount(groups, weight), 1))[groups]
    return beta


def _objective(cells: Cells, at: Local, beta: Floats, ridge: float) -> float:
    return float((cells.counts * at.log_p).sum() - ridge / 2 * (beta @ beta))
