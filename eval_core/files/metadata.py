"""The columns of a file that are none of ours: kept as columns, and made a dict a row only where rows are stored."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

_PLACE = "place of metadata"


class _Kept:
    """A table that goes with a frame; pandas copies what is attached to a frame at every step, but not this."""

    def __init__(self, table: pd.DataFrame) -> None:
        self.table = table

    def __deepcopy__(self, memo: Any) -> _Kept:
        return self


def keep_metadata(frame: pd.DataFrame, table: pd.DataFrame) -> None:
    """Attach the other columns of a file to the frame of its records; both are numbered by the rows of the file."""
    if not table.index.is_unique:  # a record has given several rows
        frame[_PLACE] = np.arange(len(frame))
        table = table.reset_index(drop=True)
    frame.attrs[_PLACE] = _Kept(table)


def metadata_names(frame: pd.DataFrame) -> list[str]:
    """What the other columns are called."""
    return list(map(str, _table(frame).columns))


def metadata(frame: pd.DataFrame, name: str) -> pd.Series[Any] | None:
    """One of the other columns, for the rows of this frame; None where the file has no such column."""
    table = _table(frame)
    if name not in table:
        return None
    column = table[name]
    if _PLACE in frame:
        return column.take(frame[_PLACE].to_numpy()).set_axis(frame.index)
    return column if column.index is frame.index or column.index.equals(frame.index) else column.reindex(frame.index)


def meta_of(frame: pd.DataFrame) -> pd.Series[Any]:
    """For each row of the frame a dict of what the other columns hold; None where they hold nothing."""
    names = metadata_names(frame)
    columns = [metadata(frame, name) for name in names]
    return pd.Series(_dicts(names, columns, len(frame)), index=frame.index, dtype=object)


def _dicts(names: Sequence[str], columns: Sequence[Any], count: int) -> list[dict[str, Any] | None]:
    if not names:
        return [None] * count
    rows = zip(*(column.array.astype(object) for column in columns), strict=True)
    return [
        {name: value for name, value in zip(names, row, strict=True) if not is_missing(value)} or None for row in rows
    ]


def is_missing(value: Any) -> bool:
    """Whether a cell holds nothing."""
    return value is None or (isinstance(value, float) and math.isnan(value))


def _table(frame: pd.DataFrame) -> pd.DataFrame:
    kept: Any = frame.attrs.get(_PLACE)
    return kept.table if isinstance(kept, _Kept) else pd.DataFrame(index=frame.index)
