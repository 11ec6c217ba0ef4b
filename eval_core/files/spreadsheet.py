"""Writes a table as a workbook (.xlsx) that any spreadsheet opens right and that reads back to the same texts."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import pandas as pd

from eval_core.errors import InputError
from eval_core.files.source import COLUMNS_SHEET, CUT_SHEET, OFFSET, SHEET

ROWS_LIMIT = 2**20 - 1
"""Most rows of a sheet below its header."""

CELL_LIMIT = 32_767
"""Most characters of a cell, in UTF-16: a spreadsheet that meets more takes the whole file for damaged."""

_CUT = "…"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
# What XML cannot hold, or would change, and what would read as such an escape.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f]|_(?=x[0-9A-Fa-f]{4}_)")
_NO_CHARACTER = re.compile("[\ufffe\uffff]")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?")
_EARLIEST = dt.datetime(1900, 3, 1)  # noqa: DTZ001 - a spreadsheet's times have no zone; earlier days are a day off there
_WIDEST, _NARROWEST = 60, 8


def is_moment_column(name: str) -> bool:
    """Whether texts such as 2026-11-21T14:30:00+00:00 in a column of this name are times: 'at', 'decided_at', 'day'."""
    return name in ("at", "day") or name.endswith("_at")


def render_xlsx(frame: pd.DataFrame, sink: BinaryIO, explained: Sequence[tuple[str, str]] = ()) -> None:
    """Write a workbook with the table as its first sheet; the header stays in sight.

    Text is text, whatever it begins with: no cell is run as a formula. Times are in UTC, and say so. A text that
    exceeds CELL_LIMIT is cut, ends in … and is listed on a sheet of its own.

    Args:
        explained: rows of a second sheet, such as the meaning of each column.

    Raises:
        InputError: for more rows than a sheet has.
    """
    from openpyxl import Workbook
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    if len(frame) > ROWS_LIMIT:
        raise InputError("too_many_rows", most=ROWS_LIMIT)
    book = Workbook(write_only=True)
    sheet = book.create_sheet(SHEET)
    sheet.freeze_panes = "A2"
    names = [str(name) for name in frame.columns]
    for place, name in enumerate(names, 1):
        sheet.column_dimensions[get_column_letter(place)].width = _width(name, frame.iloc[:100, place - 1])
    sheet.append([_cell(sheet, name, font=Font(bold=True)) for name in names])
    cut: list[tuple[int, str, int]] = []
    for number, row in enumerate(_rows(frame, names), 2):
        sheet.append([_cell(sheet, value) for value in row])
        lengths = ((name, _length(value)) for name, value in zip(names, row, strict=True) if isinstance(value, str))
        cut += [(number, name, length) for name, length in lengths if length > CELL_LIMIT]
    if explained:
        _append(book.create_sheet(COLUMNS_SHEET), explained)
    if cut:
        _append(book.create_sheet(CUT_SHEET), [("row", "column", "characters"), *cut])
    book.save(sink)


def cut_texts(frame: pd.DataFrame) -> int:
    """How many texts of the table are too long for a cell."""
    texts = (value for name in frame.columns for value in frame[name] if isinstance(value, str))
    return sum(_length(text) > CELL_LIMIT for text in texts)


def _append(sheet: Any, rows: Sequence[Sequence[Any]]) -> None:
    sheet.freeze_panes = "A2"
    for place, letter in enumerate("ABC"):
        sheet.column_dimensions[letter].width = (24, 80, 12)[place]
    for row in rows:
        sheet.append([_cell(sheet, value) for value in row])


def _rows(frame: pd.DataFrame, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    from eval_core.files.writer import plain_values

    columns = [plain_values(frame.iloc[:, place]) for place in range(len(names))]
    moments = [is_moment_column(name) for name in names]
    for row in zip(*columns, strict=True):
        yield tuple(_moment(value) if at else value for value, at in zip(row, moments, strict=True))


def _moment(value: Any) -> Any:
    """A time as a spreadsheet can have it, in UTC if it has a zone; anything else as it is."""
    if not isinstance(value, str) or not _MOMENT.fullmatch(value):
        return value
    try:
        moment = dt.datetime.fromisoformat(value)
    except ValueError:
        return value
    moment = moment.astimezone(dt.UTC) if moment.tzinfo else moment
    if moment.replace(tzinfo=None) < _EARLIEST:
        return value
    return moment.date() if len(value) == len("2026-11-21") else moment.replace(microsecond=0)


def _cell(sheet: Any, value: Any, font: Any = None) -> Any:
    from openpyxl.cell import WriteOnlyCell

    if isinstance(value, list | dict):
        import json

        value = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, str):
        aware = isinstance(value, dt.datetime) and value.tzinfo is not None
        cell = WriteOnlyCell(sheet, value.replace(tzinfo=None) if aware else value)
        if isinstance(value, dt.datetime):
            cell.number_format = "yyyy-mm-dd hh:mm:ss" + OFFSET * aware
        elif isinstance(value, dt.date):
            cell.number_format = "yyyy-mm-dd"
        elif isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**15:
            return _text_cell(sheet, str(value))  # a spreadsheet would round it
        return cell
    cell = _text_cell(sheet, value)
    if font:
        cell.font = font
    return cell


def _text_cell(sheet: Any, text: str) -> Any:
    from openpyxl.cell import WriteOnlyCell

    written = _NO_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", _escaped(text))
    cell = WriteOnlyCell(sheet, _shortened(written))
    cell.data_type = "s"  # openpyxl takes a text that begins with = for a formula, and #N/A for an error
    if text.startswith(_FORMULA):
        cell.number_format = "@"  # stays text when a person edits it
    return cell


def _escaped(text: str) -> str:
    return _UNSAFE.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def _shortened(text: str) -> str:
    if _length(text) <= CELL_LIMIT:
        return text
    units = text.encode("utf-16-le")[: 2 * (CELL_LIMIT - 1)]
    return units.decode("utf-16-le", "ignore") + _CUT


def _length(text: str) -> int:
    """Characters as a spreadsheet counts them."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def _width(name: str, values: pd.Series[Any]) -> int:
    """A width of the column that shows most of its first values."""
    longest = max((len(str(value)) for value in values.dropna()), default=0)
    return max(_NARROWEST, min(_WIDEST, max(longest, len(name)) + 2))
