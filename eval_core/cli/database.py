"""The database of a command, and `parvis database`."""

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
    """The database, for a command that only reads. It must exist and have the current schema; it is never created.

    Raises:
        ParvisError: as `writing` does, and if there is no Parvis database or an older one.
    """
    from eval_core.store import require_current

    with errors_in_words():
        store = _named()
        require_current(store)
    return store


def writing(url: str | None = None, *, sound: bool = False) -> Store:
    """The database, for a command that writes: created or migrated where needed.

    Args:
        url: of the database; None for PARVIS_DATABASE_URL or its default.
        sound: look through the file first.

    Raises:
        ParvisError: if it cannot be opened, or a newer Parvis made it.
        UnavailableError: if it is `sound` that is asked for, and the file is damaged.
    """
    from eval_core.store import upgrade
    from eval_core.store.soundness import require_sound

    with errors_in_words():
        store = _named(url)
        if sound:
            require_sound(store)
        if upgrade(store):
            print("the database was created or migrated", file=sys.stderr)
    return store


def note_look(store: Store, slug: str, command: str) -> None:
    """Note in the campaign's log that a command shows results, before it does; says on stderr where it cannot."""
    from eval_core.campaigns.results import early_results

    if not early_results.note_look(store, slug, command):
        print("note: this look at results could not be logged: the database takes no changes", file=sys.stderr)


def any_schema() -> Store:
    """The database with whatever schema it has, for backups and checks. It may not exist yet.

    Raises:
        ParvisError: if its address is invalid.
    """
    with errors_in_words():
        return _named()


@group.command("upgrade", epilog="Example: parvis database upgrade")
def upgrade_database() -> None:
    """Create the database, or migrate it to the schema of this version."""
    writing().dispose()
    print("the database is up to date")


def _named(url: str | None = None) -> Store:
    from eval_core.store import Store

    store = Store(url)
    print(f"database: {store.name}", file=sys.stderr)
    return store


@contextmanager
def errors_in_words() -> Iterator[None]:
    """Turn the errors of opening a database into one plain line."""
    from alembic.util import CommandError
    from sqlalchemy.exc import ArgumentError, DBAPIError

    try:
        yield
    except ArgumentError:
        raise ParvisError(
            "PARVIS_DATABASE_URL is not the address of a database, such as sqlite:///parvis.db or postgresql://me@host/parvis"
        ) from None
    except DBAPIError as error:
        reason = str(error.orig).strip().partition("\n")[0]
        if "unsupported startup parameter" in reason:
            reason += "; behind PgBouncer set PARVIS_PGBOUNCER=1"
        if "unable to open database file" in reason:  # SQLite says this of many causes
            reason += "; does its folder exist, and may you write to it?"
        raise ParvisError(f"the database cannot be opened: {reason}") from None
    except CommandError as error:
        raise ParvisError(f"the database cannot be migrated; a newer Parvis may have made it: {error}") from None
