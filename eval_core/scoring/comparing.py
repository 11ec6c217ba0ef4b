"""Two protocols, or two groups of raters, over the same responses and systems."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from eval_core.errors import InputError
from eval_core.scoring.correlation import Correlation, correlate
from eval_core.scoring.items import ItemScores
from eval_core.scoring.levels import system_scores


@dataclass(frozen=True)
class ScoreCorrelation:
    """The correlation of the scores that responses got: by `annotator` of the first protocol (None: the mean over all
    of them), and over the responses of `system` (None: of all)."""

    annotator: str | None
    system: str | None
    correlation: Correlation


def response_scores(scores: ItemScores, annotator: str | None = None) -> pd.DataFrame:
    """One row a response that has a score: by one annotator, or the mean over its annotators.

    Returns:
        Indexed by (item, system): score, and cluster (see `ItemScores.cluster`), as `correlate` takes them.

    Raises:
        InputError: for an unknown annotator.
    """
    kept = scores if annotator is None else scores.only(annotators=[annotator])
    frame = kept.table().assign(cluster=kept.cluster).dropna(subset="score")
    found = frame.groupby(["item", "system"], sort=False).agg(score=("score", "mean"), cluster=("cluster", "first"))
    return pd.DataFrame(found)


def system_means(scores: ItemScores) -> pd.Series[float]:
    """The score of each system over all annotators, as `correlate` takes it: against another protocol's, or any other
    number of a system, such as its strength."""
    rows = [row for row in system_scores(scores) if row.annotator is None]
    return pd.Series([row.score.value for row in rows], index=[row.system for row in rows], dtype=float)


def score_correlations(
    one: ItemScores, other: ItemScores, *, level: float = 0.95, seed: int = 0
) -> tuple[ScoreCorrelation, ...]:
    """How far the scores of one protocol go with those of another, over the responses that both rated.

    Args:
        one: with the annotators to tell apart, each of whom takes a correlation for each system.
        other: taken as the mean over its annotators; `other.only` chooses some. Items have the same names in both.
        level, seed: as for `correlate`.

    Returns:
        Over all annotators, then for each: over all systems, then for each that both rated.

    Raises:
        InputError: for options out of range, or where the two have no system in common.
    """
    systems = [system for system in one.systems if system in other.systems]
    if not systems:
        raise InputError("the two protocols rated no system in common")
    theirs = response_scores(other)["score"]
    rows = []
    for annotator in (None, *one.annotators):
        mine = response_scores(one, annotator)
        for system in (None, *systems):
            kept = mine if system is None else mine[mine.index.get_level_values("system") == system]
            found = correlate(kept["score"], theirs, kept["cluster"], level=level, seed=seed)
            rows.append(ScoreCorrelation(annotator, system, found))
    return tuple(rows)
