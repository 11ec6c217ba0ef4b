"""Whether a database is sound: its file, its schema, its references. `upkeep` checks what the rows mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, ForeignKey, Select, Table, func, inspect, or_, select
from sqlalchemy.exc import DatabaseError

from eval_core.errors import UnavailableError
from eval_core.store.base import Base
from eval_core.store.engine import Store
from eval_core.store.trouble import trouble_of

SHOWN = 10  # ids given for each problem
_HEX = "0123456789abcdef"
_DIGEST_LENGTH = 64  # of SHA-256 in hexadecimal


@dataclass(frozen=True)
class Problem:
    """One problem that a check found.

    Attributes:
        check: a stable code of the check.
        table: the table concerned.
        count: how many rows.
        ids: of the first of them.
        says: the problem in words.
    """

    check: str
    table: str | None
    count: int
    ids: tuple[int, ...]
    says: str


def problems_of(connection: Connection, check: str, table: str, says: str, query: Select[int]) -> Iterator[Problem]:
    """The problem, if the query of offending ids finds any."""
    ids = connection.scalars(query.limit(SHOWN)).all()
    if ids:
        count = connection.scalar(select(func.count()).select_from(query.order_by(None).subquery())) or len(ids)
        yield Problem(check, table, count, tuple(ids), says)


def damage(connection: Connection) -> list[Problem]:
    """What SQLite's own check of its file finds: pages, indexes, NOT NULL, UNIQUE and CHECK. Nothing on PostgreSQL."""
    if connection.dialect.name != "sqlite":
        return []
    faults = [str(line) for line in connection.exec_driver_sql("PRAGMA integrity_check").scalars() if line != "ok"]
    return [Problem("file", None, len(faults), (), f"the file is damaged: {faults[0]}")] if faults else []


def is_damaged(store: Store) -> bool:
    """Whether SQLite's quick check of its file finds damage: all but what indexes hold. False on PostgreSQL."""
    if not store.is_sqlite:
        return False
    try:
        with store.engine.connect() as connection:
            return str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()) != "ok"
    except DatabaseError as error:  # damage that the check itself trips over
        trouble = trouble_of(error)
        if trouble is None or trouble.code != "database_damaged":
            raise
        return True


def require_sound(store: Store) -> None:
    """Refuse a damaged SQLite file before anything is written into it. One that is not there yet is sound.

    Raises:
        UnavailableError: `database_damaged`.
    """
    if store.is_sqlite and store.exists() and is_damaged(store):
        raise UnavailableError(
            "database_damaged",
            f"the file of {store.name} is damaged, so nothing was started or changed: see 'parvis check', and restore a"
            " backup",
        )


def schema_gaps(connection: Connection) -> list[Problem]:
    """Missing parts of the schema: tables and columns (check 'columns'), constraints and indexes ('schema')."""
    inspector = inspect(connection)
    columns = {name: [entry["name"] for entry in some] for (_, name), some in inspector.get_multi_columns().items()}
    named = {name: {str(entry["name"])} for (_, name), entry in inspector.get_multi_pk_constraint().items()}
    for parts in (
        inspector.get_multi_foreign_keys(),
        inspector.get_multi_unique_constraints(),
        inspector.get_multi_check_constraints(),
        inspector.get_multi_indexes(),
    ):
        for (_, name), some in parts.items():
            named[name].update(str(entry["name"]) for entry in some)
    gaps = []
    for name, table in Base.metadata.tables.items():
        if name not in columns:
            gaps.append(Problem("columns", name, 1, (), f"the table {name} is missing"))
            continue
        if lacking := sorted(set(table.columns.keys()) - set(columns[name])):
            gaps.append(Problem("columns", name, len(lacking), (), f"{name} lacks {', '.join(lacking)}"))
        wanted = {str(part.name) for part in table.constraints} | {str(part.name) for part in table.indexes}
        if lacking := sorted(wanted - named[name]):
            gaps.append(Problem("schema", name, len(lacking), (), f"{name} lacks {', '.join(lacking)}"))
    return gaps


def broken_references(connection: Connection) -> Iterator[Problem]:
    """Rows that refer to missing rows, or to rows of another campaign."""
    for table in Base.metadata.sorted_tables:
        for key in sorted(table.foreign_keys, key=lambda key: key.parent.name):
            column, parent = key.parent, key.column.table
            yield from problems_of(
                connection,
                "reference",
                table.name,
                f"{table.name}.{column.name} points to no {parent.name}",
                _dangling(table, key),
            )
            if parent.name != "campaign" and "campaign_id" in table.c and "campaign_id" in parent.c:
                yield from problems_of(
                    connection,
                    "campaign",
                    table.name,
                    f"{table.name}.{column.name} points to a {parent.name} of another campaign",
                    _strays(table, key),
                )


def malformed_hashes(connection: Connection) -> Iterator[Problem]:
    """Values of the columns called ..._hash that are not SHA-256 in hexadecimal."""
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            if column.name.endswith("_hash"):
                wrong = or_(func.length(column) != _DIGEST_LENGTH, func.trim(column, _HEX) != "")
                query = select(table.c.id).where(wrong).order_by(table.c.id)
                says = f"{table.name}.{column.name} is no SHA-256"
                yield from problems_of(connection, "hash", table.name, says, query)


def _dangling(table: Table, key: ForeignKey) -> Select[int]:
    parent = key.column.table.alias()
    nobody = ~select(parent.c.id).where(parent.c[key.column.name] == key.parent).exists()
    return select(table.c.id).where(key.parent.is_not(None), nobody).order_by(table.c.id)


def _strays(table: Table, key: ForeignKey) -> Select[int]:
    parent = key.column.table.alias()
    joined = table.join(parent, parent.c[key.column.name] == key.parent)
    return (
        select(table.c.id).select_from(joined).where(parent.c.campaign_id != table.c.campaign_id).order_by(table.c.id)
    )
