"""A file as it lies before the lead: its headings, its first rows, and what it was taken for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import pandas as pd
import streamlit as st

from eval_core.files import Reading, Receipt, read_shaped, receipt_of
from eval_core.locales import N_, ngettext, number
from eval_core.locales import gettext as _
from eval_core.ui.parts.html import note
from eval_core.ui.parts.tables import table

_FIRST_ROWS = 5
_CELL = 48
_NAME = 50  # characters, of up to four bytes each
_FEW = 200  # different values that a column of names has at most
_DELIMITERS = {",": N_("commas"), ";": N_("semicolons"), "\t": N_("tabs")}


class Upload(Protocol):
    """A file that a browser has sent."""

    @property
    def name(self) -> str: ...
    def getbuffer(self) -> memoryview: ...


@dataclass(frozen=True)
class Look:
    """What is kept of a file while it is looked at.

    Attributes:
        rows: how many it has.
        first: the first of them.
        names: the different values of each column that has few, by heading, in order.
        receipt: what became of its lines, and what it was taken for.
    """

    rows: int
    first: pd.DataFrame
    names: dict[str, list[str]]
    receipt: Receipt

    @property
    def headings(self) -> list[str]:
        """Its columns, as the file calls them."""
        return [str(name) for name in self.first.columns]

    def begins(self, heading: str) -> str:
        """The first value of a column, shortened; '' where there is none."""
        return next((shown for shown in map(cell, self.first[heading]) if shown), "")


def look_at(path: Path, kind: str, reading: Reading) -> Look:
    """Read a file of any form as one of this kind.

    Raises:
        InputError: as `read_shaped`.
    """
    frame = read_shaped(path, kind, reading)
    frame.columns = frame.columns.map(str)
    names = {}
    for heading in frame.columns:
        values = pd.unique(frame[heading].dropna().astype(str))
        if len(values) <= _FEW:
            names[heading] = sorted(values)
    return Look(len(frame), frame.head(_FIRST_ROWS), names, receipt_of(frame))


@contextmanager
def as_file(uploaded: Upload) -> Iterator[Path]:
    """The upload as a file of its own name, gone afterwards: readers go by the ending, the log by the name."""
    with TemporaryDirectory(prefix="parvis-") as folder:
        path = Path(folder) / file_name(uploaded.name)
        path.write_bytes(uploaded.getbuffer())
        yield path


def file_name(given: str) -> str:
    """A browser's name for a file as one that any file system and database takes."""
    name = "".join(char for char in Path(given.replace("\\", "/")).name if char.isprintable())
    ending = Path(name).suffix[:10]
    return (name.removesuffix(ending)[:_NAME].strip(". ") or "upload") + ending


def source_text(look: Look) -> str:
    """How many rows there are, and what the file was taken for, in a line."""
    source, parts = look.receipt.source, [ngettext("{count} row", "{count} rows", look.rows)]
    if source.form == "csv":
        delimiter = _DELIMITERS.get(source.delimiter or "")
        parts.append(_("separated by {signs}", signs=_(delimiter)) if delimiter else "")
        parts.append(_("encoding {name}", name=source.encoding_name) if source.encoding else "")
    if source.sheet is not None:
        parts.append(_("sheet “{name}”", name=source.sheet))
    if source.other_sheets:
        parts.append(_("not read: {names}", names=quoted(source.other_sheets)))
    return " · ".join(filter(None, parts))


def first_rows(look: Look, first: Sequence[str]) -> None:
    """The first rows under the file's own headings, `first` of them first, each with its number in the file."""
    frame = look.first[sorted(look.headings, key=lambda name: name not in first)]  # stable: the others as in the file
    header = [_("Row"), *map(str, frame.columns)]
    cells = [[number(int(row)), *map(cell, values)] for row, *values in frame.itertuples(name=None)]
    note(_("The first rows:"))
    with st.container(key="setup_rows"):
        table(header, cells, numeric=(0,), caption=_("Rows of the file"))


def quoted(names: Iterable[str]) -> str:
    """Names in the quotation marks of the reader's language, with commas."""
    return ", ".join(_("“{name}”", name=name) for name in names)


def cell(value: Any) -> str:
    """A value in one short line."""
    if value is None or value != value:
        return ""
    text = " ".join(str(value).split())
    return text if len(text) <= _CELL else f"{text[: _CELL - 1]}…"
