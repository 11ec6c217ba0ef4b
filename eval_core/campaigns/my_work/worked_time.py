"""Stretches of active time: cut down where no piece of work is done in them, and cut into days."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta, tzinfo

import numpy as np

from eval_core.campaigns.timing import IDLE, LONG_PAUSE, READING

Span = tuple[datetime, datetime]

_US = timedelta(microseconds=1)
_IDLE, _READING, _LONG_PAUSE = IDLE // _US, READING // _US, LONG_PAUSE // _US
_FAR = 2**61  # before and after every moment


def without_deserts(spans: Sequence[tuple[int, int]], work: np.ndarray) -> Iterator[tuple[int, int]]:
    """One person's active time, with the deserts cut down.

    A desert is the time from one piece of work until `IDLE` before the next. Of the active time in it the first
    `READING` counts, and again after a pause of `LONG_PAUSE`. So one more piece of work never makes the time shorter.

    Args:
        spans: stretches of active time, (start, end) in microseconds, in order and apart.
        work: (m,) when a piece of work was done, in microseconds, in order.
    """
    begins = np.append(-_FAR, work)
    ends = np.append(work - _IDLE, _FAR)
    wide = ends - begins > _READING
    deserts = list(zip(begins[wide].tolist(), ends[wide].tolist(), strict=True))
    place, spent, before = 0, 0, -_FAR  # the desert at hand, the time that counted in it, and when that ended
    for start, end in spans:
        at = start
        while True:
            while place < len(deserts) and deserts[place][1] <= at:
                place, spent = place + 1, 0
            inside = place < len(deserts) and deserts[place][0] <= at
            edge = _FAR if place == len(deserts) else deserts[place][1 if inside else 0]
            until, counted = min(end, edge), min(end, edge)
            if inside:
                spent = 0 if at - before >= _LONG_PAUSE else spent
                counted = min(until, at + _READING - spent)
                spent += counted - at
            yield at, counted
            before = until
            if until >= end:
                break
            at = until


def split_at_midnight(start: datetime, end: datetime, zone: tzinfo) -> Iterator[Span]:
    """A stretch of time, cut into days in `zone`, as times of that zone."""
    while True:
        here = start.astimezone(zone)
        midnight = datetime.combine(here.date() + timedelta(days=1), time.min, zone).astimezone(UTC)
        # Where clocks are set back over midnight, it may be earlier; then the rest stays on one day.
        if not start < midnight < end:
            yield here, end.astimezone(zone)
            return
        yield here, midnight.astimezone(zone)
        start = midnight
