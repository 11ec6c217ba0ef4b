"""Reads a site as a stranger may: every file as text, what a table or a zip holds included."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from pyarrow import parquet


def texts_of(folder: Path) -> dict[str, str]:
    """The text of every file by its name; of tables and zips what is in them, and of all of them their bytes."""
    return {
        path.relative_to(folder).as_posix(): _text(path.name, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Every file by its name."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def naming(files: Mapping[str, str], words: Iterable[str]) -> list[tuple[str, str]]:
    """Each file that has one of the words, in capitals or not, with the word."""
    return [(name, word) for name, text in files.items() for word in words if word.lower() in text.lower()]


def _text(name: str, content: bytes) -> str:
    seen = content.decode("utf-8", errors="replace")
    if name.endswith(".parquet"):
        table = parquet.read_table(io.BytesIO(content))
        seen += f"{table.schema.metadata} {table.to_pylist()}"
    if name.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            seen += "".join(_text(entry, archive.read(entry)) for entry in archive.namelist())
    return seen
