"""Reads Parquet with pyarrow."""

from __future__ import annotations

import datetime as dt
import decimal
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import parquet

from eval_core.errors import InputError
from eval_core.files.limits import FIELD_LIMIT, TEXT_LIMIT, VALUES_LIMIT, check_names, check_value

OBJECTS_LIMIT = 20_000_000
"""Most values that are no text, each of which becomes an object of Python."""

NESTED_LIMIT = 5_000_000
"""Most values inside lists and structures."""


def read_parquet(path: Path, *more: Path, categories: bool = False) -> pd.DataFrame:
    """Read a Parquet file as `read_table` says. Times become ISO 8601 text, decimals their digits.

    Args:
        more: files with the rows after those of `path`. The limits hold for all together.

    Raises:
        InputError: naming file (the first), row and column; for files above the limits, before their values are
            unpacked; 'other_columns' where the files have different columns.
    """
    try:
        table = _read((path, *more), categories)
    except (pa.ArrowException, ValueError, OSError) as error:
        raise InputError("unreadable_parquet", problem=str(error), file=path) from error
    index = pd.RangeIndex(1, table.num_rows + 1, name="row")
    columns = {name: _series(table[name], index, path, name, categories) for name in table.column_names}
    return pd.DataFrame(columns, index=index)


def _read(paths: tuple[Path, ...], categories: bool) -> pa.Table:
    """The table with its texts as dictionaries, as in most files: a small file may be huge when unpacked."""
    path, names, rows, leaves = paths[0], list[str](), 0, list[Any]()
    for one in paths:
        with parquet.ParquetFile(one) as file:
            check_names(file.schema_arrow.names, one)
            if set(names or file.schema_arrow.names) != set(file.schema_arrow.names):
                raise InputError("other_columns", file=one, row=1)
            names, rows = names or file.schema_arrow.names, rows + file.metadata.num_rows
            groups = [file.metadata.row_group(number) for number in range(file.metadata.num_row_groups)]
            leaves += [group.column(number) for group in groups for number in range(group.num_columns)]
    texts = {leaf.path_in_schema for leaf in leaves if leaf.physical_type == "BYTE_ARRAY"}
    nested = {leaf.path_in_schema for leaf in leaves if leaf.path_in_schema not in names}
    for most, counted in (
        (VALUES_LIMIT, max(rows * len(names), _values(leaves))),
        (OBJECTS_LIMIT, _values(leaf for leaf in leaves if leaf.path_in_schema not in texts)),
        (NESTED_LIMIT, _values(leaf for leaf in leaves if leaf.path_in_schema in nested)),
    ):
        if counted > most:
            raise InputError("too_many_values", most=most, file=path)
    # What the pages unpack to, dictionaries as they are.
    if sum(leaf.total_uncompressed_size for leaf in leaves) > TEXT_LIMIT:
        raise InputError("texts_too_long", size=TEXT_LIMIT // 1024**2, file=path)
    # Put one after another without a copy of any of them.
    table = pa.concat_tables((_whole(one, texts) for one in paths), promote_options="permissive")
    kept = texts - nested if categories else frozenset[str]()
    if sum(_unpacked(chunk) for name in names if name not in kept for chunk in table[name].chunks) > TEXT_LIMIT:
        raise InputError("texts_too_long", size=TEXT_LIMIT // 1024**2, file=path)
    return table


def _whole(path: Path, texts: set[str]) -> pa.Table:
    with parquet.ParquetFile(path, read_dictionary=sorted(texts)) as file:
        return file.read()


def _values(leaves: Iterable[Any]) -> int:
    return sum(leaf.num_values for leaf in leaves)


def _unpacked(array: pa.Array) -> int:
    """Bytes of the texts that its dictionaries stand for."""
    if pa.types.is_dictionary(array.type) and _is_text(array.type.value_type):
        return pc.sum(pc.cast(pc.binary_length(array.dictionary), pa.int64()).take(array.indices)).as_py() or 0
    if pa.types.is_struct(array.type):
        return sum(_unpacked(part) for part in array.flatten())
    if pa.types.is_map(array.type):
        return _unpacked(array.keys) + _unpacked(array.items)
    return _unpacked(array.flatten()) if pa.types.is_nested(array.type) else 0


def _series(column: pa.ChunkedArray, index: pd.RangeIndex, path: Path, name: str, categories: bool) -> pd.Series[Any]:
    if categories and pa.types.is_dictionary(column.type) and _is_text(column.type.value_type):
        return _categories(column, index, path, name)
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


def _categories(column: pa.ChunkedArray, index: pd.RangeIndex, path: Path, name: str) -> pd.Series[Any]:
    """The column with each text once, as in the file."""
    whole = column.unify_dictionaries()
    codes = pa.chunked_array([chunk.indices for chunk in whole.chunks], pa.int32())
    texts = whole.chunk(0).dictionary if whole.num_chunks else pa.array([], column.type.value_type)
    try:
        _refuse_faulty_text(pa.chunked_array([texts]).cast(pa.large_binary()), path, name)
    except InputError as fault:  # its row is a place in the dictionary
        place = pc.index(codes, pa.scalar((fault.row or 1) - 1, pa.int32())).as_py()
        fault.row = place + 1
        raise
    # A file may have a text twice in its dictionary; pandas takes each category once.
    places, found = pd.factorize(np.asarray(texts.cast(pa.large_string()).to_pandas(), dtype=object))
    taken = codes.fill_null(-1).to_numpy()
    values = np.where(taken < 0, -1, np.append(places, -1)[taken])
    kinds = pd.CategoricalDtype(pd.Index(found, dtype="str"))
    return pd.Series(pd.Categorical.from_codes(values, dtype=kinds), index=index)


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
