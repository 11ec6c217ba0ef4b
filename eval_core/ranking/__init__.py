"""Rankings from pairwise judgments with ties: counts in, strengths and uncertainty out. Pure mathematics.

May import: errors and places.
Tests: tests/unit/ranking.
"""

from eval_core.ranking.api import rank, rank_counts, rank_votes
from eval_core.ranking.options import ENGINES, MODELS
from eval_core.ranking.results import LengthEffect, PairRow, PositionEffect, Ranking, RankWarning, SystemRow, TieEffect
from eval_core.ranking.uncertainty.covariance import CLUSTERS
from eval_core.ranking.votes import Votes, encode

__all__ = [
    "CLUSTERS",
    "ENGINES",
    "MODELS",
    "LengthEffect",
    "PairRow",
    "PositionEffect",
    "RankWarning",
    "Ranking",
    "SystemRow",
    "TieEffect",
    "Votes",
    "encode",
    "rank",
    "rank_counts",
    "rank_votes",
]
