"""Does a finite maximum exist, and if not, which systems run away?

The log-likelihood is concave; it lacks a finite, unique maximum if and only if some direction (δθ, δh, δγ, δlog ν)
beyond the gauge lowers the probability of no observed outcome (Albert & Anderson 1984, Biometrika 71, for the
logistic case). For a win of the first that means δd ≥ 0 and δd ≥ 2δlog ν, mirrored for the second; for a tie
2δlog ν ≥ |δd|; where a tie is half a win for each, δd = 0. These directions form a cone, and it has a simple shape:

- If some direction moves h, or γ, the data do not identify it, and it must be left out (`is_identified`, a linear
  programme). If none does, the cone is that of the model without them. Either way the systems separate as without them.
- δlog ν < 0 contradicts any tie. δlog ν > 0 requires that each win spans at least, and each tie at
  most, 2δlog ν: a system of difference constraints, solvable unless a cycle of wins is too long for its ties.
- If δlog ν = 0 throughout, ties keep their systems together, a win lets them part in one direction, and the classes
  that stay together are the strongly connected groups of that graph (Ford 1957, American Mathematical Monthly 64).

In the last case every judgment across classes is a win whose constraint some direction fulfils with slack. Adding
a little of any direction that the judgments inside classes admit keeps it in the cone: so those judgments alone
have a finite maximum, tie parameter and effects included. Where δlog ν > 0, only ties are inside classes.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import NegativeCycleError, connected_components, csgraph_from_dense, floyd_warshall

from eval_core.ranking.likelihood import Layout
from eval_core.ranking.votes import FIRST, SECOND, TIE, Bools, Cells, Ints


def components_of(size: int, cells: Cells) -> Ints:
    """Connected components of the comparison graph, (K,), numbered by their first system."""
    played = cells.counts.any(axis=1)
    return _groups(size, cells.first[played], cells.second[played], directed=False)


def members_of(components: Ints) -> list[Ints]:
    """The systems of each component, ascending."""
    return [np.flatnonzero(components == label) for label in range(int(components.max()) + 1)]


def classes_of(size: int, cells: Cells, components: Ints, *, ties: bool) -> tuple[Ints, bool]:
    """Classes (K,) of systems that no direction parts, and whether the tie parameter is identified.

    One class per component, and an identified tie parameter mean that a finite maximum exists. A component of
    nothing but ties is one class: its strengths are best equal at every value of the tie parameter.

    Args:
        ties: whether ties have a parameter (else each is half a win for both).
    """
    if ties:
        levels = _levels(size, cells)
        if levels is not None:
            won = np.bincount(components[cells.first], cells.counts[:, :TIE].sum(axis=1), size)[components] > 0
            return numbered(np.where(won, levels, size + components)), False
    tied = cells.counts[:, TIE] > 0
    winners, losers = _wins(cells, tied)
    return _groups(size, winners, losers, directed=True), True


def is_identified(layout: Layout, cells: Cells, components: Ints, effect: int) -> bool:
    """Whether no direction moves the parameter at `effect`, h or γ: only then has it an estimate.

    Usually a few wins show it; the linear programme is solved only where they do not.
    """
    if _opposed(layout, cells, effect):
        return True
    from scipy.optimize import linprog  # takes long to load, and is rarely needed

    cells = _outermost(cells)
    cone = _constraints(layout, cells)
    bounds: list[tuple[float | None, float | None]] = [(None, None)] * layout.length
    for system in np.unique(components, return_index=True)[1]:
        bounds[system] = (0.0, 0.0)  # the gauge: one system of each component is fixed
    bounds[effect] = (-1.0, 1.0)
    for sign in (1.0, -1.0):
        goal = np.zeros(layout.length)
        goal[effect] = -sign
        answer = linprog(goal, A_ub=-cone, b_ub=np.zeros(cone.shape[0]), bounds=bounds, method="highs")
        if answer.x is None:
            raise ArithmeticError(f"the linear programme of existence failed: {answer.message}")
        # In a cone the optimum is exactly 0 or 1.
        if -answer.fun > 0.5:
            return False
    return True


def _opposed(layout: Layout, cells: Cells, effect: int) -> bool:
    """Whether wins within single pairs prove that the parameter at `effect` is identified. False proves nothing.

    Let i < j be a pair, and take all from i's side: a win of i says δd ≥ 0, one of j says δd ≤ 0, where
    δd = δθi − δθj + δe·x, and x is the effect's column (negative where j was shown first). If i won at x and j at y,
    the difference is δe·(x − y) ≥ 0. So x > y somewhere forbids δe < 0, and x < y somewhere (in any pair) δe > 0.
    With both effects in the model, only cells in the same order are compared: there h is the same.
    """
    side = np.where(cells.first < cells.second, 1.0, -1.0)
    order = 1 + (side * cells.known).astype(np.int64)
    if effect == layout.size:
        if layout.covariate:
            return False
        x, order = order - 1.0, 0 * order
    else:
        x = side * dict(layout.effects(cells))[effect]
    pair = np.minimum(cells.first, cells.second) * layout.size + np.maximum(cells.first, cells.second)
    groups, group = np.unique(3 * pair + order, return_inverse=True)
    wins, losses = (cells.counts[:, outcome] > 0 for outcome in (FIRST, SECOND))
    # The smallest and the largest x at which i won, and at which j won.
    edges = np.full((2, 2, len(groups)), [[[np.inf]], [[-np.inf]]])
    for winner, won in enumerate((np.where(side > 0, wins, losses), np.where(side > 0, losses, wins))):
        np.minimum.at(edges[0, winner], group[won], x[won])
        np.maximum.at(edges[1, winner], group[won], x[won])
    (low_i, low_j), (high_i, high_j) = edges
    return bool((high_i > low_j).any() and (high_j > low_i).any())


def _levels(size: int, cells: Cells) -> Ints | None:
    """Classes (K,) that stay together where the tie parameter runs away, None where it cannot.

    With δlog ν = ½ the constraints are differences, "a win spans at least 1, a tie at most 1". They can be met
    unless a cycle of the graph is negative, and two systems stay level if paths of length 0 lead both ways.
    """
    winners, losers = _wins(cells, np.zeros(len(cells.first), dtype=bool))
    if len(np.unique(_groups(size, winners, losers, directed=True))) < size:
        return None  # a cycle of wins
    tied = cells.counts[:, TIE] > 0
    lengths = np.full((size, size), np.inf)
    lengths[cells.first[tied], cells.second[tied]] = lengths[cells.second[tied], cells.first[tied]] = 1.0
    lengths[winners, losers] = -1.0
    try:
        distance = floyd_warshall(csgraph_from_dense(lengths, null_value=np.inf))
    except NegativeCycleError:
        return None
    return _groups(size, *np.nonzero((distance == 0) & (distance.T == 0)), directed=False)


def _wins(cells: Cells, both: Bools) -> tuple[Ints, Ints]:
    """Winner and loser of every kind of win; cells marked in `both` (c,) count as won by either."""
    first, second = (cells.counts[:, FIRST] > 0) | both, (cells.counts[:, SECOND] > 0) | both
    winners = np.concatenate([cells.first[first], cells.second[second]])
    losers = np.concatenate([cells.second[first], cells.first[second]])
    return winners, losers


def _groups(size: int, sources: Ints, targets: Ints, *, directed: bool) -> Ints:
    graph = sp.coo_matrix((np.ones(len(sources)), (sources, targets)), (size, size))
    return numbered(connected_components(graph, directed=directed, connection="strong")[1])


def numbered(labels: Ints) -> Ints:
    """The same groups, numbered from 0 by their first member."""
    _, start, group = np.unique(labels, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(start))[group], dtype=np.int64)


def _outermost(cells: Cells) -> Cells:
    """The cells that imply the constraints of all: these are linear in the covariate, so that of those with one
    pair and one kind of outcome, the two with its smallest and its largest value imply what is between."""
    if cells.length is None:
        return cells
    group = (cells.first * (1 + cells.second.max(initial=0)) + cells.second) * 2 + cells.known
    keep = np.zeros(len(group), dtype=bool)
    for outcome in (FIRST, SECOND, TIE):
        mine = np.flatnonzero(cells.counts[:, outcome] > 0)
        mine = mine[np.lexsort((cells.length[mine], group[mine]))]
        edge = np.diff(group[mine], prepend=-1, append=-1) != 0
        keep[mine[edge[:-1] | edge[1:]]] = True
    return cells.only(keep)


def _constraints(layout: Layout, cells: Cells) -> sp.csr_matrix:
    """Rows a with a·δ ≥ 0 that every direction of the cone fulfils."""
    index, shape = np.arange(len(cells.first)), (len(cells.first), layout.length)
    effects = layout.effects(cells)
    ends = np.concatenate([cells.first, cells.second, *(np.full(len(index), effect) for effect, _ in effects)])
    signs = np.concatenate([np.ones(len(index)), -np.ones(len(index)), *(column for _, column in effects)])
    d = sp.coo_matrix((signs, (np.tile(index, 2 + len(effects)), ends)), shape).tocsr()
    first, second, tie = (np.flatnonzero(cells.counts[:, outcome] > 0) for outcome in (FIRST, SECOND, TIE))
    rows = [d[first], -d[second]]
    if layout.ties:
        nu = sp.coo_matrix((np.full(len(index), 2.0), (index, np.full(len(index), layout.tie_index))), shape).tocsr()
        rows += [d[first] - nu[first], -d[second] - nu[second], nu[tie] - d[tie], nu[tie] + d[tie]]
    else:
        rows += [d[tie], -d[tie]]
    return sp.vstack(rows).tocsr()
