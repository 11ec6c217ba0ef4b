"""Reads CSV with pyarrow: every column is text, and cells may hold line breaks."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from eval_core.errors import InputError
from eval_core.files.csv_scan import has_rows, header, refuse_faulty_rows
from eval_core.files.encodings import Layout, as_utf8, encoding_of, layout_of
from eval_core.files.limits import FIELD_LIMIT, check_names
from eval_core.files.reading import AS_IT_IS, Reading
from eval_core.files.receipt import Receipt
from eval_core.files.source import TableSource

# pyarrow reads blocks in parallel, so a small size is tried first. A block must hold the longest record, which may be
# a few texts of the largest size.
_BLOCKS = (1 << 22, 4 * FIELD_LIMIT)
_LARGEST_BLOCK = 2**31 - 1
_LINE_END = re.compile("\r\n|\r|\n")


def read_csv(path: Path, reading: Reading = AS_IT_IS, *, categories: bool = False) -> tuple[pd.DataFrame, Receipt]:
    """Read a CSV file as `read_table` says, with its receipt.

    Raises:
        InputError: naming file, row and column.
    """
    layout = layout_of(path)
    if layout.encoding == "utf-8" and not layout.sep_line:
        try:
            return _read_utf8(path, layout, categories)
        except _OtherEncodingError as other:
            layout = replace(layout, encoding=other.encoding)
    with as_utf8(path, layout) as copy:
        try:
            return _read_utf8(copy, layout, categories)
        except InputError as error:
            for fault in error.faults:
                fault.file = path
            raise


class _OtherEncodingError(Exception):
    """The file begins as UTF-8 does, and goes on in another encoding."""

    def __init__(self, encoding: str) -> None:
        super().__init__(encoding)
        self.encoding = encoding


def _read_utf8(path: Path, layout: Layout, categories: bool) -> tuple[pd.DataFrame, Receipt]:
    delimiter = layout.delimiter
    names = header(path, delimiter)
    if not names:
        raise InputError("empty_file", file=path)
    check_names(_called(names), path)
    if _is_suspect(path):
        _refuse_faulty_rows(path, names, delimiter)
    kind = pa.dictionary(pa.int32(), pa.string()) if categories else pa.string()
    attempts = (_parsed(path, names, delimiter, kind, block) for block in _BLOCKS)
    table = next((attempt for attempt in attempts if attempt is not None), None)
    if table is None:
        _refuse_faulty_rows(path, names, delimiter)
        if not has_rows(path, delimiter):
            raise InputError("no_rows", file=path)
        table = _parse_giant_rows(path, names, delimiter, kind)
    if any(_longest(column) > FIELD_LIMIT for column in table.columns):
        _refuse_faulty_rows(path, names, delimiter)
    receipt = _receipt(table, names, _lines(path), layout)
    table = _named(table, names)
    frame: pd.DataFrame = table.to_pandas(types_mapper={pa.string(): pd.StringDtype(na_value=float("nan"))}.get)
    del table
    pa.default_memory_pool().release_unused()  # blocks of text take several times the room of their categories
    frame.index = pd.RangeIndex(2, len(frame) + 2, name="row")
    return frame, receipt


def _receipt(table: pa.Table, names: list[str], lines: int, layout: Layout) -> Receipt:
    """What became of the lines of the file."""
    heading = 1 + sum(len(_LINE_END.findall(name)) for name in names)
    spans = None if lines == heading + len(table) else _spans(table)
    blank = lines - heading - (len(table) if spans is None else int(spans.sum()))
    more = int(layout.sep_line)
    source = TableSource("csv", encoding=layout.encoding, delimiter=layout.delimiter)
    return Receipt(lines + more, heading + more, blank, len(table), source=source, spans=spans, first_row=2)


def _spans(table: pa.Table) -> npt.NDArray[np.int64] | None:
    """How many lines each record takes; None where each takes one."""
    spans = np.ones(len(table), dtype=np.int64)
    for column in table.columns:
        texts = column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column
        spans += pc.fill_null(pc.count_substring_regex(texts, _LINE_END.pattern), 0).to_numpy()
    return spans if spans.max(initial=1) > 1 else None


def _named(table: pa.Table, names: list[str]) -> pa.Table:
    """The table without columns that have neither a heading nor text: spreadsheets leave delimiters at the ends."""
    kept = [place for place, name in enumerate(names) if name or table.column(place).null_count < len(table)]
    return table.select(kept).rename_columns([_called(names)[place] for place in kept])


def _called(names: list[str]) -> list[str]:
    """The names of the columns; one without a heading is called by its place."""
    return [name or f"column {place}" for place, name in enumerate(names, 1)]


def _refuse_faulty_rows(path: Path, names: list[str], delimiter: str) -> None:
    encoding = encoding_of(path)
    if encoding != "utf-8":
        raise _OtherEncodingError(encoding)
    refuse_faulty_rows(path, names, delimiter)


def _parsed(path: Path, names: list[str], delimiter: str, kind: pa.DataType, block: int) -> pa.Table | None:
    """The table; None where a record is faulty or exceeds a block."""
    try:
        return _parse(path, names, delimiter, kind, block)
    except pa.ArrowInvalid:
        return None


def _parse(path: Path, names: list[str], delimiter: str, kind: pa.DataType, block: int) -> pa.Table:
    # Arrow's own file, not a Python file: threads that call back into Python were seen to hang after an error. And
    # not a memory map, whose pages count as memory of the process.
    with pa.OSFile(str(path)) as file:
        return csv.read_csv(
            file,
            read_options=csv.ReadOptions(block_size=block),
            parse_options=csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
            convert_options=csv.ConvertOptions(
                column_types=dict.fromkeys(names, kind),
                null_values=[""],
                strings_can_be_null=True,
                quoted_strings_can_be_null=True,
                check_utf8=True,
            ),
        )


def _parse_giant_rows(path: Path, names: list[str], delimiter: str, kind: pa.DataType) -> pa.Table:
    """Parse a file that has no fault, but records that exceed a block."""
    try:
        return _parse(path, names, delimiter, kind, min(path.stat().st_size + 1, _LARGEST_BLOCK))
    except pa.ArrowInvalid as error:
        raise InputError("unreadable_csv", problem=str(error), file=path) from error


def _is_suspect(path: Path) -> bool:
    """Whether the file holds a NUL, or an odd number of quotes: pyarrow lets both pass."""
    quotes = 0
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            if b"\0" in chunk:
                return True
            quotes += chunk.count(b'"')
    return quotes % 2 == 1


def _lines(path: Path) -> int:
    """How many lines a text file has, by any of the line ends that CSV knows."""
    ends, last = 0, b"\n"
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            ends += chunk.count(b"\n") + chunk.count(b"\r") - chunk.count(b"\r\n")
            ends -= last == b"\r" and chunk[:1] == b"\n"
            last = chunk[-1:]
    return ends + (last not in b"\r\n")


def _longest(column: pa.ChunkedArray) -> int:
    """The bytes of the longest text."""
    if pa.types.is_dictionary(column.type):
        column = pa.chunked_array([chunk.dictionary for chunk in column.chunks], pa.string())
    return pc.max(pc.binary_length(column)).as_py() or 0
