"""Reads files of ratings, long or wide: the value that an annotator gave a response on each criterion of a protocol."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from eval_core.errors import FAULTS_LISTED, Fact, InputError
from eval_core.files.columns import Columns, described
from eval_core.files.judged_items import annotators, hide_in_rest
from eval_core.files.reader import read_columns
from eval_core.files.reading import AS_IT_IS, Reading

_REQUIRED = ("prompt_id", "system", "annotator_id")
LONG = ("criterion", "value", "explanation")
_OF_PROMPT = ("document", "prompt", "reference", "source_language", "target_language", "written_standard", "category")
KIND = "annotator_kind"
PERSON_KINDS = ("human", "judge", "simulated")
OPTIONAL = ("document", "prompt", "response", *_OF_PROMPT[2:], KIND)
READ_COLUMNS = ("prompt_id", "system", "annotator", "criterion", "value", "na", "explanation", *OPTIONAL)

# What a cell holds.
_WRONG, _NUMBER, _NA, _EMPTY = range(4)
_WHOLE = re.compile(r"([+-]?[0-9]{1,15})(\.0+)?")

_Numbers = npt.NDArray[np.int64]
_Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class RatedScale:
    """The scale of a criterion: its key, whole numbers from `min` to `max`, and whether N/A is allowed."""

    key: str
    min: int
    max: int
    na: bool = False


def read_ratings(
    path: Path,
    criteria: Sequence[RatedScale],
    reading: Reading = AS_IT_IS,
) -> pd.DataFrame:
    """Read ratings: long (columns criterion and value) or wide (a column for each criterion, under its key).

    N/A is an empty cell, `NA` or `N/A`, with or without blanks around it, where the scale allows it. A wide file
    may lack criteria: they were not rated. A wide record whose criteria are all empty, one of which does not allow
    N/A, was not rated and gives no row; an empty cell of such a criterion next to filled cells is an error. A rating
    that is repeated to the letter, explanation included, counts once.

    Args:
        criteria: the scales of the protocol, with that of the overall rating if there is one.

    Returns:
        One row a rating, those of a wide record in the order of `criteria`: prompt_id, system, annotator, criterion
        (text), value (Int64, missing for N/A), na (bool), explanation, document, prompt, response, reference,
        source_language, target_language, written_standard, category, annotator_kind (text, missing allowed); index
        `row`, the same number for all ratings of a record. `meta_of` gives the file's other columns.

    Raises:
        InputError: as `read_columns`; for columns of both dialects or of neither; a blank prompt_id, system or
            annotator_id; an unknown criterion; a value that is no whole number on the scale (4.0 is 4), or N/A
            where it is not allowed; an explanation without a rating; an annotator's second rating of a response on
            a criterion, if value or explanation differ; an annotator_kind other than human, judge and simulated; and
            a fact about a prompt, a response or an annotator that differs from an earlier row (empty cells do
            not count).
    """
    keys = [scale.key for scale in criteria]
    also = [*keys, *map(explanation_column, keys)]
    columns = read_columns(path, "ratings", reading, also=also)
    wide = _criteria_columns(columns, keys)
    columns.require(_REQUIRED, "ratings_column_missing")
    records = _records(columns)
    cells = _wide_cells(columns, keys, wide) if wide else _long_cells(columns, keys)
    number, na, rated = _values(cells, criteria)
    _refuse_contradictions(columns, records)
    kept = _once(cells, records, np.where(na, np.iinfo(np.int64).min, number), np.flatnonzero(rated))
    columns.check()
    hide_in_rest(columns)
    frame = records.take(cells.record[kept])
    frame["criterion"] = pd.Categorical.from_codes(cells.scale[kept], pd.Index(keys)).astype("str")
    frame["value"] = pd.arrays.IntegerArray(number[kept], na[kept])
    frame["na"] = na[kept]
    frame["explanation"] = cells.explanation.array[kept]
    return described(frame[list(READ_COLUMNS)], columns)


def explanation_column(key: str) -> str:
    """Where a wide table has the explanations of a criterion."""
    return f"{key}_explanation"


def without_column(keys: Sequence[str]) -> list[str]:
    """The criteria that cannot be in a wide table, since another of its columns has their name."""
    others = {*_REQUIRED, *OPTIONAL, *LONG, *map(explanation_column, keys)}
    return [key for key in keys if key in others]


def _criteria_columns(columns: Columns, keys: Sequence[str]) -> list[str]:
    """The criteria that have a column of their own, in the protocol's order; none in a long file."""

    def input_error(code: str, column: str, **facts: Fact) -> InputError:
        return InputError(code, file=columns.path, row=1, column=column, **facts)

    long = [name for name in LONG[:2] if name in columns]
    wide = [key for key in keys if key in columns and key not in without_column(keys)]
    if len(long) == 2 and wide:
        raise input_error("long_and_wide", wide[0])
    if long and not wide:
        columns.require(LONG[:2], "ratings_column_missing")
        return []
    if not wide:
        raise input_error(
            "criterion_column_missing",
            "criterion",
            wanted=", ".join((*_REQUIRED, *LONG[:2])),
            criteria=", ".join(keys),
            columns=", ".join(map(str, columns.table.columns)),
        )
    double = [key for key in without_column(keys) if key in columns and key not in _REQUIRED]
    if double:
        raise input_error("criterion_needs_long_file", double[0])
    return wide


def _records(columns: Columns) -> pd.DataFrame:
    """Each record's facts about prompt, response and annotator, under the names of `read_ratings`."""
    return pd.DataFrame(
        {
            "prompt_id": columns.name("prompt_id", blank="blank_prompt_id"),
            "system": columns.name("system", blank="blank_system"),
            "annotator": annotators(columns, blank="blank_annotator"),
            **{name: columns.text(name) for name in OPTIONAL if name not in ("written_standard", KIND)},
            "written_standard": columns.written_standard(),
            KIND: _kinds(columns),
        }
    )


def _kinds(columns: Columns) -> pd.Series[Any]:
    """The kind of each record's annotator; missing where the file does not give it."""
    kinds = columns.text(KIND)
    odd = kinds.notna() & ~kinds.isin(PERSON_KINDS)
    columns.refuse(odd, KIND, "bad_annotator_kind", shown=kinds, accepted=", ".join(PERSON_KINDS))
    return kinds


def _refuse_contradictions(columns: Columns, records: pd.DataFrame) -> None:
    """Note where an earlier record differs in a fact about the same prompt, response or annotator."""
    prompts = _codes(records["prompt_id"])
    groups = {"response": _joint(prompts, _codes(records["system"])), KIND: _codes(records["annotator"])}
    for name in (name for name in OPTIONAL if name in columns):
        values = _codes(records[name])
        group = groups.get(name, prompts)
        filled = np.flatnonzero((values >= 0) & (group >= 0))
        earlier = filled[_firsts(group[filled])]
        differs = np.flatnonzero(values[filled] != values[earlier])
        for place in differs[:FAULTS_LISTED]:
            row, first = (int(records.index[places[place]]) for places in (filled, earlier))
            columns.fault("other_value", row, name, earlier=first)
        columns.faults.add_unlisted(records.index[places] for places in filled[differs[FAULTS_LISTED:]])


@dataclass(frozen=True)
class _Cells:
    """The n cells that hold ratings, by record and, in a wide file, then by criterion."""

    columns: Columns
    row: pd.Index[int]  # (n,) the record in the file
    record: _Numbers  # (n,) its place, from 0
    scale: _Numbers  # (n,) the criterion's place in the protocol
    text: pd.Series[Any]  # (n,)
    explanation: pd.Series[Any]  # (n,)
    wide: Sequence[str]  # the criteria that have columns of their own; none in a long file

    def fault(self, code: str, place: int, *, explanation: bool = False, **facts: Fact) -> None:
        """Note the fault that lies in this cell, or in its explanation."""
        names = [(key, explanation_column(key)) for key in self.wide] or [LONG[1:]]
        column = names[place % len(names)][int(explanation)]
        self.columns.fault(code, int(self.row[place]), column, **facts)

    def unrated(self, kind: _Numbers, allowed: _Flags) -> _Flags:
        """(n,) whether the cell belongs to a wide record that is empty, and where N/A is not allowed throughout."""
        if not self.wide:
            return np.zeros(len(kind), dtype=bool)
        empty, all_allowed = (flags.reshape(-1, len(self.wide)).all(axis=1) for flags in (kind == _EMPTY, allowed))
        unrated: _Flags = np.repeat(empty & ~all_allowed, len(self.wide))
        return unrated


def _long_cells(columns: Columns, keys: Sequence[str]) -> _Cells:
    criterion = columns.labels("criterion", {key: key for key in keys})
    scale = pd.Index(keys).get_indexer(pd.Index(criterion))
    text, explanation = columns.text("value"), columns.text("explanation")
    return _Cells(columns, text.index, np.arange(len(text)), scale, text, explanation, ())


def _wide_cells(columns: Columns, keys: Sequence[str], wide: Sequence[str]) -> _Cells:
    count = len(columns.table)
    by_record = np.arange(len(wide) * count).reshape(len(wide), count).ravel(order="F")
    text, explanation = (
        pd.concat([columns.text(name) for name in names]).take(by_record)
        for names in (wide, [explanation_column(key) for key in wide])
    )
    record = np.repeat(np.arange(count), len(wide))
    scale = np.tile([keys.index(key) for key in wide], count)
    return _Cells(columns, text.index, record, scale, text, explanation, wide)


def _values(cells: _Cells, criteria: Sequence[RatedScale]) -> tuple[_Numbers, _Flags, _Flags]:
    """Each cell's number (0 for N/A), whether it says N/A, and whether it is a rating at all, (n,) each."""
    number, kind = _parsed(cells.text)
    low, high, allowed = (
        np.array(values)[cells.scale]
        for values in zip(*((scale.min, scale.max, scale.na) for scale in criteria), strict=True)
    )
    fits = np.where(kind == _NUMBER, (low <= number) & (number <= high), (kind != _WRONG) & allowed)
    # A criterion that is unknown is a fault of its own cell.
    rated = ~cells.unrated(kind, allowed) & (cells.scale >= 0)
    wrong = np.flatnonzero(~fits & rated)
    for place in map(int, wrong[:FAULTS_LISTED]):
        scale, shown = criteria[cells.scale[place]], cells.text.iloc[place]
        key, least, most = scale.key, scale.min, scale.max
        if pd.isna(shown):
            cells.fault("rating_missing", place, criterion=key, least=least, most=most)
        else:
            cells.fault(
                "bad_rating_or_na" if scale.na else "bad_rating",
                place,
                criterion=key,
                least=least,
                most=most,
                value=shown[:60],
            )
    stray = np.flatnonzero(~rated & (cells.scale >= 0) & cells.explanation.notna().to_numpy(dtype=bool))
    for place in map(int, stray[:FAULTS_LISTED]):
        cells.fault("explanation_without_rating", place, explanation=True)
    for places in (wrong, stray):
        cells.columns.faults.add_unlisted(cells.row[places[FAULTS_LISTED:]])
    return number, kind != _NUMBER, rated


def _parsed(text: pd.Series[Any]) -> tuple[_Numbers, _Numbers]:
    """The number in each cell, 0 where there is none, and what kind of cell it is."""
    codes, different = pd.factorize(text)
    # Few texts are different. A missing text has the code -1, and so takes the last place.
    parsed = np.array([*map(_read, different), (0, _EMPTY)], dtype=np.int64)[codes]
    return parsed[:, 0], parsed[:, 1]


def _read(text: str) -> tuple[int, int]:
    text = text.strip()
    if text in ("NA", "N/A", ""):
        return 0, _NA if text else _EMPTY
    whole = _WHOLE.fullmatch(text)
    return (int(whole[1]), _NUMBER) if whole else (0, _WRONG)


def _once(cells: _Cells, records: pd.DataFrame, value: _Numbers, rated: _Numbers) -> _Numbers:
    """The places of the ratings without repeats; notes a repeat with another value or explanation."""
    by = _joint(*(_codes(records[name]) for name in ("prompt_id", "system", "annotator")))
    earlier = rated[_firsts(_joint(by[cells.record], cells.scale)[rated])]
    if (earlier == rated).all():
        return rated
    for codes, explanation in ((value, False), (_codes(cells.explanation), True)):
        differs = np.flatnonzero(codes[rated] != codes[earlier])
        for place in differs[:FAULTS_LISTED]:
            first = int(cells.row[int(earlier[place])])
            cells.fault("second_rating", int(rated[place]), explanation=explanation, earlier=first)
        cells.columns.faults.add_unlisted(cells.row[rated[differs[FAULTS_LISTED:]]])
    once: _Numbers = rated[earlier == rated]
    return once


def _codes(values: pd.Series[Any]) -> _Numbers:
    """A number for each value, the same for equal ones, -1 where missing."""
    return pd.factorize(values)[0]


def _joint(first: _Numbers, *others: _Numbers) -> _Numbers:
    """A number for each combination of numbers from 0 on."""
    for other in others:
        # Numbered again each time, so that no product exceeds 64 bits.
        first = pd.factorize(first * (other.max(initial=0) + 1) + other)[0]
    return first


def _firsts(groups: _Numbers) -> _Numbers:
    """For each row the place of the first row of its group."""
    codes, _ = pd.factorize(groups)  # numbered as they first come
    firsts: _Numbers = np.flatnonzero(~pd.Series(codes).duplicated())[codes]
    return firsts
