"""The receipt of a table: what became of each line of its file, and what was assumed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from eval_core.files.source import ROWS_SHOWN, TableSource

Fact = str | int

ASSUMED: dict[str, str] = {
    "decoded": "what stood for a character, such as \\n or &amp;, is that character now in {texts} texts",
    "dialogues": "lists of messages or of texts are dialogues: {texts} texts",
    "one_two": "'{column}': 1 is a win of the first system, 2 of the second, 0 or 1.5 a tie",
    "signed": "'{column}': from {least} (the first system is better) to {most} (the second is), 0 is a tie",
    "two_games": "who won both games has won; where they differ it is a tie",
    "addresses": "{n} annotators have e-mail addresses, and get pseudonyms",
    "counted": "'{column}': each row counts so many times, {n} judgments in all",
    "quotes_are_text": "a quotation mark is part of its text, since no cell is quoted as CSV defines it",
    "shape": "read as {shape}",
    "pairs_made": "{pairs} pairs made of {what}",
    "column_a_system": "a column for each system: {systems}",
    "prompts_differ": "{count} prompts differ between runs in what stands around the same document: the first is kept",
    "dates_in_ids": "{column} has what a spreadsheet makes of other texts, such as {example} ({count} different)",
}
"""What can be assumed of a file -> the English sentence, with a place for each of its facts."""
REASONS: dict[str, str] = {
    "control": "of gold comparisons, repeats, other kinds of annotators, or what the file marks as left out",
    "repeated": "by an annotator who had judged the comparison before",
    "identical": "of identical responses",
    "known": "that were there before",
    "condition": "that the conditions leave out",
    "other_systems": "of other systems",
    "not_chosen": "that the choices leave out",
    "same_row": "that say what an earlier row says",
    "bad_row": "with faults",
    "skipped_value": "with a word that means 'leave out'",
    "other_criterion": "of other criteria",
    "zero_count": "with a count of 0",
    "above_heading": "above the headings",
    "names_system": "of prompts where a response names a system of the file",
    "api_error": "of prompts where a response is an error of a program",
    "empty_response": "of prompts with an empty response",
    "unanswered": "without an answer that counts",
    "no_pair": "with nothing to be compared with",
    "no_text": "without a text, as tasks of likelihood have none",
    "other_filter": "of another filter of the same answer",
    "other_epoch": "of a later epoch",
    "older_run": "of an older run of the same system and task",
}
"""Why a record does not count -> the English words after 'n records'."""


@dataclass(frozen=True)
class LeftOut:
    """Records of the file that do not count, for one reason.

    Attributes:
        reason: a stable word, a key of REASONS.
        n: how many records.
        lines: how many lines of the file they take.
        rows: the first of them, at most ROWS_SHOWN.
        prompts: where texts were faulty: key of their prompt -> systems whose text was.
    """

    reason: str
    n: int
    lines: int
    rows: tuple[int, ...]
    prompts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def systems(self) -> dict[str, int]:
        """Where texts were faulty: system -> how many of its texts were."""
        return dict(Counter(system for systems in self.prompts.values() for system in systems))


@dataclass(frozen=True)
class Unused:
    """A column that was not used: its heading, and how many different values it has; None for over 1,000."""

    column: str
    values: int | None


@dataclass(frozen=True)
class Assumed:
    """Something that the file does not say and that was taken to be so: a key of ASSUMED, its facts."""

    code: str
    facts: tuple[tuple[str, Fact], ...] = ()


@dataclass(frozen=True)
class Receipt:
    """What became of a file. It does not change: every step gives a new one.

    lines = heading + blank + the lines of the records counted + those of the records left out.

    Attributes:
        lines: of the file; of a workbook its rows, of other files without lines their records.
        heading: lines above the first record, except those in `left_out`.
        blank: lines that hold nothing.
        records: how many records the file holds.
        left_out: those that do not count, by reason.
        columns: our column -> heading of the file, of the columns that were used.
        unused: the others.
        alike: names that differ only in case, blanks or characters that look alike; they are kept apart.
        assumed: what was taken to be so.
        source: the form of the file, its encoding, delimiter and sheet.
        spans: lines of each record, by its row; None where each takes one.
    """

    lines: int = 0
    heading: int = 0
    blank: int = 0
    records: int = 0
    left_out: tuple[LeftOut, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)
    unused: tuple[Unused, ...] = ()
    alike: tuple[tuple[str, str], ...] = ()
    assumed: tuple[Assumed, ...] = ()
    source: TableSource = field(default_factory=lambda: TableSource(""))
    spans: pd.Series[int] | None = field(default=None, repr=False, compare=False)

    def __deepcopy__(self, memo: Any) -> Receipt:
        return self  # pandas copies what is attached to a table at every step

    @property
    def counted(self) -> int:
        """How many records count."""
        return self.records - sum(one.n for one in self.left_out)

    @property
    def lines_counted(self) -> int:
        """How many lines the records that count take."""
        return self.lines - self.heading - self.blank - sum(one.lines for one in self.left_out)

    def lines_of(self, rows: npt.NDArray[np.int64]) -> int:
        """How many lines these rows take."""
        return len(rows) if self.spans is None else int(self.spans.reindex(pd.Index(rows)).sum())

    def leaving(self, reason: str, rows: Sequence[int] | npt.NDArray[np.int64]) -> Receipt:
        """This receipt with records left out for a reason; what was left out for that reason before is added to."""
        numbers = np.unique(np.asarray(rows, dtype=np.int64))
        if not len(numbers):
            return self
        new = LeftOut(reason, len(numbers), self.lines_of(numbers), tuple(map(int, numbers[:ROWS_SHOWN])))
        before = next((one for one in self.left_out if one.reason == reason), None)
        if before:
            first = tuple(sorted({*before.rows, *new.rows})[:ROWS_SHOWN])
            n, lines = before.n + new.n, before.lines + new.lines
            new = LeftOut(reason, n, lines, first, before.prompts)
        return replace(self, left_out=(*(one for one in self.left_out if one.reason != reason), new))

    def of_texts(self, reason: str, prompts: Mapping[str, tuple[str, ...]]) -> Receipt:
        """This receipt with whose texts to which prompts were faulty, where records are left out for that."""
        said = (one if one.reason != reason else replace(one, prompts=prompts) for one in self.left_out)
        return replace(self, left_out=tuple(said))

    def document(self) -> dict[str, Any]:
        """The receipt for programs (CONTRACT: `receipt`)."""
        return {
            "lines": self.lines,
            "heading": self.heading,
            "blank": self.blank,
            "counted": self.counted,
            "left_out": [
                {"reason": one.reason, "n": one.n, "lines": one.lines, "rows": list(one.rows)}
                | ({"systems": one.systems} if one.systems else {})
                for one in self.left_out
            ],
            "columns": dict(self.columns),
            "unused": [{"column": one.column, "values": one.values} for one in self.unused],
            "alike": [list(names) for names in self.alike],
            "encoding": self.source.encoding,
            "separator": self.source.delimiter,
            "assumed": [ASSUMED[one.code].format(**dict(one.facts)) for one in self.assumed],
        }

    def assuming(self, code: str, **facts: Fact) -> Receipt:
        """This receipt with something that was taken to be so."""
        said = Assumed(code, tuple(facts.items()))
        return self if said in self.assumed else replace(self, assumed=(*self.assumed, said))


def receipt_of(frame: pd.DataFrame) -> Receipt:
    """The receipt of a table that a reader of this package gave; an empty one of any other table."""
    found: Any = frame.attrs.get("receipt")
    return found if isinstance(found, Receipt) else Receipt()


def without(frame: pd.DataFrame, bad: pd.Series[Any] | npt.NDArray[np.bool_], reason: str) -> pd.DataFrame:
    """The table without the rows where `bad` holds, its receipt saying why. Its index numbers the rows of the file."""
    out = np.asarray(bad, dtype=bool)
    if not out.any():
        return frame
    kept = frame[~out]
    # A record that gives several rows counts as long as one of them does.
    gone = frame.index[out] if frame.index.is_unique else frame.index[out].difference(kept.index)
    kept.attrs = {**frame.attrs, "receipt": receipt_of(frame).leaving(reason, gone.to_numpy())}
    return kept


def assuming(frame: pd.DataFrame, code: str, **facts: Fact) -> None:
    """Note on the table's receipt that something was taken to be so."""
    frame.attrs["receipt"] = receipt_of(frame).assuming(code, **facts)
