"""A copy of an SQLite database in which a long piece of work is done, before what it added is moved in one short turn.

SQLite has one writer at a time: a transaction that compares and lays out a large file keeps every click waiting. The
copy is a temporary database of SQLite's own (https://www.sqlite.org/inmemorydb.html, "Temporary Databases"). It has no
name, so nothing is left of it when the process is killed; and the move is one transaction, whole or not there.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Table, create_engine, event
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.pool import StaticPool

from eval_core.store.base import Base

Check = Callable[[Session], object]
_CHECKS = "checks"
_CACHE_KIB = 65_536  # for each of the two databases: indexes are not written in their order
# Others name the new rows of these by number, in JSON too, so they keep their numbers, and may be changed afterwards.
# New rows of other tables get the next free numbers.
_NUMBERED = ("campaign", "person", "prompt", "system", "response", "comparison")
# An annotator's work, and what it is about: the same work of one person from two sides would be counted twice.
_WORK = (("assignment", "comparison_id"), ("judgment", "comparison_id"))
_CHANGE = re.compile(r"(UPDATE|DELETE FROM) (\w+)")
_Change = tuple[str, Any, bool]  # a statement, its values, and whether it is for many sets of them


class OvertakenError(Exception):
    """What the work was based on has changed before its turn came: nothing was stored, and it can be done again."""


def check_again(db: Session, check: Check) -> None:
    """Ask once more in the turn in which staged work is moved, of the database as it is then.

    Args:
        check: raises `OvertakenError`, or a refusal. It is not called where the work itself is done in the turn.
    """
    if _CHECKS in db.info:
        db.info[_CHECKS].append(check)


class Stage:
    """The copy and the database of which it was made, on one connection.

    Args:
        source: a connection to the database; it is read as it is at one moment.
        path: of the database's file.
        pragmas: settings of the connection.
        synchronous: when a commit waits for the disk, as SQLite names it; a database that is attached does not know.

    Raises:
        sqlite3.Error: if there is no room for the copy, or the database cannot be read.
    """

    def __init__(self, source: sqlite3.Connection, path: Path, pragmas: tuple[str, ...], synchronous: str) -> None:
        self._raw = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        try:
            source.backup(self._raw)
            self._raw.execute("PRAGMA journal_mode=MEMORY")  # a copy has no log, and no one else reads it
            self._raw.execute("ATTACH ? AS real", (str(path),))
            caches = (f"{name}.cache_size=-{_CACHE_KIB}" for name in ("main", "real"))
            # Without a checkpoint at the end, which would make the turn longer; see `settle`.
            for pragma in (*pragmas, *caches, f"real.synchronous={synchronous}", "wal_autocheckpoint=0"):
                self._raw.execute(f"PRAGMA {pragma}")
        except sqlite3.Error:
            self._raw.close()
            raise
        engine = create_engine("sqlite://", creator=lambda: self._raw, poolclass=StaticPool, hide_parameters=True)
        event.listen(engine, "begin", _begin)
        self._changes: list[_Change] = []
        self._checks: list[Check] = []
        self._real = engine.execution_options(schema_translate_map={None: "real"})
        self._copy = engine.execution_options(noting=self._changes)
        event.listen(engine, "before_cursor_execute", _note_change)
        with self._copy.begin() as db:
            self._newest = {name: _newest(db, "main", table) for name, table in Base.metadata.tables.items()}

    def close(self) -> None:
        """Give up the copy."""
        self._real.dispose()
        self._raw.close()

    @contextmanager
    def work(self, **info: Any) -> Iterator[Session]:
        """A transaction on the copy; what it changes is noted."""
        known = {**info, _CHECKS: self._checks}
        with Session(self._copy, expire_on_commit=False, info=known) as session, session.begin():
            yield session

    def added(self) -> list[Table]:
        """The tables that have got rows, each after those that it refers to."""
        with self._copy.begin() as db:
            tables = Base.metadata.sorted_tables
            return [table for table in tables if _newest(db, "main", table) > self._newest[table.name]]

    @property
    def is_changed(self) -> bool:
        """Whether there is anything to move."""
        return bool(self._changes or self.added())

    def move(self, **info: Any) -> None:
        """Store what was added and changed: one transaction, whose statements do not grow in number with the rows.

        Raises:
            OvertakenError: if it fits no more.
        """
        try:
            self._move(info)
        except IntegrityError as error:
            raise OvertakenError("rows") from error

    def _move(self, info: dict[str, Any]) -> None:
        added = self.added()
        # The copy has checked what new rows refer to; once more row by row would make the turn half as long again.
        self._raw.execute("PRAGMA foreign_keys=OFF")
        with Session(self._real, info=info) as session, session.begin():
            db = session.connection()
            shifts = self._shifts(db)
            self._refuse_overtaken(db, {table.name for table in added})
            for check in self._checks:
                check(session)
            for statement, values, many in self._changes:
                text = _CHANGE.sub(r"\1 real.\2", statement, count=1)
                for one in values if many else [values]:
                    db.exec_driver_sql(text, one)
            for table in added:
                self._refuse_orphans(db, table)
                self._move_rows(db, table, shifts)

    def settle(self) -> None:
        """Write what the log holds into the database's file: no one waits for this, and no click has to do it."""
        with suppress(sqlite3.Error):  # all is stored, and the next writer tries again
            self._raw.execute("PRAGMA real.wal_checkpoint(PASSIVE)").fetchall()

    def _shifts(self, db: Connection) -> dict[str, int]:
        """How far the numbers of each table's new rows move, past those that others have added meanwhile."""
        shifts = {
            name: max(0, _newest(db, "real", table) - self._newest[name])
            for name, table in Base.metadata.tables.items()
        }
        for name in _NUMBERED:
            if _newest(db, "real", Base.metadata.tables[name]) != self._newest[name]:
                raise OvertakenError(name)
        return shifts

    def _refuse_overtaken(self, db: Connection, added: set[str]) -> None:
        """Every action of a lead is in the log; one in this campaign may have changed what the work is based on."""
        latest = self._newest["event"]
        others = (
            "SELECT 1 FROM real.event WHERE id > ? AND (campaign_id IS NULL"
            " OR campaign_id IN (SELECT campaign_id FROM main.event WHERE id > ?)) LIMIT 1"
        )
        if db.exec_driver_sql(others, (latest, latest)).first():
            raise OvertakenError("event")
        for name, subject in _WORK:
            if name not in added:
                continue
            latest = self._newest[name]
            same = (
                f"SELECT 1 FROM real.{name} AS theirs JOIN main.{name} AS ours ON ours.{subject} = theirs.{subject}"  # noqa: S608 - names of our own tables
                " AND ours.person_id IS theirs.person_id WHERE theirs.id > ? AND ours.id > ? LIMIT 1"
            )
            if db.exec_driver_sql(same, (latest, latest)).first():
                raise OvertakenError(name)

    def _refuse_orphans(self, db: Connection, table: Table) -> None:
        """What new rows refer to is among the new ones, or is still there."""
        for key in table.foreign_keys:
            column, means = key.parent.name, key.column.table.name
            orphans = (
                f"SELECT 1 FROM (SELECT DISTINCT {column} AS named FROM main.{table.name}"  # noqa: S608 - names of our own tables
                f" WHERE id > ? AND {column} <= ?) WHERE named NOT IN (SELECT id FROM real.{means}) LIMIT 1"
            )
            if db.exec_driver_sql(orphans, (self._newest[table.name], self._newest[means])).first():
                raise OvertakenError(means)

    def _move_rows(self, db: Connection, table: Table, shifts: dict[str, int]) -> None:
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        values = ", ".join(self._value(column, shifts) for column in table.columns)
        new = f"FROM main.{table.name} WHERE id > ? ORDER BY id"
        statement = f"INSERT INTO real.{table.name} ({columns}) SELECT {values} {new}"
        db.exec_driver_sql(statement, (self._newest[table.name],))

    def _value(self, column: Column[Any], shifts: dict[str, int]) -> str:
        """A column of a row to be moved: a number moves with the row that it means."""
        name = f'"{column.name}"'
        means = next((key.column.table.name for key in column.foreign_keys), None)
        means = column.table.name if column.primary_key else means
        if means is None or not shifts[means]:
            return name
        return f"CASE WHEN {name} > {self._newest[means]} THEN {name} + {shifts[means]} ELSE {name} END"


def _begin(connection: Connection) -> None:
    real = "schema_translate_map" in connection.get_execution_options()
    connection.exec_driver_sql("BEGIN IMMEDIATE" if real else "BEGIN")


def _note_change(connection: Connection, _cursor: Any, statement: str, values: Any, _context: Any, many: bool) -> None:
    """Keep an update, so that it can be repeated on rows that others may have changed elsewhere meanwhile."""
    changes: list[_Change] | None = connection.get_execution_options().get("noting")
    found = _CHANGE.match(statement)
    if changes is None or not found:
        return
    if found[2] not in _NUMBERED or "SELECT" in statement:
        raise AssertionError(f"staged work cannot do this: {statement}")
    changes.append((statement, values, many))


def _newest(db: Connection, schema: str, table: Table) -> int:
    newest = f"SELECT coalesce(max(id), 0) FROM {schema}.{table.name}"  # noqa: S608 - a name of our own
    return int(db.exec_driver_sql(newest).scalar_one())
