"""Sandwich covariance, clustered by annotator, by prompt, or by both.

Cameron, Gelbach & Miller (2011), "Robust inference with multiway clustering", JBES 29:
V = V_a + V_p − V_{a∩p}, each V_c = H⁻¹ (Σ_g S_g S_gᵀ) H⁻¹ · G/(G−1), for a clustering that is asked for by name. That
chosen by itself ('auto') is corrected for few annotators (`half_pooled`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import pandas as pd

from eval_core.errors import InputError
from eval_core.ranking.fit import Fit
from eval_core.ranking.likelihood import information, local, squared_scores
from eval_core.ranking.newton import gauge
from eval_core.ranking.uncertainty.half_pooled import Clusters, HalfPooled
from eval_core.ranking.uncertainty.scores import Scores, scores_of
from eval_core.ranking.votes import Floats, Ints, Votes, count, is_numbered, known_clusters

CLUSTERS = ("auto", "none", "annotator", "prompt", "both")
_BOTH = ("annotator", "prompt")
# With more annotators than this the correction is of no weight, and its cost grows with them.
CORRECTED = 200


@dataclass(frozen=True)
class Clustering:
    """What the uncertainty is clustered by: `name` as used, sizes, and degrees of freedom (None: normal).

    `corrected` says that each contrast has its own correction for few annotators.
    """

    name: str
    sizes: dict[str, int]
    df: float | None
    corrected: bool = False


class Variances(Protocol):
    """A covariance from which draws are made, and the variance of each contrast."""

    @property
    def matrix(self) -> Floats: ...

    def variance(self, contrasts: Floats) -> Floats: ...

    def pair_variance(self, systems: Ints) -> Floats: ...


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
    """Resolve 'auto', and check that the columns of the wanted clusters exist.

    Raises:
        InputError: for an unknown name, a missing column, or fewer than two clusters.
    """
    if wanted not in CLUSTERS:
        raise InputError("bad_cluster", accepted=", ".join(CLUSTERS))
    asked = {"none": (), "auto": _BOTH, "both": _BOTH}.get(wanted, (wanted,))
    codes = {name: code for name in asked if (code := getattr(votes, name)) is not None}
    sizes = {name: known_clusters(code) for name, code in codes.items()}
    if wanted == "auto":
        repeating = [name for name, size in sizes.items() if 2 <= size < len(votes)]
        wanted = "both" if len(repeating) == 2 else repeating[0] if repeating else "none"
    used = {"none": (), "both": _BOTH}.get(wanted, (wanted,))
    for name in used:
        if name not in sizes:
            raise InputError("cluster_unknown", name=name)
        if sizes[name] < 2:
            raise InputError("single_cluster", name=name)
    chosen = {name: sizes[name] for name in used}
    return Clustering(wanted, chosen, min(chosen.values()) - 1 if chosen else None)


def covariance_of(votes: Votes, fitted: Fit, wanted: str) -> tuple[Clustering, Variances | None]:
    """What the uncertainty of a fit to `votes` is clustered by, and the covariance of its parameters.

    It is None where the judgments measure nothing.

    Raises:
        InputError: see `choose_clustering`; only judgments that fix a number count as clusters.
    """
    by = choose_clustering(votes, wanted)
    if not fitted.measured.any():
        return by, None
    inner = votes
    if len(np.unique(fitted.classes)) > 1:
        inner = votes.only(fitted.classes[votes.first] == fitted.classes[votes.second])
        by = choose_clustering(inner, wanted)
    parts = _parts(fitted)
    if wanted == "auto" and 2 <= by.sizes.get("annotator", 0) <= CORRECTED:
        mine = np.flatnonzero(fitted.measured)
        corrected = HalfPooled(_by_annotator(inner, fitted, parts, by), mine)
        return replace(by, df=corrected.df, corrected=True), corrected
    return by, _sandwich(inner, fitted, parts, by)


def independent_covariance(fitted: Fit) -> tuple[Clustering, Covariance | None]:
    """As `covariance_of` without clusters: each judgment varies on its own (HC0). It needs the counts only."""
    by = Clustering("none", {}, None)
    if not fitted.measured.any():
        return by, None
    parts = _parts(fitted)
    plain = parts.around(parts.squares)
    return by, Covariance(plain, (plain,))


@dataclass(frozen=True)
class _Parts:
    """The inverse information and Σ s sᵀ over all judgments, of which a sandwich is made, (p, p) each."""

    bread: Floats
    squares: Floats

    def around(self, middle: Floats) -> Floats:
        """The sandwich around `middle` (p, p)."""
        return np.asarray(self.bread @ middle @ self.bread)


def _parts(fitted: Fit) -> _Parts:
    layout, cells = fitted.layout, fitted.cells
    at = local(layout, cells, fitted.beta)
    bread = np.linalg.inv(information(layout, cells, at) + gauge(layout, fitted.classes))
    return _Parts(bread.astype(np.float64), squared_scores(layout, cells, at))


def _by_annotator(votes: Votes, fitted: Fit, parts: _Parts, by: Clustering) -> Clusters:
    """What the correction for few annotators needs; `votes` are those that were fitted."""
    scores = scores_of(fitted.layout, votes, fitted.cells, fitted.beta)
    codes = pd.factorize(np.asarray(votes.annotator))[0]
    number = int(codes.max()) + 1
    information_by = np.empty((number, fitted.layout.length, fitted.layout.length))
    for code in range(number):
        mine = count(votes.only(codes == code))
        information_by[code] = information(fitted.layout, mine, local(fitted.layout, mine, fitted.beta))
    plain, prompts = parts.around(parts.squares), None
    cells = plain
    if "prompt" in by.sizes and votes.prompt is not None:
        groups = pd.factorize(votes.prompt)[0]
        prompts = _clustered(scores, groups, parts)
        cells = _clustered(scores, codes * len(votes) + groups, parts)
    return Clusters(
        bread=parts.bread,
        information=information_by,
        scores=np.asarray(scores.added(codes, number).toarray()),
        cells=cells,
        prompts=prompts,
        plain=plain,
        prompt_count=by.sizes.get("prompt", 0),
        systems=fitted.layout.size,
    )


def _sandwich(votes: Votes, fitted: Fit, parts: _Parts, by: Clustering) -> Covariance:
    """The clustered covariance; `votes` are those that were fitted."""
    plain = parts.around(parts.squares)
    if by.name == "none":
        return Covariance(plain, (plain,))
    scores = scores_of(fitted.layout, votes, fitted.cells, fitted.beta)
    codes = [getattr(votes, name) for name in by.sizes]
    groups = [code if is_numbered(code) else pd.factorize(code)[0] for code in codes]
    each = [_clustered(scores, group, parts) for group in groups]
    if by.name != "both":
        return Covariance(each[0], (each[0], plain))
    first, second = groups
    both = sum(each) - _clustered(scores, first * len(votes) + second, parts)
    values, vectors = np.linalg.eigh((both + both.T) / 2)
    clipped = (vectors * np.clip(values, 0, None)) @ vectors.T
    return Covariance(clipped, (clipped, *each, plain))


def _clustered(scores: Scores, codes: Ints, parts: _Parts) -> Floats:
    """One term of the sandwich, (p, p); `codes` (n,) say the judgments' clusters."""
    count, shared, group = _clusters(codes)
    if shared is None:
        middle = scores.summed(group)
    else:
        # A cluster of one adds what it adds to the sum over all judgments.
        mine = scores.only(shared)
        middle = parts.squares + (mine.summed(group) - mine.squares())
    return parts.around(middle) * (count / (count - 1) if count > 1 else 1.0)


def _clusters(codes: Ints) -> tuple[int, Ints | None, Ints]:
    """How many clusters there are, which judgments share one (None: all), and those judgments' clusters."""
    if is_numbered(codes):
        sizes = np.bincount(codes)
        if not (sizes == 1).any():
            return int(np.count_nonzero(sizes)), None, codes
    bits = len(codes).bit_length()
    if codes.max(initial=0) >> (63 - bits):
        codes = pd.factorize(codes)[0]
    # To sort code and number as one number brings the judgments of a cluster together, far faster than an argsort.
    ordered = np.sort((codes << bits) | np.arange(len(codes)))
    code, number = ordered >> bits, ordered & ((1 << bits) - 1)
    follows = np.append(False, code[1:] == code[:-1])
    shared = np.flatnonzero(follows | np.append(follows[1:], False))
    return int(np.count_nonzero(~follows)), number[shared], np.cumsum(~follows[shared]) - 1
