"""From judgments to agreement, in one call."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from eval_core.agreement.bootstrap import percentile_intervals
from eval_core.agreement.coefficients import Floats, measure
from eval_core.agreement.judgments import BOTH, Judgments, read
from eval_core.agreement.results import Agreement, AgreementWarning, AnnotatorPair, Estimates, Measures
from eval_core.errors import InputError


def agreement(frame: pd.DataFrame, *, level: float = 0.95, resamples: int = 2000, seed: int = 0) -> Agreement:
    """How far annotators agree on the comparisons that at least two of them judged.

    Args:
        frame: one judgment a row, with columns first, second (systems), outcome (first, second, tie), annotator
            and prompt. A comparison is a prompt and two systems; outcomes are turned so that the system whose
            name sorts first by code point is the first. Of one annotator's judgments of a comparison the first
            row counts. Rows without an annotator or a prompt are left out, since it is unknown whom or what
            they agree with.
        level: of the intervals, between 0 and 1.
        resamples: of the comparisons, behind the intervals; 0 for none.
        seed: of the resampling.

    Returns:
        Numbers that the judgments do not define are None; `warnings` says why.

    Raises:
        InputError: for options out of range, a missing column, an unknown outcome, a missing system, or a system
            against itself.
    """
    if not 0 < level < 1:
        raise InputError("bad_level")
    if resamples < 0:
        raise InputError("bad_resamples")
    if seed < 0:
        raise InputError("bad_seed")
    judgments = read(frame)
    rows, times = judgments.counts()
    with threadpool_limits(1):
        return Agreement(
            n_items=int(times.sum()),
            n_annotators=len(judgments.annotators),
            estimates=_plain(measure(rows, times)),
            intervals=percentile_intervals(rows, times, level=level, resamples=resamples, seed=seed),
            level=level,
            resamples=resamples,
            seed=seed,
            annotator_pairs=tuple(_pairs(judgments, level, resamples, seed)),
            warnings=tuple(_warnings(judgments, int(times.sum()), resamples)),
        )


def _pairs(judgments: Judgments, level: float, resamples: int, seed: int) -> Iterator[AnnotatorPair]:
    first, other, cells = judgments.pairs()
    measures = measure(BOTH, cells)
    # In a crowd many pairs share only a few comparisons: equal samples are resampled once.
    tables, table_of = np.unique(cells, axis=0, return_inverse=True)
    intervals = [percentile_intervals(BOTH, times, level=level, resamples=resamples, seed=seed) for times in tables]
    for number, times in enumerate(cells):
        yield AnnotatorPair(
            annotator=judgments.annotators[first[number]],
            other=judgments.annotators[other[number]],
            n=int(times.sum()),
            estimates=_plain(measures, number),
            intervals=intervals[table_of[number]],
        )


def _plain(measures: Measures[Floats], number: int | tuple[()] = ()) -> Estimates:
    """One sample's values as floats, None where not defined."""

    def plain(values: Floats) -> float | None:
        value = float(values[number])
        return None if math.isnan(value) else value

    return Measures(
        plain(measures.percent_agreement),
        plain(measures.alpha_nominal),
        plain(measures.alpha_ordinal),
        plain(measures.gwet_ac1),
    )


def _warnings(judgments: Judgments, items: int, resamples: int) -> Iterator[AgreementWarning]:
    if judgments.unplaced:
        yield AgreementWarning(
            "unplaced",
            f"left out: {judgments.unplaced} judgments without an annotator or without a prompt",
            {"count": judgments.unplaced},
        )
    if judgments.known_annotators < 2:
        yield AgreementWarning(
            "one_annotator",
            "agreement takes at least two known annotators",
            {"annotators": judgments.known_annotators},
        )
    elif items == 0:
        yield AgreementWarning("no_shared_item", "no comparison was judged by two annotators")
    elif len(np.unique(judgments.category)) == 1:
        yield AgreementWarning(
            "one_category",
            "all judgments of shared comparisons are the same: Krippendorff's alpha is not defined",
        )
    if items == 1 and resamples:
        yield AgreementWarning("one_item", "only one comparison is shared, so that there are no intervals")
