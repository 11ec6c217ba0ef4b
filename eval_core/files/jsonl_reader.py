"""Reads JSON Lines: an object on each line."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import pandas as pd

from eval_core.errors import Faults, InputError
from eval_core.files.limits import COLUMNS_LIMIT, DEPTH_LIMIT, FIELD_LIMIT, VALUES_LIMIT, check_names, check_value
from eval_core.files.receipt import Receipt
from eval_core.files.source import TableSource

# Room for several texts of the largest size with each character escaped.
_LINE_LIMIT = 32 * FIELD_LIMIT
_BOM = b"\xef\xbb\xbf"
# A line without any of these cannot hold a NUL or a lone surrogate.
_SUSPECT = re.compile(rb"\\u0000|\\u[dD]|\x00").search


def read_jsonl(path: Path, skip: Collection[int] = ()) -> tuple[pd.DataFrame, Receipt]:
    """Read a JSON Lines file as `read_table` says, with its receipt; a key that a line lacks is missing there.

    Raises:
        InputError: naming file and row, and the column where it is known.
    """
    lines, faults = Lines(), Faults()
    frame = frame_of(_records(path, faults, lines), faults, path, skip)
    bad = sorted(faults.rows())
    records = len(frame) + len(bad)
    receipt = Receipt(lines=lines.all, blank=lines.all - records, records=records, source=TableSource("jsonl"))
    return frame, receipt.leaving("bad_row", bad)


def frame_of(
    records: Iterable[tuple[int, dict[str, Any]]], faults: Faults, path: Path, skip: Collection[int] = ()
) -> pd.DataFrame:
    """A table of objects, each with its row; a key that an object lacks is missing there.

    Raises:
        InputError: the first of `faults`, unless they are all in rows of `skip`; for too many columns or values, and
            for a faulty name of a column.
    """
    rows: list[int] = []
    values: dict[str, list[Any]] = {}
    for row, record in records:
        for name in [name for name in record if name not in values]:
            if len(values) == COLUMNS_LIMIT:
                raise InputError("too_many_columns", most=COLUMNS_LIMIT, file=path, row=row)
            values[name] = [None] * len(rows)
        rows.append(row)
        if len(rows) * len(values) > VALUES_LIMIT:  # missing ones take no room in the file
            raise InputError("too_many_values", most=VALUES_LIMIT, file=path)
        for name, column in values.items():
            column.append(record.get(name))
    if not faults.rows() <= set(skip):
        faults.check()
    check_names(list(values), path)
    index = pd.Index(rows, name="row", dtype="int64")
    return pd.DataFrame({name: series_of(column, index) for name, column in values.items()}, index=index)


def series_of(values: list[Any], index: pd.Index[Any]) -> pd.Series[Any]:
    """A column of values of JSON: text where all are texts or missing."""
    if set(map(type, values)) <= {str, type(None)}:
        return pd.Series(values, index=index, dtype="str")
    return pd.Series(values, index=index, dtype=object)


@dataclass
class Lines:
    """How many lines were read."""

    all: int = 0


def _records(path: Path, faults: Faults, lines: Lines) -> Iterator[tuple[int, dict[str, Any]]]:
    decoder = json.JSONDecoder(object_pairs_hook=json_object, parse_constant=no_constant)
    with path.open("rb") as file:
        row = 0
        while line := file.readline(_LINE_LIMIT):
            row = lines.all = row + 1
            if len(line) == _LINE_LIMIT:
                raise InputError("line_too_long", size=_LINE_LIMIT // 1024**2, file=path, row=row)
            if row == 1:
                line = line.removeprefix(_BOM)
            if line.strip():
                try:
                    yield row, _record(decoder, line, path, row)
                except InputError as error:
                    faults.add(error)


def _record(decoder: json.JSONDecoder, line: bytes, path: Path, row: int) -> dict[str, Any]:
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        _refuse_undecodable(line, path, row, error)
    try:
        nested = line.count(b"[") + line.count(b"{") > DEPTH_LIMIT
        if nested or _SUSPECT(line) or len(line) > FIELD_LIMIT:
            record = json.loads(text, strict=False, parse_constant=no_constant)
            if isinstance(record, dict):
                check_names(list(record), path)
                for name, value in record.items():
                    check_value(value, path, row, name)
        record = decoder.decode(text)
    except InputError:
        raise
    except RecursionError as error:
        raise InputError("too_deep", most=DEPTH_LIMIT, file=path, row=row) from error
    except ValueError as error:
        raise InputError("bad_json", problem=str(error), file=path, row=row) from error
    if not isinstance(record, dict):
        raise InputError("not_an_object", example='{"prompt": "…"}', file=path, row=row)
    return record


def _refuse_undecodable(line: bytes, path: Path, row: int, error: UnicodeDecodeError) -> NoReturn:
    """Name the column of the text that is not UTF-8 where the line parses all the same."""
    try:
        record = json.loads(line.decode(errors="surrogateescape"))
    except (ValueError, RecursionError):
        record = None
    if isinstance(record, dict):
        for name, value in record.items():
            check_value(value, path, row, name)
    raise InputError("not_utf8", file=path, row=row) from error


def json_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these names and values; ValueError for a name that comes twice."""
    record = dict(pairs)
    if len(record) != len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise ValueError(f"two values are named '{twice}'")
    return record


def no_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity."""
    raise ValueError(f"{name} is not JSON")
