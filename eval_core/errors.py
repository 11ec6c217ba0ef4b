"""Errors that are the user's to mend; everything else is a bug and may crash."""

from __future__ import annotations

from pathlib import Path


class ParvisError(Exception):
    """A problem with a message fit for the person who caused it."""


class InputError(ParvisError):
    """Bad input, located as closely as possible.

    Args:
        message: what is wrong and what to do.
        file: the file it stands in, if any.
        row: the record it stands in, counting from 1 (a CSV header is record 1).
        column: the column it stands in, if any.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | Path | None = None,
        row: int | None = None,
        column: str | None = None,
    ) -> None:
        where = [str(file)] if file is not None else []
        if row is not None:
            where.append(f"row {row}")
        if column is not None:
            where.append(f"column '{column}'")
        super().__init__(f"{', '.join(where)}: {message}" if where else message)
        self.message, self.file, self.row, self.column = message, file, row, column


class RefusedError(ParvisError):
    """A deed that may not be done now. `code` is a stable word that the interface translates."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class UnavailableError(RefusedError):
    """The database could not do now what it can do as a rule; nobody's mistake. `code` begins with 'database_'."""
