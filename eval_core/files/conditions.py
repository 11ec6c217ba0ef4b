"""Filters judgments from a file by conditions FIELD=VALUE."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import pandas as pd

from eval_core.errors import InputError
from eval_core.files.metadata import metadata, metadata_names
from eval_core.files.moments import moments
from eval_core.files.receipt import without

_TIMES = ("since", "until")
_MOMENT = "decided_at"
_ALIASES = {"annotator_id": "annotator"}


def where_filter(frame: pd.DataFrame, conditions: Sequence[str]) -> pd.DataFrame:
    """The rows that meet all conditions; several conditions on the same field are alternatives.

    Args:
        frame: as `read_judgments` gives it.
        conditions: FIELD=VALUE each. FIELD is a column of the frame, a field of its metadata (compared as
            text), or since or until (a time in ISO 8601, UTC unless it says otherwise, both inclusive, compared
            with decided_at).

    Raises:
        InputError: for a condition of another form, a field that no row has, or a value that is not a time.
    """
    wanted: dict[str, list[str]] = {}
    for condition in conditions:
        name, separator, value = condition.partition("=")
        if not separator or not name:
            raise InputError("bad_condition", condition=condition)
        wanted.setdefault(name, []).append(value)
    keep = pd.Series(True, index=frame.index)
    for name, values in wanted.items():
        if name in _TIMES:
            for value in values:
                keep &= _in_time(frame, name, value)
        else:
            keep &= _known(frame, name).isin(values)
    return without(frame, ~keep, "condition")


def field(frame: pd.DataFrame, name: str) -> pd.Series[Any] | None:
    """A column, or a column of the file's metadata, as text; None where no row has it."""
    name = _ALIASES.get(name, name)
    column = frame[name] if name in frame else metadata(frame, name)
    if column is None or not column.notna().any():
        return None
    if column.dtype == bool:
        return column.map({True: "true", False: "false"})
    return column.map(_as_text, na_action="ignore").astype("str") if column.dtype == object else column


def _known(frame: pd.DataFrame, name: str) -> pd.Series[Any]:
    values = field(frame, name)
    if values is None:
        known = ", ".join([*_fields(frame), *_TIMES])
        raise InputError("unknown_field", field=name, known=known)
    return values


def _fields(frame: pd.DataFrame) -> list[str]:
    return [*(str(name) for name in frame if frame[name].notna().any()), *metadata_names(frame)]


def is_date(value: str) -> bool:
    """Whether a time is only a date: as a limit it means the whole day."""
    return re.fullmatch(r"\d{4}-\d\d-\d\d", value.strip()) is not None


def _in_time(frame: pd.DataFrame, name: str, value: str) -> pd.Series[Any]:
    limit = pd.to_datetime(value, utc=True, errors="coerce")
    if not isinstance(limit, pd.Timestamp):
        raise InputError("bad_time", value=value)
    if name == "until" and is_date(value):
        limit += pd.Timedelta(days=1, microseconds=-1)
    decided = moments(_known(frame, _MOMENT))
    return decided >= limit if name == "since" else decided <= limit


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
