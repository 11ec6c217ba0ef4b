"""How a table is to be read, where the table does not say so itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from eval_core.errors import InputError

Quotes = Literal["found", "standard", "none"]
Meaning = Literal["a", "b", "tie", "skip"]


@dataclass(frozen=True)
class Reading:
    """What a person says of a table; the command line, the browser, the API and the library give the same.

    Attributes:
        columns: heading -> our column, or "" for a heading that is to be metadata.
        remembered: the same, as chosen for an earlier file.
        values: (our column, word in it) -> what the word means: "a", "b", "tie" or "skip" (leave the row out).
        winner: whether a winner is the name of a system or a label, where it could be both.
        quotes: what a " in a text file is: found out, a quote as CSV defines it, or a character like any other.
        heading_row: the row that names the columns, from 1; 0 where no row does; None: found out.
        sheet: of a workbook, the sheet to read; None: the first that holds anything.
        skip_bad_rows: leave out the rows with faults, where the others can be read.
        skip_rows: the rows that were found faulty so far.
        pairs_from: make pairs of a table that ranks or rates systems.
        leave_out: kinds of faulty texts whose prompts are left out for all systems (see `findings`).
        criterion: the criterion to read, of a file of judgments that has several.
        decode: whether escapes that stand as characters in texts, such as \\n and &amp;, are decoded.
        pseudonyms: gives e-mail addresses of annotators other names; None: they are numbered in each file.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    remembered: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[tuple[str, str], Meaning] = field(default_factory=dict)
    winner: Literal["names", "labels"] | None = None
    quotes: Quotes = "found"
    heading_row: int | None = None
    sheet: str | None = None
    skip_bad_rows: bool = False
    skip_rows: frozenset[int] = frozenset()
    pairs_from: Literal["ranks", "ratings"] | None = None
    leave_out: tuple[str, ...] = ()
    criterion: str | None = None
    decode: bool = False
    pseudonyms: Callable[[Collection[str]], Mapping[str, str]] | None = None

    def remembering(self, columns: Mapping[str, str], values: Mapping[tuple[str, str], Meaning]) -> Reading:
        """The same with what was chosen for an earlier file."""
        return replace(self, remembered=columns, values={**values, **self.values})


AS_IT_IS = Reading()

T = TypeVar("T")


def sound_rows(read: Callable[[Reading], T], reading: Reading) -> T:
    """What `read` makes of a table; where the reading says so, of its rows without faults.

    Raises:
        InputError: as `read`.
    """
    while True:
        try:
            return read(reading)
        except InputError as error:
            more = error.rows - reading.skip_rows
            if not reading.skip_bad_rows or not more:
                raise
            reading = replace(reading, skip_rows=reading.skip_rows | more)
