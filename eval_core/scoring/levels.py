"""Scores of documents and of systems, by each annotator and over all of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from eval_core.errors import InputError
from eval_core.scoring.estimation import Estimates, Sample, estimate
from eval_core.scoring.items import Floats, Ints, ItemScores
from eval_core.scoring.rule import CRITERION_MEANS


@dataclass(frozen=True)
class Mean:
    """A mean with its interval, cut to what the scale allows.

    Attributes:
        n: how many items it is of.
        cluster: what the uncertainty is clustered by: document, item, annotator, "document and annotator", "item and
            annotator"; None where there are not two of a kind, and so no `se`, `low`, `high` and `df`. There are
            none either where nothing varies: ratings that are all alike give no interval of width 0.
    """

    value: float | None
    n: int
    se: float | None
    low: float | None
    high: float | None
    df: int | None
    cluster: str | None


@dataclass(frozen=True)
class LevelScore:
    """The score of a system, or of a system on one document.

    Attributes:
        document: None at the level of systems.
        annotator: None for the mean of the annotators' means.
        criteria: the mean of each criterion, by its key.
    """

    document: Hashable | None
    system: str
    annotator: str | None
    score: Mean
    criteria: Mapping[str, Mean]


def system_scores(scores: ItemScores, *, level: float = 0.95) -> tuple[LevelScore, ...]:
    """The mean score of each system: over all annotators (annotator None), then by each of them.

    Under the rule `mean_of_criterion_means` an annotator's mean is that of the criteria's means, under any other that
    of the responses' scores. Uncertainty is clustered by document and annotator (`estimation`); by item where there
    are no two documents.

    Raises:
        InputError: for a level that is not between 0 and 1.
    """
    return _levels(scores, scores.cluster, scores.clustered_by, None, level)


def document_scores(scores: ItemScores, *, level: float = 0.95) -> tuple[LevelScore, ...]:
    """As `system_scores` for each document, in the order of the ratings; items without a document are left out.

    Uncertainty is clustered by item and annotator: it is about other sentences that the document might have had.

    Raises:
        InputError: for a level that is not between 0 and 1.
    """
    in_documents = scores.rows(scores.document >= 0)
    return _levels(in_documents, in_documents.item, "item", in_documents.document, level)


def _levels(
    scores: ItemScores, unit: Ints, unit_name: str, document: Ints | None, level: float
) -> tuple[LevelScore, ...]:
    """The levels, sorted by document and system; `document` (n,) is None at the level of systems."""
    if not 0 < level < 1:
        raise InputError("bad_level")
    group = (0 if document is None else document * len(scores.systems)) + scores.system
    groups = len(scores.annotators) + 1
    # Place 0 is that of all annotators, so that sorted keys bring them before each of them.
    keyed = [group * groups, group * groups + scores.annotator + 1]
    means = {key: both for keys in keyed for key, both in _means(scores, keys, unit, unit_name, level)}
    rows = []
    for key in sorted(means):
        place, annotator = divmod(key, groups)
        at, system = divmod(place, len(scores.systems))
        rows.append(
            LevelScore(
                None if document is None else scores.documents[at],
                scores.systems[system],
                scores.annotators[annotator - 1] if annotator else None,
                *means[key],
            )
        )
    return tuple(rows)


def _means(
    scores: ItemScores, keys: Ints, unit: Ints, unit_name: str, level: float
) -> Iterator[tuple[int, tuple[Mean, dict[str, Mean]]]]:
    """Of the ratings with each key (n,): the key, the mean score, and the mean of each criterion."""
    rule = scores.rule
    present, group = np.unique(keys, return_inverse=True)
    sample = Sample(len(present), group, scores.annotator, scores.item, unit)
    whole = scores.values if rule.rule == CRITERION_MEANS else scores.score[:, None]
    overall = _plain(estimate(whole, sample), rule.limits, unit_name, level)
    by_criterion = [
        _plain(estimate(column[:, None], sample), (low, high), unit_name, level)
        for column, (_, low, high) in zip(scores.values.T, rule.criteria, strict=True)
    ]
    for key, mean, criteria in zip(present.tolist(), overall, zip(*by_criterion, strict=True), strict=True):
        yield key, (mean, dict(zip(rule.keys, criteria, strict=True)))


def _plain(estimates: Estimates, limits: tuple[float, float], unit_name: str, level: float) -> list[Mean]:
    """The estimates of all groups as records, None for NaN."""
    half = estimates.half_width(level)
    low, high = np.maximum(estimates.value - half, limits[0]), np.minimum(estimates.value + half, limits[1])
    columns = [_numbers(column) for column in (estimates.value, np.sqrt(estimates.variance), low, high)]
    names = {
        (True, True): f"{unit_name} and annotator",
        (True, False): unit_name,
        (False, True): "annotator",
        (False, False): None,
    }
    kinds = zip(estimates.by_unit.tolist(), estimates.by_annotator.tolist(), strict=True)
    return [
        Mean(value, n, se, bottom, top, df or None, names[kind])
        for value, se, bottom, top, n, df, kind in zip(
            *columns, estimates.n.tolist(), estimates.df.tolist(), kinds, strict=True
        )
    ]


def _numbers(values: Floats) -> list[float | None]:
    return [None if value != value else value for value in values.tolist()]
