"""Reads a file of any format into a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pandas as pd

from eval_core.errors import InputError
from eval_core.files.columns import Columns
from eval_core.files.csv_reader import read_csv
from eval_core.files.headings import our_columns
from eval_core.files.hub.address import address_in
from eval_core.files.limits import VALUES_LIMIT
from eval_core.files.parquet_reader import read_parquet
from eval_core.files.reading import AS_IT_IS, Reading
from eval_core.files.receipt import Receipt, receipt_of, without
from eval_core.files.shapes.dates import note_dates
from eval_core.files.shapes.documents import read_json
from eval_core.files.shapes.harness import harness_in, read_harness
from eval_core.files.shapes.table import reshaped
from eval_core.files.source import TableSource

TEXT_SUFFIXES = (".csv", ".tsv", ".txt")
SUFFIXES = (*TEXT_SUFFIXES, ".xlsx", ".jsonl", ".json", ".parquet")
"""What the name of a file that Parvis reads may end in."""


def read_table(path: Path, reading: Reading = AS_IT_IS, *, categories: bool = False) -> pd.DataFrame:
    """Read a .csv, .tsv, .txt, .xlsx, .jsonl, .json or .parquet file, or a table from the Hugging Face hub.

    Args:
        path: of a file, or made of an address hf://datasets/OWNER/NAME, see `hub.address`, or the logs of a harness,
            see `shapes.harness`.
        categories: give the text of a CSV or Parquet file as pandas' categories, which take far less memory and time
            where texts repeat.

    Returns:
        The file's columns under their own names; the index is named `row` and counts records from 1 (a CSV
        header is record 1, so its first row of data is 2; blank lines count in JSONL, not in CSV; rows of a workbook
        have their numbers there). Text is of pandas' `str` type. From CSV and workbooks everything is text and an empty
        cell is missing; JSONL and Parquet columns that hold anything else are of type object, with None where missing.
        `receipt_of` says what became of its lines and what the file was taken for.

    Raises:
        InputError: for an unknown suffix; a file that cannot be read, is empty or has no rows; text that is
            in no encoding that we know, holds a NUL or a lone surrogate; a value above 16 MiB; a column named twice; a
            row of another length than the header, or that is not a JSON object. It lists all faults of the file.
            For a hub, with a code 'hub_…'.
    """
    path = Path(path)
    if (address := address_in(path)) is not None:
        return _from_hub(address, reading, categories)
    if (logs := harness_in(path)) is not None:
        frame, frame.attrs["receipt"] = read_harness(*logs)
        return frame
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError("bad_suffix", file=path)
    try:
        if path.stat().st_size == 0:
            raise InputError("empty_file", file=path)
        frame, receipt = _read(path, suffix, reading, categories)
    except OSError as error:
        raise InputError("unreadable_file", problem=error.strerror or str(error), file=path) from error
    if frame.empty:
        raise InputError("no_rows", file=path)
    frame.attrs["receipt"] = receipt
    return frame


def read_columns(
    path: Path,
    kind: str,
    reading: Reading = AS_IT_IS,
    *,
    also: Iterable[str] = (),
    categories: bool = False,
) -> Columns:
    """Read a file of a kind (a key of `headings.COLUMNS`) under our names of columns.

    Args:
        reading: how the file is to be read; its columns and those remembered as in `headings.match_columns`.
        also: as in `headings.match_columns`.
        categories: as in `read_table`.

    Raises:
        InputError: as `read_table`, and as `headings.our_columns`.
    """
    raw = read_table(path, reading, categories=categories)
    frame = reshaped(raw, kind, path, reading)
    if reading.skip_rows:
        frame = without(frame, frame.index.isin(list(reading.skip_rows)), "bad_row")
        if frame.empty:
            raise InputError("no_rows", file=path)
    # What is said of a heading that a shape has taken apart was said to the shape.
    given = {theirs: ours for theirs, ours in reading.columns.items() if theirs in frame or theirs not in raw}
    table, renamed = our_columns(frame, kind, path, given, remembered=reading.remembered, also=also)
    receipt = receipt_of(frame)
    table.attrs["receipt"] = replace(receipt, source=replace(receipt.source, columns=renamed))
    note_dates(table, renamed)
    return Columns(table, path, {ours: theirs for theirs, ours in renamed.items()}, reading)


def read_shaped(path: Path, kind: str, reading: Reading = AS_IT_IS, *, categories: bool = False) -> pd.DataFrame:
    """As `read_table`; a table of another tool's shape becomes one that a file of this kind may be.

    A record may then give several rows, all with its number in the index.

    Raises:
        InputError: as `read_table`, and as `shapes.table.reshaped`.
    """
    return reshaped(read_table(path, reading, categories=categories), kind, path, reading)


def _from_hub(address: str, reading: Reading, categories: bool) -> pd.DataFrame:
    """A table from a hub: its files one after another, and every fault under their addresses there."""
    from eval_core.files.hub.fetched import fetch  # a file of this machine need not wait for huggingface_hub

    found = fetch(address, SUFFIXES)
    shown = dict(zip(map(str, found.files), found.addresses, strict=True))
    try:
        if len(found.files) > 1 and found.files[0].suffix == ".parquet":
            frame = read_parquet(*found.files, categories=categories)
            frame.attrs["receipt"] = _of_records(frame, "parquet")
        else:
            # Categories of several files would have to be brought together; plain text is.
            alone = categories and len(found.files) == 1
            frame = _joined([read_table(file, reading, categories=alone) for file in found.files])
    except InputError as error:
        for fault in error.faults:
            fault.file = shown.get(str(fault.file), found.address)
        raise
    receipt = receipt_of(frame)
    frame.attrs["receipt"] = replace(receipt, source=replace(receipt.source, address=found.address))
    return frame


def _joined(frames: list[pd.DataFrame]) -> pd.DataFrame:
    """Tables of one form as one, its rows counted through; a CSV header counts once."""
    first = frames[0]
    if len(frames) == 1:
        return first
    if receipt_of(first).source.form not in ("jsonl", "json") and any(set(frame) != set(first) for frame in frames):
        raise InputError("other_columns", row=1)
    if sum(map(len, frames)) * max(map(len, map(list, frames))) > VALUES_LIMIT:
        raise InputError("too_many_values", most=VALUES_LIMIT)
    whole: pd.DataFrame = pd.concat([frame.reset_index(drop=True) for frame in frames], ignore_index=True)
    whole.index = pd.RangeIndex(first.index[0], first.index[0] + len(whole), name="row")
    receipts = [receipt_of(frame) for frame in frames]
    whole.attrs["receipt"] = replace(
        receipts[0],
        lines=sum(one.lines for one in receipts),
        heading=sum(one.heading for one in receipts),
        blank=sum(one.blank for one in receipts),
        records=len(whole),
        spans=None,
    )
    return whole


def _is_package(path: Path) -> bool:
    """Whether this is a workbook, whatever its name says: no text begins so."""
    with path.open("rb") as file:
        return file.read(4) == b"PK\3\4"


def _of_records(frame: pd.DataFrame, form: str) -> Receipt:
    """The receipt of a file without lines: each record counts as one."""
    return Receipt(lines=len(frame), records=len(frame), source=TableSource(form))


def _read(path: Path, suffix: str, reading: Reading, categories: bool) -> tuple[pd.DataFrame, Receipt]:
    if suffix in TEXT_SUFFIXES and not _is_package(path):
        return read_csv(path, reading, categories=categories)
    if suffix in (".xlsx", *TEXT_SUFFIXES):
        from eval_core.files.xlsx_reader import read_xlsx  # a ranking of a CSV file need not wait for openpyxl

        return read_xlsx(path, reading)
    if suffix in (".jsonl", ".json"):
        return read_json(path, reading.skip_rows)
    frame = read_parquet(path, categories=categories)
    return frame, _of_records(frame, "parquet")
