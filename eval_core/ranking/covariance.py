"""Sandwich covariance, clustered by annotator, by prompt, or by both.

Cameron, Gelbach & Miller (2011), "Robust inference with multiway clustering", JBES 29:
V = V_a + V_p − V_{a∩p}, each V_c = H⁻¹ (Σ_g S_g S_gᵀ) H⁻¹ · G/(G−1).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from eval_core.errors import InputError
from eval_core.ranking.fitting import Fit
from eval_core.ranking.likelihood import Layout, information, local, squared_scores
from eval_core.ranking.newton import gauge
from eval_core.ranking.votes import Cells, Floats, Ints, Votes, known_clusters

CLUSTERS = ("auto", "none", "annotator", "prompt", "both")


@dataclass(frozen=True)
class Clustering:
    """What the uncertainty is clustered by: `name` as used, sizes, and degrees of freedom (None: normal)."""

    name: str
    sizes: dict[str, int]
    df: int | None


@dataclass(frozen=True)
class Covariance:
    """Covariance of the parameters (p, p), and every estimate that a contrast's variance must not fall below."""

    matrix: Floats
    floors: tuple[Floats, ...]

    def variance(self, contrasts: Floats) -> Floats:
        """Variances of contrasts (m, p), (m,)."""
        return np.asarray(np.max([np.einsum("ij,jk,ik->i", contrasts, v, contrasts) for v in self.floors], axis=0))

    def pair_variance(self, systems: Ints) -> Floats:
        """Variances of all differences of strengths among `systems` (m,), (m, m)."""
        best = np.zeros((len(systems), len(systems)))
        for v in self.floors:
            block = v[np.ix_(systems, systems)]
            diagonal = np.diag(block)
            best = np.maximum(best, diagonal[:, None] + diagonal[None, :] - 2 * block)
        return best


def choose_clustering(votes: Votes, wanted: str) -> Clustering:
    """Resolve 'auto', and check that the wanted clusters are there.

    Raises:
        InputError: for an unknown name, a missing column, or fewer than two clusters.
    """
    if wanted not in CLUSTERS:
        raise InputError(f"cluster must be one of {', '.join(CLUSTERS)}")
    codes = {name: code for name in ("annotator", "prompt") if (code := getattr(votes, name)) is not None}
    sizes = {name: known_clusters(code) for name, code in codes.items()}
    if wanted == "auto":
        repeating = [name for name, size in sizes.items() if 2 <= size < len(votes)]
        wanted = "both" if len(repeating) == 2 else repeating[0] if repeating else "none"
    used = {"none": (), "both": ("annotator", "prompt")}.get(wanted, (wanted,))
    for name in used:
        if name not in sizes:
            raise InputError(f"cannot cluster by {name}: the judgments do not say the {name}")
        if sizes[name] < 2:
            raise InputError(f"cannot cluster by {name}: there is only one among the judgments that count")
    chosen = {name: sizes[name] for name in used}
    return Clustering(wanted, chosen, min(chosen.values()) - 1 if chosen else None)


def covariance_of(votes: Votes, fitted: Fit, wanted: str) -> tuple[Clustering, Covariance | None]:
    """What the uncertainty of a fit to `votes` is clustered by, and the covariance of its parameters.

    It is None where the judgments measure nothing.

    Raises:
        InputError: see `choose_clustering`; only judgments that fix a number count as clusters.
    """
    by = choose_clustering(votes, wanted)
    if not fitted.measured.any():
        return by, None
    inner = votes.only(fitted.classes[votes.first] == fitted.classes[votes.second])
    by = choose_clustering(inner, wanted)
    bread, plain = _bread_and_independent(fitted)
    if by.name == "none":
        return by, Covariance(plain, (plain,))
    return by, _sandwich(inner, fitted, bread, plain, by)


def independent_covariance(fitted: Fit) -> tuple[Clustering, Covariance | None]:
    """As `covariance_of` without clusters: each judgment varies on its own (HC0). It needs the counts only."""
    by = Clustering("none", {}, None)
    if not fitted.measured.any():
        return by, None
    plain = _bread_and_independent(fitted)[1]
    return by, Covariance(plain, (plain,))


def _bread_and_independent(fitted: Fit) -> tuple[Floats, Floats]:
    """The inverse information and the sandwich HC0, (p, p) each."""
    layout, cells = fitted.layout, fitted.cells
    at = local(layout, cells, fitted.beta)
    bread: Floats = np.linalg.inv(information(layout, cells, at) + gauge(layout, fitted.classes)).astype(np.float64)
    return bread, bread @ squared_scores(layout, cells, at) @ bread


def _sandwich(votes: Votes, fitted: Fit, bread: Floats, plain: Floats, by: Clustering) -> Covariance:
    """The clustered covariance; `bread` is the inverse information (p, p). `votes` are those that were fitted."""
    scores = _scores(fitted.layout, votes, fitted.cells, fitted.beta)
    parts = {name: _clustered(scores, getattr(votes, name), bread) for name in by.sizes}
    if by.name != "both":
        only = parts[by.name]
        return Covariance(only, (only, plain))
    codes = np.stack([getattr(votes, name) for name in by.sizes])
    cell: Ints = np.unique(codes, axis=1, return_inverse=True)[1].ravel()
    both = parts["annotator"] + parts["prompt"] - _clustered(scores, cell, bread)
    values, vectors = np.linalg.eigh((both + both.T) / 2)
    clipped = (vectors * np.clip(values, 0, None)) @ vectors.T
    return Covariance(clipped, (clipped, *parts.values(), plain))


def _scores(layout: Layout, votes: Votes, cells: Cells, beta: Floats) -> sp.csr_matrix:
    """One row per judgment, (n, p)."""
    length = None if votes.length is None else np.nan_to_num(votes.length)
    each = Cells(votes.first, votes.second, votes.order_known, np.empty((0, 3)), length)
    row = np.arange(len(votes))
    if layout.covariate:
        mine, at = row, local(layout, each, beta)
    else:
        mine, at = _cell_of(votes, cells, layout.size), local(layout, cells, beta)
    by_d = at.score_d[mine, votes.outcome]
    parts = [(votes.first, by_d), (votes.second, -by_d)]
    parts += [(np.full(len(votes), index), by_d * column) for index, column in layout.effects(each)]
    if layout.ties:
        parts.append((np.full(len(votes), layout.tie_index), at.score_tie[mine, votes.outcome]))
    columns, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    return sp.coo_matrix((values, (np.tile(row, len(parts)), columns)), (len(votes), layout.length)).tocsr()


def _cell_of(votes: Votes, cells: Cells, size: int) -> Ints:
    """For each judgment a cell of its ordered pair, (n,)."""
    key = (cells.first * size + cells.second) * 2 + cells.known
    order = np.argsort(key)
    return np.asarray(order[np.searchsorted(key[order], (votes.first * size + votes.second) * 2 + votes.order_known)])


def _clustered(scores: sp.csr_matrix, codes: Ints, bread: Floats) -> Floats:
    _, group = np.unique(codes, return_inverse=True)
    count = int(group.max()) + 1
    sums = sp.coo_matrix((np.ones(len(group)), (group, np.arange(len(group)))), (count, len(group))).tocsr() @ scores
    factor = count / (count - 1) if count > 1 else 1.0
    return np.asarray(bread @ (sums.T @ sums).toarray() @ bread * factor)
