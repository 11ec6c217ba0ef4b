"""Does one strength a system describe the judgments? Residuals of pairs against what clusters explain.

The model expects each pair's share from two strengths. If a beats b, b beats c and c beats a, no strengths fit, and the
pairs' residuals are larger than chance and differing annotators and prompts make them. With r_c the residual of pair c
(the sum of its scores) and v_c its variance over `replicas` at the estimated sizes, Σ r_c²/v_c is compared with the
replicas' own; so is each |r_c|/√v_c with their largest, which adjusts a pair's p for all pairs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from eval_core.ranking.diagnostics.replicas import Replicas
from eval_core.ranking.diagnostics.variance import sizes_again, sizes_of

_SMALLEST = 1e-6


@dataclass(frozen=True)
class Misfit:
    """A pair that the strengths do not describe.

    Attributes:
        system, opponent: with system the one that is preferred more often than expected.
        judgments: of the pair; share: won by `system`, a tie as half; expected: the same by the model.
        p: adjusted for all pairs.
    """

    system: str
    opponent: str
    judgments: int
    share: float
    expected: float
    p: float


@dataclass(frozen=True)
class FitTest:
    """The test of fit.

    Attributes:
        p: small where pairs depart from the model by more than chance and clusters explain; None where each
            pair has the strengths it needs, so that nothing is left to test.
        pairs: how many pairs were tested; misfits: those with an adjusted p of at most 1 − level, worst first.
        replicas: how many p is from: none is below 1/(replicas + 1).
    """

    p: float | None
    pairs: int
    misfits: tuple[Misfit, ...]
    replicas: int


def fit_test(replicas: Replicas, level: float = 0.95) -> FitTest:
    """Test whether the pairs' residuals exceed what noise, annotators and prompts explain."""
    sizes, sources = sizes_of(replicas), replicas.residual_replicas
    drawn, number = np.einsum("s,scr->cr", sizes, sources), sources.shape[2]
    spread = np.einsum("acr,bcr->cab", sources, sources) / number
    variance = np.einsum("a,cab,b->c", sizes, spread, sizes)
    tested = np.flatnonzero(variance > _SMALLEST * np.maximum(variance.max(initial=0.0), _SMALLEST))
    if not len(tested) or np.linalg.matrix_rank(replicas.inverse, hermitian=True) >= len(replicas.pairs):
        return FitTest(None, 0, (), number)
    # Each replica is measured by the sizes that it would give itself, as the judgments are by theirs.
    again = sizes_again(replicas, sizes)
    scale = np.sqrt(np.maximum(np.einsum("ra,cab,rb->cr", again, spread[tested], again), 1e-300))
    seen, chance = replicas.residuals[tested] / np.sqrt(variance[tested]), np.abs(drawn[tested] / scale)
    p = (1 + int(((chance**2).sum(axis=0) >= (seen**2).sum()).sum())) / (number + 1)
    largest = chance.max(axis=0)
    adjusted = (1 + (largest[None, :] >= np.abs(seen)[:, None]).sum(axis=1)) / (number + 1)
    order = np.argsort(-np.abs(seen), kind="stable")
    bad = [tested[c] for c in order if adjusted[c] <= 1 - level]
    each = dict(zip(tested.tolist(), adjusted.tolist(), strict=True))
    return FitTest(p, len(tested), tuple(_misfit(replicas, int(c), each[int(c)]) for c in bad), number)


def _misfit(replicas: Replicas, c: int, p: float) -> Misfit:
    names = [replicas.votes.systems[i] for i in replicas.pairs[c]]
    share, expected = float(replicas.won[c]), float(replicas.expected[c])
    if replicas.residuals[c] < 0:
        names, share, expected = names[::-1], 1 - share, 1 - expected
    return Misfit(names[0], names[1], int(replicas.judged[c]), share, expected, p)
