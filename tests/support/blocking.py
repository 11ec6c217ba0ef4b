"""Transactions that wait for each other: a test goes on when they do."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

from sqlalchemy import text

from eval_core.store import Store


def until_blocked(store: Store, looking: Sequence[Future[Any]]) -> None:
    """Wait until each of these waits for someone's lock, or is through (PostgreSQL)."""
    blocked = text(
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    )
    number = 0
    while number < len(looking):
        time.sleep(0.01)
        with store.read() as db:
            number = db.scalars(blocked).one() + sum(thread.done() for thread in looking)
