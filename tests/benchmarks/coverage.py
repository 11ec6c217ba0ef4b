"""Do nominal 95 % intervals cover? Simulated annotators and prompts, each with opinions of its own.

Annotator a and prompt q shift the strength of system i by their own normal effects, so a judgment of i against j by a
on q has the difference θi − θj + (u_ai − u_aj) + (w_qi − w_qj). Each replication draws new annotators and prompts.
What an interval should cover is the model's parameter in that population: Davidson's fit to the exact chances of each
pair, averaged over the effects (they pull strengths together a little).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import stats

from eval_core.ranking import Ranking, Votes, rank_votes
from eval_core.ranking.likelihood import Layout
from eval_core.ranking.newton import fit
from eval_core.ranking.votes import Floats, Ints
from tests.benchmarks.worlds import cells_of, chances, mean_and_error, outcomes, pairs_of

LEVEL = 0.95
SYSTEMS, PROMPTS = 6, 30
ANNOTATORS = (3, 5, 10, 20)
OVERLAPS = ("full", "single")
SPREAD, LOG_NU = 0.8, -0.2
ANNOTATOR_EFFECT, PROMPT_EFFECT = 0.5, 0.5
Row = dict[str, Any]


def measure(replications: int, seed: int = 0) -> Row:
    """Coverage of the differences of strengths by each kind of interval, and of all rank ranges at once.

    A row per overlap and number of annotators; each figure is a pair (mean, Monte Carlo standard error).
    """
    theta = SPREAD * stats.norm.ppf((np.arange(SYSTEMS) + 0.5) / SYSTEMS)
    truth = _population(theta)
    rows = []
    for overlap in OVERLAPS:
        for annotators in ANNOTATORS:
            generator = np.random.default_rng([seed, OVERLAPS.index(overlap), annotators])
            hits = [_replication(theta, truth, annotators, overlap, generator) for _ in range(replications)]
            rows.append(
                {
                    "overlap": overlap,
                    "annotators": annotators,
                    **{kind: mean_and_error([hit[kind] for hit in hits]) for kind in hits[0]},
                }
            )
    return {
        "replications": replications,
        "systems": SYSTEMS,
        "prompts": PROMPTS,
        "annotator_effect": ANNOTATOR_EFFECT,
        "prompt_effect": PROMPT_EFFECT,
        "rows": rows,
    }


def _population(theta: Floats) -> Floats:
    """Davidson's strengths of the chances averaged over the effects, (K,), by Gauss-Hermite quadrature."""
    one, two = pairs_of(len(theta))
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    sd = np.sqrt(2 * ANNOTATOR_EFFECT**2 + 2 * PROMPT_EFFECT**2)
    each = chances((theta[one] - theta[two])[:, None] + sd * nodes, LOG_NU)
    mean = np.einsum("pnk,n->pk", each, weights / weights.sum())
    layout = Layout(len(theta), position=False, ties=True)
    return fit(layout, cells_of(len(theta), 1000 * mean), np.zeros(len(theta), dtype=np.int64))[: len(theta)]


def _replication(
    theta: Floats, truth: Floats, annotators: int, overlap: str, generator: np.random.Generator
) -> dict[str, float]:
    votes = _judgments(theta, annotators, overlap, generator)
    independent, one_way, two_way = (
        rank_votes(votes, cluster=cluster, level=LEVEL) for cluster in ("none", "annotator", "both")
    )
    return {
        "independent": _covered(independent, truth, normal=True),
        "annotator": _covered(one_way, truth, normal=True),
        "two_way_normal": _covered(two_way, truth, normal=True),
        "two_way_t": _covered(two_way, truth, normal=False),
        "ranges": float(ranges_cover(two_way, truth)),
    }


def _judgments(theta: Floats, annotators: int, overlap: str, generator: np.random.Generator) -> Votes:
    """Every pair on every prompt, judged by everybody (full overlap) or by one of them (single)."""
    one, two = pairs_of(len(theta))
    prompt, pair = (axis.ravel() for axis in np.meshgrid(np.arange(PROMPTS), np.arange(len(one)), indexing="ij"))
    if overlap == "full":
        annotator = np.tile(np.arange(annotators), len(prompt))
        prompt, pair = np.repeat(prompt, annotators), np.repeat(pair, annotators)
    else:
        annotator = generator.permutation(np.arange(len(prompt)) % annotators)
    people = generator.normal(0, ANNOTATOR_EFFECT, (annotators, len(theta)))
    themes = generator.normal(0, PROMPT_EFFECT, (PROMPTS, len(theta)))
    seen = theta + people[annotator] + themes[prompt]
    row, first, second = np.arange(len(pair)), one[pair], two[pair]
    outcome = outcomes(seen[row, first] - seen[row, second], LOG_NU, generator)
    return votes_of(len(theta), first, second, outcome, annotator, prompt)


def votes_of(
    size: int, first: Ints, second: Ints, outcome: Ints, annotator: Ints | None = None, prompt: Ints | None = None
) -> Votes:
    """Judgments of systems whose names sort by number, presented orders unknown."""
    names = tuple(f"{number:03d}" for number in range(size))
    return Votes(names, first, second, outcome, annotator, prompt, np.zeros(len(outcome), dtype=bool))


def _covered(ranking: Ranking, truth: Floats, *, normal: bool) -> float:
    """The share of the pairs whose interval holds the true difference; with a normal quantile instead of t's if asked."""
    shrink = 1.0
    if normal and ranking.df is not None:
        tail = (1 + ranking.level) / 2
        shrink = stats.norm.ppf(tail) / stats.t(ranking.df).ppf(tail)
    return float(
        np.mean(
            [
                abs(pair.difference - (truth[int(pair.system)] - truth[int(pair.opponent)]))
                <= shrink * (pair.high - pair.low) / 2
                for pair in ranking.pairs
            ]
        )
    )


def pairs_covered(ranking: Ranking, truth: Floats) -> float:
    """The share of the pairs whose interval, as reported, holds the true difference."""
    return _covered(ranking, truth, normal=False)


def ranges_cover(ranking: Ranking, truth: Floats) -> bool:
    """Whether every system's true rank lies in its rank range."""
    return all(row.rank_low <= 1 + (truth > truth[int(row.system)]).sum() <= row.rank_high for row in ranking.systems)
