"""Copies of an SQLite database, by SQLite's online backup: https://www.sqlite.org/backup.html.

Preferred to VACUUM INTO because it copies pages as they are: it is quicker, and can copy a damaged database.
All pages are copied in one step, under one read transaction: the copy is the database at one moment, and
with a write-ahead log nobody waits. (In several steps, every click of another process would restart the copy.)
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from eval_core.errors import ParvisError

_PATIENCE = 10.0  # seconds to wait for a locked database
_WAITING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_HEADER = b"SQLite format 3\x00"


def is_sqlite_file(path: Path) -> bool:
    """Whether a file begins like an SQLite database."""
    with path.open("rb") as file:
        return file.read(len(_HEADER)) == _HEADER


def copy_out(database: Path, target: Path) -> None:
    """Copy a database that may be in use into one file, without a second one for its log.

    Raises:
        ParvisError: if it cannot be read, or the copy cannot be written.
    """
    with _explained(database), closing(_reading(database)) as source, closing(sqlite3.connect(target)) as copy:
        _copy(source, copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # otherwise opening the copy would leave a log next to it


def copy_in(backup: Path, database: Path) -> None:
    """Replace the contents of a database with a backup, in one transaction; a missing file is created.

    Raises:
        ParvisError: if the backup is damaged, or the database locked for long.
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
            raise ParvisError("the database is locked: stop the programs that write to it, and try again")

    source.backup(target, progress=watch)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise ParvisError(f"{path}: {error}") from None
