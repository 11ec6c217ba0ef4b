"""Backups and restoring them: copied while people judge, checked before they count, never over another file."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Table, inspect, select

from eval_core.errors import ParvisError
from eval_core.store import Base, Store
from eval_core.store.postgresql_dump import dump, is_dump, load
from eval_core.store.sqlite_copy import copy_in, copy_out, is_sqlite_file
from eval_core.upkeep.integrity import Findings, check_connection, check_database

_BESIDE = ("", "-wal", "-shm", "-journal")  # what SQLite may leave next to a file


@dataclass(frozen=True)
class Backup:
    """A backup that was written: its size in bytes, its SHA-256, and the result of its checks."""

    path: Path
    size: int
    sha256: str
    findings: Findings


def back_up(store: Store, path: Path, *, force: bool = False) -> Backup:
    """Write a backup of everything committed before this began. Others go on working meanwhile.

    On SQLite the file is a database itself, on PostgreSQL one of `pg_dump --format=custom`. It is written under
    a temporary name, checked, and renamed last. Only its owner may read it: it holds names and texts.

    Args:
        force: whether an existing file may be replaced.

    Raises:
        ParvisError: if the target cannot be written, exists already or is the database itself, if the
            database cannot be read, or the copy is damaged. Then nothing is left behind.
    """
    _require_target(store, path, force=force)
    with _written_whole(path) as unfinished:
        if store.is_sqlite:
            copy_out(_file_of(store), unfinished)
            findings = _check_file(unfinished, store)
        else:
            with store.engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
                dump(store, connection, unfinished)
                findings = check_connection(connection, store.now())
        digest = _digest(unfinished)
        if path.exists() and not force:  # created meanwhile
            raise ParvisError(f"{path} exists already: choose another name, or --force to replace it")
    return Backup(path, path.stat().st_size, digest, findings)


def restore(store: Store, path: Path, *, force: bool = False) -> Findings:
    """Restore a backup into an empty database, in one transaction; the result of the checks on it.

    Args:
        force: whether the contents of a database may be replaced.

    Raises:
        ParvisError: if the file is missing, damaged or of the other kind of database, or if the database is not
            empty, or locked for long. Then the database is unchanged.
    """
    try:
        if not path.is_file() or (store.is_sqlite and not is_sqlite_file(path)):
            raise ParvisError(f"{path} is no backup of an SQLite database" if path.is_file() else f"no file {path}")
        if not store.is_sqlite and not is_dump(path):
            raise ParvisError(f"{path} is no backup of a PostgreSQL database, as pg_dump --format=custom writes it")
    except OSError as error:
        raise ParvisError(f"{path} cannot be read: {error.strerror}") from None
    _require_another(store, path)
    if not force and not _is_empty(store):
        raise ParvisError(f"the database at {store.name} is not empty: --force replaces it with the backup")
    if store.is_sqlite:
        store.dispose()
        copy_in(path, _file_of(store))
    else:
        load(store, path)
    return check_database(store)


def _require_another(store: Store, path: Path) -> None:
    if store.is_sqlite and any(_same(path, Path(f"{store.url.database}{end}")) for end in _BESIDE):
        raise ParvisError(f"{path} is the database itself: name another file")


def _require_target(store: Store, path: Path, *, force: bool) -> None:
    _require_another(store, path)
    if path.is_dir():
        raise ParvisError(f"{path} is a folder: name a file in it")
    if not path.parent.is_dir():
        raise ParvisError(f"there is no folder {path.parent}")
    if path.exists() and not force:
        raise ParvisError(f"{path} exists already: choose another name, or --force to replace it")


def _same(path: Path, other: Path) -> bool:
    return path.exists() and other.exists() and path.samefile(other)


@contextmanager
def _written_whole(path: Path) -> Iterator[Path]:
    """A temporary name to write under; the file gets its own name only after success, synced to disk."""
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield unfinished
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        unfinished.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    except OSError as error:
        raise ParvisError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        for end in _BESIDE:
            Path(f"{unfinished}{end}").unlink(missing_ok=True)


def _check_file(path: Path, store: Store) -> Findings:
    """The checks on a copy; a damaged one is not kept."""
    copy = Store(store.url.set(database=str(path)).render_as_string(hide_password=False), clock=store.now)
    try:
        findings = check_database(copy)
    finally:
        copy.dispose()
    for problem in findings.problems:
        if problem.check == "file":
            raise ParvisError(f"the copy is damaged and was deleted: {problem.says}")
    return findings


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _file_of(store: Store) -> Path:
    return Path(str(store.url.database))


def _is_empty(store: Store) -> bool:
    """Whether there are no tables but Parvis's, and these are empty."""
    if not store.exists():
        return True
    with store.engine.connect() as connection:
        there = set(inspect(connection).get_table_names()) - {"alembic_version"}
        ours = [table for name, table in Base.metadata.tables.items() if name in there]
        return len(ours) == len(there) and not any(_has_rows(connection, table) for table in ours)


def _has_rows(connection: Connection, table: Table) -> bool:
    return connection.execute(select(1).select_from(table).limit(1)).first() is not None
