"""Limits of what a file may hold: no giant fields, and no text that a database refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from eval_core.errors import InputError

FIELD_LIMIT = 16 * 1024 * 1024
"""Largest text of one cell, in bytes of UTF-8."""

NAME_LIMIT = 500
"""Most characters of a name or an id: every database can index so many."""

COLUMNS_LIMIT = 1000
"""Most columns of a file, or keys of a file of JSON Lines: reading a small file of very many takes hours."""

VALUES_LIMIT = 50_000_000
"""Most values of a file, rows times columns: repeated and missing values take almost no room in it."""

TEXT_LIMIT = 1024**3
"""Most bytes of text of a file as it is held in memory."""

FETCHED_LIMIT = 1024**3
"""Most bytes of the files of one table that are fetched from a hub."""

DEPTH_LIMIT = 32
"""Most lists and objects inside each other."""


def check_text(text: str, path: Path | None = None, row: int | None = None, column: str | None = None) -> None:
    """Refuse a text that a database cannot store. Undecodable bytes are expected as `surrogateescape` leaves them.

    Raises:
        InputError: naming file, row and column, where they are given.
    """
    if "\0" in text:
        raise InputError("has_nul", file=path, row=row, column=column)
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise InputError("not_utf8", file=path, row=row, column=column) from None
    if size > FIELD_LIMIT:
        raise InputError("text_too_long", size=FIELD_LIMIT // 1024**2, file=path, row=row, column=column)


def check_value(value: Any, path: Path, row: int, column: str) -> None:
    """Refuse a value that is, or holds at any depth, a faulty text, and one that is nested too deeply.

    Raises:
        InputError: naming file, row and column.
    """
    pending = [(value, 0)]
    while pending:
        item, depth = pending.pop()
        if isinstance(item, dict | list | tuple):
            if depth == DEPTH_LIMIT:
                raise InputError("too_deep", most=DEPTH_LIMIT, file=path, row=row, column=column)
            parts = [*item.keys(), *item.values()] if isinstance(item, dict) else item
            pending += [(part, depth + 1) for part in parts]
        elif isinstance(item, str):
            check_text(item, path, row, column)


def check_names(names: list[str], path: Path) -> None:
    """Refuse too many columns, and a column name that is faulty or comes twice.

    Raises:
        InputError: naming file, row 1 and column.
    """
    if len(names) > COLUMNS_LIMIT:
        raise InputError("too_many_columns", most=COLUMNS_LIMIT, file=path, row=1)
    seen: set[str] = set()
    for name in names:
        printable = name[:40].encode("ascii", "backslashreplace").decode().replace("\0", "\\0")[:40]
        check_text(name, path, 1, printable)
        if name in seen:
            raise InputError("column_twice", file=path, row=1, column=name)
        seen.add(name)
