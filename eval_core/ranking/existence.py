"""Does a finite maximum exist, and if not, which systems run away?

The log-likelihood is concave; it lacks a finite maximum if and only if some direction (δθ, δh, δlog ν) lowers
the probability of no observed outcome and is not neutral to all (Albert & Anderson 1984, Biometrika 71, for
the logistic case). For an A win that means δd ≥ 0 and δd ≥ 2δlog ν, mirrored for B; for a tie
2δlog ν ≥ |δd|; where a tie is half a win for each, δd = 0. These are linear, so a linear programme decides.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from scipy.optimize import linprog
from scipy.sparse.csgraph import connected_components

from eval_core.ranking.likelihood import Layout
from eval_core.ranking.votes import FIRST, SECOND, TIE, Cells, Floats, Ints

_ZERO = 1e-7


def components_of(size: int, cells: Cells) -> Ints:
    """Connected components of the comparison graph, (K,), numbered by their first system."""
    played = cells.counts.sum(axis=1) > 0
    graph = sp.coo_matrix((np.ones(played.sum()), (cells.first[played], cells.second[played])), (size, size))
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)


def classes_of(layout: Layout, cells: Cells, components: Ints) -> Ints:
    """Classes (K,) of systems that no such direction moves against each other.

    One class per component means that a finite maximum exists.
    """
    if not layout.position and _wins_connect(layout.size, cells, components):
        return components.copy()
    cone = _constraints(layout, cells)
    direction = _interior_direction(layout, cone, components)
    moved = np.round(direction[: layout.size] / _ZERO / 10) if direction is not None else np.zeros(layout.size)
    _, classes = np.unique(np.stack([components, moved]), axis=1, return_inverse=True)
    return np.asarray(classes, dtype=np.int64).ravel()


def _wins_connect(size: int, cells: Cells, components: Ints) -> bool:
    """Sufficient: wins alone lead from every system of a component to every other and back."""
    first, second = cells.counts[:, FIRST] > 0, cells.counts[:, SECOND] > 0
    rows = np.concatenate([cells.first[first], cells.second[second]])
    columns = np.concatenate([cells.second[first], cells.first[second]])
    graph = sp.coo_matrix((np.ones(len(rows)), (rows, columns)), (size, size))
    groups = connected_components(graph, directed=True, connection="strong")[0]
    return bool(groups == components.max(initial=-1) + 1)


def _constraints(layout: Layout, cells: Cells) -> sp.csr_matrix:
    """Rows a with a·δ ≥ 0 that every admissible direction fulfils."""
    d = sp.lil_matrix((len(cells.first), layout.length))
    index = np.arange(len(cells.first))
    d[index, cells.first] = 1
    d[index, cells.second] = -1
    if layout.position:
        d[index, layout.size] = cells.known.astype(float)
    d = d.tocsr()
    first, second, tie = (cells.counts[:, outcome] > 0 for outcome in (FIRST, SECOND, TIE))
    rows = [d[first], -d[second]]
    if layout.ties:
        nu = sp.csr_matrix((2 * np.ones(len(index)), (index, np.full(len(index), layout.tie_index))), d.shape)
        rows += [d[first] - nu[first], -d[second] - nu[second], nu[tie] - d[tie], nu[tie] + d[tie]]
    else:
        rows += [d[tie], -d[tie]]
    return sp.vstack(rows).tocsr()


def _interior_direction(layout: Layout, cone: sp.csr_matrix, components: Ints) -> Floats | None:
    """A direction that moves whatever can be moved, None where only the neutral ones exist."""
    rows, length = cone.shape
    gauge = sp.lil_matrix((int(components.max(initial=-1)) + 1, length))
    gauge[components, np.arange(layout.size)] = 1.0
    slack = sp.hstack([-cone, sp.identity(rows)]).tocsr()  # t ≤ a·δ
    answer = linprog(
        np.concatenate([np.zeros(length), -np.ones(rows)]),
        A_ub=slack,
        b_ub=np.zeros(rows),
        A_eq=sp.hstack([gauge, sp.csr_matrix((gauge.shape[0], rows))]).tocsr(),
        b_eq=np.zeros(gauge.shape[0]),
        bounds=[(None, None)] * length + [(0, 1)] * rows,
        method="highs",
    )
    if answer.x is None or -answer.fun < _ZERO:
        return None
    # The optimum makes strict whatever can be strict, but may leave two systems level that another direction
    # parts: add, with random weights, the extreme directions of every system that still stands level.
    total = _scaled(answer.x[:length])
    weights = np.random.default_rng(0).uniform(0.5, 1.0, 2 * layout.size)
    for system in range(layout.size):
        for sign in (1, -1):
            goal = np.zeros(length)
            goal[system] = -sign
            extreme = linprog(
                goal,
                A_ub=-cone,
                b_ub=np.zeros(rows),
                A_eq=gauge.tocsr(),
                b_eq=np.zeros(gauge.shape[0]),
                bounds=(-1, 1),
                method="highs",
            )
            if extreme.x is not None and -extreme.fun > _ZERO:
                total = total + weights[2 * system + (sign > 0)] * _scaled(extreme.x)
    return _scaled(total)


def _scaled(direction: Floats) -> Floats:
    largest = np.abs(direction).max(initial=0.0)
    return np.asarray(direction / largest if largest > 0 else direction, dtype=np.float64)
