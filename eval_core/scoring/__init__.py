"""Ratings in; scores of responses, documents and systems, agreement and correlation out. Pure mathematics."""

from eval_core.scoring.comparing import ScoreCorrelation, response_scores, score_correlations, system_means
from eval_core.scoring.consistency import RatingAgreement, ScoreAgreement, rating_agreement
from eval_core.scoring.correlation import Correlation, correlate
from eval_core.scoring.highest import HighestCount, HighestRanks, RankAgreement, Share, highest_ranks
from eval_core.scoring.items import ItemScores, item_scores
from eval_core.scoring.levels import LevelScore, Mean, document_scores, system_scores
from eval_core.scoring.results import Measure
from eval_core.scoring.rule import RULES, Rule

__all__ = [
    "RULES",
    "Correlation",
    "HighestCount",
    "HighestRanks",
    "ItemScores",
    "LevelScore",
    "Mean",
    "Measure",
    "RankAgreement",
    "RatingAgreement",
    "Rule",
    "ScoreAgreement",
    "ScoreCorrelation",
    "Share",
    "correlate",
    "document_scores",
    "highest_ranks",
    "item_scores",
    "rating_agreement",
    "response_scores",
    "score_correlations",
    "system_means",
    "system_scores",
]
