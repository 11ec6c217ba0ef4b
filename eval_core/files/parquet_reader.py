"""Reads Parquet with pyarrow."""

from __future__ import annotations

import datetime as dt
import decimal
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import parquet

from eval_core.errors import InputError
from eval_core.files.limits import FIELD_LIMIT, check_names, check_value

VALUES_LIMIT = 500_000_000
"""Most values of a file, rows times columns: repeated values take almost no room in it."""

TEXT_LIMIT = 4 * 1024**3
"""Most bytes of text of a file, unpacked."""


def read_parquet(path: Path) -> pd.DataFrame:
    """Read a Parquet file as `read_table` says. Times become ISO 8601 text, decimals their digits.

    Raises:
        InputError: naming file, row and column.
    """
    try:
        table = _read(path)
    except (pa.ArrowException, ValueError, OSError) as error:
        raise InputError("unreadable_parquet", problem=str(error), file=path) from error
    index = pd.RangeIndex(1, table.num_rows + 1, name="row")
    columns = {name: _series(table[name], index, path, name) for name in table.column_names}
    return pd.DataFrame(columns, index=index)


def _read(path: Path) -> pa.Table:
    """The table with its texts as dictionaries, as in most files: a small file may be huge when unpacked."""
    with parquet.ParquetFile(path) as file:
        check_names(file.schema_arrow.names, path)
        groups = [file.metadata.row_group(number) for number in range(file.metadata.num_row_groups)]
        leaves = [group.column(number) for group in groups for number in range(group.num_columns)]
    if sum(leaf.num_values for leaf in leaves) > VALUES_LIMIT:
        raise InputError("too_many_values", most=VALUES_LIMIT, file=path)
    texts = {leaf.path_in_schema for leaf in leaves if leaf.physical_type == "BYTE_ARRAY"}
    with parquet.ParquetFile(path, read_dictionary=sorted(texts)) as file:
        table = file.read()
    if sum(_unpacked(chunk) for column in table.columns for chunk in column.chunks) > TEXT_LIMIT:
        raise InputError("texts_too_long", size=TEXT_LIMIT // 1024**2, file=path)
    return table


def _unpacked(array: pa.Array) -> int:
    """Bytes of the texts that its dictionaries stand for."""
    if pa.types.is_dictionary(array.type) and _is_text(array.type.value_type):
        return pc.sum(pc.cast(pc.binary_length(array.dictionary), pa.int64()).take(array.indices)).as_py() or 0
    if pa.types.is_struct(array.type):
        return sum(_unpacked(part) for part in array.flatten())
    if pa.types.is_map(array.type):
        return _unpacked(array.keys) + _unpacked(array.items)
    return _unpacked(array.flatten()) if pa.types.is_nested(array.type) else 0


def _series(column: pa.ChunkedArray, index: pd.RangeIndex, path: Path, name: str) -> pd.Series[Any]:
    if pa.types.is_dictionary(column.type):
        # Large: a chunk may hold more text than 32 bits count.
        kind = column.type.value_type
        column = column.cast(pa.large_binary() if _is_text(kind) else kind)
    if _is_text(column.type):
        _refuse_faulty_text(column.cast(pa.large_binary()), path, name)
        return pd.Series(pd.array(column.cast(pa.large_string()), dtype="str"), index=index)
    try:
        values = [_plain(value) for value in column.to_pylist()]
    except (ValueError, pa.ArrowException) as error:
        raise InputError("unreadable_column", problem=str(error), file=path, row=1, column=name) from error
    if pa.types.is_nested(column.type):
        for row, value in zip(index, values, strict=True):
            check_value(value, path, row, name)
    return pd.Series(values, index=index, dtype=object)


def _is_text(kind: pa.DataType) -> bool:
    tests = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_binary,
             pa.types.is_large_binary, pa.types.is_binary_view)  # fmt: skip
    return any(test(kind) for test in tests)


def _refuse_faulty_text(column: pa.ChunkedArray, path: Path, name: str) -> None:
    """Check all bytes at once, and single rows only where something is wrong."""
    if (pc.max(pc.binary_length(column)).as_py() or 0) > FIELD_LIMIT:
        place = pc.index(pc.greater(pc.binary_length(column), FIELD_LIMIT), True).as_py()
        raise InputError("text_too_long", size=FIELD_LIMIT // 1024**2, file=path, row=place + 1, column=name)
    nul = pc.match_substring(column, "\0")
    if pc.any(nul).as_py():
        raise InputError("has_nul", file=path, row=pc.index(nul, True).as_py() + 1, column=name)
    try:
        column.cast(pa.large_string())  # a checked cast
    except pa.ArrowInvalid as error:
        for row, value in enumerate(column, 1):
            try:
                (value.as_py() or b"").decode()
            except UnicodeDecodeError:
                raise InputError("not_utf8", file=path, row=row, column=name) from error
        raise


def _plain(value: Any) -> Any:
    """The value as JSON can hold it; NaN and infinities, which JSON cannot hold, as None."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, dt.datetime | dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, decimal.Decimal | dt.timedelta):
        return str(value)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
