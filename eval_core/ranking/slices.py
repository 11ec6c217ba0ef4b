"""Two slices of the judgments next to each other: by how much does each system's strength differ?

Both slices are fitted as one vector of parameters (θ₁, h₁, log ν₁, θ₂, h₂, log ν₂). An annotator or prompt that
is in both is one cluster, whose scores in both slices are summed before they are squared: so the covariance
between the slices is that of Cameron, Gelbach & Miller (2011), "Robust inference with multiway clustering", JBES 29,
for the joint estimator. With scores S_g = (S_g1, S_g2) and G_s clusters in slice s, each slice's part is multiplied
by √(G_s/(G_s − 1)): without shared clusters the variances of the two rankings add exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import scipy.sparse as sp
from scipy import linalg

from eval_core.errors import InputError
from eval_core.ranking.blas import one_thread
from eval_core.ranking.fit import Fit, fit_model
from eval_core.ranking.likelihood import information, local
from eval_core.ranking.newton import gauge
from eval_core.ranking.options import Options
from eval_core.ranking.uncertainty.covariance import Covariance, choose_clustering
from eval_core.ranking.uncertainty.ranges import draw, pointwise_value
from eval_core.ranking.uncertainty.scores import scores_of
from eval_core.ranking.votes import Bools, Floats, Ints, Votes, count, encode

_SMALLEST_ERROR = 1e-6  # a smaller one is rounding


@dataclass(frozen=True)
class SliceRow:
    """One system in both slices.

    `first` and `second` are its strengths (natural log scale) as each slice's own ranking has them, measured from the
    mean of the systems that have a strength in both slices (or from the reference). `difference` is first − second,
    `low` and `high` its pointwise interval; `decided` says whether it differs from 0 when all systems are tested
    together. They are None (False) where a slice has no finite strength for the system, or nothing in common to measure
    it from.
    """

    system: str
    first: float | None
    second: float | None
    difference: float | None
    se: float | None
    low: float | None
    high: float | None
    decided: bool


@dataclass(frozen=True)
class SliceComparison:
    """Two slices: a row for every system of either, by name. `n_clusters` are the sizes in each slice."""

    rows: tuple[SliceRow, ...]
    level: float
    reference: str | None
    cluster: str
    n_clusters: dict[str, tuple[int, int]]
    df: int | None
    n_judgments: tuple[int, int]


@dataclass(frozen=True)
class _Slice:
    """A slice's judgments that fix numbers, its fit, and its influence: scores (n, p) and bread (p, p)."""

    votes: Votes
    fitted: Fit
    scores: sp.csr_matrix
    bread: Floats


def compare_slices(
    first: pd.DataFrame,
    second: pd.DataFrame,
    *,
    model: str = "davidson",
    position_effect: bool = False,
    cluster: str = "auto",
    reference: str | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> SliceComparison:
    """Compare two frames of judgments (as `rank` takes them, no judgment in both).

    Each slice has strengths, tie parameter and position effect of its own. Degrees of freedom are those of the
    slice with fewer clusters, which is conservative (Welch's are between that and their sum).

    Args:
        cluster: as in `rank`; 'auto' uses what repeats in both slices.
        reference: measure both slices from this system instead of the mean of the systems that have a strength in both.

    Raises:
        InputError: for options or data that do not fit together, or a reference without a strength in a slice.
    """
    if not len(first) or not len(second):
        raise InputError("empty_slice")
    frames = [frame if "order_known" in frame else frame.assign(order_known=True) for frame in (first, second)]
    union = encode(pd.concat(frames, ignore_index=True))
    Options(model, "newton", position_effect, reference, level, seed, 0).check(union)
    options = Options(model, "newton", position_effect, None, level, seed, 0)
    in_first = np.arange(len(union)) < len(first)
    with one_thread():
        parts = (_fitted(union.only(in_first), options), _fitted(union.only(~in_first), options))
        return _compared(union.systems, parts, cluster, reference, options, (len(first), len(second)))


def _fitted(votes: Votes, options: Options) -> _Slice:
    fitted = fit_model(len(votes.systems), count(votes), options)
    inner = votes.only(fitted.classes[votes.first] == fitted.classes[votes.second])
    layout, cells = fitted.layout, fitted.cells
    info = information(layout, cells, local(layout, cells, fitted.beta)) + gauge(layout, fitted.classes)
    scores = scores_of(layout, inner, cells, fitted.beta).added(np.arange(len(inner)), len(inner))
    return _Slice(inner, fitted, scores, np.asarray(np.linalg.pinv(info, hermitian=True)))


def _compared(
    systems: tuple[str, ...],
    parts: tuple[_Slice, _Slice],
    cluster: str,
    reference: str | None,
    options: Options,
    sizes: tuple[int, int],
) -> SliceComparison:
    groups = _groups(parts)
    anchor = None if reference is None else systems.index(reference)
    if anchor is not None:
        if groups[anchor] < 0:
            raise InputError("slice_reference_not_finite", system=systems[anchor])
        groups = np.where(groups == groups[anchor], groups, -1)
    members = np.flatnonzero(groups >= 0)
    weights = _contrasts(groups, members, anchor)
    by = {} if not len(members) else _clusters(parts, cluster)
    df = min(min(pair) for pair in by.values()) - 1 if by else None
    values = [weights @ part.fitted.strength for part in parts]
    rows = {name: SliceRow(name, None, None, None, None, None, None, False) for name in systems}
    if len(members):
        covariance = _covariance(parts, weights, list(by))
        gap = values[0] - values[1]
        error = np.sqrt(np.clip(covariance.variance(np.eye(len(members))), 0, None))
        alone = pointwise_value(options.level, df)
        half = alone * error
        limit = max(alone, _simultaneous(draw(covariance.matrix, df, options.seed), error, options.level))
        for row, i in enumerate(members):
            has_error = error[row] > _SMALLEST_ERROR or i == anchor
            rows[systems[i]] = SliceRow(
                system=systems[i],
                first=float(values[0][row]),
                second=float(values[1][row]),
                difference=float(gap[row]),
                se=float(error[row]) if has_error else None,
                low=float(gap[row] - half[row]) if has_error else None,
                high=float(gap[row] + half[row]) if has_error else None,
                decided=bool(error[row] > _SMALLEST_ERROR and abs(gap[row]) > limit * error[row]),
            )
    name = "both" if len(by) == 2 else next(iter(by), "none")
    return SliceComparison(tuple(rows[name] for name in systems), options.level, reference, name, by, df, sizes)


def _groups(parts: tuple[_Slice, _Slice]) -> Ints:
    """Labels (K,) of systems that both slices measure on one scale; −1 for the others."""
    first, second = (part.fitted for part in parts)
    pair = first.components * (len(second.components) + 1) + second.components
    labels = np.unique(pair, return_inverse=True)[1]
    usable = first.measured & second.measured
    alone = np.bincount(labels, usable)[labels] < 2
    return np.where(usable & ~alone, labels, -1).astype(np.int64)


def _contrasts(groups: Ints, members: Ints, anchor: int | None) -> Floats:
    """Rows (m, K) that measure each member's strength from its group's mean, or from the anchor."""
    weights = np.zeros((len(members), len(groups)))
    weights[np.arange(len(members)), members] = 1.0
    for row, i in enumerate(members):
        peers = np.flatnonzero(groups == groups[i]) if anchor is None else np.array([anchor])
        weights[row, peers] -= 1 / len(peers)
    return weights


def _clusters(parts: tuple[_Slice, _Slice], wanted: str) -> dict[str, tuple[int, int]]:
    first, second = (choose_clustering(part.votes, wanted).sizes for part in parts)
    return {name: (first[name], second[name]) for name in first if name in second}


def _covariance(parts: tuple[_Slice, _Slice], weights: Floats, names: Sequence[str]) -> Covariance:
    """Of the differences (m, m), from the joint scores of both slices."""
    size = weights.shape[1]
    wide = [np.pad(weights, ((0, 0), (0, len(part.bread) - size))) @ part.bread for part in parts]
    influence = np.hstack([wide[0], -wide[1]])
    plain = _meat([part.scores for part in parts], influence)
    codes = [[getattr(part.votes, name) for part in parts] for name in names]
    one_way = [_clustered(parts, code, influence) for code in codes]
    if len(one_way) < 2:
        best = one_way[0] if one_way else plain
        return Covariance(best, (best, plain))
    both = one_way[0] + one_way[1] - _clustered(parts, _cells(codes), influence)
    values, vectors = linalg.eigh((both + both.T) / 2)
    clipped = np.asarray((vectors * np.clip(values, 0, None)) @ vectors.T)
    return Covariance(clipped, (clipped, *one_way, plain))


def _clustered(parts: tuple[_Slice, _Slice], codes: Sequence[Ints], influence: Floats) -> Floats:
    """One-way clustered covariance of the differences, (m, m); `codes` are common to both slices."""
    _, group = np.unique(np.concatenate(codes), return_inverse=True)
    groups, sums, start = int(group.max()) + 1, [], 0
    for part, code in zip(parts, codes, strict=True):
        n, mine = len(np.unique(code)), group[start : start + len(code)]
        gather = sp.coo_matrix((np.ones(len(mine)), (mine, np.arange(len(mine)))), (groups, len(mine))).tocsr()
        sums.append(gather @ part.scores * np.sqrt(n / max(n - 1, 1)))
        start += len(code)
    return _meat([sp.hstack(sums, format="csr")], influence)


def _meat(blocks: Sequence[sp.csr_matrix], influence: Floats) -> Floats:
    scores = sp.block_diag(blocks, format="csr")
    return np.asarray(influence @ (scores.T @ scores).toarray() @ influence.T)


def _cells(codes: Sequence[Sequence[Ints]]) -> list[Ints]:
    """Codes of each slice's combinations of annotator and prompt, common to both."""
    stacked = np.stack([np.concatenate(code) for code in codes])
    cells: Ints = np.unique(stacked, axis=1, return_inverse=True)[1].ravel()
    cut = len(codes[0][0])
    return [cells[:cut], cells[cut:]]


def _simultaneous(draws: Floats, errors: Floats, level: float) -> float:
    """The `level` quantile of the largest |t| over all differences."""
    keep: Bools = errors > _SMALLEST_ERROR
    if not keep.any():
        return float("inf")
    return float(np.quantile((np.abs(draws[:, keep]) / errors[keep]).max(axis=1), level))
