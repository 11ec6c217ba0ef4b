"""Ratings in; scores of responses, documents and systems, agreement and correlation out. Pure mathematics.

May import: the ranking's tests of many pairs (`ranking.uncertainty`), errors and places.
Tests: tests/unit/scoring.
"""

from eval_core.scoring.confusion import Confusion, confusions
from eval_core.scoring.consistency import RatingAgreement, ScoreAgreement, rating_agreement
from eval_core.scoring.correlation import Correlation, correlate
from eval_core.scoring.differences import ScoreDifference, ScoreDifferences, score_differences
from eval_core.scoring.highest_rank import HighestCount, HighestRanks, RankAgreement, Share, highest_ranks
from eval_core.scoring.items import ItemScores, item_scores
from eval_core.scoring.judge_comparison import JudgeComparison, PeopleComparison, compare_judge
from eval_core.scoring.levels import LevelScore, Mean, document_scores, system_scores
from eval_core.scoring.protocol_comparison import (
    UNITS,
    ScoreCorrelation,
    criterion_correlations,
    point_correlation,
    response_scores,
    score_correlations,
    score_points,
    system_means,
)
from eval_core.scoring.results import Measure
from eval_core.scoring.rule import RULES, Rule
from eval_core.scoring.verdict import ScoreVerdict, score_verdict

__all__ = [
    "RULES",
    "UNITS",
    "Confusion",
    "Correlation",
    "HighestCount",
    "HighestRanks",
    "ItemScores",
    "JudgeComparison",
    "LevelScore",
    "Mean",
    "Measure",
    "PeopleComparison",
    "RankAgreement",
    "RatingAgreement",
    "Rule",
    "ScoreAgreement",
    "ScoreCorrelation",
    "ScoreDifference",
    "ScoreDifferences",
    "ScoreVerdict",
    "Share",
    "compare_judge",
    "confusions",
    "correlate",
    "criterion_correlations",
    "document_scores",
    "highest_ranks",
    "item_scores",
    "point_correlation",
    "rating_agreement",
    "response_scores",
    "score_correlations",
    "score_differences",
    "score_points",
    "score_verdict",
    "system_means",
    "system_scores",
]
