"""One engine for the process, and the two kinds of transaction the services use."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, make_url
from sqlalchemy.orm import Session

from eval_core.errors import ParvisError
from eval_core.store.base import utc_now

DEFAULT_URL = "sqlite:///parvis.db"
_SYNCHRONOUS = ("NORMAL", "FULL")


def database_url() -> str:
    """The database this process works on: PARVIS_DATABASE_URL, or parvis.db in the working directory."""
    return os.environ.get("PARVIS_DATABASE_URL") or DEFAULT_URL


class Store:
    """A database and the transactions on it.

    Args:
        url: an SQLAlchemy URL; sqlite and postgresql (through psycopg) are supported.
        clock: tells the time to every service; tests and the demo bring their own.

    Raises:
        ParvisError: if the URL names another kind of database.
    """

    def __init__(self, url: str | None = None, clock: Callable[[], datetime] = utc_now) -> None:
        self.now = clock
        self.url = make_url(url or database_url())
        backend = self.url.get_backend_name()
        if backend == "postgresql":
            self.url = self.url.set(drivername="postgresql+psycopg")
            self.engine = create_engine(self.url, pool_size=10, max_overflow=20, pool_pre_ping=True)
        elif backend == "sqlite" and self.url.database in (None, "", ":memory:"):
            raise ParvisError("an SQLite database in memory would be another one in every thread: name a file")
        elif backend == "sqlite":
            self.engine = create_engine(self.url, pool_size=10, max_overflow=40)
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        else:
            raise ParvisError(f"unsupported database '{backend}': use sqlite:/// or postgresql://")
        self._writer = self.engine.execution_options(parvis_write=True)

    @property
    def is_sqlite(self) -> bool:
        return self.url.get_backend_name() == "sqlite"

    @property
    def name(self) -> str:
        """The URL without its password, for messages."""
        return self.url.render_as_string(hide_password=True)

    def exists(self) -> bool:
        """False only for an SQLite file that is not there yet."""
        return not self.is_sqlite or not self.url.database or Path(self.url.database).exists()

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A transaction that only reads; on SQLite it never waits for a writer."""
        with Session(self.engine) as session, session.begin():
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A transaction that reads and then writes; on SQLite it takes the write lock at its beginning."""
        with Session(self._writer, expire_on_commit=False) as session, session.begin():
            yield session

    def dispose(self) -> None:
        """Close every pooled connection."""
        self.engine.dispose()


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin in _begin_sqlite, not in the driver
    synchronous = os.environ.get("PARVIS_SQLITE_SYNCHRONOUS", "NORMAL").upper()
    if synchronous not in _SYNCHRONOUS:
        raise ParvisError(f"PARVIS_SQLITE_SYNCHRONOUS must be one of {', '.join(_SYNCHRONOUS)}")
    cursor = connection.cursor()
    for pragma in (
        "busy_timeout=10000",
        f"synchronous={synchronous}",
        "foreign_keys=ON",
        "cache_size=-65536",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A read that later writes in a plain BEGIN fails with "database is locked" instead of waiting.
    immediate = connection.get_execution_options().get("parvis_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
