"""An annotator's measures, each with an interval and next to the range of the others. Knows no database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from eval_core.campaigns.quality.doubts import LEAST, LEAST_CHECKS
from eval_core.campaigns.quality.gold_and_repeats import AnnotatorChecks
from eval_core.ranking.habits import share_with_interval

CODES = ("gold", "repeats", "alike", "side", "ties", "fast", "seconds")


@dataclass(frozen=True)
class Spread:
    """A measure among `people` other annotators whose judgments count: the lowest, the middle, the highest."""

    low: float
    middle: float
    high: float
    people: int


@dataclass(frozen=True)
class Measure:
    """One measure of an annotator.

    Attributes:
        code: one of `CODES`: gold as expected, repeats as before, agreement with others on the same comparisons, A
            among the choices of a side, ties, judgments faster than either text can be read, median seconds.
        value: a share from 0 to 1, or seconds; None where there is nothing to measure.
        low, high: its 95 % interval; None for seconds.
        k, n: a share's counts; for agreement n comparisons, and no k.
        enough: whether there are enough for a word on it.
        others: None where no other has enough.
    """

    code: str
    value: float | None
    low: float | None
    high: float | None
    k: int | None
    n: int
    enough: bool
    others: Spread | None


_Value = tuple[float | None, float | None, float | None, int | None, int]


def measures(mine: AnnotatorChecks, others: Sequence[AnnotatorChecks]) -> tuple[Measure, ...]:
    """All measures, in the order of `CODES`.

    Args:
        others: the annotators to compare with: those who count, without this one.
    """
    return tuple(_measure(code, mine, others) for code in CODES)


def _measure(code: str, mine: AnnotatorChecks, others: Sequence[AnnotatorChecks]) -> Measure:
    of, least = _OF[code]
    value, low, high, k, n = of(mine)
    found = [(their[0], their[4]) for their in map(of, others)]
    values = np.array([their for their, number in found if their is not None and number >= least], dtype=float)
    spread = None
    if len(values):
        spread = Spread(float(values.min()), float(np.median(values)), float(values.max()), len(values))
    return Measure(code, value, low, high, k, n, n >= least, spread)


def _share(k: int, n: int) -> _Value:
    share = share_with_interval(k, n)
    return share.share, share.low, share.high, k, n


_OF: dict[str, tuple[Callable[[AnnotatorChecks], _Value], int]] = {
    "gold": (lambda one: _share(one.gold_right, one.gold), LEAST_CHECKS),
    "repeats": (lambda one: _share(one.repeats_alike, one.repeats), LEAST_CHECKS),
    "alike": (lambda one: (one.alike, one.alike_low, one.alike_high, None, one.compared), LEAST),
    "side": (lambda one: _share(one.took_first, one.took_first + one.took_second), LEAST),
    "ties": (lambda one: _share(one.ties, one.judged), LEAST),
    "fast": (lambda one: _share(one.fast, one.timed), LEAST),
    "seconds": (lambda one: (one.seconds, None, None, None, one.timed), LEAST_CHECKS),
}
