"""A lock that is given to whoever has waited longest."""

from __future__ import annotations

from collections import deque
from threading import Lock


class Turns:
    """Like `threading.Lock`, but nobody who comes later goes first.

    A `Lock` goes to whichever thread happens to ask when it is free; under load that is the one that has just given it
    back, and another waits for seconds without end.
    """

    def __init__(self) -> None:
        self._inside = Lock()  # held for an instant, by whoever looks at the two below
        self._taken = False
        self._waiting: deque[Lock] = deque()  # the first is opened by whoever gives back

    def acquire(self, timeout: float) -> bool:
        """Wait for one's turn, at most so many seconds; whether it came."""
        gate = Lock()
        with self._inside:
            if not self._taken:
                self._taken = True
                return True
            gate.acquire()
            self._waiting.append(gate)
        if gate.acquire(timeout=timeout):
            return True
        with self._inside:
            if gate in self._waiting:
                self._waiting.remove(gate)
                return False
        return True  # it came in the last instant

    def release(self) -> None:
        """Give the turn to the next, if anybody waits."""
        with self._inside:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
