"""Reads a file of any format into a table."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from eval_core.errors import InputError
from eval_core.files.csv_reader import read_csv
from eval_core.files.jsonl_reader import read_jsonl
from eval_core.files.parquet_reader import read_parquet

_READERS = {".csv": read_csv, ".jsonl": read_jsonl, ".parquet": read_parquet}


def read_table(path: Path, *, categories: bool = False) -> pd.DataFrame:
    """Read a .csv, .jsonl or .parquet file.

    Args:
        categories: give the text of a CSV file as pandas' categories, which take far less memory and time where texts
            repeat.

    Returns:
        The file's columns under their own names; the index is named `row` and counts records from 1 (a CSV
        header is record 1, so its first row of data is 2; blank lines count in JSONL, not in CSV). Text is of
        pandas' `str` type. From CSV everything is text and an empty cell is missing; JSONL and Parquet
        columns that hold anything else are of type object, with None where missing.

    Raises:
        InputError: for an unknown suffix; a file that cannot be read, is empty or has no rows; text that is
            not UTF-8, holds a NUL or a lone surrogate; a value above 16 MiB; a column named twice; a row of
            another length than the header, or that is not a JSON object.
    """
    path = Path(path)
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        raise InputError("bad_suffix", file=path)
    try:
        if path.stat().st_size == 0:
            raise InputError("empty_file", file=path)
        frame = read_csv(path, categories=categories) if reader is read_csv else reader(path)
    except OSError as error:
        raise InputError("unreadable_file", problem=error.strerror or str(error), file=path) from error
    if frame.empty:
        raise InputError("no_rows", file=path)
    return frame
