"""What the bare page and the bare endpoint do in their database: one insert, and one query for what comes next."""

from __future__ import annotations

import sqlite3
from threading import Lock

_FOLLOWING = """SELECT id, prompt, a, b FROM pair
WHERE id > (SELECT coalesce(max(pair), 0) FROM vote WHERE who = ?) ORDER BY id LIMIT 1"""


class Votes:
    """One connection for the process, with the same durability as Parvis has on SQLite, used by one thread at a time."""

    def __init__(self, database: str) -> None:
        self._connection = sqlite3.connect(database, check_same_thread=False)
        self._connection.execute("PRAGMA synchronous=NORMAL")
        self._turn = Lock()

    def insert(self, who: str, pair: int, choice: str) -> None:
        """Keep a vote; a second one by the same person on the same pair is an error."""
        with self._turn, self._connection as transaction:
            transaction.execute("INSERT INTO vote (who, pair, choice) VALUES (?, ?, ?)", (who, pair, choice))

    def following(self, who: str) -> tuple[int, str, str, str]:
        """The pair after the last one that this person judged: its number, the prompt, and both texts."""
        with self._turn:
            pair: tuple[int, str, str, str] = self._connection.execute(_FOLLOWING, (who,)).fetchone()
        return pair
