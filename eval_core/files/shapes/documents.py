"""Reads JSON that is one document: a list of objects, an object that holds one, or columns as programs write them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import pandas as pd

from eval_core.errors import Faults, InputError
from eval_core.files.jsonl_reader import frame_of, json_object, no_constant, read_jsonl
from eval_core.files.limits import DEPTH_LIMIT, TEXT_LIMIT, check_names, check_value
from eval_core.files.receipt import Receipt
from eval_core.files.source import TableSource

_START = 1 << 16


def read_json(path: Path, skip: Collection[int] = ()) -> tuple[pd.DataFrame, Receipt]:
    """Read a .json or .jsonl file as `read_table` says, whichever of the two it is, with its receipt.

    Rows are objects, counted from 1; so are lines, since an object may stand on several or share one. In JSON Lines
    they are the file's lines. Of an object that is not a list, the one list of objects in it is the table; of objects
    by name, the name is the column `id`.

    Raises:
        InputError: as `read_jsonl`; 'json_no_table' for a document that holds no table, or several.
    """
    with path.open("rb") as file:
        start = file.read(_START).removeprefix(b"\xef\xbb\xbf").lstrip()
    if start[:1] != b"[" and path.suffix.lower() == ".jsonl":
        return read_jsonl(path, skip)
    document = _document(path)
    if document is None:
        return read_jsonl(path, skip)
    faults = Faults()
    records = records_in(document, path)
    frame = frame_of(_checked(records, faults, path), faults, path, skip)
    receipt = Receipt(lines=len(records), records=len(records), source=TableSource("json"))
    return frame, receipt.leaving("bad_row", sorted(faults.rows()))


def _document(path: Path) -> Any:
    """The document of a file; None for JSON Lines, of which there is more than one object."""
    if path.stat().st_size > TEXT_LIMIT:
        raise InputError("texts_too_long", size=TEXT_LIMIT // 1024**2, file=path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=json_object, parse_constant=_constant)
    except UnicodeDecodeError as error:
        raise InputError("not_utf8", file=path) from error
    except RecursionError as error:
        raise InputError("too_deep", most=DEPTH_LIMIT, file=path, row=1) from error
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            return None
        raise InputError("bad_json", problem=str(error), file=path) from error
    except ValueError as error:
        raise InputError("bad_json", problem=str(error), file=path) from error


def _constant(name: str) -> None:
    """Programs write a missing value as NaN."""
    if name != "NaN":
        no_constant(name)


def records_in(document: Any, path: Path) -> list[Any]:
    """The records of a document.

    Raises:
        InputError: 'json_no_table'.
    """
    if isinstance(document, list):
        return document
    if not isinstance(document, dict):
        raise InputError("json_no_table", names=type(document).__name__, file=path)
    lists = [name for name, value in document.items() if _has_objects(value)]
    if len(lists) == 1:
        records: list[Any] = document[lists[0]]
        # The log of a run says once which system gave all its answers.
        of_run = document.get("eval")
        return [{"eval": of_run, **one} for one in records] if isinstance(of_run, dict) else records
    if lists:
        raise InputError("json_no_table", names=", ".join(lists), file=path)
    values = list(document.values())
    if values and all(isinstance(value, dict) for value in values):
        return _of_objects(document)
    if isinstance(document.get("data"), list) and isinstance(document.get("columns"), list):
        return [dict(zip(document["columns"], row, strict=False)) for row in document["data"] if isinstance(row, list)]
    if values and all(isinstance(value, list) for value in values) and len({len(value) for value in values}) == 1:
        return [dict(zip(document, row, strict=True)) for row in zip(*values, strict=True)]
    return [document]


def _has_objects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _of_objects(document: dict[str, dict[str, Any]]) -> list[Any]:
    """Records by name; or columns whose cells are numbered, as pandas writes them."""
    numbers = list(next(iter(document.values())))
    if all(number.isdecimal() for number in numbers) and all(list(cells) == numbers for cells in document.values()):
        return [{name: cells[number] for name, cells in document.items()} for number in numbers]
    return [{"id": name, **record} for name, record in document.items()]


def _checked(records: Iterable[Any], faults: Faults, path: Path) -> Iterable[tuple[int, dict[str, Any]]]:
    for row, record in enumerate(records, 1):
        try:
            _check(record, path, row)
        except InputError as error:
            faults.add(error)
        else:
            yield row, record


def _check(record: Any, path: Path, row: int) -> None:
    if not isinstance(record, dict):
        raise InputError("not_an_object", example='{"prompt": "…"}', file=path, row=row)
    check_names(list(record), path)
    for name, value in record.items():
        check_value(value, path, row, name)
