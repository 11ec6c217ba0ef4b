"""The file under a running server: removed, moved, replaced, overwritten or damaged. Nothing is acknowledged then that
is not in the file that a restart finds."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from eval_core.errors import UnavailableError
from eval_core.store import Store
from eval_core.store.database_file import DatabaseFile
from eval_core.store.soundness import require_sound
from eval_core.store.sqlite_copy import copy_out
from eval_core.upkeep.quick_check import quick_check
from tests.browser.conftest import ROOT, Site, serving
from tests.support.acts import judge_and_go_on, open_desk
from tests.support.building import Built, build_campaign
from tests.support.checking import Click, problems
from tests.support.desk_client import DeskClient

TOKEN = "of-the-monitoring-1234"
only_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def removed(file: Path) -> None:
    file.unlink()


def moved(file: Path) -> None:
    file.rename(file.with_name("elsewhere.db"))


def replaced(file: Path) -> None:
    copy = file.with_name("copy.db")
    copy_out(file, copy)
    copy.replace(file)


def overwritten(file: Path) -> None:
    """What `cp` of a backup does: the same file, other bytes."""
    backup = file.with_name("backup.db")
    copy_out(file, backup)
    shutil.copyfile(backup, file)


def without_its_log(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


HARMS = [removed, moved, replaced, overwritten, without_its_log]


def corrupt(file: Path) -> None:
    """Every page but the first is noise, as after a broken disk."""
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with file.open("r+b") as pages:
        size = pages.seek(0, os.SEEK_END)
        pages.seek(4096)
        pages.write(random.Random(1).randbytes(size - 4096))


def path_of(store: Store) -> Path:
    return Path(str(store.url.database))


def click(built: Built, session: str) -> Click:
    """Judge what lies there; what was acknowledged."""
    task = open_desk(built.store, session, built.slug).task
    assert task is not None
    judge_and_go_on(built.store, session, built.slug, task.assignment_id, task.revision, "A")
    return task.assignment_id, task.revision + 1, "A"


def judgments_in(file: Path) -> int:
    """How many judgments a restarted server would find."""
    if not file.exists():
        return 0
    with closing(sqlite3.connect(file)) as raw:
        found: int = raw.execute("SELECT count(*) FROM judgment").fetchone()[0]
    return found


@only_sqlite
@pytest.mark.parametrize("harm", HARMS)
def test_a_click_is_refused(campaign: Callable[..., Built], harm: Callable[[Path], None]) -> None:
    """Each harm is noticed by the next click and by the next look, and counted."""
    built = campaign()
    session = built.enter("Kari")
    click(built, session)
    harm(path_of(built.store))
    with pytest.raises(UnavailableError) as refused:
        click(built, session)
    assert refused.value.code == "database_moved"
    with pytest.raises(UnavailableError), built.store.read():
        pass
    assert built.store.troubles["database_moved"] == 2


@only_sqlite
def test_the_check_sees_clicks_that_get_lost(campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted violation, as it was: nothing compares the file, clicks are acknowledged, and a restart has none."""
    monkeypatch.setattr(DatabaseFile, "check", lambda _file: None)
    built = campaign()
    session = built.enter("Kari")
    file = path_of(built.store)
    removed(file)
    assert len({click(built, session) for _ in range(3)}) == 3
    assert judgments_in(file) == 0


@only_sqlite
def test_a_file_that_comes_back(campaign: Callable[..., Built], caplog: pytest.LogCaptureFixture) -> None:
    """Moved back, the file is worked on again with all that was acknowledged; the log has one line for either."""
    built = campaign()
    session = built.enter("Kari")
    done = [click(built, session)]
    file = path_of(built.store)
    moved(file)
    for _ in range(3):
        with pytest.raises(UnavailableError):
            click(built, session)
    file.with_name("elsewhere.db").rename(file)
    done.append(click(built, session))
    assert problems(built.store, built.slug, done) == []
    said = [record.getMessage() for record in caplog.records if record.name == "parvis.store"]
    assert [line.partition(": ")[2][:15] for line in said] == ["the database's "] * 2
    assert said[1].endswith("is back")


@only_sqlite
def test_moved_between_question_and_commit(campaign: Callable[..., Built]) -> None:
    """What is committed into a file that has just been moved is not acknowledged."""
    built = campaign()
    built.enter("Kari")
    with pytest.raises(UnavailableError), built.store.write():
        moved(path_of(built.store))


@only_sqlite
def test_damage_is_found_and_lasts(campaign: Callable[..., Built]) -> None:
    """A malformed file is no internal error but a word; no other click is taken, and no server starts on it."""
    built = campaign()
    session = built.enter("Kari")
    click(built, session)
    built.store.dispose()
    require_sound(built.store)
    corrupt(path_of(built.store))
    for _ in range(2):
        with pytest.raises(UnavailableError) as refused:
            click(built, session)
        assert refused.value.code == "database_damaged"
    built.store.dispose()
    with pytest.raises(UnavailableError, match="nothing was started"):
        require_sound(built.store)
    built.store.dispose()


@only_sqlite
def test_damage_that_no_click_meets(campaign: Callable[..., Built]) -> None:
    """The hourly look finds it, and from then on nothing is taken."""
    built = campaign()
    assert quick_check(built.store) == ()
    file = path_of(built.store)
    built.store.dispose()
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("PRAGMA writable_schema=ON")
        raw.execute("UPDATE sqlite_master SET rootpage=2 WHERE name='judge_reply'")
        raw.commit()
    with pytest.raises(UnavailableError) as found:
        quick_check(built.store)
    assert found.value.code == "database_damaged"
    with pytest.raises(UnavailableError), built.store.write():
        pass


@only_sqlite
def test_other_programs_may_work_on_it(campaign: Callable[..., Built]) -> None:
    """A second process's writing, its checkpoints and its VACUUM are no trouble."""
    built = campaign(prompts=20)
    session = built.enter("Kari")
    done = []
    for statement in (
        "PRAGMA wal_checkpoint(TRUNCATE)",
        "CREATE TABLE theirs (x)",
        "INSERT INTO theirs SELECT randomblob(3000) FROM comparison a, comparison b",
        "PRAGMA wal_checkpoint(PASSIVE)",
        "DROP TABLE theirs",
        "VACUUM",
        "PRAGMA wal_checkpoint(TRUNCATE)",
    ):
        program = (
            "import sqlite3, sys; sqlite3.connect(sys.argv[1], isolation_level=None).execute(sys.argv[2]).fetchall()"
        )
        subprocess.run([sys.executable, "-c", program, str(path_of(built.store)), statement], check=True)
        done.append(click(built, session))
    assert problems(built.store, built.slug, done) == []
    assert not built.store.troubles


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], tuple[Site, Built]]]:
    """Starts a real server with a campaign; nothing else has its file open."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    with serving(tmp_path) as begin:

        def start() -> tuple[Site, Built]:
            one = begin(PARVIS_METRICS_TOKEN=TOKEN)
            built = build_campaign(one.store, prompts=12)
            return one, built

        yield start


def asked(desk: DeskClient, path: str) -> tuple[int, str]:
    """Status and text of an answer."""
    reply = desk.ask("GET", path, headers={"Authorization": f"Bearer {TOKEN}"})
    return reply.status, reply.text


@pytest.mark.slow
@pytest.mark.parametrize("harm", [*HARMS, corrupt])
def test_a_real_server_says_so(site: Callable[[], tuple[Site, Built]], harm: Callable[[Path], None]) -> None:
    """Annotators click at a server; once its file is harmed the next click is answered 503, /health and /metrics say
    it, and every click that was answered 200 is in the file that was there until then."""
    server, built = site()
    desk = DeskClient(server.url, built.slug, built.enter("Kari"))
    sheets = desk.pile().sheets
    server.store.dispose()
    stranger = DeskClient(server.url, built.slug)
    assert asked(stranger, "/health") == (200, "ok\n")
    for _ in range(3):
        reply = desk.choose(sheets, "A")
        assert reply.status == 200
        sheets = reply.sheets
    file = path_of(server.store)
    harm(file)
    word = "database_damaged" if harm is corrupt else "database_moved"
    reply = desk.choose(sheets, "A")
    assert (reply.status, reply.json) == (503, {"word": word})
    assert asked(stranger, "/health") == (503, f"{word}\n")
    status, figures = asked(desk, "/metrics")
    assert status == 200
    assert "parvis_database_up 0.0" in figures
    assert f'parvis_database_errors_total{{kind="{word.removeprefix("database_")}"}} 0.0' not in figures
    server.process.kill()
    server.process.wait(20)
    if harm in (replaced, overwritten):
        assert judgments_in(file.with_name({replaced: "parvis.db", overwritten: "backup.db"}[harm])) == 3


@pytest.mark.slow
def test_no_server_starts_on_a_damaged_file(site: Callable[[], tuple[Site, Built]]) -> None:
    """`parvis serve` looks through its file first: one line, exit 1, and not a byte was written."""
    server, _built = site()
    server.stop()
    server.store.dispose()
    file = path_of(server.store)
    corrupt(file)
    before = file.read_bytes()
    ended = subprocess.run(
        [sys.executable, "-m", "eval_core.cli", "serve", "--port", str(server.port)],
        cwd=file.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PARVIS_DATABASE_URL": f"sqlite:///{file}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 1
    (line,) = [line for line in ended.stderr.splitlines() if line.startswith("parvis:")]
    assert "is damaged" in line
    assert file.read_bytes() == before
