"""Errors that the person who caused them can fix, and what each says; any other exception is a bug.

An error has a code, a stable word. The message of the code is in one of the two tables next to this module; the
interface translates it by the same code.

May import: nothing of Parvis.
Tests: tests/unit/errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from eval_core.errors.command_messages import COMMAND_MESSAGES
from eval_core.errors.upload_messages import UPLOAD_MESSAGES

MESSAGES = UPLOAD_MESSAGES | COMMAND_MESSAGES
"""The English message of every code of InputError, with a `{place}` for each of its facts."""

Fact = str | int | float
"""What fills a place of a message: text is shown as it is, a number as the reader's language writes it."""


FAULTS_LISTED = 100
"""Most faults of a file that are listed; the others are counted."""

EXCERPT = 120
"""Most characters of a cell that a fault quotes."""

# More faults than are listed are kept, since they are sorted by row at the end.
_KEPT = 1000


class ParvisError(Exception):
    """A problem with a message for the person who caused it."""


class InputError(ParvisError):
    """Bad input, with its place as exactly as it is known, and the other faults that were found with it.

    Its text is the English message, after file, row and column; it says how many faults follow.

    Args:
        code: what is wrong, a key of MESSAGES.
        file: the file that holds the bad input, if any.
        row: the record that holds it, counting from 1 (a CSV header is record 1).
        column: the column that holds it, if any, as the file calls it.
        facts: a value for each place of the code's message.

    Attributes:
        excerpt: the first words of what is there, if known.
        others: the faults after this one, at most FAULTS_LISTED - 1.
        unlisted: how many there are beyond these.
        rows: every row that has a fault.

    Raises:
        KeyError: for a code without a message, or a message without one of its facts.
    """

    def __init__(
        self,
        code: str,
        *,
        file: str | Path | None = None,
        row: int | None = None,
        column: str | None = None,
        **facts: Fact,
    ) -> None:
        self.message = MESSAGES[code].format(**facts)
        super().__init__(self.message)
        self.code, self.facts = code, facts
        self.file, self.row, self.column = file, row, column
        self.excerpt: str | None = None
        self.others: tuple[InputError, ...] = ()
        self.unlisted = 0
        self.rows: frozenset[int] = frozenset() if row is None else frozenset((row,))

    def quoting(self, text: object) -> InputError:
        """This error with the first words of what is there; None is nothing."""
        self.excerpt = None if text is None else " ".join(str(text)[:EXCERPT].split())
        return self

    @property
    def faults(self) -> tuple[InputError, ...]:
        """This fault and the others that are listed."""
        return (self, *self.others)

    @property
    def count(self) -> int:
        """How many faults there are, listed or not."""
        return 1 + len(self.others) + self.unlisted

    def line(self, *, with_file: bool = True) -> str:
        """This fault alone: its place and the English message."""
        # A path made of the address hf://datasets/… keeps one of its two slashes.
        file = re.sub(r"^hf:/(?!/)", "hf://", str(self.file))
        where = [file] if self.file is not None and with_file else []
        if self.row is not None:
            where.append(f"row {self.row}")
        if self.column is not None:
            where.append(f"column '{self.column}'")
        return f"{', '.join(where)}: {self.message}" if where else self.message

    def __reduce__(self) -> tuple[Any, ...]:
        # A page's cache pickles results, with what was refused: the message cannot be made of itself.
        return _revived, (type(self), self.args, dict(self.__dict__))

    def __str__(self) -> str:
        more = self.count - 1
        return self.line() + (f" (and {more} more fault{'s' if more > 1 else ''})" if more else "")


def _revived(kind: type[InputError], args: tuple[Any, ...], state: dict[str, Any]) -> InputError:
    """A pickled error as it was."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class Faults:
    """Collects the faults of a file, so that a person can fix them all at once."""

    def __init__(self) -> None:
        self._found: dict[tuple[int | None, str | None], InputError] = {}
        self._unlisted = 0
        self._rows: set[int] = set()

    def __bool__(self) -> bool:
        return bool(self._found)

    def add(self, error: InputError) -> None:
        """Note a fault. A cell has one: the first that is noted."""
        place = (error.row, error.column)
        self._rows |= error.rows
        if len(self._found) < _KEPT:
            self._found.setdefault(place, error)
        else:
            self._unlisted += place not in self._found

    def add_unlisted(self, rows: Iterable[int]) -> None:
        """Note that there are more of them in these rows, which are not shown."""
        more = [int(row) for row in rows]
        self._unlisted += len(more)
        self._rows.update(more)

    def rows(self) -> set[int]:
        """The rows that have a fault already."""
        return set(self._rows)

    def check(self) -> None:
        """Raise the first fault, with the others, in the order of the rows; return where there is none."""
        if not self._found:
            return
        first, *others = sorted(self._found.values(), key=lambda fault: fault.row or 0)
        first.others = tuple(others[: FAULTS_LISTED - 1])
        first.unlisted = self._unlisted + len(others) - len(first.others)
        first.rows = frozenset(self._rows)
        raise first


class RefusedError(ParvisError):
    """An action that is not allowed now. `code` is a stable word that the interface translates."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class UnavailableError(RefusedError):
    """The database cannot do now what it usually can; no one's mistake. `code` begins with 'database_'."""
