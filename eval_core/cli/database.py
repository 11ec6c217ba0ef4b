"""Opening the database for a command, and `parvis database`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from eval_core.errors import ParvisError

if TYPE_CHECKING:
    from eval_core.store import Store

group = typer.Typer(help="Create or migrate the database.", no_args_is_help=True)


def reading() -> Store:
    """The database, for a command that only reads: it must exist and be current, and is never created.

    Raises:
        ParvisError: as `writing`, and where there is no Parvis database or an older one.
    """
    from eval_core.store import require_current

    with explained():
        store = _named()
        require_current(store)
    return store


def writing(url: str | None = None) -> Store:
    """The database, for a command that writes: created or migrated where needed.

    Args:
        url: the database; PARVIS_DATABASE_URL, or its default, where None.

    Raises:
        ParvisError: if it cannot be opened, or was made by a newer Parvis.
    """
    from eval_core.store import upgrade

    with explained():
        store = _named(url)
        if upgrade(store):
            print("the database was created or migrated", file=sys.stderr)
    return store


def as_it_is() -> Store:
    """The database whatever its schema, for backups and checks; it may not be there yet.

    Raises:
        ParvisError: where its address is none.
    """
    with explained():
        return _named()


@group.command("upgrade")
def upgrade_database() -> None:
    """Create the database, or migrate it to the schema that this version needs."""
    writing().dispose()
    print("the database is up to date")


def _named(url: str | None = None) -> Store:
    from eval_core.store import Store

    store = Store(url)
    print(f"database: {store.name}", file=sys.stderr)
    return store


@contextmanager
def explained() -> Iterator[None]:
    """Turn what can be wrong with a database's address into words."""
    from alembic.util import CommandError
    from sqlalchemy.exc import ArgumentError, DBAPIError

    try:
        yield
    except ArgumentError:
        raise ParvisError(
            "PARVIS_DATABASE_URL is not a database's address such as sqlite:///parvis.db or postgresql://me@host/parvis"
        ) from None
    except DBAPIError as error:
        reason = str(error.orig).strip().partition("\n")[0]
        if "unable to open database file" in reason:  # SQLite's words for many things
            reason += "; is its folder there, and may it be written to?"
        raise ParvisError(f"the database cannot be opened: {reason}") from None
    except CommandError as error:
        raise ParvisError(f"the database cannot be migrated, it may be of a newer Parvis: {error}") from None
