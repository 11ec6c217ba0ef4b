"""Reads files of control responses: texts whose ratings are known, each criterion as a number or a range."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from eval_core.errors import InputError
from eval_core.files.columns import Columns
from eval_core.files.ratings import RatedScale
from eval_core.files.reader import read_table

OPTIONAL = ("prompt", "reference", "source_language", "target_language", "written_standard", "explanation")
_RANGE = re.compile(r"(-?[0-9]{1,9})(?:\.0+)?(?:\s*(?:-|–|to|til)\s*(-?[0-9]{1,9}))?")


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


def read_gold_ratings(path: Path, criteria: Sequence[RatedScale]) -> list[GoldRating]:
    """Read control responses: a column `response`, and one for each criterion, under its key, that has an expectation.

    A cell is a number (4) or a range (3-4, 3–4, 3 to 4); an empty one expects nothing of the criterion. Optional:
    prompt, reference, source_language, target_language, written_standard, explanation.

    Raises:
        InputError: as `read_table`; without `response` or a criterion's column, for a blank response, an expectation
            that is not on the criterion's scale, or a row without one; with all faults.
    """
    columns = Columns(read_table(path), path)
    columns.require(("response",), "gold_ratings_column_missing")
    scales = [scale for scale in criteria if scale.key in columns]
    if not scales:
        keys = ", ".join(scale.key for scale in criteria)
        raise InputError("gold_ratings_without_criteria", criteria=keys, file=path, row=1)
    response = columns.filled("response", blank="blank_text")
    others = {name: columns.text(name) for name in OPTIONAL[:4]}
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
    return found


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
