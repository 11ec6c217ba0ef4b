"""Reads files of gold comparisons, whose answer is known."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from eval_core.files.columns import Columns, described
from eval_core.files.comparisons import comparisons_of
from eval_core.files.reader import read_columns


def read_gold(path: Path, given: Mapping[str, str] | None = None) -> pd.DataFrame:
    """Read gold comparisons: pairs more_fluent and less_fluent, or comparisons with a column gold.

    Args:
        given: heading of the file -> our column (see `headings.match_columns`).

    Returns:
        Columns prompt_id, prompt, written_standard, category, response_a, response_b, system_a, system_b
        (missing in pairs, where A is the more fluent text), gold ('a', 'b' or 'tie'), issue, explanation
        (text) and meta (a dict of the file's other columns, or None); of pairs also marks (a list of
        [start, end) in the less fluent text, in code points, or None); index `row`.

    Raises:
        InputError: as `read_table` and `read_comparisons`; for a blank text in a pair, two identical texts,
            a comparison without a gold answer, and marks that are no such list or lie outside the text.
    """
    columns = read_columns(path, "gold", given)
    frame = _gold_of(columns)
    columns.check()
    return frame


def _gold_of(columns: Columns) -> pd.DataFrame:
    if "more_fluent" in columns or "less_fluent" in columns:
        return _pairs(columns)
    if not any(name in columns for name in ("gold", "response_a", "response_b")):
        columns.require(("more_fluent",), "gold_pairs_column_missing")
    columns.require(("gold",), "gold_column_missing")
    frame = comparisons_of(columns)
    columns.refuse(frame["gold"].isna(), "gold", "gold_answer_missing")
    return frame


def _pairs(columns: Columns) -> pd.DataFrame:
    columns.require(("more_fluent", "less_fluent"), "gold_column_missing")
    absent = pd.Series(None, index=columns.table.index, dtype="str")
    frame = pd.DataFrame(
        {
            "prompt_id": columns.name("prompt_id"),
            "prompt": columns.text("prompt"),
            "written_standard": columns.written_standard(),
            "category": columns.name("category"),
            "response_a": columns.filled("more_fluent", blank="blank_text"),
            "response_b": columns.filled("less_fluent", blank="blank_text"),
            "system_a": absent,
            "system_b": absent,
            "gold": pd.Series("a", index=columns.table.index, dtype="str"),
            "issue": columns.text("issue"),
            "explanation": columns.text("explanation"),
        }
    )
    filled = frame["response_a"].notna() & frame["response_b"].notna()
    same = filled & (frame["response_a"].str.strip() == frame["response_b"].str.strip())
    columns.refuse(same, "less_fluent", "identical_texts")
    frame["marks"] = _marks(columns, frame["response_b"])
    frame["meta"] = columns.meta()
    return described(frame, columns)


def _marks(columns: Columns, texts: pd.Series[Any]) -> pd.Series[Any]:
    """The marks of each row, in the order of the text; None where it has none."""
    rows = zip(texts.index, columns.values("marks"), texts, strict=True)
    found = [_marks_in(columns, value, row, text) for row, value, text in rows]
    return pd.Series(found, index=texts.index, dtype=object)


def _marks_in(columns: Columns, value: Any, row: Any, text: Any) -> list[list[int]] | None:
    place, said = int(row), value
    if isinstance(value, str):
        try:
            value = json.loads(value) if value.strip() else None
        except (ValueError, RecursionError):
            columns.fault("bad_marks", place, "marks", value=said[:60])
            return None
    if value is None or value != value:
        return None
    if not isinstance(value, list) or not all(map(_is_mark, value)):
        columns.fault("bad_marks", place, "marks", value=str(value)[:60])
        return None
    length = len(text) if isinstance(text, str) else 0
    for start, end in value:
        if length and not 0 <= start < end <= length:
            columns.fault("mark_outside", place, "marks", start=start, end=end, length=length)
            return None
    return sorted(value) or None


def _is_mark(value: Any) -> bool:
    # True is a whole number to Python.
    return isinstance(value, list) and len(value) == 2 and all(type(place) is int for place in value)
