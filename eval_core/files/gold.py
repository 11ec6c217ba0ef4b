"""Reads files of gold: comparisons whose answer is known, and control responses whose ratings are known."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from eval_core.errors import InputError
from eval_core.files.columns import Columns, described
from eval_core.files.comparisons import comparisons_of
from eval_core.files.ratings import RatedScale
from eval_core.files.reader import read_columns
from eval_core.files.reading import AS_IT_IS, Reading
from eval_core.files.receipt import Receipt, receipt_of

CONTROL_OPTIONAL = ("prompt", "reference", "source_language", "target_language", "written_standard", "explanation")
_RANGE = re.compile(r"(-?[0-9]{1,9})(?:\.0+)?(?:\s*(?:-|–|to|til)\s*(-?[0-9]{1,9}))?")


def read_gold(path: Path, reading: Reading = AS_IT_IS) -> pd.DataFrame:
    """Read gold comparisons: pairs more_fluent and less_fluent, or comparisons with a column gold.

    Returns:
        Columns prompt_id, prompt, written_standard, category, response_a, response_b, system_a, system_b
        (missing in pairs, where A is the more fluent text), gold ('a', 'b' or 'tie'), issue, explanation
        (text); `meta_of` gives the file's other columns; of pairs also marks (a list of
        [start, end) in the less fluent text, in code points, or None); index `row`.

    Raises:
        InputError: as `read_table` and `read_comparisons`; for a blank text in a pair, two identical texts,
            a comparison without a gold answer, and marks that are no such list or lie outside the text.
    """
    columns = read_columns(path, "gold", reading)
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


@dataclass(frozen=True)
class GoldRating:
    """A text whose ratings are known.

    Attributes:
        row: of the file. expected: criterion -> the least and the most that is right; at least one.
    """

    row: int
    response: str
    prompt: str | None
    reference: str | None
    source_language: str | None
    target_language: str | None
    written_standard: str | None
    explanation: str | None
    expected: dict[str, tuple[int, int]]


def read_gold_ratings(
    path: Path, criteria: Sequence[RatedScale], reading: Reading = AS_IT_IS
) -> tuple[list[GoldRating], Receipt]:
    """Read control responses: a column `response`, and one for each criterion, under its key, that has an expectation.

    A cell is a number (4) or a range (3-4, 3–4, 3 to 4); an empty one expects nothing of the criterion. Optional:
    prompt, reference, source_language, target_language, written_standard, explanation.

    Returns:
        The control responses, and the file's receipt.

    Raises:
        InputError: as `read_columns`; without `response` or a criterion's column, for a blank response, an expectation
            that is not on the criterion's scale, or a row without one; with all faults.
    """
    also = [scale.key for scale in criteria]
    columns = read_columns(path, "controls", reading, also=also)
    columns.require(("response",), "gold_ratings_column_missing")
    scales = [scale for scale in criteria if scale.key in columns]
    if not scales:
        keys = ", ".join(scale.key for scale in criteria)
        raise InputError("gold_ratings_without_criteria", criteria=keys, file=path, row=1)
    response = columns.filled("response", blank="blank_text")
    others = {name: columns.text(name) for name in CONTROL_OPTIONAL[:4]}
    standard, explanation = columns.written_standard(), columns.text("explanation")
    cells = {scale.key: columns.text(scale.key) for scale in scales}
    found = []
    for row in columns.table.index:
        expected = {}
        for scale in scales:
            cell = cells[scale.key][row]
            if cell is None or cell != cell or not str(cell).strip():
                continue
            ends = _ends(str(cell), scale)
            if ends is None:
                columns.fault(
                    "bad_expected",
                    int(row),
                    scale.key,
                    criterion=scale.key,
                    least=scale.min,
                    most=scale.max,
                    value=str(cell)[:60],
                )
                continue
            expected[scale.key] = ends
        if not expected and not columns.faults:
            columns.fault("nothing_expected", int(row), scales[0].key)
        texts = {name: _known(column[row]) for name, column in others.items()}
        found.append(
            GoldRating(
                row=int(row),
                response=str(response[row]),
                written_standard=_known(standard[row]),
                explanation=_known(explanation[row]),
                expected=expected,
                **texts,
            )
        )
    columns.check()
    return found, receipt_of(columns.table)


def _ends(cell: str, scale: RatedScale) -> tuple[int, int] | None:
    """The least and the most of a cell; None where it is no number or range on the scale."""
    match = _RANGE.fullmatch(cell.strip())
    if match is None:
        return None
    least = int(match[1])
    most = least if match[2] is None else int(match[2])
    return (least, most) if scale.min <= least <= most <= scale.max else None


def _known(value: object) -> str | None:
    return None if value is None or value != value or str(value) == "<NA>" else str(value)
