"""Turns: how many messages a person's open pages may send, in memory only."""

from __future__ import annotations

import time
from collections.abc import Hashable

_AT_ONCE = 120
_A_SECOND = 5.0
_PATIENCE = 10.0  # seconds
_KEPT = 10_000  # people


class Turns:
    """Spreads a person's messages over time: the first ones at once, then each when its turn comes.

    A click, a typed field and a page that draws itself again are one message each, so an honest user never waits. One
    page has one message waiting; only many pages of one person come to more than `patience` allows.

    Args:
        at_once: messages that need no turn after a pause. a_second: how many have theirs in a second.
        patience: the longest wait, in seconds.
    """

    def __init__(self, at_once: int = _AT_ONCE, a_second: float = _A_SECOND, patience: float = _PATIENCE) -> None:
        self.ahead, self.step, self.patience = at_once / a_second, 1 / a_second, patience
        # When a person's messages would all have had their turns, `at_once` of them being taken ahead of time.
        self._until: dict[Hashable, float] = {}

    def take(self, who: Hashable) -> float | None:
        """Seconds until the turn of one more message of this person; None, and no turn, where too many wait."""
        now = time.monotonic()
        until = max(self._until.get(who, 0.0), now)
        wait = max(0.0, until + self.step - self.ahead - now)
        if wait > self.patience:
            return None
        if who not in self._until and len(self._until) >= _KEPT:
            self._until = {one: end for one, end in self._until.items() if end > now}
        self._until[who] = until + self.step
        return wait
