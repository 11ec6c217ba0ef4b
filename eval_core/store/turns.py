"""A fair lock: the thread that has waited longest gets it."""

from __future__ import annotations

from collections import deque
from threading import Lock


class Turns:
    """Like `threading.Lock`, but first come, first served.

    A `Lock` goes to any thread that asks when it is free; under load that is the one that has just released
    it, and another may wait for seconds.
    """

    def __init__(self) -> None:
        self._inside = Lock()  # held for an instant, to read or change the two below
        self._taken = False
        self._waiting: deque[Lock] = deque()  # release opens the first

    def acquire(self, timeout: float) -> bool:
        """Wait for the lock, at most so many seconds; whether it was given."""
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
        return True  # the turn came in the last instant

    def release(self) -> None:
        """Pass the lock on to the next thread, if any waits."""
        with self._inside:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
