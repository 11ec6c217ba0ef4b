"""The cells of a CSV file with their places, read slowly and in constant memory, to locate a fault.

pyarrow reads fast, but says little about what is wrong, accepts an open quote, and drops a quote before more text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, NamedTuple

from eval_core.errors import Faults, InputError
from eval_core.files.limits import COLUMNS_LIMIT, FIELD_LIMIT, check_text

_CHUNK = 1 << 20
_BEGINNING = 1000  # bytes of a cell
_BOM = b"\xef\xbb\xbf"


class Cell(NamedTuple):
    """A cell of record `row` (from 1) at `place` (from 0): bytes `start` to `stop`, quotes included.

    `closed`: no quote is open at its end. `sound`: nothing follows a quote that closed.
    """

    row: int
    place: int
    start: int
    stop: int
    last: bool
    closed: bool
    sound: bool = True


class Form(NamedTuple):
    """How the cells of a file are told apart: by the delimiter, and by quotes unless a quote is an ordinary character.

    `top` is the record that names the columns; those above it are not looked at.
    """

    delimiter: str = ","
    quotes: bool = True
    top: int = 1


COMMAS = Form()


def _marks(path: Path, start: int, form: Form) -> Iterator[tuple[int, int]]:
    """Offset and byte of each quote, delimiter, CR and LF, then the end of the file with byte -1."""
    marks = re.compile((b'["\n\r' if form.quotes else b"[\n\r") + re.escape(form.delimiter.encode()) + b"]")
    with path.open("rb") as file:
        file.seek(start)
        while chunk := file.read(_CHUNK):
            for match in marks.finditer(chunk):
                yield start + match.start(), chunk[match.start()]
            start += len(chunk)
    yield start, -1


def cells(path: Path, form: Form) -> Iterator[Cell]:
    """Every cell of the file. Blank lines hold no cells and are not counted as records.

    A quote opens at the start of a cell or right after one that closed (two quotes stand for one); elsewhere
    it is an ordinary character.
    """
    with path.open("rb") as file:
        begin = len(_BOM) if file.read(len(_BOM)) == _BOM else 0
    between = ord(form.delimiter)
    row, place, start, quoted, reopens, opened = 1, 0, begin, False, -1, False
    for offset, mark in _marks(path, begin, form):
        if mark == ord('"'):
            if quoted:
                quoted, reopens = False, offset + 1
            else:
                quoted = offset in (start, reopens)
                opened |= quoted
        elif mark == -1 or not quoted:
            blank = mark != between and place == 0 and offset == start
            if not blank:
                sound = quoted or not opened or reopens == offset
                yield Cell(row, place, start, offset, mark != between, not quoted, sound)
                row, place = (row, place + 1) if mark == between else (row + 1, 0)
            start, opened = offset + 1, False


def text_of(raw: bytes, form: Form) -> str:
    """The text of a cell's bytes, quotes undone and undecodable bytes escaped."""
    body = raw.decode("utf-8", "surrogateescape")
    if not form.quotes or not body.startswith('"'):
        return body
    inner = body[1:-1] if len(body) > 1 and body.endswith('"') else body[1:]
    return inner.replace('""', '"')


def records(path: Path, form: Form, most: int) -> list[list[str]]:
    """The beginnings of the texts of the first records, at most `most`, with at most COLUMNS_LIMIT + 1 cells each."""
    found: list[list[str]] = []
    with path.open("rb") as file:
        for cell in cells(path, form):
            if cell.row > most:
                break
            if cell.place == 0:
                found.append([])
            if cell.place <= COLUMNS_LIMIT:
                file.seek(cell.start)
                found[-1].append(text_of(file.read(min(cell.stop - cell.start, _BEGINNING)), form))
    return found


def header(path: Path, form: Form) -> list[str]:
    """The column names: the texts of the record at the top; [] where there is none.

    Raises:
        InputError: for a giant name or an open quote.
    """
    names: list[str] = []
    with path.open("rb") as file:
        for cell in cells(path, form):
            if cell.row < form.top:
                continue
            if cell.row > form.top:
                break
            _check_shape(cell, path, None)
            file.seek(cell.start)
            names.append(text_of(file.read(cell.stop - cell.start), form))
            if cell.last or len(names) > COLUMNS_LIMIT:
                break
    return names


def lines_at(path: Path, form: Form, rows: Collection[int]) -> dict[int, tuple[int, int]]:
    """The first and the last line of some records, from 1."""
    found: dict[int, tuple[int, int]] = {}
    wanted, most = set(rows), max(rows, default=0)
    line, counted, begin = 1, 0, 0
    with path.open("rb") as file:
        for cell in cells(path, form):
            if cell.row > most:
                break
            if cell.place == 0:
                begin = cell.start
            if cell.last and cell.row in wanted:
                file.seek(counted)
                line += line_ends(file.read(begin - counted))
                more = line_ends(file.read(cell.stop - begin))
                found[cell.row] = (line, line + more)
                line, counted = line + more, cell.stop
    return found


def line_ends(text: bytes) -> int:
    """How many line ends a text has, of any of the three that CSV knows."""
    return text.count(b"\n") + text.count(b"\r") - text.count(b"\r\n")


def has_rows(path: Path, form: Form) -> bool:
    """Whether anything follows the header."""
    return any(cell.row > form.top for cell in cells(path, form))


def refuse_faulty_rows(path: Path, names: list[str], form: Form = COMMAS) -> None:
    """Refuse the faulty records of the file; return where all are sound.

    Raises:
        InputError: naming file, row and column.
    """
    faults = Faults()
    with path.open("rb") as file:
        for cell in cells(path, form):
            if cell.row < form.top:
                continue
            try:
                _check_cell(cell, names, path, file, form)
            except InputError as error:
                faults.add(error)
    faults.check()


@contextmanager
def without_records(path: Path, form: Form, rows: Collection[int]) -> Iterator[tuple[Path, dict[int, int]]]:
    """The file without some records, gone afterwards, and how many lines each of these takes."""
    with TemporaryDirectory(prefix="parvis-") as folder:
        target = Path(folder) / path.name
        taken: dict[int, int] = {}
        with path.open("rb") as file, target.open("wb") as out:
            copied, begin = 0, 0
            for cell in cells(path, form):
                if cell.place == 0:
                    begin = cell.start
                if cell.last and cell.row in rows:
                    file.seek(copied)
                    out.write(file.read(begin - copied))
                    file.seek(begin)
                    body = file.read(cell.stop - begin)
                    taken[cell.row] = line_ends(body) + (
                        body[-1:] not in b"\r\n"
                    )  # an open quote takes the last line end too
                    copied = cell.stop  # its line end stays, as a blank line that holds no record
            file.seek(copied)
            while chunk := file.read(_CHUNK):
                out.write(chunk)
        yield target, taken


def _check_cell(cell: Cell, names: list[str], path: Path, file: BinaryIO, form: Form) -> None:
    name = names[cell.place] if cell.place < len(names) else None
    _check_shape(cell, path, name)
    count, wanted = cell.place + 1, len(names)
    if name is None:
        raise InputError("too_many_cells", wanted=wanted, file=path, row=cell.row)
    if not cell.sound:
        file.seek(cell.start)
        text = file.read(min(cell.stop - cell.start, FIELD_LIMIT)).decode("utf-8", "replace")
        raise InputError("text_after_quote", file=path, row=cell.row, column=name).quoting(text)
    if cell.last and count < wanted:
        raise InputError("too_few_cells", count=count, wanted=wanted, file=path, row=cell.row, column=names[count])
    file.seek(cell.start)
    check_text(text_of(file.read(cell.stop - cell.start), form), path, cell.row, name)


def _check_shape(cell: Cell, path: Path, name: str | None) -> None:
    # Doubled quotes may take up to twice the room of the text.
    if cell.stop - cell.start > 2 * FIELD_LIMIT + 2:
        raise InputError("text_too_long", size=FIELD_LIMIT // 1024**2, file=path, row=cell.row, column=name)
    if not cell.closed:
        raise InputError("open_quote", file=path, row=cell.row, column=name)
