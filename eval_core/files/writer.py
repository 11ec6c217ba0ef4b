"""Writes tables into files and downloads."""

from __future__ import annotations

import io
import json
import math
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv, parquet

from eval_core.errors import InputError

MIME_TYPES = {
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".csv": "text/csv",
    ".jsonl": "application/jsonl",
    ".parquet": "application/vnd.apache.parquet",
}
"""What is written, by the ending of a file's name: what a browser calls it."""
# Excel, LibreOffice and Google Sheets take a cell that begins so for a formula.
_FORMULA = r"^[=+\-@\t\r]"
_ROWS_AT_ONCE = 50_000


def write_table(frame: pd.DataFrame, path: Path, spreadsheet_safe: bool = False) -> None:
    """Write a .csv, .xlsx, .jsonl or .parquet file, whole or not at all; an older file of the name is replaced.

    Args:
        frame: its columns; the index is not written. Missing values become an empty cell, null or null.
            Lists and objects become JSON text in CSV.
        spreadsheet_safe: put an apostrophe before text that a spreadsheet would run as a formula (it begins
            with = + - @, a tab or a carriage return). CSV only; such a file does not read back verbatim. A workbook
            runs nothing in any case.

    Raises:
        InputError: for another suffix, more rows than a sheet has, or a path that cannot be written.
    """
    path = Path(path)
    suffix = _checked(path.suffix, path)
    with whole_file(path) as file:
        _render(frame, suffix, file, spreadsheet_safe)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which is put in its place as a whole or not at all.

    Raises:
        InputError: for a path that cannot be written.
    """
    target = path.resolve()
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        try:
            with temporary.open("xb") as file:
                yield file
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise InputError("unwritable_file", problem=error.strerror or str(error), file=path) from error


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A folder to write files to, which is put in its place as a whole or not at all. It may replace an empty folder.

    Raises:
        InputError: where a file or a filled folder has this name, or the folder cannot be written.
    """
    target = path.resolve()
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise InputError("name_taken", file=path)
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        try:
            temporary.mkdir()
            yield temporary
            temporary.replace(target)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    except OSError as error:
        raise InputError("unwritable_folder", problem=error.strerror or str(error), file=path) from error


def table_bytes(frame: pd.DataFrame, suffix: str, spreadsheet_safe: bool = False) -> bytes:
    """What `write_table` would write to a file with this suffix, for a download.

    Raises:
        InputError: for another suffix.
    """
    sink = io.BytesIO()
    _render(frame, _checked(suffix, None), sink, spreadsheet_safe)
    return sink.getvalue()


def _checked(suffix: str, path: Path | None) -> str:
    if suffix.lower() not in MIME_TYPES:
        raise InputError("bad_output_suffix", file=path)
    return suffix.lower()


def _render(frame: pd.DataFrame, suffix: str, sink: BinaryIO, spreadsheet_safe: bool) -> None:
    if suffix == ".jsonl":
        _render_jsonl(frame, sink)
        return
    if suffix == ".xlsx":
        from eval_core.files.spreadsheet import render_xlsx  # openpyxl is imported for workbooks only

        render_xlsx(frame, sink)
        return
    table = pa.table({str(name): _arrow(frame[name], flat=suffix == ".csv") for name in frame.columns})
    if suffix == ".parquet":
        parquet.write_table(table, sink)
        return
    if spreadsheet_safe:
        table = pa.table({name: _defused(table[name]) for name in table.column_names})
    csv.write_csv(table, sink)


def _render_jsonl(frame: pd.DataFrame, sink: BinaryIO) -> None:
    names = [str(name) for name in frame.columns]
    for start in range(0, len(frame), _ROWS_AT_ONCE):
        part = frame.iloc[start : start + _ROWS_AT_ONCE]
        columns = [plain_values(part.iloc[:, place]) for place in range(len(names))]
        for row in zip(*columns, strict=True):
            line = json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False, allow_nan=False)
            sink.write(line.encode() + b"\n")


def plain_values(column: pd.Series[Any]) -> list[Any]:
    """The values of a column as JSON can hold them."""
    if column.dtype == "str":
        return column.astype(object).where(column.notna(), None).tolist()
    return [_plain(value) for value in column.astype(object)]


def _arrow(column: pd.Series[Any], *, flat: bool) -> pa.Array | pa.ChunkedArray:
    """The column for Arrow; values of several types, and lists and objects if `flat`, as JSON text."""
    if column.dtype != object:
        typed = pa.array(column, from_pandas=True)
        return pa.array(plain_values(column), pa.string()) if flat and pa.types.is_temporal(typed.type) else typed
    values = [_plain(value) for value in column]
    try:
        typed = pa.array(values)
        if not (flat and pa.types.is_nested(typed.type)):
            return typed
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        pass
    return pa.array(
        [
            value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            for value in values
        ],
        pa.string(),
    )


def _defused(column: pa.ChunkedArray) -> pa.ChunkedArray:
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return column
    mark, nothing = pa.scalar("'", column.type), pa.scalar("", column.type)
    marked = pc.binary_join_element_wise(mark, column, nothing)
    return pc.if_else(pc.match_substring_regex(column, _FORMULA), marked, column)


def _plain(value: Any) -> Any:
    """The value as JSON can hold it: times as ISO 8601 text; NaN, NaT and infinities as None."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if value is None or value is pd.NaT or value is pd.NA:
        return None
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "item"):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value
