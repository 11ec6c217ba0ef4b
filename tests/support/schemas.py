"""The stored databases of every released schema: made by the code of their time, see tests/golden/schemas/build.py."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import inspect, text

from eval_core.store import Store

FOLDER = Path(__file__).parents[1] / "golden" / "schemas"
STORED = sorted(path.name.split(".")[0] for path in FOLDER.glob("*.json"))


def load_schema(store: Store, schema: str) -> None:
    """Fill an empty database with what is stored of a schema."""
    kind = store.url.get_backend_name()
    statements = (FOLDER / f"{schema}.{kind}.sql").read_text()
    if kind == "sqlite":
        with closing(sqlite3.connect(str(store.url.database))) as database:
            database.executescript(statements)
        return
    with store.engine.connect() as connection:
        raw = connection.connection.dbapi_connection
        assert raw is not None
        raw.execute(statements)  # type: ignore[attr-defined] - psycopg runs many at once where none has parameters
        raw.commit()


def rankings(store: Store, schema: str) -> dict[str, Any]:
    """What `parvis rank --format json` of that time said, by campaign."""
    found: dict[str, Any] = json.loads((FOLDER / f"{schema}.json").read_text())[store.url.get_backend_name()]
    return found


def raw_rows(store: Store) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table as the driver gives it, whatever the schema, in order of id."""
    with store.engine.connect() as connection:
        names = sorted(set(inspect(connection).get_table_names()) - {"alembic_version"})
        return {
            name: [dict(row) for row in connection.execute(text(f"SELECT * FROM {name} ORDER BY id")).mappings()]  # noqa: S608 - our names
            for name in names
        }
