"""Reads CSV with pyarrow: every column is text, and cells may hold line breaks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from eval_core.errors import InputError
from eval_core.files.csv_scan import has_rows, header, refuse_faulty_rows
from eval_core.files.encodings import Layout, as_utf8, encoding_of, layout_of
from eval_core.files.limits import FIELD_LIMIT, check_names
from eval_core.files.source import TableSource

# pyarrow reads blocks in parallel, so a small size is tried first. A block must hold the longest record, which may be
# a few texts of the largest size.
_BLOCKS = (1 << 22, 4 * FIELD_LIMIT)
_LARGEST_BLOCK = 2**31 - 1


def read_csv(path: Path, *, categories: bool = False) -> tuple[pd.DataFrame, TableSource]:
    """Read a CSV file as `read_table` says, and what it was taken for.

    Raises:
        InputError: naming file, row and column.
    """
    layout = layout_of(path)
    if layout.encoding == "utf-8" and not layout.sep_line:
        try:
            return _read_utf8(path, layout.delimiter, categories), _source(layout)
        except _OtherEncodingError as other:
            layout = replace(layout, encoding=other.encoding)
    with as_utf8(path, layout) as copy:
        try:
            frame = _read_utf8(copy, layout.delimiter, categories)
        except InputError as error:
            for fault in error.faults:
                fault.file = path
            raise
    return frame, _source(layout)


class _OtherEncodingError(Exception):
    """The file begins as UTF-8 does, and goes on in another encoding."""

    def __init__(self, encoding: str) -> None:
        super().__init__(encoding)
        self.encoding = encoding


def _source(layout: Layout) -> TableSource:
    return TableSource("csv", encoding=layout.encoding, delimiter=layout.delimiter)


def _read_utf8(path: Path, delimiter: str, categories: bool) -> pd.DataFrame:
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
    table = _named(table, names)
    frame: pd.DataFrame = table.to_pandas(types_mapper={pa.string(): pd.StringDtype(na_value=float("nan"))}.get)
    del table
    pa.default_memory_pool().release_unused()  # blocks of text take several times the room of their categories
    frame.index = pd.RangeIndex(2, len(frame) + 2, name="row")
    return frame


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


def _longest(column: pa.ChunkedArray) -> int:
    """The bytes of the longest text."""
    if pa.types.is_dictionary(column.type):
        column = pa.chunked_array([chunk.dictionary for chunk in column.chunks], pa.string())
    return pc.max(pc.binary_length(column)).as_py() or 0
