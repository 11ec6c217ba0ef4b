"""Statements that come again and again, compiled once for a kind of database and handed straight to its driver.

SQLAlchemy takes some 50 microseconds for each execution of a statement, whatever it asks, and a click has a dozen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, CursorResult, Dialect, Executable
from sqlalchemy.engine.result import IteratorResult, Result, SimpleResultMetaData

Convert = Callable[[Any], Any]
Query = tuple[Executable, Mapping[str, Any]]  # a statement and the values it is about
# A statement that comes so often is kept by whoever asks, and not built for one question.
_OFTEN = 3


class Prepared:
    """A statement as one kind of database takes it, for values of these names and lists of these lengths.

    Attributes:
        direct: whether the driver can take it as it is: there is no value that SQLAlchemy would add.
    """

    def __init__(self, statement: Any, dialect: Dialect, about: Mapping[str, Any]) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=sorted(about))
        self.direct = not (compiled.insert_prefetch or compiled.update_prefetch or compiled.literal_execute_params)
        if not self.direct:
            return
        state = compiled.construct_expanded_state(about)
        self.sql: str = state.statement
        self._lists: dict[str, list[str]] = {name: list(names) for name, names in state.parameter_expansion.items()}
        given = set(about).union(*(self._lists[name] for name in about if name in self._lists))
        self._constants = {name: value for name, value in state.parameters.items() if name not in given}
        converts = {name: convert for name, convert in state.processors.items() if name in state.parameters}
        for name in self._constants.keys() & converts:
            self._constants[name] = converts.pop(name)(self._constants[name])
        self._converted: list[tuple[str, Convert]] = list(converts.items())
        self._order: list[str] | None = state.positiontup
        columns = list(statement.exported_columns)
        self._metadata = SimpleResultMetaData([column.key for column in columns])
        reads = [column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns]
        self._read = [(place, read) for place, read in enumerate(reads) if read is not None]

    def arguments(self, about: Mapping[str, Any]) -> Any:
        """The values as the driver takes them: by place or by name."""
        values = {**self._constants, **about}
        for name in about:
            if name in self._lists:
                values.update(zip(self._lists[name], values.pop(name), strict=True))
        for name, convert in self._converted:
            values[name] = convert(values[name])
        return values if self._order is None else [values[name] for name in self._order]

    def result(self, found: Sequence[Any]) -> Result[*tuple[Any, ...]]:
        """What the driver gave, as SQLAlchemy gives it."""
        return IteratorResult(self._metadata, iter([self._row(row) for row in found] if self._read else found))

    def _row(self, row: Any) -> tuple[Any, ...]:
        values = list(row)
        for place, read in self._read:
            values[place] = read(values[place])
        return tuple(values)


_seen: WeakKeyDictionary[Executable, dict[Any, Prepared | int]] = WeakKeyDictionary()


def execute(connection: Connection, statement: Executable, about: Mapping[str, Any]) -> Result[*tuple[Any, ...]]:
    """What `connection.execute` gives, sooner for a statement that is kept."""
    prepared = _prepared(connection, statement, about)
    if prepared is None:
        return connection.execute(statement, about)
    arguments = prepared.arguments(about)
    cursor = connection.connection.cursor()
    try:
        cursor.execute(prepared.sql, arguments)
        found = cursor.fetchall() if cursor.description else []
    except connection.dialect.loaded_dbapi.Error as error:
        # Wrapped, and a broken connection is not used again, as after any statement; there is no public way to do that.
        connection._handle_dbapi_exception(error, prepared.sql, arguments, cursor, None)  # noqa: SLF001
    finally:
        cursor.close()
    return prepared.result(found)


def execute_all(connection: Connection, questions: Sequence[Query]) -> list[Result[*tuple[Any, ...]]]:
    """The results of several statements, one after the other; on PostgreSQL in one round trip.

    Each sees what those before it have done. None may need the answer of another.
    """
    pipelined = connection.dialect.name == "postgresql" and len(questions) > 1
    prepared = [(one, about) for s, about in questions if pipelined and (one := _prepared(connection, s, about))]
    if not pipelined or len(prepared) < len(questions):
        return [_fetched(execute(connection, statement, about)) for statement, about in questions]
    driver: Any = connection.connection.driver_connection
    cursors: list[Any] = []
    try:
        with driver.pipeline():
            for one, about in prepared:
                cursors.append(driver.cursor())
                cursors[-1].execute(one.sql, one.arguments(about))
        return [
            one.result(cursor.fetchall() if cursor.description else [])
            for (one, _about), cursor in zip(prepared, cursors, strict=True)
        ]
    except connection.dialect.loaded_dbapi.Error as error:
        connection._handle_dbapi_exception(error, "several statements", None, cursors[-1], None)  # noqa: SLF001 - as above
        raise
    finally:
        for cursor in cursors:
            cursor.close()


def _fetched(result: Result[*tuple[Any, ...]]) -> Result[*tuple[Any, ...]]:
    """A result that no later statement changes: SQLite gives rows only as they are asked for."""
    return result.freeze()() if isinstance(result, CursorResult) and result.returns_rows else result


def _prepared(connection: Connection, statement: Executable, about: Mapping[str, Any]) -> Prepared | None:
    # Whoever listens wants to hear of every statement.
    if connection.dispatch.before_cursor_execute:
        return None
    kinds = _seen.get(statement)
    if kinds is None:
        kinds = _seen[statement] = {}
    key = connection.dialect.name, *((name, len(v)) if type(v) is list else name for name, v in about.items())
    known = kinds.get(key, 0)
    if isinstance(known, int):
        kinds[key] = known + 1 if known < _OFTEN else Prepared(statement, connection.dialect, about)
        return None
    return known if known.direct else None
