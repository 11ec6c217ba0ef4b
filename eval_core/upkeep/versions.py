"""The versions of everything that runs: Parvis, Python, the database and its schema, and the packages Parvis needs."""

from __future__ import annotations

import platform
import re
import sqlite3
from functools import cache
from importlib.metadata import PackageNotFoundError, requires, version

from eval_core import __version__
from eval_core.errors import UnavailableError
from eval_core.store import Store, current_revision


def versions(store: Store) -> dict[str, str]:
    """Name -> version; without the database's and the schema's where it does not answer."""
    return {"parvis": __version__, "python": platform.python_version(), **_of_database(store), **_packages()}


def _of_database(store: Store) -> dict[str, str]:
    if store.is_sqlite:
        found = {"sqlite": sqlite3.sqlite_version}
    else:
        try:
            with store.read() as db:
                shown = db.connection().exec_driver_sql("SHOW server_version").scalar()
        except UnavailableError:
            return {}
        found = {"postgresql": str(shown).partition(" ")[0]}
    try:
        with store.read():  # a database that is away says so here, in words that are caught
            return {**found, "schema": current_revision(store) or "none"}
    except UnavailableError:
        return found


@cache
def _packages() -> dict[str, str]:
    """What is installed of the packages that Parvis asks for; {} where Parvis itself is not installed."""
    try:
        asked = requires("parvis") or []
    except PackageNotFoundError:
        return {}
    found = {}
    for line in asked:
        name = re.split(r"[^\w.-]", line, maxsplit=1)[0]
        if "extra ==" not in line:
            try:
                found[name.lower()] = version(name)
            except PackageNotFoundError:  # one for other systems
                continue
    return dict(sorted(found.items()))
