"""From judgments to agreement, in one call."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TypedDict

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from eval_core.agreement.bootstrap import intervals_of
from eval_core.agreement.coefficients import Floats, item_sums, measure_sums, sums_without
from eval_core.agreement.judgments import BOTH, CATEGORIES, Ints, Judgments, read
from eval_core.agreement.results import Agreement, AgreementWarning, AnnotatorPair, Estimates, Interval, Measures
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
        resamples: of the prompts, behind the intervals; 0 for none.
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
    counts = judgments.counts()
    items = item_sums(counts)
    options: _Options = {"level": level, "resamples": resamples, "seed": seed}
    with threadpool_limits(1):
        return Agreement(
            n_items=len(items),
            n_annotators=len(judgments.annotators),
            estimates=_plain(measure_sums(items.sum(axis=0), len(CATEGORIES))),
            intervals=intervals_of(
                _added(items, judgments.prompt),
                comparisons=items,
                annotators=_added(sums_without(counts[judgments.item], judgments.category), judgments.annotator),
                **options,
            ),
            level=level,
            resamples=resamples,
            seed=seed,
            annotator_pairs=tuple(_pairs(judgments, options)),
            warnings=tuple(_warnings(judgments, len(items), resamples)),
        )


class _Options(TypedDict):
    level: float
    resamples: int
    seed: int


def _added(sums: Floats, codes: Ints) -> Floats:
    """Rows (n, s) added up by their codes from 0 (n,)."""
    size = int(codes.max(initial=-1)) + 1
    return np.stack([np.bincount(codes, column, size) for column in sums.T], axis=1)


def _pairs(judgments: Judgments, options: _Options) -> Iterator[AnnotatorPair]:
    pairs, both = judgments.pairs(), item_sums(BOTH)
    codes, pair = np.unique(pairs.first * max(1, len(judgments.annotators)) + pairs.other, return_inverse=True)
    cells = np.bincount(pair * len(BOTH) + pairs.chosen, minlength=len(BOTH) * len(codes)).reshape(-1, len(BOTH))
    measures = measure_sums(cells @ both, len(CATEGORIES))
    order = np.argsort(pair, kind="stable")
    # In a crowd many pairs share only a few comparisons: equal samples are resampled once.
    known: dict[bytes, Measures[Interval | None]] = {}
    for number, mine in enumerate(np.split(order, np.cumsum(cells.sum(axis=1))[:-1]) if len(codes) else []):
        prompt = np.unique(pairs.prompt[mine], return_inverse=True)[1]
        tables = np.zeros((int(prompt.max()) + 1, len(BOTH)), dtype=np.int64)
        np.add.at(tables, (prompt, pairs.chosen[mine]), 1)
        tables = tables[np.lexsort(tables.T)]
        key = tables.tobytes()
        if key not in known:
            known[key] = intervals_of(tables @ both, **options)
        first, other = divmod(int(codes[number]), len(judgments.annotators))
        yield AnnotatorPair(
            annotator=judgments.annotators[first],
            other=judgments.annotators[other],
            n=len(mine),
            estimates=_plain(measures, number),
            intervals=known[key],
        )


def _plain(measures: Measures[Floats], number: int | tuple[()] = ()) -> Estimates:
    """One sample's values as floats, None where not defined."""
    values = {name: float(found[number]) for name, found in vars(measures).items()}
    return Measures(**{name: None if math.isnan(value) else value for name, value in values.items()})


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
    elif items > 1 and len(np.unique(judgments.prompt)) == 1 and resamples:
        yield AgreementWarning("one_prompt", "all shared comparisons have one prompt, so that there are no intervals")
