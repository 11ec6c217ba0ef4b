"""Scenes that are built once and copied: the rows of one database, put into others of either kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, insert, select, text

from eval_core.store import Base, Store
from tests.support.building import Built

T = TypeVar("T")

# Ids go on after those that were copied.
_SEQUENCE = "SELECT setval(pg_get_serial_sequence(:table, 'id'), max(id)) FROM {table} HAVING max(id) IS NOT NULL"


class Snapshots:
    """What was built, by name: the rows of its database, and what its builder returned."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[dict[str, list[dict[str, Any]]], object]] = {}

    def scene(self, name: str, store: Store, build: Callable[[], T]) -> T:
        """What `build` returns, and what it puts into an empty store; called once, its rows are copied afterwards."""
        if name not in self._kept:
            built = build()
            self._kept[name] = (_rows(store.engine), built)
            return built
        rows, kept = self._kept[name]
        with store.writer.begin() as connection:
            _insert(connection, rows)
        return kept  # type: ignore[return-value]  # what `build` returned under this name

    def campaign(self, name: str, store: Store, build: Callable[[Store], Built]) -> Built:
        """A campaign that `build` makes in an empty store, its sessions with it."""
        built = self.scene(name, store, lambda: build(store))
        return replace(built, store=store, sessions=dict(built.sessions))


def _rows(engine: Engine) -> dict[str, list[dict[str, Any]]]:
    with engine.connect() as connection:
        return {
            table.name: [dict(row) for row in connection.execute(select(table)).mappings()]
            for table in Base.metadata.sorted_tables
        }


def _insert(connection: Connection, rows: dict[str, list[dict[str, Any]]]) -> None:
    sqlite = connection.dialect.name == "sqlite"
    # Rows may refer to others that are still to come.
    connection.execute(
        text("PRAGMA defer_foreign_keys = ON" if sqlite else "SET LOCAL session_replication_role = replica")
    )
    for table in Base.metadata.sorted_tables:
        if rows[table.name]:
            connection.execute(insert(table), rows[table.name])
            if not sqlite and "id" in table.c:
                connection.execute(text(_SEQUENCE.format(table=table.name)), {"table": table.name})
