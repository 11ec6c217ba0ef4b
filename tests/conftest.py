"""What tests of every height share: databases, a clock in hand, the real data beside the checkout."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

from eval_core.locales import use_language
from eval_core.store import Store, upgrade
from tests.support import selection, times
from tests.support.building import Built, build_campaign
from tests.support.postgres import PostgresServer
from tests.support.snapshots import Snapshots

IN_CI = bool(os.environ.get("CI"))
SHARED_DATA = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"

SEED = "PARVIS_SEED"

settings.register_profile(
    "parvis", deadline=None, derandomize=IN_CI, print_blob=True, max_examples=selection.examples(100)
)
settings.load_profile("parvis")


def pytest_configure(config: pytest.Config) -> None:
    """Draw the run's seed, which its workers inherit, and share what SQLAlchemy has compiled."""
    os.environ.setdefault(SEED, str(random.randrange(10**6)))
    share_compiled()
    if times.FOLDER:
        config.pluginmanager.register(times.Recorder(Path(times.FOLDER)))


def pytest_report_header() -> str | None:
    return f"planted faults drawn with {SEED}={os.environ[SEED]}" if selection.QUICK else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what belongs to the other of `make test` and `make test-all`."""
    if selection.QUICK:
        chosen = selection.quick(items, int(os.environ[SEED]))
    elif selection.REST:
        chosen = selection.rest(items)
    else:
        return
    names = {item.nodeid for item in chosen}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in names])
    items[:] = [item for item in items if item.nodeid in names]


def pytest_collection_finish() -> None:
    """What collecting has made stays until the end: the garbage collector need not look through it again and again."""
    gc.collect()
    gc.freeze()


def share_compiled() -> None:
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
    """Gives URLs of databases without rows, migrated or empty; every test runs on both kinds unless it names its own."""
    numbers = count()
    lent: list[str] = []
    made: list[str] = []

    def new(*, empty: bool = False) -> str:
        if request.param == "sqlite":
            file = tmp_path / f"parvis{next(numbers)}.db"
            if not empty:
                shutil.copy(request.getfixturevalue("migrated_sqlite"), file)
            return f"sqlite:///{file}"
        server: PostgresServer = request.getfixturevalue("postgres")
        if empty:
            made.append(server.new_database("template1"))
            return made[-1]
        lent.append(server.lend())
        return lent[-1]

    yield new
    for url in made:
        request.getfixturevalue("postgres").drop(url)
    for url in lent:
        request.getfixturevalue("postgres").take_back(url)


@pytest.fixture(scope="module", autouse=True)
def no_loop_left() -> Iterator[None]:
    """No module leaves an event loop running: the next one could not start its own in the same process."""
    yield
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()


@pytest.fixture(autouse=True)
def english() -> None:
    """Each test begins in English, whatever language the one before it has left."""
    use_language("en")


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


@pytest.fixture(scope="session")
def snapshots() -> Snapshots:
    """Scenes that were built once, to be copied into the stores of other tests."""
    return Snapshots()


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
