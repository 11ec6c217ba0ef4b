"""The two models' probabilities, scores and information, per ordered pair.

Davidson (1970), "On extending the Bradley-Terry model to accommodate ties", JASA 65: with d = θi − θj + h + γx,
P(first) = e^{d/2}/Z, P(second) = e^{−d/2}/Z, P(tie) = ν/Z, Z = e^{d/2} + e^{−d/2} + ν.
Bradley & Terry (1952), Biometrika 39: P(first) = 1/(1 + e^{−d}); a tie is half a win for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from eval_core.ranking.votes import Cells, Floats, Ints


@dataclass(frozen=True)
class Layout:
    """Which parameters there are: K strengths, then the position effect h, log ν and the length effect γ.

    Systems that were never compared have no effect in common. Where there are several components, `groups` says which
    one a system belongs to, (K,), and `own` which effects each has; after all strengths come those of the first
    component, then of the second. The three marks say then whether any component has the effect.
    """

    size: int
    position: bool
    ties: bool
    covariate: bool = False
    groups: Ints | None = None
    own: tuple[Layout, ...] = ()

    @classmethod
    def together(cls, groups: Ints, own: tuple[Layout, ...]) -> Layout:
        """Of several components, from the layout of each."""
        marks = (any(one.position for one in own), any(one.ties for one in own), any(one.covariate for one in own))
        return cls(len(groups), *marks, groups, own)

    @property
    def length(self) -> int:
        """Number of parameters."""
        if self.own:
            return sum(one.length for one in self.own)
        return self.size + self.position + self.ties + self.covariate

    @property
    def tie_index(self) -> int:
        """The index of log ν (only meaningful with `ties`, in one component)."""
        return self.size + self.position

    @property
    def covariate_index(self) -> int:
        """The index of γ (only meaningful with `covariate`, in one component)."""
        return self.size + self.position + self.ties

    def effects(self, cells: Cells) -> list[tuple[int, Floats]]:
        """What is added to a difference of strengths: per effect its index and its column of `cells`, (c,)."""
        columns: list[tuple[int, Floats]] = []
        for one, start, mine in self._components(cells):
            if one.position:
                columns.append((start + one.size, cells.known.astype(np.float64) * mine))
            if one.covariate and cells.length is not None:
                columns.append((start + one.covariate_index, cells.length * mine))
        return columns

    def ties_of(self, cells: Cells) -> list[tuple[int, Floats | float]]:
        """Of each tie parameter its index, and 1 where it is that of the cell, (c,)."""
        return [(start + one.tie_index, mine) for one, start, mine in self._components(cells) if one.ties]

    def log_nu(self, cells: Cells, beta: Floats) -> Floats:
        """log ν of every cell, (c,); −inf where its component has no ties."""
        if self.ties and self.groups is None:
            return np.full(len(cells.first), beta[self.tie_index])
        found = np.full(len(cells.first), -np.inf)
        for index, mine in self.ties_of(cells):
            found[np.greater(mine, 0)] = beta[index]
        return found

    def _components(self, cells: Cells) -> Iterator[tuple[Layout, int, Floats | float]]:
        """Each component's layout, how far on its effects are, and 1 for its cells, (c,)."""
        if self.groups is None:
            yield self, 0, 1.0
            return
        end, mine = self.size, self.groups[cells.first]
        for number, one in enumerate(self.own):
            yield one, end - one.size, (mine == number).astype(np.float64)
            end += one.length - one.size


@dataclass(frozen=True)
class Local:
    """Per cell: log-likelihood of each outcome (c, 3), its score in d (c, 3) and in log ν (c, 3), information."""

    log_p: Floats
    score_d: Floats
    score_tie: Floats
    info_dd: Floats
    info_dt: Floats
    info_tt: Floats


def differences(layout: Layout, cells: Cells, beta: Floats) -> Floats:
    """d of every cell, (c,)."""
    d = beta[cells.first] - beta[cells.second]
    for index, column in layout.effects(cells):
        d = d + column * beta[index]
    return np.asarray(d)


def local(layout: Layout, cells: Cells, beta: Floats) -> Local:
    """Everything the fit and the sandwich need, for each cell."""
    d = differences(layout, cells, beta)
    if layout.ties:
        return _davidson(d, layout.log_nu(cells, beta))
    zero = np.zeros_like(d)
    log_first, log_second = -np.logaddexp(0, -d), -np.logaddexp(0, d)
    p = np.exp(log_first)
    log_p = np.stack([log_first, log_second, (log_first + log_second) / 2], axis=1)
    score = np.stack([1 - p, -p, 0.5 - p], axis=1)
    return Local(log_p, score, np.zeros_like(score), p * (1 - p), zero, zero)


def _davidson(d: Floats, log_nu: Floats) -> Local:
    # From the largest term, so that none overflows and the sum is at least 1.
    largest = np.maximum(np.abs(d) / 2, log_nu)
    first, second, tie = np.exp(d / 2 - largest), np.exp(-d / 2 - largest), np.exp(log_nu - largest)
    z = first + second + tie
    log_z = largest + np.log(z)
    lean, tie = (first - second) / (2 * z), tie / z
    log_p = np.stack([d / 2 - log_z, -d / 2 - log_z, log_nu - log_z], axis=1)
    score_d = np.stack([0.5 - lean, -0.5 - lean, -lean], axis=1)
    score_tie = np.stack([-tie, -tie, 1 - tie], axis=1)
    return Local(log_p, score_d, score_tie, (first + second) / (4 * z) - lean**2, -lean * tie, tie * (1 - tie))


def gradient(layout: Layout, cells: Cells, at: Local) -> Floats:
    """Gradient of the log-likelihood, (p,)."""
    return _gradient(
        layout, cells, _over_outcomes(cells.counts, at.score_d), _over_outcomes(cells.counts, at.score_tie)
    )


def information(layout: Layout, cells: Cells, at: Local) -> Floats:
    """Expected information (it equals the observed one in both models), (p, p); singular along each gauge."""
    n = cells.counts.sum(axis=1)
    return _quadratic(layout, cells, n * at.info_dd, n * at.info_dt, n * at.info_tt)


def slopes(layout: Layout, cells: Cells, beta: Floats) -> tuple[Floats, Floats]:
    """`gradient` (p,) and `information` (p, p) at `beta`, without what else `local` has: for fits by the thousand."""
    n, d = cells.counts.sum(axis=1), differences(layout, cells, beta)
    first, second, tied = cells.counts.T
    won, nu = np.exp(d / 2), np.exp(layout.log_nu(cells, beta)) if layout.ties else 0.0
    lost = 1 / won
    z = won + lost + nu
    lean, tie = (won - lost) / (2 * z), nu / z
    by_d = (first - second) / 2 - n * lean
    if not layout.ties:
        return _gradient(layout, cells, by_d, tie), _quadratic(layout, cells, n * (0.25 - lean**2), tie, tie)
    dd = n * ((won + lost) / (4 * z) - lean**2)
    quadratic = _quadratic(layout, cells, dd, -n * lean * tie, n * tie * (1 - tie))
    return _gradient(layout, cells, by_d, tied - n * tie), quadratic


def squared_scores(layout: Layout, cells: Cells, at: Local) -> Floats:
    """Σ s sᵀ over all judgments, with s the score of one, (p, p): the middle of the sandwich HC0."""
    n, by_d, by_tie = cells.counts, at.score_d, at.score_tie
    sums = [_over_outcomes(n, product) for product in (by_d * by_d, by_d * by_tie, by_tie * by_tie)]
    return _quadratic(layout, cells, *sums)


def _gradient(layout: Layout, cells: Cells, by_d: Floats, by_tie: Floats) -> Floats:
    """From the scores of whole cells in d and in log ν, (c,) each, (p,)."""
    grad = np.zeros(layout.length)
    grad[: layout.size] = _by_system(layout.size, cells, by_d)
    for index, column in layout.effects(cells):
        grad[index] = by_d @ column
    for index, mine in layout.ties_of(cells):
        grad[index] = (by_tie * mine).sum()
    return grad


def _quadratic(layout: Layout, cells: Cells, dd: Floats, dt: Floats, tt: Floats) -> Floats:
    """Σ over cells of a quadratic form in (d, log ν), whose entries are (c,) each, as a matrix (p, p)."""
    size, effects = layout.size, layout.effects(cells)
    total = np.zeros((layout.length, layout.length))
    block = np.bincount(cells.first * size + cells.second, dd, size * size).reshape(size, size)
    block = block + block.T
    total[:size, :size] = np.diag(block.sum(axis=1)) - block
    for index, column in effects:
        total[index, :size] = total[:size, index] = _by_system(size, cells, dd * column)
        for other, against in effects:
            total[index, other] = (dd * column) @ against
    for tie, mine in layout.ties_of(cells):
        own = dt * mine
        total[tie, :size] = total[:size, tie] = _by_system(size, cells, own)
        for index, column in effects:
            total[index, tie] = total[tie, index] = own @ column
        total[tie, tie] = (tt * mine).sum()
    return total


def _over_outcomes(counts: Floats, values: Floats) -> Floats:
    """Σ of values (c, 3) times counts (c, 3), (c,)."""
    return np.asarray(np.einsum("ij,ij->i", counts, values))


def _by_system(size: int, cells: Cells, weight: Floats) -> Floats:
    """Σ of weights (c,) where a system was shown first, minus where it was second, (K,)."""
    return np.asarray(np.bincount(cells.first, weight, size) - np.bincount(cells.second, weight, size))
