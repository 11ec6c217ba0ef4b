"""Durations: of a lease, of a break, and before a click counts."""

from __future__ import annotations

import os
from datetime import timedelta

from eval_core.errors import ParvisError

# Long enough for a phone call, short enough that an absent annotator does not hold up the others.
LEASE = timedelta(minutes=30)
# Time before this long on one comparison counts as work; the rest as a break.
IDLE = timedelta(minutes=5)


def dwell() -> timedelta:
    """How long a comparison must be on the screen before a choice counts (PARVIS_DWELL_MS)."""
    try:
        return timedelta(milliseconds=max(0, int(os.environ.get("PARVIS_DWELL_MS", "400"))))
    except ValueError:
        raise ParvisError("PARVIS_DWELL_MS must be a whole number of milliseconds") from None
