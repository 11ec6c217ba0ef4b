"""Dumps of a PostgreSQL database, by PostgreSQL's own programs."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, inspect, text

from eval_core import settings
from eval_core.errors import ParvisError
from eval_core.store.base import Base
from eval_core.store.engine import Store

_MAGIC = b"PGDMP"
_PATIENCE = 10_000  # milliseconds to wait for a table that is in use
_QUIET = ("--no-owner", "--no-privileges")


def is_dump(path: Path) -> bool:
    """Whether a file begins like those of `pg_dump --format=custom`."""
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def dump(store: Store, connection: Connection, target: Path) -> None:
    """Write exactly what a transaction sees into a file in pg_dump's custom format.

    Args:
        connection: in a transaction at REPEATABLE READ.

    Raises:
        ParvisError: if pg_dump is missing or fails, or the file is incomplete.
    """
    _require_direct()
    tool = _tool("pg_dump", store)
    snapshot = connection.scalar(text("SELECT pg_export_snapshot()"))
    _run(store, [tool, "--format=custom", *_QUIET, f"--snapshot={snapshot}", f"--file={target}", _address(store)])
    _read_through(store, target)


def load(store: Store, path: Path) -> None:
    """Replace Parvis's tables with a dump, in one transaction.

    Raises:
        ParvisError: if a program is missing or fails, the file is incomplete, or a table is locked for long. Then
            the database is unchanged.
    """
    _require_direct()
    psql = _tool("psql", store)
    with store.engine.connect() as connection:
        here = set(inspect(connection).get_table_names())
    old = sorted(here & {*Base.metadata.tables, "alembic_version"})
    drop = f"DROP TABLE {', '.join(old)} CASCADE" if old else "SELECT 1"
    with tempfile.TemporaryFile() as script:
        # Complete before it runs: psql would take the end of a broken stream for the end of the script.
        _read_through(store, path, script)
        script.seek(0)
        once = ("--single-transaction", "--set=ON_ERROR_STOP=1", "--no-psqlrc", "--quiet", "--output=/dev/null")
        _run(store, [psql, *once, f"--command={drop}", "--file=-", _address(store)], stdin=script)


def _read_through(store: Store, path: Path, script: IO[bytes] | None = None) -> None:
    """Read a whole dump, as SQL."""
    command = [_tool("pg_restore", store), *_QUIET, "--file=-", str(path)]
    _run(store, command, stdout=script or subprocess.DEVNULL)


def _tool(name: str, store: Store) -> str:
    path = shutil.which(name)
    if path is None:
        raise ParvisError(
            f"{name} is not on the PATH: install PostgreSQL's client programs (on Debian: postgresql-client), or run,"
            f" where they are, pg_dump --format=custom --no-owner --no-privileges --file=FILE '{_address(store)}'"
        )
    return path


def _address(store: Store) -> str:
    """The database for PostgreSQL's programs, without its password: arguments can be seen by others."""
    return store.url.set(drivername="postgresql", password=None).render_as_string()


def _require_direct() -> None:
    """PostgreSQL's programs leave settings on their connection, which a pooler would hand to another's click."""
    if settings.PGBOUNCER.value():
        raise ParvisError(
            "backups and restores do not go through PgBouncer: set PARVIS_PGBOUNCER=0, and PARVIS_DATABASE_URL to the"
            " server's own address, for this command"
        )


def _run(store: Store, command: list[str], **streams: Any) -> None:
    environment = {**os.environ, "PGOPTIONS": f"{os.environ.get('PGOPTIONS', '')} -c lock_timeout={_PATIENCE}".strip()}
    if store.url.password:
        environment["PGPASSWORD"] = str(store.url.password)
    ran = subprocess.run(command, env=environment, stderr=subprocess.PIPE, check=False, **streams)  # noqa: S603 - no shell
    if ran.returncode:
        lines = [line for line in ran.stderr.decode(errors="replace").splitlines() if line.strip()]
        message = "; ".join(lines[:2]) or f"ended with {ran.returncode}"
        if "lock timeout" in message:
            message += "; somebody uses the database: stop Parvis and try again"
        raise ParvisError(f"{Path(command[0]).name}: {message}")
