"""What each server process does for itself every few minutes, in a thread of its own, so that no click waits for it.

Full garbage collections are taken off the clicks' path: Python would begin one in the middle of whatever makes the
object too many. Closed sessions of Streamlit are circles of objects, and stay until then.
"""

from __future__ import annotations

import ctypes
import gc
import logging
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from eval_core.errors import UnavailableError

_LOOK = 10.0  # seconds between two looks
_EVERY = 300.0  # seconds between two rounds of chores
_GROWTH = 48.0  # MB by which the process may grow before the next full collection
_PATIENCE = 5.0  # seconds that a collection waits for a moment without a click
_NEVER = 1_000_000_000  # generations collected until Python begins a full collection by itself
_PAGE_MB = 4096 / 2**20
_STATM = Path("/proc/self/statm")
_LOG = logging.getLogger("parvis.chores")


def resident_memory() -> float:
    """What the process holds of memory, MB; 0 where the system has no /proc."""
    try:
        return int(_STATM.read_text().split()[1]) * _PAGE_MB
    except (OSError, IndexError, ValueError):
        return 0.0


@dataclass
class Garbage:
    """Decides when all generations are collected, and collects them.

    Args:
        memory: what the process holds, MB.
        every: seconds after which a collection is due.
        growth: MB of growth after which it is due sooner.
    """

    memory: Callable[[], float] = resident_memory
    every: float = _EVERY
    growth: float = _GROWTH
    _at: float = 0.0
    _held: float = 0.0

    def begin(self, now: float) -> None:
        """Count from here, at `now` seconds of any clock."""
        self._at, self._held = now, self.memory()

    def due(self, now: float) -> bool:
        """Whether enough time has passed, or the process has grown enough, since the last collection."""
        return now - self._at >= self.every or self.memory() - self._held >= self.growth

    def collect(self, now: float) -> int:
        """Collect everything and give freed memory back to the system; how many objects were garbage."""
        found = gc.collect()
        _give_back()
        self.begin(now)
        return found


def _give_back() -> None:
    """Return free pages: glibc and Arrow would keep them for later."""
    if "pyarrow" in sys.modules:
        sys.modules["pyarrow"].default_memory_pool().release_unused()
    with suppress(OSError, AttributeError):  # not glibc
        ctypes.CDLL(None).malloc_trim(0)


class Chores:
    """The thread of a server process.

    Args:
        quiet: whether no click is being answered at this moment; a collection stops all threads for a while.
        rounds: what else is done every few minutes, and once more at the end.
        garbage: when to collect, for tests.
        look: seconds between two looks.
    """

    def __init__(
        self,
        quiet: Callable[[], bool],
        *rounds: Callable[[], object],
        garbage: Garbage | None = None,
        look: float = _LOOK,
    ) -> None:
        self._quiet, self._rounds, self._garbage, self._look = quiet, rounds, garbage or Garbage(), look
        self._thresholds = gc.get_threshold()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._loop, name="parvis-chores", daemon=True)

    def start(self) -> None:
        """Begin; from now on full collections come from here only."""
        gc.set_threshold(*self._thresholds[:2], _NEVER)
        self._garbage.begin(time.monotonic())
        self._thread.start()

    def stop(self, seconds: float = 10) -> None:
        """End, after a last round."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(seconds)
        gc.set_threshold(*self._thresholds)
        self._round()

    def _loop(self) -> None:
        done = time.monotonic()
        while not self._stopping.wait(self._look):
            try:
                if self._garbage.due(time.monotonic()):
                    self._wait_for_quiet()
                    self._garbage.collect(time.monotonic())
                if time.monotonic() - done >= _EVERY:
                    self._round()
                    done = time.monotonic()
            except Exception as error:  # the thread goes on: without it nothing is collected any more
                _LOG.error("a chore failed: %s", type(error).__name__)

    def _round(self) -> None:
        for chore in self._rounds:
            with suppress(UnavailableError):  # said elsewhere; the next round may find the database again
                chore()

    def _wait_for_quiet(self) -> None:
        until = time.monotonic() + _PATIENCE
        while not self._quiet() and time.monotonic() < until:
            time.sleep(0.002)
