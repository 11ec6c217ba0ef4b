"""Opening the database for a command, and `parvis database`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from eval_core.store import Store

group = typer.Typer(help="Create or migrate the database.", no_args_is_help=True)


def reading() -> Store:
    """The database, for a command that only reads: it must exist and be current."""
    from eval_core.store import Store, require_current

    store = Store()
    print(f"database: {store.name}", file=sys.stderr)
    require_current(store)
    return store


def writing() -> Store:
    """The database, for a command that writes: created or migrated where needed."""
    from eval_core.store import Store, upgrade

    store = Store()
    print(f"database: {store.name}", file=sys.stderr)
    if upgrade(store):
        print("the database was created or migrated", file=sys.stderr)
    return store


@group.command("upgrade")
def upgrade_database() -> None:
    """Create or migrate the database."""
    writing()
