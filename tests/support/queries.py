"""Counting what is asked of the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from eval_core.store import Store


@contextmanager
def counted(store: Store) -> Iterator[list[str]]:
    """The statements that are sent to the database meanwhile."""
    sent: list[str] = []

    def listen(*about: Any) -> None:
        sent.append(about[2])

    event.listen(store.engine, "before_cursor_execute", listen)
    try:
        yield sent
    finally:
        event.remove(store.engine, "before_cursor_execute", listen)
