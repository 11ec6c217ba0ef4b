"""Creating and upgrading the database with Alembic."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event

from eval_core.errors import ParvisError
from eval_core.store.engine import Store

_SCRIPTS = Path(__file__).parent / "migrations"
_ROOM = 3  # times the file


def alembic_config(connection: Connection | None = None) -> Config:
    """Alembic's settings, in code: there is no alembic.ini."""
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS))
    config.attributes["connection"] = connection
    return config


@cache
def _scripts(folder: Path) -> ScriptDirectory:
    return ScriptDirectory(str(folder))


def head_revision() -> str:
    """The newest schema this version of Parvis knows."""
    head = _scripts(_SCRIPTS).get_current_head()
    assert head is not None  # noqa: S101 - the folder of migrations is never empty
    return head


def known_revisions() -> set[str]:
    """Every revision of the schema, up to the newest."""
    return {script.revision for script in _scripts(_SCRIPTS).walk_revisions()}


def current_revision(store: Store) -> str | None:
    """The database's schema revision, None if it has none yet."""
    if not store.exists():
        return None
    with store.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def upgrade(store: Store) -> bool:
    """Create or migrate the database; True if anything changed. A failing migration changes nothing.

    Raises:
        ParvisError: if it belongs to a newer Parvis.
    """
    revision = current_revision(store)
    if revision is not None:
        _require_known(store, revision)
    if revision == head_revision():
        _keep_log(store)
        return False
    _upgrade_sqlite(store) if store.is_sqlite else _upgrade_postgresql(store)
    return True


def require_current(store: Store) -> None:
    """Raise ParvisError unless the database exists and has the newest schema; never creates one."""
    revision = current_revision(store)
    if revision is None:
        raise ParvisError(f"no Parvis database at {store.name}: create one with 'parvis database upgrade'")
    _require_known(store, revision)
    if revision != head_revision():
        raise ParvisError(
            f"the database at {store.name} has schema {revision}, this Parvis needs {head_revision()}:"
            " run 'parvis database upgrade'"
        )


def _require_known(store: Store, revision: str) -> None:
    if revision not in known_revisions():
        raise ParvisError(
            f"the database at {store.name} has schema {revision}, which this Parvis does not know: it belongs to a"
            " newer version, so upgrade Parvis"
        )


def _keep_log(store: Store) -> None:
    """Switch an SQLite file to write-ahead logging, as `_upgrade_sqlite` does: a restored copy may lack it."""
    if store.is_sqlite:
        # A read-only file can still be read.
        with suppress(sqlite3.OperationalError), closing(sqlite3.connect(str(store.url.database))) as raw:
            raw.execute("PRAGMA journal_mode=WAL")


def _upgrade_postgresql(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.exec_driver_sql("SET LOCAL lock_timeout = 0")  # however long the other process migrates
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7278847)")  # two starting replicas
        command.upgrade(alembic_config(connection), "head")


def _make_private(file: Path) -> None:
    """Make an empty file that only its owner may read, unless there is one: SQLite's other files get the same mode."""
    with suppress(OSError):  # SQLite has the words for what is wrong with a place
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _require_room(file: Path) -> None:
    """Refuse to begin what the disk would refuse to end.

    Tables are rebuilt within the file while the log still holds every changed page: measured at a million judgments,
    2.7 times the file on top of it (docs/reliability.md).

    Raises:
        ParvisError: if three times the file are not free.
    """
    size = file.stat().st_size if file.is_file() else 0
    free = shutil.disk_usage(file.parent).free if size else 0
    if free < _ROOM * size:
        needed, left = (-(-number // 1_000_000) for number in (_ROOM * size, free))
        raise ParvisError(
            f"migrating {file} needs {needed} MB of free disk, and {left} MB are free: make room and start again;"
            " nothing was changed"
        )


def _upgrade_sqlite(store: Store) -> None:
    _require_room(Path(str(store.url.database)))
    _make_private(Path(str(store.url.database)))
    # A connection of its own: batch mode rebuilds tables, and with foreign keys on that would cascade.
    engine = create_engine(store.url)
    event.listen(engine, "connect", lambda raw, _record: setattr(raw, "isolation_level", None))
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.connect() as connection:
            # Stored in the file. Not set by every connection: that would write to other programs' files.
            connection.connection.execute("PRAGMA journal_mode=WAL")
        with engine.connect() as connection, connection.begin():
            command.upgrade(alembic_config(connection), "head")
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
            if broken:
                raise ParvisError(f"migrating {store.name} would break {len(broken)} references; nothing was changed")
    finally:
        engine.dispose()
