"""Errors that the person who caused them can fix, and what each says; any other exception is a bug.

An error has a code, a stable word. The message of the code is in one of the two tables next to this module; the
interface translates it by the same code.

May import: nothing of Parvis.
Tests: tests/unit/errors.
"""

from __future__ import annotations

from pathlib import Path

from eval_core.errors.command_messages import COMMAND_MESSAGES
from eval_core.errors.upload_messages import UPLOAD_MESSAGES

MESSAGES = UPLOAD_MESSAGES | COMMAND_MESSAGES
"""The English message of every code of InputError, with a `{place}` for each of its facts."""

Fact = str | int | float
"""What fills a place of a message: text is shown as it is, a number as the reader's language writes it."""


class ParvisError(Exception):
    """A problem with a message for the person who caused it."""


class InputError(ParvisError):
    """Bad input, with its place as exactly as it is known.

    Its text is the English message, after file, row and column.

    Args:
        code: what is wrong, a key of MESSAGES.
        file: the file that holds the bad input, if any.
        row: the record that holds it, counting from 1 (a CSV header is record 1).
        column: the column that holds it, if any.
        facts: a value for each place of the code's message.

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
        where = [str(file)] if file is not None else []
        if row is not None:
            where.append(f"row {row}")
        if column is not None:
            where.append(f"column '{column}'")
        self.message = MESSAGES[code].format(**facts)
        super().__init__(f"{', '.join(where)}: {self.message}" if where else self.message)
        self.code, self.facts = code, facts
        self.file, self.row, self.column = file, row, column


class RefusedError(ParvisError):
    """An action that is not allowed now. `code` is a stable word that the interface translates."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class UnavailableError(RefusedError):
    """The database cannot do now what it usually can; nobody's mistake. `code` begins with 'database_'."""
