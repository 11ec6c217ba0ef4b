"""The two models' probabilities, scores and information, per ordered pair.

Davidson (1970), "On extending the Bradley-Terry model to accommodate ties", JASA 65: with d = θi − θj + h,
P(first) = e^{d/2}/Z, P(second) = e^{−d/2}/Z, P(tie) = ν/Z, Z = e^{d/2} + e^{−d/2} + ν.
Bradley & Terry (1952), Biometrika 39: P(first) = 1/(1 + e^{−d}); a tie is half a win for each.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from eval_core.ranking.votes import FIRST, SECOND, TIE, Cells, Floats


@dataclass(frozen=True)
class Layout:
    """Which parameters there are: K strengths, then the position effect h, then log ν."""

    size: int
    position: bool
    ties: bool

    @property
    def length(self) -> int:
        """Number of parameters."""
        return self.size + self.position + self.ties

    @property
    def tie_index(self) -> int:
        """Where log ν stands (only meaningful with `ties`)."""
        return self.size + self.position


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
    return d + cells.known * beta[layout.size] if layout.position else d


def local(layout: Layout, cells: Cells, beta: Floats) -> Local:
    """Everything the fit and the sandwich need, for each cell."""
    d = differences(layout, cells, beta)
    if layout.ties:
        return _davidson(d, beta[layout.tie_index])
    zero = np.zeros_like(d)
    log_first, log_second = -np.logaddexp(0, -d), -np.logaddexp(0, d)
    p = np.exp(log_first)
    log_p = np.stack([log_first, log_second, (log_first + log_second) / 2], axis=1)
    score = np.stack([1 - p, -p, 0.5 - p], axis=1)
    return Local(log_p, score, np.zeros_like(score), p * (1 - p), zero, zero)


def _davidson(d: Floats, log_nu: float) -> Local:
    terms = np.stack([d / 2, -d / 2, np.full_like(d, log_nu)], axis=1)
    log_z = np.logaddexp(np.logaddexp(terms[:, 0], terms[:, 1]), terms[:, 2])
    log_p = terms - log_z[:, None]
    p = np.exp(log_p)
    lean, tie = (p[:, FIRST] - p[:, SECOND]) / 2, p[:, TIE]
    score_d = np.array([0.5, -0.5, 0.0])[None, :] - lean[:, None]
    score_tie = np.array([0.0, 0.0, 1.0])[None, :] - tie[:, None]
    info_dd = (p[:, FIRST] + p[:, SECOND]) / 4 - lean**2
    return Local(log_p, score_d, score_tie, info_dd, -lean * tie, tie * (1 - tie))


def gradient(layout: Layout, cells: Cells, at: Local) -> Floats:
    """Gradient of the log-likelihood, (p,)."""
    by_d = (cells.counts * at.score_d).sum(axis=1)
    size = layout.size
    grad = np.bincount(cells.first, by_d, size) - np.bincount(cells.second, by_d, size)
    extra = [by_d @ cells.known] if layout.position else []
    if layout.ties:
        extra.append((cells.counts * at.score_tie).sum())
    return np.concatenate([grad, extra])


def information(layout: Layout, cells: Cells, at: Local) -> Floats:
    """Expected information (it equals the observed one in both models), (p, p); singular along each gauge."""
    n = cells.counts.sum(axis=1)
    dd, dt, size = n * at.info_dd, n * at.info_dt, layout.size
    info = np.zeros((layout.length, layout.length))
    block = np.bincount(cells.first * size + cells.second, dd, size * size).reshape(size, size)
    block = block + block.T
    info[:size, :size] = np.diag(block.sum(axis=1)) - block
    if layout.position:
        _border(info, layout, layout.size, cells, dd * cells.known, (dd * cells.known).sum())
    if layout.ties:
        _border(info, layout, layout.tie_index, cells, dt, (n * at.info_tt).sum())
        if layout.position:
            info[size, layout.tie_index] = info[layout.tie_index, size] = dt @ cells.known
    return info


def _border(info: Floats, layout: Layout, row: int, cells: Cells, weight: Floats, corner: float) -> None:
    size = layout.size
    edge = np.bincount(cells.first, weight, size) - np.bincount(cells.second, weight, size)
    info[row, :size] = info[:size, row] = edge
    info[row, row] = corner
