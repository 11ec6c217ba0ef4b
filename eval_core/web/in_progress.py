"""How many clicks are being answered at this moment in this process."""

from __future__ import annotations

import threading
from types import TracebackType


class InProgress:
    """Counts what is entered and not yet left, by any thread."""

    def __init__(self) -> None:
        self._count, self._lock = 0, threading.Lock()

    def none(self) -> bool:
        """Whether nothing is in progress."""
        return self._count == 0

    def __enter__(self) -> InProgress:
        with self._lock:
            self._count += 1
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._count -= 1


CLICKS_IN_PROGRESS = InProgress()
