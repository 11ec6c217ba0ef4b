"""What a database error means for users: a code for the interface, a sentence for the command line."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, StatementError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from eval_core.errors import UnavailableError

# SQLite's primary result codes (https://www.sqlite.org/rescode.html); the upper bytes add detail.
_SQLITE = {
    sqlite3.SQLITE_BUSY: "database_busy",
    sqlite3.SQLITE_LOCKED: "database_busy",
    sqlite3.SQLITE_FULL: "database_full",
    sqlite3.SQLITE_READONLY: "database_read_only",
    sqlite3.SQLITE_CANTOPEN: "database_away",
    sqlite3.SQLITE_IOERR: "database_away",
    sqlite3.SQLITE_CORRUPT: "database_damaged",
    sqlite3.SQLITE_NOTADB: "database_damaged",
}
# PostgreSQL's SQLSTATE codes (its manual, appendix A), whole or by class.
_POSTGRESQL = {
    "25006": "database_read_only",  # read_only_sql_transaction
    "40001": "database_busy",  # serialization_failure
    "40P01": "database_busy",  # deadlock_detected
    "53100": "database_full",  # disk_full
    "53300": "database_busy",  # too_many_connections
    "55P03": "database_busy",  # lock_not_available, after `lock_timeout`
    "57014": "database_busy",  # query_canceled, after a `statement_timeout` of the server's
    "57P01": "database_away",  # admin_shutdown
    "57P02": "database_away",  # crash_shutdown
    "57P03": "database_away",  # cannot_connect_now
    "58030": "database_away",  # io_error
    "08": "database_away",  # connection exceptions
}
SENTENCES = {
    "database_busy": "the database was busy for too long; nothing was changed, try again",
    "database_full": "the database's disk is full; nothing was changed, make room and try again",
    "database_read_only": "the database takes no changes: it, its folder or its server is read-only",
    "database_away": "the database did not answer; see whether it runs, and what of this is there, before trying again",
    "database_moved": "the database's file, or the log next to it, was removed, moved, replaced or overwritten; nothing"
    " more is stored until it is back, or the server was restarted",
    "database_damaged": "the database's file is damaged; nothing more is stored: stop the server, see 'parvis check',"
    " and restore a backup",
}


def trouble_of(error: DBAPIError | PoolTimeoutError) -> UnavailableError | None:
    """The error for users, None for a bug."""
    code = _code(error)
    if code is None:
        return None
    cause = error.orig if isinstance(error, StatementError) else error
    return UnavailableError(code, f"{SENTENCES[code]} ({str(cause).strip().partition(chr(10))[0]})")


def _code(error: DBAPIError | PoolTimeoutError) -> str | None:
    if isinstance(error, PoolTimeoutError):  # every connection of this process was in use for too long
        return "database_busy"
    original = error.orig
    if isinstance(original, sqlite3.Error):
        return _SQLITE.get(getattr(original, "sqlite_errorcode", 0) & 0xFF)
    state = str(getattr(original, "sqlstate", None) or "")
    known = _POSTGRESQL.get(state) or _POSTGRESQL.get(state[:2])
    # A connection that broke, or never opened, has no state.
    broken = error.connection_invalidated or (not state and type(original).__name__ == "OperationalError")
    return known or ("database_away" if broken else None)
