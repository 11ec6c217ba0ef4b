"""The store: one engine for the process, and the transactions of the services: read, write, rehearse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from random import Random, SystemRandom
from sqlite3 import Error as SQLiteError
from typing import Any

from sqlalchemy import URL, Connection, Engine, Executable, Result, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import Session

from eval_core import settings
from eval_core.errors import ParvisError, UnavailableError
from eval_core.store.base import utc_now
from eval_core.store.database_file import DatabaseFile
from eval_core.store.prepared import Query, execute, execute_all
from eval_core.store.stage import Stage
from eval_core.store.trouble import trouble_of
from eval_core.store.turns import Turns

_READERS = 10
# The longest wait for a lock, and for a server to accept a connection.
LOCK_SECONDS = 10
_CONNECT_SECONDS = 10
_WRITER_CACHE_KIB = 16_384
_UNPREDICTABLE = SystemRandom()


def database_url() -> str:
    """The database this process works on: PARVIS_DATABASE_URL, or parvis.db in the working directory.

    Raises:
        ParvisError: if it is no address of a database.
    """
    return settings.DATABASE_URL.value()


class Store:
    """A database and the transactions on it.

    Args:
        url: an SQLAlchemy URL; sqlite and postgresql (through psycopg) are supported.
        clock: tells the time to every service; tests and the demo pass their own.
        chance: the random numbers of the desk, see `chance_of`; unpredictable, unless the demo passes its own.

    Attributes:
        engine: for reading; on PostgreSQL for writing too.
        writer: for writing; on SQLite one connection, shared by all writers.
        file: of an SQLite database, watched while connections are open.
        troubles: counts of failed operations, by the code of `UnavailableError`.

    Raises:
        ParvisError: if the URL names another kind of database.
    """

    def __init__(
        self,
        url: str | None = None,
        clock: Callable[[], datetime] = utc_now,
        chance: Random = _UNPREDICTABLE,
    ) -> None:
        self.now = clock
        self.chance = chance
        self.troubles: Counter[str] = Counter()
        self.url = make_url(url or database_url())
        self.file = DatabaseFile(Path(self.url.database) if self.is_sqlite and self.url.database else None)
        backend = self.url.get_backend_name()
        # A transaction pooler gives each transaction another connection: no setting may belong to one.
        self._pooled = backend == "postgresql" and settings.PGBOUNCER.value()
        if backend == "postgresql":
            self.url = _password_apart(self.url.set(drivername="postgresql+psycopg"))
            self.engine = self.writer = self._postgresql()
        elif backend == "sqlite" and self.url.database in (None, "", ":memory:"):
            raise ParvisError("an SQLite database in memory would differ in every thread: name a file")
        elif backend == "sqlite":
            self.engine = self._sqlite("BEGIN", pool_size=_READERS, max_overflow=4 * _READERS, pool_use_lifo=True)
            # A read that later writes in a plain BEGIN fails with "database is locked" instead of waiting. Writers take
            # turns, so one connection is enough for them, and no commit but its own empties its page cache.
            self.writer = self._sqlite("BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
            event.listen(self.writer, "connect", _remember_much)
            event.listen(self.writer, "close", lambda *_about, file=self.file: file.forget_log())
        else:
            raise ParvisError(f"unsupported database '{backend}': use sqlite:/// or postgresql://")
        self._turn = Turns()

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
        """A transaction that only reads; on SQLite it never waits for a writer.

        Raises:
            UnavailableError: if the database is unavailable; so does `write`, which then changed nothing, unless
                the connection broke at the very end.
        """
        with self._explained():
            self.check_file()
            with Session(self.engine, info={"store": self}) as session, session.begin():
                yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A transaction that reads and then writes; on SQLite it takes the write lock at its beginning.

        What was committed into a file that is no longer there is an error too, so it is never acknowledged.
        """
        with self._explained(), self._turn_to_write():
            self.check_file()
            with (
                Session(self.writer, expire_on_commit=False, info={"store": self}) as session,
                session.begin(),
            ):
                if self._pooled:
                    session.connection().exec_driver_sql(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
                yield session
            self.file.note_log()
            self.check_file()

    @contextmanager
    def rehearse(self) -> Iterator[Session]:
        """Like `write`, but nothing is stored: the transaction is always rolled back at its end.

        Raises:
            UnavailableError: as `write`.
        """
        with self.write() as session:
            yield session
            session.flush()  # so that the database's own refusals show here too
            session.rollback()

    @contextmanager
    def stage(self, *, keep: bool = True) -> Iterator[Session]:
        """Like `write`, but on SQLite other writers wait only while what was done is moved from a copy to its place.

        Only for work that adds rows, and changes such rows as the copy allows (see `Stage`). Where there is no room for
        a copy, it is done as `write` does it.

        Args:
            keep: False stores nothing, and no one waits.

        Raises:
            OvertakenError: if what the work was based on has changed meanwhile; then nothing is stored.
            UnavailableError: as `write`.
        """
        stage = self._stage()
        if stage is None:
            with self.write() if keep else self.rehearse() as session:
                yield session
            return
        with closing(stage), self._explained():
            with stage.work(store=self) as session:
                yield session
            if not keep or not stage.is_changed:
                return
            with self._turn_to_write():
                self.check_file()
                stage.move(store=self)
                self.file.note_log()
                self.check_file()
            stage.settle()

    def _stage(self) -> Stage | None:
        if not self.is_sqlite:
            return None
        with self._explained():
            self.check_file()
            with self.engine.connect() as connection:
                source: Any = connection.connection.driver_connection
                try:
                    file, synchronous = Path(self.url.database or ""), settings.SQLITE_SYNCHRONOUS.value()
                    return Stage(source, file, _pragmas(), synchronous)
                except SQLiteError:
                    return None

    def check_file(self) -> None:
        """Refuse to work on an SQLite file that is no longer where it was opened, or is damaged.

        Raises:
            UnavailableError: `database_moved` or `database_damaged`.
        """
        try:
            self.file.check()
        except UnavailableError as trouble:
            self.troubles[trouble.code] += 1
            raise

    def dispose(self) -> None:
        """Close every pooled connection."""
        self.engine.dispose()
        self.writer.dispose()
        self.file.forget()

    @contextmanager
    def _turn_to_write(self) -> Iterator[None]:
        """On SQLite, one writer of this process at a time, in turn; a thread that writes must not ask again.

        SQLite itself has no queue: a writer that finds the lock taken sleeps and tries again, up to a tenth of a second
        later, while others take it. Among twenty busy writers one may wait for seconds. The pool has a queue,
        but newcomers may overtake it.
        """
        if not self.is_sqlite:
            yield
            return
        if not self._turn.acquire(LOCK_SECONDS):
            raise PoolTimeoutError("another writer of this process did not finish in time")
        try:
            yield
        finally:
            self._turn.release()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (DBAPIError, PoolTimeoutError) as error:
            trouble = trouble_of(error)
            if trouble is None:
                raise
            self.troubles[trouble.code] += 1
            if trouble.code == "database_damaged":
                self.file.note_damage()
            raise trouble from error

    def _sqlite(self, begin: str, **pool: Any) -> Engine:
        engine = create_engine(self.url, hide_parameters=True, **pool)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "connect", lambda *_about, file=self.file: file.note())
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
        return engine

    def _postgresql(self) -> Engine:
        size = settings.POOL_SIZE.value()
        wanted: dict[str, Any] = {
            "connect_timeout": _CONNECT_SECONDS,
            **({"prepare_threshold": None} if self._pooled else {"options": f"-c lock_timeout={LOCK_SECONDS}s"}),
        }
        ours = {name: value for name, value in wanted.items() if name not in self.url.query}
        # A connection that the server has closed meanwhile is noticed before it is used.
        return create_engine(
            self.url,
            pool_size=size,
            max_overflow=2 * size,
            pool_pre_ping=True,
            hide_parameters=True,  # personal data and texts stay out of error messages, and so out of logs
            pool_timeout=LOCK_SECONDS,
            connect_args=ours,
        )


def ask(db: Session, statement: Executable, about: Mapping[str, Any]) -> Result[*tuple[Any, ...]]:
    """The result of a statement about columns, after flushing the session.

    `Session.execute` gives the same for several times the cost, since it looks for mapped objects and works out anew
    what the driver is to be told. This is for the statements of every click.
    """
    return execute(_connection(db), statement, about)


def ask_all(db: Session, *questions: Query) -> list[Result[*tuple[Any, ...]]]:
    """The results of several statements in their order, none of which needs the answer of another.

    On PostgreSQL they are one round trip, where each would be one.
    """
    return execute_all(_connection(db), questions)


def _connection(db: Session) -> Connection:
    db.flush()
    connection: Connection | None = db.info.get("connection")
    if connection is None or not connection.in_transaction():
        connection = db.info["connection"] = db.connection()
    return connection


def store_of(db: Session) -> Store:
    """The store that began a transaction."""
    store: Store = db.info["store"]
    return store


def chance_of(db: Session) -> Random:
    """The random numbers of a transaction: which text is shown as A, when gold and repeats come."""
    return store_of(db).chance


def _password_apart(url: URL) -> URL:
    """The same address with a password that was given as `?password=` in its usual place, which no message shows."""
    given = url.query.get("password")
    if not isinstance(given, str):
        return url
    return url.set(password=url.password or given).difference_update_query(["password"])


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where the engine says, not in the driver
    cursor = connection.cursor()
    for pragma in _pragmas():
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _pragmas() -> tuple[str, ...]:
    return (
        f"busy_timeout={int(LOCK_SECONDS * 1000)}",
        f"synchronous={settings.SQLITE_SYNCHRONOUS.value()}",
        "foreign_keys=ON",
    )


def _remember_much(connection: Any, _record: Any) -> None:
    connection.execute(f"PRAGMA cache_size=-{_WRITER_CACHE_KIB}")
