"""Two protocols, or two groups of raters, over the same responses, documents and systems."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from eval_core.errors import InputError
from eval_core.scoring.correlation import Correlation, correlate
from eval_core.scoring.items import ItemScores
from eval_core.scoring.levels import LevelScore, document_scores, system_scores

UNITS = ("item", "document", "system")
_POINTS = ["item", "document", "system", "one", "other", "cluster"]


@dataclass(frozen=True)
class ScoreCorrelation:
    """The correlation of two protocols' scores of the same units: items, documents or systems.

    It is by `annotator` of the first protocol (None: the mean over all of them), over the items or documents of
    `system` (None: of all); the other protocol's score is one `criterion` of it where that is not None.
    """

    annotator: str | None
    system: str | None
    correlation: Correlation
    unit: str = "item"
    criterion: str | None = None


def response_scores(scores: ItemScores, annotator: str | None = None) -> pd.DataFrame:
    """One row a response that has a score: by one annotator, or the mean over its annotators.

    Returns:
        Indexed by (item, system): score, cluster (see `ItemScores.cluster`), as `correlate` takes them, and document.

    Raises:
        InputError: for an unknown annotator.
    """
    selected = scores if annotator is None else scores.only(annotators=[annotator])
    frame = selected.table().assign(cluster=selected.cluster).dropna(subset="score")
    means = frame.groupby(["item", "system"], sort=False).agg(
        score=("score", "mean"), cluster=("cluster", "first"), document=("document", "first")
    )
    return pd.DataFrame(means)


def system_means(scores: ItemScores) -> pd.Series[float]:
    """The score of each system over all annotators, as `correlate` takes it: against another protocol's, or any other
    number of a system, such as its strength."""
    rows = [row for row in system_scores(scores) if row.annotator is None]
    return pd.Series([row.score.value for row in rows], index=[row.system for row in rows], dtype=float)


def score_points(first: ItemScores, other: ItemScores, unit: str = "item") -> pd.DataFrame:
    """The scores under both protocols of the same units, each as the mean over its annotators.

    Only responses that have a score under both go in, so that all units are about the same responses; where there are
    none in common, the systems' scores are those of all that each protocol rated.

    Args:
        first, other: items have the same names in both; documents are those of `first`.
        unit: one of `UNITS`: a response, a system on a document, or a system.

    Returns:
        A row a unit: item, document, system (None where the unit has none), one, other, and cluster, what varies
        together: the document, else the item; of systems none.

    Raises:
        InputError: for an unknown unit.
    """
    if unit not in UNITS:
        raise InputError("bad_unit", accepted=", ".join(UNITS))
    mine, theirs = _in_common(first, other)
    if unit == "system" and not len(mine):
        mine, theirs = first, other
    left, right = (_scores_of(side, unit) for side in (mine, theirs))
    keys = {"item": ["item", "system"], "document": ["document", "system"], "system": ["system"]}[unit]
    right = right[[*keys, "score"]].rename(columns={"score": "other"})
    pairs = left.rename(columns={"score": "one"}).merge(right, on=keys).dropna(subset=["one", "other"])
    return pairs.reindex(columns=_POINTS).astype({"one": float, "other": float}).reset_index(drop=True)


def score_correlations(
    first: ItemScores, other: ItemScores, *, unit: str = "item", level: float = 0.95, seed: int = 0
) -> tuple[ScoreCorrelation, ...]:
    """The correlation of one protocol's scores with another's, over what both rated (see `score_points`).

    Args:
        first: with the annotators to distinguish, each of whom takes a correlation for each system.
        other: taken as the mean over its annotators; `other.only` chooses some. Items have the same names in both.
        unit: one of `UNITS`.
        level, seed: as for `correlate`. Intervals over responses and over documents are clustered by document (by item
            where there are not two); systems count as independent.

    Returns:
        Over all annotators, then for each: over all systems, then for each that both rated (not where the unit is the
        system).

    Raises:
        InputError: for options out of range, or where the two have no system in common.
    """
    systems = [system for system in first.systems if system in other.systems]
    if not systems:
        raise InputError("no_common_system")
    rows = []
    for annotator in (None, *first.annotators):
        points = score_points(first if annotator is None else first.only(annotators=[annotator]), other, unit)
        for system in (None, *systems) if unit != "system" else (None,):
            selected = points if system is None else points[points["system"] == system]
            rows.append(ScoreCorrelation(annotator, system, point_correlation(selected, level=level, seed=seed), unit))
    return tuple(rows)


def criterion_correlations(
    first: ItemScores, other: ItemScores, *, level: float = 0.95, seed: int = 0
) -> tuple[ScoreCorrelation, ...]:
    """The correlation of one protocol's scores with each criterion of another apart, over responses.

    That is how HEval is compared with adequacy and with fluency (Joshi and others 2013, tables 20 and 21), which
    their mean would mix.

    Args, Raises: as `score_correlations`.

    Returns:
        For each criterion in its order what `score_correlations` gives.
    """
    return tuple(
        replace(row, criterion=key)
        for key in other.rule.keys
        for row in score_correlations(first, other.of_criterion(key), level=level, seed=seed)
    )


def point_correlation(points: pd.DataFrame, *, level: float = 0.95, seed: int = 0) -> Correlation:
    """The correlation of the columns one and other, clustered by the column cluster where the points have one.

    Raises:
        InputError: for options out of range.
    """
    clusters = None if points["cluster"].isna().all() else points["cluster"]
    return correlate(points["one"], points["other"], clusters, level=level, seed=seed)


def _in_common(first: ItemScores, other: ItemScores) -> tuple[ItemScores, ItemScores]:
    """Both, with only the responses that have a score in both; documents are those of `first`."""
    sides = (first, other)
    keys = [[(s.items[i], s.systems[j]) for i, j in zip(s.item, s.system, strict=True)] for s in sides]
    scored = [
        {key for key, value in zip(k, s.score, strict=True) if value == value} for k, s in zip(keys, sides, strict=True)
    ]
    both = scored[0] & scored[1]
    mine, theirs = (
        side.rows(np.array([key in both for key in names], dtype=bool)) for names, side in zip(keys, sides, strict=True)
    )
    document: dict[Hashable, int] = {first.items[i]: at for i, at in zip(mine.item, mine.document, strict=True)}
    of_one = np.array([document[theirs.items[i]] for i in theirs.item], dtype=np.int64)
    return mine, replace(theirs, documents=first.documents, document=of_one)


def _scores_of(scores: ItemScores, unit: str) -> pd.DataFrame:
    """A row a unit: its names, score and cluster."""
    if unit == "item":
        return response_scores(scores).reset_index()
    levels = document_scores(scores) if unit == "document" else system_scores(scores)
    rows: list[LevelScore] = [level for level in levels if level.annotator is None]
    names = [level.document for level in rows]
    frame = pd.DataFrame({"system": [level.system for level in rows], "score": [level.score.value for level in rows]})
    frame["document"] = pd.Series(names, dtype=object)
    if unit == "document":
        frame["cluster"] = [scores.documents.index(name) for name in names if name is not None]
    return frame.astype({"score": float})
