"""When the work may be finished, from the pace of the last days. Knows no database."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

# Fewer judgments or less time give no forecast.
_MIN_JUDGMENTS = 20
_MIN_SPAN = timedelta(minutes=10)
_BINS = 8
_Z = 1.645  # a 90 % interval


@dataclass(frozen=True)
class Forecast:
    """When the campaign may be finished: the middle and a 90 % interval. `per_hour` is the pace behind it."""

    low: datetime
    middle: datetime
    high: datetime
    per_hour: float


def forecast(
    moments: Sequence[datetime], left: int, now: datetime, made: Sequence[int] | None = None
) -> Forecast | None:
    """Extrapolate the recent pace.

    The pace is judgments over the time since the first of `moments` (sorted). Its uncertainty comes from how
    unevenly eight equal stretches of that time were filled, at least as a Poisson process would fill them; the
    interval is symmetric in log pace. None with too few judgments, or nothing left.

    Args:
        made: how many judgments each moment counts for; one by default.
    """
    numbers = [1] * len(moments) if made is None else made
    total = sum(numbers)
    if left <= 0 or total < _MIN_JUDGMENTS or now - moments[0] < _MIN_SPAN:
        return None
    span = now - moments[0]
    counts = [0] * _BINS
    for moment, number in zip(moments, numbers, strict=True):
        counts[min(_BINS - 1, max(0, int((moment - moments[0]) / span * _BINS)))] += number
    mean = total / _BINS
    variance = max(mean, sum((count - mean) ** 2 for count in counts) / (_BINS - 1))
    spread = min(math.exp(_Z * math.sqrt(variance / _BINS) / mean), 20.0)
    wait = span * (left / total)
    return Forecast(now + wait / spread, now + wait, now + wait * spread, total / (span.total_seconds() / 3600))
