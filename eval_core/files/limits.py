"""What text may enter: no giant fields, nothing that a database would refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from eval_core.errors import InputError

FIELD_LIMIT = 16 * 1024 * 1024
"""Largest text of one cell, in bytes of UTF-8."""

NAME_LIMIT = 500
"""Most characters of a name or an id: what every database can keep in an index."""

COLUMNS_LIMIT = 1000
"""Most columns of a file, or keys of a file of JSON Lines: a small file could name so many that reading takes hours."""

TOO_WIDE = f"the file has more than {COLUMNS_LIMIT} columns"
TOO_LONG = f"this text is longer than the limit of {FIELD_LIMIT // 1024**2} MiB"
NOT_UTF8 = "this text is not valid UTF-8 (bytes of another encoding, or half of a surrogate pair)"
HAS_NUL = "this text holds a NUL character, which a database cannot store"


def fault_of(text: str) -> str | None:
    """What is wrong with a text, or None. Undecodable bytes are expected as `surrogateescape` leaves them."""
    if "\0" in text:
        return HAS_NUL
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        return NOT_UTF8
    return TOO_LONG if size > FIELD_LIMIT else None


def check_value(value: Any, path: Path, row: int, column: str) -> None:
    """Refuse a value that is, or holds at any depth, a faulty text.

    Raises:
        InputError: naming file, row and column.
    """
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            pending += [*item.keys(), *item.values()]
        elif isinstance(item, list | tuple):
            pending += item
        elif isinstance(item, str) and (fault := fault_of(item)):
            raise InputError(fault, file=path, row=row, column=column)


def check_names(names: list[str], path: Path) -> None:
    """Refuse too many columns, and a column name that is faulty or comes twice.

    Raises:
        InputError: naming file, row 1 and column.
    """
    if len(names) > COLUMNS_LIMIT:
        raise InputError(TOO_WIDE, file=path, row=1)
    seen: set[str] = set()
    for name in names:
        if fault := fault_of(name):
            printable = name.encode("ascii", "backslashreplace").decode().replace("\0", "\\0")[:40]
            raise InputError(fault, file=path, row=1, column=printable)
        if name in seen:
            raise InputError("two columns have this name", file=path, row=1, column=name)
        seen.add(name)
