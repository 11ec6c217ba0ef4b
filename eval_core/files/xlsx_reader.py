"""Reads the first sheet of a workbook that holds anything, each cell as the text that a person sees."""

from __future__ import annotations

import datetime as dt
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from struct import error as StructError  # noqa: N812 - it is one
from typing import Any, BinaryIO
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile, is_zipfile
from zlib import error as ZlibError  # noqa: N812 - it is one

import pandas as pd
from defusedxml import DefusedXmlException
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.utils.exceptions import InvalidFileException

from eval_core.errors import Faults, InputError
from eval_core.files.limits import COLUMNS_LIMIT, check_names, check_text
from eval_core.files.source import COLUMNS_SHEET, CUT_SHEET, SHEET, TableSource

UNPACKED_LIMIT = 512 * 1024**2
"""Most bytes of a workbook's parts, unpacked."""

PARTS_LIMIT = 2000
"""Most parts of a workbook: sheets, pictures, styles."""

ROWS_LIMIT = 2**20
"""Most rows of a sheet: what a spreadsheet has."""

CELLS_LIMIT = 20_000_000
"""Most cells of a sheet that are looked at, empty ones included."""

TEXT_LIMIT = 1024**3
"""Most bytes of text of a sheet: a text that many cells share is stored once."""

# What openpyxl raises over a file that is not what it should be.
_BROKEN = (
    DefusedXmlException,
    BadZipFile,
    InvalidFileException,
    ParseError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    EOFError,
    RuntimeError,  # zipfile's word for parts with a password, or packed in a way that it does not know
    StructError,
    ZlibError,
)
# Control characters, which XML cannot hold, as workbooks write them.
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")

_Row = tuple[int, list[Any]]


def read_xlsx(path: Path) -> tuple[pd.DataFrame, TableSource]:
    """Read a workbook as `read_table` says, and what it was taken for.

    The first row that holds anything is the header. Rows that hold nothing are left out; rows keep their numbers in
    the sheet. Of a formula the value counts that was stored with it.

    Raises:
        InputError: naming file, row and column; for a file that unpacks into more than the limits above.
    """
    try:
        _check_package(path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and features that hold no cells
            with path.open("rb") as file:  # openpyxl refuses other names than its own
                return _read(path, file)
    except InputError:
        raise
    except _BROKEN as error:
        raise InputError("unreadable_xlsx", problem=_problem(error), file=path) from error


def _problem(error: BaseException) -> str:
    """What lies at the bottom of an error of openpyxl, in a line."""
    while error.__context__ is not None:
        error = error.__context__
    if isinstance(error, DefusedXmlException):
        return "it defines XML entities"
    return f"{type(error).__name__}: {error}".partition("\n")[0][:200]


def _check_package(path: Path) -> None:
    """Look at the list of the file's parts, before anything is unpacked."""
    if not is_zipfile(path):
        raise InputError("unreadable_xlsx", problem="it is not a workbook, or has a password", file=path)
    with ZipFile(path) as package:
        parts = package.infolist()
    # A part cannot unpack into more than it says here: reading stops there.
    if len(parts) > PARTS_LIMIT or sum(part.file_size for part in parts) > UNPACKED_LIMIT:
        raise InputError("texts_too_long", size=UNPACKED_LIMIT // 1024**2, file=path)


def _read(path: Path, file: BinaryIO) -> tuple[pd.DataFrame, TableSource]:
    book = load_workbook(file, read_only=True, data_only=True, keep_links=False)
    try:
        sheets = {sheet.title: sheet for sheet in book.worksheets}
        # What Parvis itself puts next to the data is about it, and holds none.
        ours = (CUT_SHEET, COLUMNS_SHEET) if SHEET in sheets else ()
        # A sheet that is hidden is not what a person sees, so it comes last.
        sheets = dict(sorted(sheets.items(), key=lambda named: named[1].sheet_state != "visible"))
        filled = [name for name, sheet in sheets.items() if next(_rows(sheet, path), None) is not None]
        if not filled:
            raise InputError("empty_file", file=path)
        frame = _frame(_rows(sheets[filled[0]], path), path)
    finally:
        book.close()
    return frame, TableSource(
        "xlsx", sheet=filled[0], other_sheets=tuple(name for name in filled[1:] if name not in ours)
    )


def _rows(sheet: Any, path: Path) -> Iterator[_Row]:
    """Number and cells of each row that holds anything, without the empty cells at its end."""
    sheet.reset_dimensions()  # what the file says of its size may be wrong
    looked = 0
    for number, cells in enumerate(sheet.iter_rows(), 1):
        looked += len(cells)
        if number > ROWS_LIMIT or looked > CELLS_LIMIT:
            raise InputError("sheet_too_large", rows=ROWS_LIMIT, cells=CELLS_LIMIT, file=path)
        last = next((place for place in range(len(cells), 0, -1) if cells[place - 1].value not in (None, "")), 0)
        if last:
            yield number, list(cells[:last])


def _frame(rows: Iterator[_Row], path: Path) -> pd.DataFrame:
    """The table below the first row, whose cells name its columns."""
    top, header = next(rows)
    if len(header) > COLUMNS_LIMIT:
        raise InputError("too_many_columns", most=COLUMNS_LIMIT, file=path, row=top)
    names = [_text(cell) or "" for cell in header]
    faults, numbers = Faults(), []
    columns: list[list[str | None]] = [[] for _ in names]
    size = 0
    for number, cells in rows:
        texts = [_checked(cell, number, place, names, faults, path) for place, cell in enumerate(cells)]
        size += sum(len(text) for text in texts if text)
        if size > TEXT_LIMIT:
            raise InputError("texts_too_long", size=TEXT_LIMIT // 1024**2, file=path)
        texts += [None] * (len(names) - len(texts))
        numbers.append(number)
        for column, text in zip(columns, texts, strict=False):
            column.append(text)
    faults.check()
    # Without a heading a column has at most blanks, or is named as the spreadsheet names it.
    kept = {
        name or f"column {get_column_letter(place)}": column
        for place, (name, column) in enumerate(zip(names, columns, strict=True), 1)
        if name or any(text is not None for text in column)
    }
    check_names([name for name in names if name], path)
    index = pd.Index(numbers, name="row", dtype="int64")
    return pd.DataFrame(
        {name: pd.Series(column, index=index, dtype="str") for name, column in kept.items()}, index=index
    )


def _checked(cell: Any, row: int, place: int, names: list[str], faults: Faults, path: Path) -> str | None:
    """A cell's text; None where it is empty or faulty."""
    text = _text(cell)
    if text is None:
        return None
    if place >= len(names):
        faults.add(InputError("cell_beyond_headings", wanted=len(names), file=path, row=row,
                              column=get_column_letter(place + 1)).quoting(text))  # fmt: skip
        return None
    name = names[place] or get_column_letter(place + 1)
    if cell.data_type == "e":
        faults.add(InputError("cell_error", value=text, file=path, row=row, column=name).quoting(text))
        return None
    try:
        check_text(text, path, row, name)
    except InputError as error:
        faults.add(error)
        return None
    return text


def _text(cell: Any) -> str | None:
    """What a person sees in a cell, but dates as 2026-11-21 and truth as true and false; None where it is empty."""
    value = cell.value
    if value is None or value == "":
        return None
    if isinstance(value, str):
        return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), value) if "_x" in value else value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dt.datetime):
        return value.isoformat(" ", "seconds") if value.time() != dt.time() else value.date().isoformat()
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, int | float):
        zeros = str(cell.number_format)
        # Fifteen digits are what a spreadsheet counts with. A format of zeros alone gives numbers like 007.
        text = str(value) if isinstance(value, int) else format(value, ".15g")
        return text.zfill(len(zeros)) if set(zeros) == {"0"} and text.isdigit() else text
    return str(value)
