"""The file of an SQLite database, watched: a running server goes on writing into one that was removed or moved.

The operating system keeps a removed file for those who have it open, so every commit succeeds and is gone after a
restart. Here each transaction compares what the path leads to with what was opened.
"""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from threading import Lock
from weakref import WeakValueDictionary, finalize

from eval_core.errors import UnavailableError
from eval_core.store.trouble import SENTENCES

_LOG = logging.getLogger("parvis.store")
# The header (https://www.sqlite.org/fileformat2.html#the_database_header): where it is, and what in it never changes,
# or never goes back, while the file is in use.
_HEADER = 100
_MAGIC = slice(0, 16)
_PAGE_SIZE = slice(16, 18)
_LOGGED = slice(18, 20)  # 2 and 2 with a write-ahead log, else 1; no server lets go of its log
_COUNTER = slice(24, 28)  # as the next two, a number with its highest byte first: compared as it is
_PAGES = slice(28, 32)
_SCHEMA = slice(40, 44)
Identity = tuple[int, int]


class _Handle:
    """A file that is open for reading its header, and keeps its number from being given to another file.

    One for each file of a process, closed with the last store on it: closing any of them would end all locks that
    SQLite holds for this process (https://www.sqlite.org/howtocorrupt.html, 2.2).
    """

    def __init__(self, path: Path) -> None:
        self.number = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        finalize(self, os.close, self.number)


_handles: WeakValueDictionary[Identity, _Handle] = WeakValueDictionary()
_opening = Lock()


class DatabaseFile:
    """The file that a store has opened, from the first connection until all are closed.

    Attributes:
        path: of the file; None where the database is no file.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = None if path is None or sys.platform == "win32" else path
        self._lock = Lock()
        self._said: str | None = None
        self._lasting: str | None = None
        self.forget()

    def forget(self) -> None:
        """Every connection was closed: the next one may open another file."""
        self._handle: _Handle | None = None
        self._identity: Identity | None = None
        self._state: tuple[int, int] | None = None
        self._header = b""
        self._lasting = None
        self.forget_log()

    def forget_log(self) -> None:
        """The connection that writes was closed, and may have taken the write-ahead log with it."""
        self._log: Identity | None = None

    def note(self) -> None:
        """A connection was opened: this is the file, unless one was known before."""
        if self.path is None or self._identity is not None:
            return
        with self._lock, _opening:
            self._real = Path(os.path.realpath(self.path))
            identity = _identity(self._real)
            if identity is None:
                return
            self._handle = _handles.get(identity) or _Handle(self._real)
            _handles[identity] = self._handle
            self._identity = identity

    def note_log(self) -> None:
        """A transaction was written: this is the write-ahead log, if there is one."""
        if self._identity is not None and self._log is None:
            self._log = _identity(Path(f"{self._real}-wal"))

    def note_damage(self) -> None:
        """The database was found to be malformed; this holds until every connection is closed."""
        self._lasting = "database_damaged"

    def check(self) -> None:
        """Refuse a file that is no longer the one that was opened, or is damaged.

        Raises:
            UnavailableError: `database_moved` where the file, or its write-ahead log, was removed, moved, replaced or
                overwritten; `database_damaged`.
        """
        code = self._trouble() if self.path is not None and self._identity is not None else self._lasting
        if code == self._said:
            pass
        elif code:
            _LOG.error("%s: %s", self.path, SENTENCES[code])
        else:
            _LOG.error("%s: the database's file is back", self.path)
        self._said = code
        if code:
            raise UnavailableError(code, SENTENCES[code])

    def _trouble(self) -> str | None:
        if self._lasting:
            return self._lasting
        assert self.path is not None  # noqa: S101 - as `check` asks before
        if _identity(self.path) != self._identity:
            return "database_moved"
        if self._log is not None and _identity(Path(f"{self._real}-wal")) != self._log:
            return "database_moved"
        with self._lock:
            if self._overwritten():
                self._lasting = "database_moved"
        return self._lasting

    def _overwritten(self) -> bool:
        """Whether another program has written over the file, such as `cp` of a backup."""
        handle = self._handle
        if handle is None:
            return False
        now = os.fstat(handle.number)
        state = now.st_size, now.st_mtime_ns
        if state == self._state:
            return False
        before, header = self._header, os.pread(handle.number, _HEADER, 0)
        self._state, self._header = state, header
        if not before:
            return False
        return len(header) < _HEADER or not _follows(before, header)


def _follows(before: bytes, header: bytes) -> bool:
    """Whether SQLite may have made one header of the other."""
    if any(before[part] != header[part] for part in (_MAGIC, _PAGE_SIZE)) or header[_LOGGED] < before[_LOGGED]:
        return False
    if before[_COUNTER] == header[_COUNTER]:  # a connection counts once for all that it writes without another
        return before[_PAGES] <= header[_PAGES] and before[_SCHEMA] <= header[_SCHEMA]
    return before[_COUNTER] < header[_COUNTER]


def _identity(path: Path) -> Identity | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - a third of the time of Path.stat, and it is asked by every click
    except OSError:
        return None
    return found.st_dev, found.st_ino
