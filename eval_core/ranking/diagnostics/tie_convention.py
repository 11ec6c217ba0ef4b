"""Does the ranking depend on how ties are counted?

In Davidson's model P(i | no tie) is Bradley-Terry's: with ties thrown away the same strengths are estimated, from fewer
judgments. If the two fits differ by more than chance and clusters explain (`replicas`; Hausman 1978, Econometrica 46),
ties and decisions do not tell the same: then the convention matters, and the method must name it. Next to the test
is what each convention does to the decisions: ties thrown away, and as half a win for each.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from eval_core.errors import InputError
from eval_core.ranking.api import rank_votes
from eval_core.ranking.diagnostics.replicas import Replicas, replicas_of
from eval_core.ranking.diagnostics.transitivity import FitTest, fit_test
from eval_core.ranking.diagnostics.variance import sizes_again, sizes_of
from eval_core.ranking.fit import Fit, fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.results import Ranking
from eval_core.ranking.votes import TIE, Floats, Votes, count

_SMALLEST = 1e-6


@dataclass(frozen=True)
class Convention:
    """Another way of counting ties.

    Attributes:
        leader_changes: whether the set of systems at rank 1 differs.
        undecided: pairs that are decided now and would not be; decided: pairs that only it decides; reversed: pairs
            that it decides the other way round. The stronger system comes first.
    """

    leader_changes: bool
    undecided: tuple[tuple[str, str], ...]
    decided: tuple[tuple[str, str], ...]
    reversed: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class TieTest:
    """Whether ties and decisions tell the same.

    Attributes:
        p: of the test; None without ties, where too few judgments are no ties, or outside Davidson's model.
        system, shift: the system whose strength changes most when ties are thrown away, and by how much (natural log).
        thrown_away, as_half: what the other conventions do to the decisions; None where they have no ranking.
        fit: the test of fit with ties thrown away.
    """

    p: float | None
    system: str | None
    shift: float | None
    thrown_away: Convention | None
    as_half: Convention | None
    fit: FitTest | None


def tie_test(ranking: Ranking, votes: Votes, fitted: Fit, replicas: Replicas) -> TieTest:
    """Compare the ranking of `votes` with those by other conventions.

    Args:
        fitted, replicas: of `votes`, in the ranking's model.
    """
    if not (votes.outcome == TIE).any() or ranking.model != "davidson":
        return TieTest(None, None, None, None, None, None)
    without = votes.only(votes.outcome != TIE)
    half = _convention(ranking, votes, "bradley-terry")
    thrown = _convention(ranking, without, "davidson")
    if not len(without):
        return TieTest(None, None, None, thrown, half, None)
    position = fitted.layout.position
    other = fit_model(len(votes.systems), count(without), Options("davidson", "newton", position, None, 0.95, 0, 0))
    drawn = replicas_of(without, other, ranking.seed)
    fit = None if drawn is None else fit_test(drawn, ranking.level)
    common = np.flatnonzero(fitted.measured & other.measured)
    comparable = len(common) > 1 and np.array_equal(fitted.measured, other.measured)
    comparable = comparable and len(np.unique(fitted.classes[common])) == len(np.unique(other.classes[common])) == 1
    if not comparable or replicas.decided_effects is None:
        return TieTest(None, None, None, thrown, half, fit)
    seen = other.beta[common] - fitted.beta[common]
    effects = (replicas.decided_effects - replicas.effects)[:, common]
    effects = effects - effects.mean(axis=1, keepdims=True)
    sizes, seen = sizes_of(replicas), seen - seen.mean()
    spread = np.einsum("akr,bkr->kab", effects, effects) / effects.shape[2]
    again = sizes_again(replicas, sizes)
    # Each replica is measured by the sizes that it would give itself, as the judgments are by theirs.
    chance = np.abs(np.einsum("s,skr->kr", sizes, effects)) / _scale(np.einsum("ra,kab,rb->kr", again, spread, again))
    t = np.abs(seen) / _scale(np.einsum("a,kab,b->k", sizes, spread, sizes))
    largest = chance.max(axis=0)
    p = (1 + int((largest >= t.max()).sum())) / (1 + len(largest))
    most = int(np.abs(seen).argmax())
    return TieTest(p, votes.systems[common[most]], float(seen[most]), thrown, half, fit)


def _scale(variance: Floats) -> Floats:
    """Standard deviations; infinite where they are no more than rounding."""
    return np.where(variance > _SMALLEST**2, np.sqrt(np.maximum(variance, 0.0)), np.inf)


def _convention(ranking: Ranking, votes: Votes, model: str) -> Convention | None:
    try:
        other = rank_votes(
            votes,
            model=model,
            position_effect=ranking.has_position,
            cluster="auto" if ranking.corrected else ranking.cluster,
            level=ranking.level,
            seed=ranking.seed,
            details=False,
        )
    except InputError:  # nothing, or fewer than two clusters, is left
        return None
    before, after = _decisions(ranking), _decisions(other)
    turned = {(loser, winner) for winner, loser in before} & after
    lost = {pair for pair in before - after if pair[::-1] not in turned}
    return Convention(
        leader_changes=_leaders(ranking) != _leaders(other),
        undecided=tuple(sorted(lost)),
        decided=tuple(sorted(after - before - turned)),
        reversed=tuple(sorted(turned)),
    )


def _decisions(ranking: Ranking) -> set[tuple[str, str]]:
    """The decided pairs, the stronger first."""
    rows = {row.system: row.strength for row in ranking.systems}
    return {
        (row.system, row.opponent) if rows[row.system] > rows[row.opponent] else (row.opponent, row.system)
        for row in ranking.pairs
        if row.decided
    }


def _leaders(ranking: Ranking) -> set[str]:
    return {row.system for row in ranking.systems if row.rank == 1}
