"""What the quotes of a CSV file are: quotes, as CSV defines them, or characters of its texts.

A program that writes tab-separated text without any quoting writes a text such as `"Hei" sa han` as it is. Read as CSV
it loses its quotes; a text that begins with a quote swallows the rows up to the next one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from eval_core.files.csv_scan import Form, cells

_CHUNK = 1 << 20
_QUOTE, _LF, _CR = b'"\n\r'
_LINE_END = re.compile("\r\n|\r|\n")
_LOOKED_AT = 20_000  # cells with line ends in a column; more are as the first
_FEW = 200  # different values of a column that tells what its cells look like


@dataclass(frozen=True)
class QuoteScan:
    """What a pass over the bytes of a file has seen.

    Attributes:
        nul: a NUL.
        any: a quote.
        sound: each quote opens at the start of a cell, closes at its end, or is doubled, and none stays open.
        lines: how many lines the file has.
    """

    nul: bool
    any: bool
    sound: bool
    lines: int


def scan_quotes(path: Path, delimiter: str) -> QuoteScan:
    """Look through the bytes of a file once, in constant memory."""
    before = np.array([ord(delimiter), _LF, _CR, _QUOTE], dtype=np.uint8)
    count, ends, nul, sound, held, last = 0, 0, False, True, b"", b"\n"
    with path.open("rb") as file:
        first = True
        while True:
            chunk = file.read(_CHUNK)
            text = held + (chunk.removeprefix(b"\xef\xbb\xbf") if first else chunk)
            first = False
            # The last byte waits for the one after it.
            text, held = (text[:-1], text[-1:]) if chunk else (text, b"")
            nul |= b"\0" in text
            ends += text.count(b"\n") + text.count(b"\r") - text.count(b"\r\n")
            ends -= last == b"\r" and text[:1] == b"\n"
            if b'"' in text:
                around = np.frombuffer(last + text + (held or b"\n"), dtype=np.uint8)
                quotes = np.flatnonzero(around[1:-1] == _QUOTE)
                opening = (np.arange(len(quotes)) + count) % 2 == 0
                sound = sound and bool(
                    np.isin(around[quotes[opening]], before).all()
                    and np.isin(around[quotes[~opening] + 2], before).all()
                )
                count += len(quotes)
            last = text[-1:] or last
            if not chunk:
                break
    return QuoteScan(nul, count > 0, sound and count % 2 == 0, ends + (last not in b"\r\n"))


def has_quoting(path: Path, form: Form) -> bool:
    """Whether any cell is quoted as CSV defines it, on one line."""
    with path.open("rb") as file:
        for cell in cells(path, form):
            if cell.closed and cell.sound and cell.stop - cell.start > 1:
                file.seek(cell.start)
                text = file.read(cell.stop - cell.start)
                if text[:1] == b'"' == text[-1:] and b"\n" not in text and b"\r" not in text:
                    return True
    return False


def swallowing(table: pa.Table, delimiter: str) -> list[int]:
    """The records, from 0, in which a quoted cell holds what reads as records of the table.

    A line of a text counts as a record if it splits into as many cells as the table has columns. Texts hold commas and
    semicolons too, but hardly ever without a blank after each; where they do, a cell must have a value that its column
    has elsewhere as well.
    """
    wanted = table.num_columns - 1
    if not wanted:
        return []
    columns = [_plain(column) for column in table.columns]
    found: set[int] = set()
    known: dict[int, set[str]] = {}
    for place, column in enumerate(columns):
        suspect = pc.and_(
            pc.fill_null(pc.match_substring_regex(column, "[\r\n]"), False),
            pc.greater_equal(pc.fill_null(pc.count_substring(column, delimiter), 0), wanted),
        )
        for row in np.flatnonzero(suspect.to_numpy(zero_copy_only=False))[:_LOOKED_AT]:
            record = [other[int(row)].as_py() or "" for other in columns]
            if any(_is_record(line, delimiter, wanted, columns, known) for line in _lines(record, place, delimiter)):
                found.add(int(row))
    return sorted(found)


def _lines(record: list[str], place: int, delimiter: str) -> list[str]:
    """The lines of a record's cell that may be records: those inside it; its ends where every line of it may be one."""
    lines = _LINE_END.split(record[place])
    wanted = len(record) - 1
    whole = [
        delimiter.join([*record[:place], lines[0]]),
        *lines[1:-1],
        delimiter.join([lines[-1], *record[place + 1 :]]),
    ]
    return lines[1:] if all(line.count(delimiter) == wanted for line in whole) else lines[1:-1]


def _is_record(
    line: str, delimiter: str, wanted: int, columns: list[pa.ChunkedArray], known: dict[int, set[str]]
) -> bool:
    if line.count(delimiter) != wanted:
        return False
    if delimiter == "\t" or (wanted > 1 and not re.search(re.escape(delimiter) + r"(\s|$)", line)):
        return True
    for place, value in enumerate(line.split(delimiter)):
        if place not in known:
            values = pc.value_counts(columns[place])
            few = len(values) <= min(_FEW, len(columns[place]) // 2)
            known[place] = set(values.field("values").to_pylist()) - {None, ""} if few else set()
        if value.strip('"') in known[place]:
            return True
    return False


def _plain(column: pa.ChunkedArray) -> pa.ChunkedArray:
    return column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column
