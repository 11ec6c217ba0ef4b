"""CSV through pyarrow: every column text, line breaks inside cells allowed."""

from __future__ import annotations

import mmap
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from eval_core.errors import InputError
from eval_core.files.csv_scan import has_rows, header, refuse_faulty_row
from eval_core.files.limits import FIELD_LIMIT, check_names

# A block must hold the longest record: a few texts of the largest size.
_BLOCK = 4 * FIELD_LIMIT
_LARGEST_BLOCK = 2**31 - 1


def read_csv(path: Path) -> pd.DataFrame:
    """Read a CSV file as `read_table` says.

    Raises:
        InputError: naming file, row and column.
    """
    names = header(path)
    if not names:
        raise InputError("the file is empty", file=path)
    check_names(names, path)
    if _is_suspect(path):
        refuse_faulty_row(path, names)
    try:
        table = _parse(path, names, _BLOCK)
    except pa.ArrowInvalid:
        refuse_faulty_row(path, names)
        if not has_rows(path):
            raise InputError("no rows", file=path) from None
        table = _parse_giant_rows(path, names)
    if any(_longest(column) > FIELD_LIMIT for column in table.columns):
        refuse_faulty_row(path, names)
    frame: pd.DataFrame = table.to_pandas(types_mapper={pa.string(): pd.StringDtype(na_value=float("nan"))}.get)
    frame.index = pd.RangeIndex(2, len(frame) + 2, name="row")
    return frame


def _parse(path: Path, names: list[str], block: int) -> pa.Table:
    # A memory map, not a Python file: threads that call back into Python were seen to hang after an error.
    with pa.memory_map(str(path)) as file:
        return csv.read_csv(
            file,
            read_options=csv.ReadOptions(block_size=block),
            parse_options=csv.ParseOptions(newlines_in_values=True),
            convert_options=csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()),
                null_values=[""],
                strings_can_be_null=True,
                quoted_strings_can_be_null=True,
                check_utf8=True,
            ),
        )


def _parse_giant_rows(path: Path, names: list[str]) -> pa.Table:
    """Parse a file without a fault of its own, whose records exceed a block."""
    try:
        return _parse(path, names, min(path.stat().st_size + 1, _LARGEST_BLOCK))
    except pa.ArrowInvalid as error:
        raise InputError(f"the file cannot be read as CSV: {error}", file=path) from error


def _is_suspect(path: Path) -> bool:
    """Whether the file holds a NUL, or an odd number of quotes: pyarrow lets both pass."""
    quotes = 0
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as view:
        if view.find(b"\0") != -1:
            return True
        while chunk := view.read(1 << 22):
            quotes += chunk.count(b'"')
    return quotes % 2 == 1


def _longest(column: pa.ChunkedArray) -> int:
    return pc.max(pc.binary_length(column)).as_py() or 0
