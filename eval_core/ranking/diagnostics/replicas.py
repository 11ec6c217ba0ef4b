"""Seeded replicas of a fit: how its scores would vary if the model held and annotators and prompts differed.

The score of judgment t in its difference d is s_t, its information i_t, and e_t has 1 at the system shown first and −1
at the other. To first order each replica is a sum of three sources:

- noise: outcomes drawn from the fitted probabilities;
- taste of annotators: i_t e_t'u_g, u_g standard normal for each annotator g and system;
- the same of prompts.

A fit takes from each what it can explain by strengths: s_t − i_t e_t'A Σ s_u e_u, A the inverse information. The
sizes of the sources (√φ, τ_a, τ_p) are applied afterwards, so that one set of replicas serves for all sizes: it is
cheap to ask at which sizes what was seen would be usual. Where systems, annotators or prompts are few, replicas have as
few, which formulas for large numbers would miss.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
import scipy.sparse as sp

from eval_core.ranking.fit import Fit
from eval_core.ranking.likelihood import local
from eval_core.ranking.votes import FIRST, SECOND, TIE, Cells, Floats, Ints, Votes, known_clusters

SOURCES = ("noise", "annotator", "prompt")
_MOST, _LEAST, _WORK = 500, 200, 20_000_000
_CHUNK = 3_000_000
_SMALLEST = 1e-9


@dataclass(frozen=True)
class Grouped:
    """Sums of squared scores over groups of judgments, each system's by its information.

    Attributes:
        observed: of the judgments.
        products: of each replica's sources with each other, (R, 3, 3): at sizes w the replica has w'Pw.
    """

    observed: float
    products: Floats

    def at(self, sizes: Floats) -> Floats:
        """The sums of all replicas at these sizes of the sources (3,), (R,)."""
        return np.asarray(np.einsum("i,rij,j->r", sizes, self.products, sizes))


@dataclass(frozen=True)
class Replicas:
    """What was seen and R replicas of it, for n judgments of K systems.

    Attributes:
        votes: the judgments.
        groups: by 'cell' (an annotator on a prompt), and by 'annotator' and 'prompt' where these repeat.
        pairs: the systems of each pair that was judged, (C, 2).
        residuals, residual_replicas: its summed scores, seen from the lower-numbered system, (C,) and (3, C, R).
        judged: how many judgments it has, won: the share won (a tie as half), and expected: by the model, (C,).
        inverse: A, (K, K).
        effects: what each source does to the strengths, (3, K, R).
        decided_effects: the same for a fit to the judgments that are no ties, (3, K, R); None without ties.
    """

    votes: Votes
    groups: dict[str, Grouped]
    pairs: Ints
    residuals: Floats
    residual_replicas: Floats
    judged: Ints
    won: Floats
    expected: Floats
    inverse: Floats
    effects: Floats
    decided_effects: Floats | None

    def present(self) -> tuple[int, ...]:
        """The numbers of the sources that these judgments can show."""
        return tuple(n for n, name in enumerate(SOURCES) if n == 0 or name in self.groups)


@dataclass(frozen=True)
class _Judged:
    """The judgments as matrices; `signs` has e_t as its rows, (n, K)."""

    votes: Votes
    p: Floats
    scores: Floats
    info: Floats
    signs: sp.csr_matrix
    inverse: Floats

    @classmethod
    def of(cls, votes: Votes, fitted: Fit) -> _Judged:
        length = None if votes.length is None else np.nan_to_num(votes.length)
        each = Cells(votes.first, votes.second, votes.order_known, np.empty((0, 3)), length)
        at = local(fitted.layout, each, fitted.beta)
        p = np.exp(at.log_p)
        if not fitted.layout.ties:
            p[:, TIE] = 0.0
        n, rows = len(votes), np.arange(len(votes))
        values = np.concatenate([np.ones(n), -np.ones(n)])
        place = (np.concatenate([rows, rows]), np.concatenate([votes.first, votes.second]))
        signs = sp.coo_matrix((values, place), (n, len(votes.systems))).tocsr()
        hessian = (signs.T @ sp.diags(at.info_dd) @ signs).toarray()
        return cls(votes, p, at.score_d, at.info_dd, signs, np.linalg.pinv(hessian, hermitian=True))

    def noise(self, chance: np.random.Generator, r: int) -> tuple[Floats, Floats]:
        """Scores of drawn outcomes, (n, r), and the same where ties are thrown away."""
        drawn = chance.random((len(self.votes), r))
        won = drawn < self.p[:, [FIRST]]
        lost = ~won & (drawn < self.p[:, [FIRST]] + self.p[:, [SECOND]])
        by = self.scores
        scores = np.where(won, by[:, [FIRST]], np.where(lost, by[:, [SECOND]], by[:, [TIE]]))
        share = self.share[:, None]
        return scores, np.where(won, 1 - share, np.where(lost, -share, 0.0))

    @property
    def share(self) -> Floats:
        """P(first | no tie), (n,)."""
        return np.asarray(self.p[:, FIRST] / (self.p[:, FIRST] + self.p[:, SECOND]))

    @property
    def decided_info(self) -> Floats:
        """The information of a judgment for a fit that throws ties away, (n,)."""
        return np.asarray((self.p[:, FIRST] + self.p[:, SECOND]) * self.share * (1 - self.share))


def replicas_of(votes: Votes, fitted: Fit, seed: int) -> Replicas | None:
    """Replicas of a fit to `votes`; None where no difference of strengths is measured."""
    inside = fitted.measured[votes.first] & (fitted.classes[votes.first] == fitted.classes[votes.second])
    inner = votes.only(inside)
    if not len(inner):
        return None
    judged = _Judged.of(inner, fitted)
    sums = {name: _by_system(inner, codes) for name, codes in _groups(inner).items()}
    pairs, which = _pairs(inner)
    turned = np.where(inner.first < inner.second, 1.0, -1.0)
    by_pair = sp.coo_matrix((turned, (which, np.arange(len(inner)))), (len(pairs), len(inner))).tocsr()
    weight = 1 / np.maximum(np.asarray(judged.signs.power(2).T @ judged.info).ravel(), _SMALLEST)
    seen = judged.scores[np.arange(len(inner)), inner.outcome]
    products: dict[str, list[Floats]] = {name: [] for name in sums}
    residuals, effects, decided = [], [], []
    for sources, without in _drawn(judged, sums, seed):
        left = [_explained(judged, source) for source in sources]
        for name, (matrix, systems) in sums.items():
            added = np.stack([matrix @ part for part in left])
            products[name].append(np.einsum("aur,u,bur->rab", added, weight[systems], added))
        residuals.append(np.stack([by_pair @ part for part in left]))
        effects.append(np.stack([judged.inverse @ (judged.signs.T @ source) for source in sources]))
        decided.append(without)
    y = np.array([1.0, 0.0, 0.5])[inner.outcome]
    expected = judged.p[:, FIRST] + judged.p[:, TIE] / 2
    number = np.bincount(which, minlength=len(pairs))
    return Replicas(
        votes=inner,
        groups={
            name: Grouped(float((weight[systems] * (matrix @ seen) ** 2).sum()), np.concatenate(products[name]))
            for name, (matrix, systems) in sums.items()
        },
        pairs=pairs,
        residuals=np.asarray(by_pair @ seen),
        residual_replicas=np.concatenate(residuals, axis=2),
        judged=number,
        won=_turned_share(y, turned, which, number),
        expected=_turned_share(expected, turned, which, number),
        inverse=judged.inverse,
        effects=np.concatenate(effects, axis=2),
        decided_effects=np.concatenate(decided, axis=2) if judged.p[:, TIE].any() else None,
    )


def _drawn(
    judged: _Judged, sums: dict[str, tuple[sp.csr_matrix, Ints]], seed: int
) -> Iterator[tuple[list[Floats], Floats]]:
    """Chunks of replicas: the sources' scores (n, r), and their effects on strengths without ties (3, K, r)."""
    chance, n = np.random.default_rng([seed, 2]), len(judged.votes)
    left = int(np.clip(_WORK // n, _LEAST, _MOST))
    info = judged.decided_info
    inverse = np.linalg.pinv((judged.signs.T @ sp.diags(info) @ judged.signs).toarray(), hermitian=True)
    while left:
        r = min(left, max(1, _CHUNK // n))
        left -= r
        scores, decided = judged.noise(chance, r)
        sources, without = [scores], [inverse @ (judged.signs.T @ decided)]
        for name in SOURCES[1:]:
            gaps = np.zeros((n, r))
            if name in sums:
                matrix = sums[name][0]
                gaps = matrix.T @ chance.standard_normal((matrix.shape[0], r))
            sources.append(judged.info[:, None] * gaps)
            without.append(inverse @ (judged.signs.T @ (info[:, None] * gaps)))
        yield sources, np.stack(without)


def _explained(judged: _Judged, scores: Floats) -> Floats:
    """What is left of scores (n, r) when strengths have explained what they can."""
    shift = judged.inverse @ (judged.signs.T @ scores)
    return np.asarray(scores - judged.info[:, None] * (judged.signs @ shift))


def _groups(votes: Votes) -> dict[str, Ints]:
    """Codes from 0 of what repeats, and of the cells."""
    codes = {
        name: pd.factorize(values)[0].astype(np.int64)
        for name in SOURCES[1:]
        if (values := getattr(votes, name)) is not None and 2 <= known_clusters(values) < len(votes)
    }
    cell = np.arange(len(votes))
    if len(codes) == 2:
        cell = pd.factorize(codes["annotator"] * len(votes) + codes["prompt"])[0].astype(np.int64)
    return {**codes, "cell": cell}


def _by_system(votes: Votes, codes: Ints) -> tuple[sp.csr_matrix, Ints]:
    """A matrix (u, n) that sums scores by group and system, and the system of each of its rows."""
    size, n = len(votes.systems), len(votes)
    keys, rows = np.unique(
        np.concatenate([codes * size + votes.first, codes * size + votes.second]), return_inverse=True
    )
    values = np.concatenate([np.ones(n), -np.ones(n)])
    matrix = sp.coo_matrix((values, (rows, np.tile(np.arange(n), 2))), (len(keys), n)).tocsr()
    return matrix, keys % size


def _pairs(votes: Votes) -> tuple[Ints, Ints]:
    """The pairs that were judged, (C, 2), and which one each judgment is of, (n,)."""
    size = len(votes.systems)
    low, high = np.minimum(votes.first, votes.second), np.maximum(votes.first, votes.second)
    keys, which = np.unique(low * size + high, return_inverse=True)
    return np.stack(np.divmod(keys, size), axis=1), which


def _turned_share(y: Floats, turned: Floats, which: Ints, number: Ints) -> Floats:
    """The mean of y by pair, seen from the lower-numbered system, (C,)."""
    return np.asarray(np.bincount(which, np.where(turned > 0, y, 1 - y), len(number)) / number)
