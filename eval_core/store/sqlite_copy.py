"""Copies of an SQLite database, by SQLite's online backup: https://www.sqlite.org/backup.html.

Chosen over VACUUM INTO because it copies pages as they are: it is quicker, and a damaged database can still be copied.
All pages are copied in one step, under one read transaction: what the copy holds is the database at one moment, and
with a write-ahead log nobody waits. (In several steps, every click of another process would begin the copy anew.)
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from eval_core.errors import ParvisError

_PATIENCE = 10.0  # seconds to wait for a database that is locked
_WAITING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_HEADER = b"SQLite format 3\x00"


def is_sqlite_file(path: Path) -> bool:
    """Whether a file begins as SQLite's do."""
    with path.open("rb") as file:
        return file.read(len(_HEADER)) == _HEADER


def copy_out(database: Path, target: Path) -> None:
    """Copy a database that may be in use into a file of its own, which needs no second file beside it.

    Raises:
        ParvisError: where it cannot be read, or the copy not written.
    """
    with _explained(database), closing(_reading(database)) as source, closing(sqlite3.connect(target)) as copy:
        _copy(source, copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # else opening the copy would leave a log beside it


def copy_in(backup: Path, database: Path) -> None:
    """Put a backup in the place of all that a database holds, in one transaction; the file is made where it is missing.

    Raises:
        ParvisError: where the backup is damaged, or the database locked for long.
    """
    with _explained(backup), closing(_reading(backup)) as source:
        damaged = source.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if damaged != "ok":
            raise ParvisError(f"{backup} is damaged: {damaged}")
        with _explained(database), closing(sqlite3.connect(database)) as target:
            _copy(source, target)
            target.execute("PRAGMA journal_mode=WAL")  # as `upgrade` makes it


def _reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=_PATIENCE)


def _copy(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    began = time.monotonic()

    def watch(status: int, _left: int, _all: int) -> None:
        if status in _WAITING and time.monotonic() - began > _PATIENCE:
            raise ParvisError("the database is locked: stop what writes to it, and try again")

    source.backup(target, progress=watch)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise ParvisError(f"{path}: {error}") from None
