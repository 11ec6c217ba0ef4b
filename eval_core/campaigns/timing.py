"""Durations: of a lease, of a break, and before a click counts."""

from __future__ import annotations

from datetime import timedelta

from eval_core import settings

# Long enough for a phone call, short enough that an absent annotator does not hold up the others.
LEASE = timedelta(minutes=30)
# Time before this long on one comparison counts as work; the rest as a break.
IDLE = timedelta(minutes=5)
# So long someone may read, or go to and fro, until they do a piece of work: what is beyond does not count as work.
READING = timedelta(minutes=30)
# After a pause of this length, such as a night, reading begins again.
LONG_PAUSE = timedelta(hours=4)


# A lease that ended so long ago is over by every comparison of times.
JUST_NOW = timedelta(microseconds=1)

# Nobody has read so many characters of two texts in the shortest wait; at this many times of it the wait grows no more.
_CHARACTERS = 800
_LONGEST_DWELL = 5


def dwell(characters: int = 0) -> timedelta:
    """How long texts must be on the screen before a click counts.

    PARVIS_DWELL_MS (400) for up to 800 characters, then in proportion to their number, at most five times as long.
    """
    shortest = timedelta(milliseconds=settings.DWELL_MS.value())
    return shortest * min(max(characters / _CHARACTERS, 1), _LONGEST_DWELL)


def most_ahead() -> int:
    """How many sheets an annotator's browser may take ahead (PARVIS_AHEAD, 0 to 20)."""
    return settings.AHEAD.value()


def sign_in_life() -> timedelta:
    """How long a sign-in that no one uses goes on (PARVIS_SIGN_IN_DAYS, 1 to 3650)."""
    return timedelta(days=settings.SIGN_IN_DAYS.value())
