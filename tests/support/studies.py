"""Simulated studies in which annotators and prompts have opinions of their own, and what is found in them.

Annotator a and prompt q shift the strength of system i by their own normal effects, so a judgment of i against j by a
on q has the difference θi − θj + (u_ai − u_aj) + (w_qi − w_qj). Each study draws new annotators and prompts. What an
interval should cover is the model's parameter in that population: Davidson's fit to the exact chances of each pair,
averaged over the effects (they pull strengths together a little).
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from scipy import stats

from eval_core.ranking import Ranking, Votes, rank_votes
from eval_core.ranking.likelihood import Layout
from eval_core.ranking.newton import fit
from eval_core.ranking.uncertainty.ranges import critical_value, draw
from eval_core.ranking.votes import Bools, Floats, Ints
from tests.support.worlds import cells_of, chances, outcomes, pairs_of

LEVEL = 0.95
# Everybody judges everything; each comparison is judged once; one judges everything, the others 15 % each.
DESIGNS = ("full", "single", "heavy")
_SHARE = 0.15


@dataclass(frozen=True)
class Study:
    """A design (one of `DESIGNS`), and the world in which it is carried out; `spread` 0 makes all systems equal."""

    design: str
    annotators: int
    systems: int = 6
    prompts: int = 30
    spread: float = 0.8
    annotator_sd: float = 0.5
    prompt_sd: float = 0.5
    log_nu: float = -0.2

    def strengths(self) -> Floats:
        """θ (K,), spread like normal quantiles."""
        return np.asarray(self.spread * stats.norm.ppf((np.arange(self.systems) + 0.5) / self.systems))

    def truth(self) -> Floats:
        """Davidson's strengths of the chances averaged over the effects, (K,), by Gauss-Hermite quadrature."""
        theta, (one, two) = self.strengths(), pairs_of(self.systems)
        nodes, weights = np.polynomial.hermite_e.hermegauss(60)
        sd = np.sqrt(2 * self.annotator_sd**2 + 2 * self.prompt_sd**2)
        each = chances((theta[one] - theta[two])[:, None] + sd * nodes, self.log_nu)
        mean = np.einsum("pnk,n->pk", each, weights / weights.sum())
        layout = Layout(self.systems, position=False, ties=True)
        groups = np.zeros(self.systems, dtype=np.int64)
        return fit(layout, cells_of(self.systems, 1000 * mean), groups)[: self.systems]

    def judgments(self, generator: np.random.Generator) -> Votes:
        """One study."""
        one, two = pairs_of(self.systems)
        prompt, pair = (
            axis.ravel() for axis in np.meshgrid(np.arange(self.prompts), np.arange(len(one)), indexing="ij")
        )
        if self.design == "single":
            annotator = generator.permutation(np.arange(len(prompt)) % self.annotators)
        else:
            judged = np.ones((len(prompt), self.annotators), dtype=bool)
            if self.design == "heavy":
                judged[:, 1:] = generator.random((len(prompt), self.annotators - 1)) < _SHARE
            which, annotator = np.nonzero(judged)
            prompt, pair = prompt[which], pair[which]
        people = generator.normal(0, self.annotator_sd, (self.annotators, self.systems))
        themes = generator.normal(0, self.prompt_sd, (self.prompts, self.systems))
        seen = self.strengths() + people[annotator] + themes[prompt]
        row, first, second = np.arange(len(pair)), one[pair], two[pair]
        outcome = outcomes(seen[row, first] - seen[row, second], self.log_nu, generator)
        return votes_of(self.systems, first, second, outcome, annotator, prompt)


@dataclass(frozen=True)
class Found:
    """What one study found, of P pairs i < j.

    Attributes:
        estimates: strengths, (K,).
        covered: whether a pair's interval holds the truth, (P,).
        decided: its sign where it was decided, else 0, (P,).
        ranges, alone: whether all rank ranges hold at once; whether each alone holds, (K,).
    """

    estimates: Floats
    covered: Bools
    decided: Ints
    ranges: bool
    alone: Bools


@dataclass(frozen=True)
class Findings:
    """Those of R studies: the fields of `Found`, stacked, and the truth (K,)."""

    estimates: Floats
    covered: Bools
    decided: Ints
    ranges: Bools
    alone: Bools
    truth: Floats

    def coverage(self) -> Floats:
        """The share of the pairs that each study covers, (R,)."""
        return np.asarray(self.covered.mean(axis=1))

    def false_decisions(self) -> Floats:
        """Whether a study decided any pair wrongly (of equal systems: at all), (R,)."""
        return np.asarray((self.decided * self._signs() < self.decided**2).any(axis=1).astype(np.float64))

    def power(self) -> Floats:
        """The share of the pairs that each study decides rightly, (R,)."""
        return np.asarray((self.decided * self._signs() > 0).mean(axis=1))

    def oracle_power(self) -> Floats:
        """The same of a test that knows the covariance of the estimates, and keeps the familywise level, (R,).

        Step-down max-t as Parvis's own, with normal quantiles and the covariance over these studies.
        """
        one, two = pairs_of(len(self.truth))
        gaps = self.estimates[:, one] - self.estimates[:, two]
        covariance = np.cov(self.estimates.T)
        draws, sd, size = draw(covariance, None, 0), gaps.std(axis=0, ddof=1), len(self.truth)
        limits: dict[bytes, float] = {}
        shares = []
        for gap in gaps:
            still = np.ones(len(one), dtype=bool)
            while still.any():
                if still.tobytes() not in limits:
                    errors = np.full((size, size), np.nan)
                    errors[one[still], two[still]] = sd[still]
                    limits[still.tobytes()] = critical_value(draws, errors, LEVEL, None)
                found = still & (np.abs(gap) > limits[still.tobytes()] * sd)
                if not found.any():
                    break
                still &= ~found
            shares.append((~still & (np.sign(gap) == self._signs())).mean())
        return np.asarray(shares)

    def _signs(self) -> Floats:
        one, two = pairs_of(len(self.truth))
        return np.sign(np.round(self.truth[one] - self.truth[two], 9))


def findings(study: Study, replications: int, seed: int, cluster: str = "auto") -> Findings:
    """Carry out so many studies, and rank each."""
    generator, truth = np.random.default_rng(seed), study.truth()
    each = [
        read(rank_votes(study.judgments(generator), cluster=cluster, level=LEVEL, details=False), truth)
        for _ in range(replications)
    ]
    stacked = {field.name: np.array([getattr(found, field.name) for found in each]) for field in fields(Found)}
    return Findings(**stacked, truth=truth)


def read(ranking: Ranking, truth: Floats) -> Found:
    """What a ranking says of systems named by number; an unbounded system's pairs are not covered."""
    strength = {row.system: row.strength for row in ranking.systems}
    rows = sorted(ranking.systems, key=lambda row: row.system)
    covered, decided = [], []
    for pair in ranking.pairs:
        gap = truth[int(pair.system)] - truth[int(pair.opponent)]
        covered.append(pair.low is not None and pair.high is not None and pair.low <= gap <= pair.high)
        decided.append(int(pair.decided) * (1 if strength[pair.system] > strength[pair.opponent] else -1))
    # Equal systems share places: a range has to hold all of these.
    better = [int((truth > truth[int(row.system)] + 1e-9).sum()) for row in rows]
    level = [int((np.abs(truth - truth[int(row.system)]) <= 1e-9).sum()) for row in rows]
    places = list(zip(rows, better, level, strict=True))
    held = all(row.rank_low <= b + 1 and b + n <= row.rank_high for row, b, n in places)
    alone = [row.rank_low_alone <= b + 1 and b + n <= row.rank_high_alone for row, b, n in places]
    return Found(np.array([row.strength for row in rows]), np.array(covered), np.array(decided), held, np.array(alone))


def votes_of(
    size: int, first: Ints, second: Ints, outcome: Ints, annotator: Ints | None = None, prompt: Ints | None = None
) -> Votes:
    """Judgments of systems whose names sort by number, presented orders unknown."""
    names = tuple(f"{number:03d}" for number in range(size))
    return Votes(names, first, second, outcome, annotator, prompt, np.zeros(len(outcome), dtype=bool))
