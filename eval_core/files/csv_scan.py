"""The cells of a CSV file with their places, read slowly and in constant memory, to locate a fault.

pyarrow reads fast, but says little about what is wrong and accepts an open quote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from eval_core.errors import Faults, InputError
from eval_core.files.limits import COLUMNS_LIMIT, FIELD_LIMIT, check_text

_CHUNK = 1 << 20
_BOM = b"\xef\xbb\xbf"


class Cell(NamedTuple):
    """A cell of record `row` (from 1) at `place` (from 0): bytes `start` to `stop`, quotes included."""

    row: int
    place: int
    start: int
    stop: int
    last: bool
    closed: bool


def _marks(path: Path, start: int, delimiter: str) -> Iterator[tuple[int, int]]:
    """Offset and byte of each quote, delimiter, CR and LF, then the end of the file with byte -1."""
    marks = re.compile(b'["\n\r' + re.escape(delimiter.encode()) + b"]")
    with path.open("rb") as file:
        file.seek(start)
        while chunk := file.read(_CHUNK):
            for match in marks.finditer(chunk):
                yield start + match.start(), chunk[match.start()]
            start += len(chunk)
    yield start, -1


def cells(path: Path, delimiter: str = ",") -> Iterator[Cell]:
    """Every cell of the file. Blank lines hold no cells and are not counted as records.

    A quote opens at the start of a cell or right after one that closed (two quotes stand for one); elsewhere
    it is an ordinary character.
    """
    with path.open("rb") as file:
        begin = len(_BOM) if file.read(len(_BOM)) == _BOM else 0
    between = ord(delimiter)
    row, place, start, quoted, reopens = 1, 0, begin, False, -1
    for offset, mark in _marks(path, begin, delimiter):
        if mark == ord('"'):
            if quoted:
                quoted, reopens = False, offset + 1
            else:
                quoted = offset in (start, reopens)
        elif mark == -1 or not quoted:
            blank = mark != between and place == 0 and offset == start
            if not blank:
                yield Cell(row, place, start, offset, mark != between, not quoted)
                row, place = (row, place + 1) if mark == between else (row + 1, 0)
            start = offset + 1


def text_of(raw: bytes) -> str:
    """The text of a cell's bytes, quotes undone and undecodable bytes escaped."""
    body = raw.decode("utf-8", "surrogateescape")
    if not body.startswith('"'):
        return body
    inner = body[1:-1] if len(body) > 1 and body.endswith('"') else body[1:]
    return inner.replace('""', '"')


def header(path: Path, delimiter: str = ",") -> list[str]:
    """The column names: the texts of the first record, at most COLUMNS_LIMIT + 1; [] where there is no record.

    Raises:
        InputError: for a giant name or an open quote.
    """
    names: list[str] = []
    with path.open("rb") as file:
        for cell in cells(path, delimiter):
            _check_shape(cell, path, None)
            file.seek(cell.start)
            names.append(text_of(file.read(cell.stop - cell.start)))
            if cell.last or len(names) > COLUMNS_LIMIT:
                break
    return names


def has_rows(path: Path, delimiter: str = ",") -> bool:
    """Whether anything follows the header."""
    return any(cell.row > 1 for cell in cells(path, delimiter))


def refuse_faulty_rows(path: Path, names: list[str], delimiter: str = ",") -> None:
    """Refuse the faulty records of the file; return where all are sound.

    Raises:
        InputError: naming file, row and column.
    """
    faults = Faults()
    with path.open("rb") as file:
        for cell in cells(path, delimiter):
            try:
                _check_cell(cell, names, path, file)
            except InputError as error:
                faults.add(error)
    faults.check()


def _check_cell(cell: Cell, names: list[str], path: Path, file: BinaryIO) -> None:
    name = names[cell.place] if cell.place < len(names) else None
    _check_shape(cell, path, name)
    count, wanted = cell.place + 1, len(names)
    if name is None:
        raise InputError("too_many_cells", wanted=wanted, file=path, row=cell.row)
    if cell.last and count < wanted:
        raise InputError("too_few_cells", count=count, wanted=wanted, file=path, row=cell.row, column=names[count])
    file.seek(cell.start)
    check_text(text_of(file.read(cell.stop - cell.start)), path, cell.row, name)


def _check_shape(cell: Cell, path: Path, name: str | None) -> None:
    # Doubled quotes may take up to twice the room of the text.
    if cell.stop - cell.start > 2 * FIELD_LIMIT + 2:
        raise InputError("text_too_long", size=FIELD_LIMIT // 1024**2, file=path, row=cell.row, column=name)
    if not cell.closed:
        raise InputError("open_quote", file=path, row=cell.row, column=name)
