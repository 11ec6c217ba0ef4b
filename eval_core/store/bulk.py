"""Many rows at once: inserts in chunks, and long lists of values cut into parts that fit a statement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from eval_core.store.base import Base

Row = dict[str, Any]
Progress = Callable[[int, int], None]  # rows done, rows in all
CHUNK = 5000


def insert_rows(db: Session, table: type[Base], rows: Sequence[Row], progress: Progress | None = None) -> None:
    """Insert many rows in chunks."""
    for start in range(0, len(rows), CHUNK):
        db.execute(insert(table), rows[start : start + CHUNK])
        if progress:
            progress(min(start + CHUNK, len(rows)), len(rows))


def chunks(items: Iterable[Any], size: int = CHUNK) -> Iterator[list[Any]]:
    """The items in lists of at most `size`."""
    iterator = iter(items)
    while part := list(islice(iterator, size)):
        yield part
