"""All diagnostics of a ranking, in one call."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from eval_core.ranking.blas import one_thread
from eval_core.ranking.diagnostics.replicas import replicas_of
from eval_core.ranking.diagnostics.tie_convention import TieTest, tie_test
from eval_core.ranking.diagnostics.transitivity import FitTest, fit_test
from eval_core.ranking.diagnostics.variance import Variance, components
from eval_core.ranking.fit import fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.results import Ranking
from eval_core.ranking.votes import Table, Votes, count, encode


@dataclass(frozen=True)
class Diagnosis:
    """What the uncertainty is made of, whether one strength a system fits, and what the way of counting ties does."""

    variance: Variance
    fit: FitTest
    ties: TieTest

    def as_dict(self) -> dict[str, Any]:
        """The fields in their order, ready for JSON."""
        return asdict(self)


def diagnose(ranking: Ranking, judgments: Table) -> Diagnosis | None:
    """Diagnose a ranking; None where the judgments measure no difference of strengths.

    It takes as long as some 200 to 500 passes over the judgments: about a second for 100,000 of them.

    Args:
        ranking: `rank` of these judgments, whose model, level and seed it uses.
        judgments: as `rank` takes them.
    """
    return diagnose_votes(ranking, encode(judgments, length_covariate=ranking.has_length))


def diagnose_votes(ranking: Ranking, votes: Votes) -> Diagnosis | None:
    """`diagnose` on coded judgments."""
    options = Options(ranking.model, "newton", ranking.has_position, None, ranking.level, ranking.seed, 0)
    with one_thread():
        fitted = fit_model(len(votes.systems), count(votes), options)
        replicas = replicas_of(votes, fitted, ranking.seed)
        if replicas is None:
            return None
        return Diagnosis(
            components(replicas, ranking.level),
            fit_test(replicas, ranking.level),
            tie_test(ranking, votes, fitted, replicas),
        )
