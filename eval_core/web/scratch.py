"""What the server writes on the way, such as trials and pages of results: in one folder, gone when the server stops."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def own_scratch() -> Iterator[None]:
    """Let all temporary files of this process be below one folder of its own, and remove that at the end.

    Each would remove its own when the process ends, but the server takes a signal to stop as its end, and runs nothing
    after it.
    """
    with tempfile.TemporaryDirectory(prefix="parvis-", ignore_cleanup_errors=True) as folder:
        before, tempfile.tempdir = tempfile.tempdir, folder
        try:
            yield
        finally:
            tempfile.tempdir = before
