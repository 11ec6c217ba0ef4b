"""Variances of contrasts with few annotators, and how many degrees of freedom they have.

The textbook's sandwich by annotator is too sure where one annotator judges most, and its Student's t on G − 1 degrees
of freedom gives power away where all judge the same. Here each contrast c of strengths has its own correction. With
A = H⁻¹, annotator g's information H_g and score S_g, and a taste of variance τ² for each system:

- x_g = c'A S_g is what the annotator adds, with variance q_g = c'A H_g A c + τ²‖H_g A c‖². Since the fit makes the
  scores' sum zero, what is seen is x̂ = x − l Σx, l the share of the information. Σx̂² is corrected by its expectation
  b = 1 − 2 l·q/Q + |l|², Q = Σq: the bias reduction of Bell and McCaffrey (2002, Survey Methodology 28).
- τ² is the mean excess of these variances over those within annotators and prompts. Up to `POOLED` annotators, half of
  the excess of each contrast is its own and half is what τ² says.
- V = max(Ã + max(v_p, v_x), HC0): à the annotators' excess, v_p by prompt, v_x by annotator and prompt together.
- The degrees of freedom are Satterthwaite's (Bell and McCaffrey's for the annotators, P − 1 for prompts), one number
  for all contrasts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from eval_core.ranking.votes import Floats, Ints

POOLED = 30
_ROUNDS = 3
_SMALLEST = 1e-9


@dataclass(frozen=True)
class Clusters:
    """What a fit says of annotators (G) and prompts, for p parameters of which the first K are strengths.

    Attributes:
        bread: A, (p, p).
        information: H_g, (G, p, p).
        scores: S_g, (G, p).
        cells: the sandwich by annotator and prompt together, (p, p).
        prompts: the sandwich by prompt, None where prompts do not repeat, (p, p).
        plain: the sandwich without clusters, HC0, (p, p).
        prompt_count: P, 0 without prompts.
        systems: K.
    """

    bread: Floats
    information: Floats
    scores: Floats
    cells: Floats
    prompts: Floats | None
    plain: Floats
    prompt_count: int
    systems: int


class HalfPooled:
    """A covariance in which each contrast has its own variance; see the module. It serves as `covariance.Covariance`.

    Attributes:
        matrix: of which seeded draws are made, (p, p).
        df: degrees of freedom of all contrasts; nu: of the annotators' part, before half of it is pooled.
        taste: τ², the variance between annotators' strengths of a system, natural log scale squared.
    """

    def __init__(self, clusters: Clusters, systems: Ints) -> None:
        self.of = clusters
        half = clusters.information @ clusters.bread  # H_g A, (G, p, p)
        self.information = clusters.bread @ half
        strengths = half[:, : clusters.systems]
        self.spread = np.swapaxes(strengths, 1, 2) @ strengths
        self.scores = clusters.scores @ clusters.bread
        self.taste = 0.0
        pairs = _Contrasts.of_pairs(self, systems)
        self.taste = pairs.taste()
        self.nu, self.df = pairs.nu(), pairs.df(len(systems))
        excess = (clusters.prompts if clusters.prompts is not None else clusters.cells) - clusters.cells
        values, vectors = np.linalg.eigh((excess + excess.T) / 2)
        self.matrix: Floats = (
            clusters.cells + self.taste * self.spread.sum(axis=0) + (vectors * np.clip(values, 0, None)) @ vectors.T
        )

    def variance(self, contrasts: Floats) -> Floats:
        """Variances of contrasts (m, p), (m,)."""
        return _Contrasts.of(self, contrasts).variance()

    def pair_variance(self, systems: Ints) -> Floats:
        """Variances of all differences of strengths among `systems` (m,), (m, m)."""
        m = len(systems)
        found = np.zeros((m, m))
        upper = np.triu_indices(m, 1)
        found[upper] = _Contrasts.of_pairs(self, systems).variance()
        return found + found.T

    def parts(self, systems: Ints) -> Parts:
        """Of what the variances of all differences among `systems` consist, as `np.triu_indices` has the pairs."""
        return _Contrasts.of_pairs(self, systems).parts()

    def quadratic(self, matrices: Floats, first: Ints, second: Ints) -> Floats:
        """c'Mc for the differences of these strengths, (G, m) or (m,)."""
        diagonal = np.diagonal(matrices, axis1=-2, axis2=-1)
        cross = matrices[..., first, second] + matrices[..., second, first]
        return np.asarray(diagonal[..., first] + diagonal[..., second] - cross)


@dataclass(frozen=True)
class _Contrasts:
    """Quantities of m contrasts: by annotator (G, m), else (m,)."""

    of_whom: HalfPooled
    q0: Floats
    spread: Floats
    seen: Floats
    cells: Floats
    prompts: Floats
    plain: Floats

    @classmethod
    def of_pairs(cls, whole: HalfPooled, systems: Ints) -> _Contrasts:
        first, second = (systems[side] for side in np.triu_indices(len(systems), 1))
        of = whole.of
        return cls(
            whole,
            whole.quadratic(whole.information, first, second),
            whole.quadratic(whole.spread, first, second),
            (whole.scores[:, first] - whole.scores[:, second]) ** 2,
            whole.quadratic(of.cells, first, second),
            whole.quadratic(of.cells if of.prompts is None else of.prompts, first, second),
            whole.quadratic(of.plain, first, second),
        )

    @classmethod
    def of(cls, whole: HalfPooled, contrasts: Floats) -> _Contrasts:
        def quadratic(matrices: Floats) -> Floats:
            return np.asarray(np.einsum("mi,...ij,mj->...m", contrasts, matrices, contrasts))

        of = whole.of
        return cls(
            whole,
            quadratic(whole.information),
            quadratic(whole.spread),
            (whole.scores @ contrasts.T) ** 2,
            quadratic(of.cells),
            quadratic(of.cells if of.prompts is None else of.prompts),
            quadratic(of.plain),
        )

    def taste(self) -> float:
        """τ²: three rounds, from what annotators of the same weight would have."""
        found = 0.0
        b = np.full(self.q0.shape[1], 1 - 1 / len(self.q0))
        for _ in range(_ROUNDS):
            excess = (self.seen.sum(axis=0) / b - self.cells).sum()
            found = max(0.0, float(excess / max(self.spread.sum(), _SMALLEST)))
            b = self._bias(found)
        return found

    def _working(self, taste: float) -> tuple[Floats, Floats]:
        """q (G, m), and l (G, m)."""
        total = np.maximum(self.q0.sum(axis=0), _SMALLEST)
        return self.q0 + taste * self.spread, self.q0 / total

    def _bias(self, taste: float) -> Floats:
        q, share = self._working(taste)
        total = np.maximum(q.sum(axis=0), _SMALLEST)
        b = 1 - 2 * (share * q).sum(axis=0) / total + (share**2).sum(axis=0)
        return np.asarray(np.maximum(b, _SMALLEST))

    def _excess(self) -> Floats:
        """Ã, (m,): how much more annotators vary than their cells do."""
        taste = self.of_whom.taste
        own = self.seen.sum(axis=0) / self._bias(taste) - self.cells
        if len(self.q0) <= POOLED:
            own = (taste * self.spread.sum(axis=0) + own) / 2
        return np.asarray(np.maximum(own, 0.0))

    def variance(self) -> Floats:
        """V, (m,)."""
        return np.maximum(self._excess() + np.maximum(self.prompts, self.cells), self.plain)

    def df(self, systems: int) -> float:
        """Degrees of freedom of all contrasts together."""
        nu = self.nu()
        prompts = self.of_whom.of.prompt_count if self.of_whom.of.prompts is not None else None
        return degrees_of_freedom(
            float(self.variance().sum()),
            float((self._excess() + self.cells).sum()),
            nu,
            float(np.maximum(self.prompts, self.cells).sum()),
            annotators=len(self.q0),
            prompts=prompts,
            systems=systems,
        )

    def nu(self) -> float:
        """Bell and McCaffrey's degrees of freedom for the annotators, the mean over the contrasts."""
        taste = self.of_whom.taste
        q, share = self._working(taste)
        total, squares = q.sum(axis=0), (q**2).sum(axis=0)
        both, shares = (share * q).sum(axis=0), (share**2).sum(axis=0)
        trace = total - 2 * both + shares * total
        norm = (
            squares
            + 2 * (q * (total * share**2 - 2 * share * q)).sum(axis=0)
            + 2 * shares * squares
            + 2 * both**2
            + total**2 * shares**2
            - 4 * total * shares * both
        )
        usable = norm > _SMALLEST * total**2
        return float((trace[usable] ** 2 / norm[usable]).mean()) if usable.any() else 1.0

    def parts(self) -> Parts:
        """Of what the variances consist."""
        annotators = self._excess()
        prompts = np.maximum(self.prompts - self.cells, 0.0)
        return Parts(self.variance() - annotators - prompts, prompts, annotators)


@dataclass(frozen=True)
class Parts:
    """The variances of contrasts as a sum, (m,) each: of the judgments, of the prompts and of the annotators."""

    judgments: Floats
    prompts: Floats
    annotators: Floats


def degrees_of_freedom(
    total: float,
    by_annotator: float,
    nu: float,
    by_prompt: float,
    *,
    annotators: int,
    prompts: int | None,
    systems: int,
) -> float:
    """Satterthwaite's, of variances that are summed over all contrasts.

    Args:
        total: V; by_annotator: Ã + v_x; by_prompt: max(v_p, v_x).
        nu: Bell and McCaffrey's degrees of freedom for the annotators.
        prompts: how many; None where they do not repeat.
    """
    if annotators <= POOLED:
        nu *= 4 / (1 + 3 / max(systems - 1, 1))
    parts = by_annotator**2 / nu
    if prompts is not None:
        parts += by_prompt**2 / max(prompts - 1, 1)
    return float(max(1.0, total**2 / max(parts, _SMALLEST)))
