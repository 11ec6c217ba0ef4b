"""Reads the first sheet of a workbook that holds anything, each cell as the text that a person sees."""

from __future__ import annotations

import datetime as dt
import re
import warnings
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from struct import error as StructError  # noqa: N812 - it is one
from typing import IO, Any, BinaryIO
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile, is_zipfile
from zlib import error as ZlibError  # noqa: N812 - it is one

import pandas as pd
from defusedxml import DefusedXmlException
from openpyxl import load_workbook
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.utils.exceptions import InvalidFileException

from eval_core.errors import Faults, InputError
from eval_core.files.headings import refuse_title_rows
from eval_core.files.limits import COLUMNS_LIMIT, TEXT_LIMIT, check_names, check_text
from eval_core.files.reading import AS_IT_IS, Reading
from eval_core.files.receipt import Receipt
from eval_core.files.source import COLUMNS_SHEET, CUT_SHEET, OFFSET, ROWS_SHOWN, SHEET, TableSource

UNPACKED_LIMIT = 512 * 1024**2
"""Most bytes of a workbook's parts, unpacked."""

PARTS_LIMIT = 2000
"""Most parts of a workbook: sheets, pictures, styles."""

ROWS_LIMIT = 2**20
"""Most rows of a sheet: what a spreadsheet has."""

CELLS_LIMIT = 20_000_000
"""Most cells of a sheet that are looked at, empty ones included."""

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

# Looking through a part: how much at a time, and more bytes than the beginning of a tag has.
_CHUNK, _TAG = 2**20, 64
_PREFIX = re.compile(rb"<(\w+:)?worksheet[\s>]")
_RANGE = re.compile(rb"<(?:\w+:)?mergeCell\s[^<>]*?ref=[\"']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})[\"']")

_TOP_ROWS = 20  # among which headings are looked for
_Row = tuple[int, list[Any]]


@dataclass(frozen=True)
class Merge:
    """Cells merged over several rows.

    Attributes:
        place: of their first column, from 0.
        first, last: rows of the sheet, from 1.
    """

    place: int
    first: int
    last: int


@dataclass(frozen=True)
class SheetScan:
    """What a sheet's part holds.

    Attributes:
        rows, cells: how many are written there; counting ends above the limits.
        merges: cells merged over several rows, by column and row, none of which overlap.
    """

    rows: int
    cells: int
    merges: tuple[Merge, ...]


def read_xlsx(path: Path, reading: Reading = AS_IT_IS) -> tuple[pd.DataFrame, Receipt]:
    """Read a workbook as `read_table` says, with its receipt, whose lines are the sheet's rows.

    The first row that holds anything is the header. Rows that hold nothing are left out; rows keep their numbers in
    the sheet. Of a formula the value counts that was stored with it. A cell merged over several rows counts for each of
    them that holds anything.

    Raises:
        InputError: naming file, row and column; for a file that unpacks into more than the limits above.
    """
    try:
        _check_package(path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and features that hold no cells
            with path.open("rb") as file:  # openpyxl refuses other names than its own
                return _read(path, file, _scans(path), reading)
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


def _scans(path: Path) -> dict[str, SheetScan]:
    """Each part of the workbook, looked through before openpyxl does, which parses a sheet for its size alone.

    Raises:
        InputError: for a sheet above the limits of rows and cells.
    """
    found = {}
    with ZipFile(path) as package:
        for name in package.namelist():
            with package.open(name) as part:
                found[name] = scan_sheet(part, ROWS_LIMIT, CELLS_LIMIT)
            if found[name].rows > ROWS_LIMIT or found[name].cells > CELLS_LIMIT:
                raise InputError("sheet_too_large", rows=ROWS_LIMIT, cells=CELLS_LIMIT, file=path)
    return found


def scan_sheet(part: IO[bytes], most_rows: int, most_cells: int) -> SheetScan:
    """Look through a part, unpacked; stop where it has more rows or cells than these. A part that is no sheet has none.

    Merged cells are listed behind the last row, so a reader of rows learns of them too late; and searching the bytes
    takes a small part of the time that parsing takes.
    """
    text = part.read(_CHUNK)
    named = _PREFIX.search(text)
    if not named:
        return SheetScan(0, 0, ())
    prefix = b"<" + (named[1] or b"")
    rows = cells = 0
    while text:
        chunk = part.read(_CHUNK)
        # A tag that a chunk may have cut is looked at with the next one. No text of a cell holds a "<".
        cut = text.rfind(b"<") if chunk else len(text)
        whole, rest = (text[:cut], text[cut:]) if 0 <= len(text) - cut < _TAG else (text, b"")
        rows += whole.count(prefix + b"row ") + whole.count(prefix + b"row>")
        cells += whole.count(prefix + b"c ") + whole.count(prefix + b"c>")
        merged = whole.find(prefix + b"mergeCells")
        if merged >= 0:
            return SheetScan(rows, cells, _merges(whole[merged:] + rest + chunk + part.read()))
        if rows > most_rows or cells > most_cells:
            break
        text = rest + chunk
    return SheetScan(rows, cells, ())


def _merges(text: bytes) -> tuple[Merge, ...]:
    """The merged cells that cover more than one row, as they are listed behind the rows."""
    found = [
        Merge(column_index_from_string(column.decode()) - 1, int(first), int(last))
        for column, first, last in _RANGE.findall(text)
        if int(first) < int(last)
    ]
    kept: list[Merge] = []
    for merge in sorted(found, key=lambda one: (one.place, one.first)):
        # A spreadsheet writes none that overlap; another program's would be filled over and over.
        if not kept or kept[-1].place != merge.place or kept[-1].last < merge.first:
            kept.append(merge)
    return tuple(kept)


def _read(path: Path, file: BinaryIO, scans: Mapping[str, SheetScan], reading: Reading) -> tuple[pd.DataFrame, Receipt]:
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
        if reading.sheet is not None and reading.sheet not in filled:
            raise InputError(
                "sheet_missing", sheet=reading.sheet, sheets=", ".join(f"'{name}'" for name in filled), file=path
            )
        filled.sort(key=lambda name: name != reading.sheet)
        sheet: Any = sheets[filled[0]]
        part = scans.get(str(sheet._worksheet_path))  # noqa: SLF001 - nothing else says which part is which sheet
        frame, merged, above = _frame(_rows(sheet, path), part.merges if part else (), path, reading)
    finally:
        book.close()
    others = tuple(name for name in filled[1:] if name not in ours)
    source = TableSource("xlsx", sheet=filled[0], other_sheets=others)
    source = replace(source, merged=len(merged), merged_rows=merged[:ROWS_SHOWN])
    last = int(frame.index[-1]) if len(frame) else 1
    heading = int(reading.heading_row != 0)
    held = len(frame) + len(above)
    receipt = Receipt(lines=last, heading=heading, blank=last - heading - held, records=held, source=source)
    return frame, receipt.leaving("above_heading", above)


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


def _frame(
    rows: Iterator[_Row], merges: Sequence[Merge], path: Path, reading: Reading
) -> tuple[pd.DataFrame, tuple[int, ...], list[int]]:
    """The table below the row that names its columns, the rows that merged cells have filled, and those above it."""
    above, top, header, rows = _header(rows, path, reading)
    if len(header) > COLUMNS_LIMIT:
        raise InputError("too_many_columns", most=COLUMNS_LIMIT, file=path, row=top)
    names = [_text(cell) or "" for cell in header] if top else [""] * len(header)
    faults, numbers = Faults(), []
    columns: list[list[str | None]] = [[] for _ in names]
    size = 0
    for number, cells in rows:
        noted = Faults() if number in reading.skip_rows else faults
        texts = [_checked(cell, number, place, names, noted, path) for place, cell in enumerate(cells)][: len(names)]
        size += sum(len(text) for text in texts if text)
        if size > TEXT_LIMIT:
            raise InputError("texts_too_long", size=TEXT_LIMIT // 1024**2, file=path)
        texts += [None] * (len(names) - len(texts))
        numbers.append(number)
        for column, text in zip(columns, texts, strict=False):
            column.append(text)
    faults.check()
    merged = _fill_down(columns, numbers, [merge for merge in merges if merge.first > top], size, path)
    # Without a heading a column has at most blanks, or is named as the spreadsheet names it.
    kept = {
        name or f"column {get_column_letter(place)}": column
        for place, (name, column) in enumerate(zip(names, columns, strict=True), 1)
        if name or any(text is not None for text in column)
    }
    check_names([name for name in names if name], path)
    index = pd.Index(numbers, name="row", dtype="int64")
    frame = pd.DataFrame(
        {name: pd.Series(column, index=index, dtype="str") for name, column in kept.items()}, index=index
    )
    return frame, merged, above


def _header(rows: Iterator[_Row], path: Path, reading: Reading) -> tuple[list[int], int, list[Any], Iterator[_Row]]:
    """The rows above the one that names the columns, its number, its cells, and the rows below; number 0 for none."""
    first = list(islice(rows, _TOP_ROWS))
    wanted = reading.heading_row
    if wanted is None:
        refuse_title_rows({number: [_text(cell) or "" for cell in cells] for number, cells in first}, path)
        return [], *first[0], chain(first[1:], rows)
    if not wanted:
        widest = max((cells for _, cells in first), key=len)
        return [], 0, widest, chain(first, rows)
    above = [number for number, _ in first if number < wanted]
    below = [row for row in first if row[0] >= wanted]
    if not below or below[0][0] != wanted:
        raise InputError("heading_row_missing", rows=first[-1][0], file=path)
    return above, *below[0], chain(below[1:], rows)


def _fill_down(
    columns: list[list[str | None]], numbers: list[int], merges: Sequence[Merge], size: int, path: Path
) -> tuple[int, ...]:
    """Give each row that a merged cell covers its text; the numbers of these rows, in order.

    Args:
        columns: texts by column and row; changed in place.
        numbers: of the rows in the sheet, ascending.
        size: bytes of text before.
    """
    filled: set[int] = set()
    for merge in merges:
        start, end = bisect_left(numbers, merge.first), bisect_right(numbers, merge.last)
        if merge.place >= len(columns) or start == end or numbers[start] != merge.first:
            continue
        column = columns[merge.place]
        text = column[start]
        below = [place for place in range(start + 1, end) if text and column[place] is None]
        size += len(text or "") * len(below)
        if size > TEXT_LIMIT:
            raise InputError("texts_too_long", size=TEXT_LIMIT // 1024**2, file=path)
        for place in below:
            column[place] = text
            filled.add(numbers[place])
    return tuple(sorted(filled))


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
        if str(cell.number_format).endswith(OFFSET):
            return value.replace(tzinfo=dt.UTC).isoformat("T", "seconds")
        return value.isoformat(" ", "seconds") if value.time() != dt.time() else value.date().isoformat()
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, int | float):
        zeros = str(cell.number_format)
        # Fifteen digits are what a spreadsheet counts with. A format of zeros alone gives numbers like 007.
        text = str(value) if isinstance(value, int) else format(value, ".15g")
        return text.zfill(len(zeros)) if set(zeros) == {"0"} and text.isdigit() else text
    return str(value)
