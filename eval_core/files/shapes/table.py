"""The shapes of foreign tables: by which columns each is recognised, and how it becomes a table of our columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fnmatch import filter as filter_names
from pathlib import Path
from typing import Any

import pandas as pd

from eval_core.errors import Faults, InputError
from eval_core.files.jsonl_reader import frame_of
from eval_core.files.reading import Reading
from eval_core.files.receipt import Receipt, assuming, receipt_of
from eval_core.files.shapes import battles, exports
from eval_core.files.shapes.ranks import is_wmt, ranked_pairs, refuse_ranks, wmt_pairs
from eval_core.files.shapes.wide import a_column_a_system

Record = dict[str, Any]
_PAIRS = ("judgments", "comparisons")


@dataclass(frozen=True)
class Shape:
    """A foreign table.

    Attributes:
        name: as people call it; the receipt says it.
        needs: the headings by which it is recognised: all of one of these sets; `*` stands for any beginning.
        kinds: of files that can be read of it.
        become: what a record of it becomes: records under our columns or under headings that we know. Of none the
            record is left out.
        leaves: why, a key of `receipt.REASONS`.
    """

    name: str
    needs: tuple[frozenset[str], ...]
    kinds: tuple[str, ...]
    become: Callable[[Record], Iterable[Record]]
    leaves: str = "unanswered"

    def fits(self, frame: pd.DataFrame, kind: str) -> bool:
        """Whether a table for a file of this kind is of this shape."""
        headings = list(map(str, frame.columns))
        return kind in self.kinds and any(all(filter_names(headings, name) for name in one) for one in self.needs)


def _shape(
    name: str, needs: str, become: Callable[[Record], Iterable[Record]], kinds: tuple[str, ...] = _PAIRS
) -> Shape:
    return Shape(name, tuple(frozenset(one.split()) for one in needs.split("|")), kinds, become)


_RATED = (*_PAIRS, "ratings")
SHAPES = (
    _shape("FastChat battles", "conversation_a conversation_b", battles.conversations),
    _shape("AlpacaEval annotations", "instruction output_1 output_2 generator_1 generator_2", battles.alpaca_eval),
    _shape("JudgeArena battles", "model_a model_b winner source judge_model", battles.judge_arena),
    _shape("JudgeArena annotations", "completion_A completion_B judge_completion", battles.judge_arena_replies),
    _shape("Label Studio JSON", "data annotations|data completions", exports.label_studio, _RATED),
    _shape("Label Studio JSON-MIN", "annotation_id annotator lead_time", exports.label_studio_min, _RATED),
    _shape("Argilla records", "fields responses|*.responses *.responses.users", exports.argilla, _RATED),
    _shape("Prodigy", "options accept answer", exports.prodigy),
    _shape("Potato", "displayed_text label_annotations", exports.potato, _RATED),
    replace(_shape("Inspect log", "eval input output", exports.inspect, ("responses",)), leaves="other_epoch"),
)


def reshaped(frame: pd.DataFrame, kind: str, path: Path, reading: Reading) -> pd.DataFrame:
    """A table for a file of a kind, under our columns where it is of a shape that we know, with the receipt saying so.

    What a person says of a heading wins: a table is as it is where one of the headings that a shape takes apart is
    given.

    Raises:
        InputError: where pairs are asked for of a table that does not rank or rate, and where they are not of one that
            does; 'nothing_judged'.
    """
    if kind == "judgments" and reading.pairs_from:
        return ranked_pairs(frame, path, reading)
    given = {heading for heading, ours in reading.columns.items() if ours and heading in frame.columns}
    if kind == "judgments" and is_wmt(frame) and not given:
        return _taken(wmt_pairs(frame), frame, "WMT rankings", "unanswered")
    for shape in SHAPES:
        if shape.fits(frame, kind) and not any(given & needed for needed in shape.needs):
            return _taken(_become(shape, frame, kind, path), frame, shape.name, shape.leaves)
    if kind == "judgments":
        refuse_ranks(frame, path, reading)
    return a_column_a_system(frame, reading) if kind == "responses" else frame


def _become(shape: Shape, frame: pd.DataFrame, kind: str, path: Path) -> pd.DataFrame:
    """The records that a shape's become, each with the row of its own."""
    names = list(map(str, frame.columns))
    columns = [frame[name].astype(object).tolist() for name in frame.columns]
    made = []
    for row, *values in zip(frame.index.tolist(), *columns, strict=True):
        record = {name: value for name, value in zip(names, values, strict=True) if not exports.is_missing(value)}
        made += [(row, one) for one in shape.become(record)]
    if kind == "judgments" and shape.leaves == "unanswered" and any("winner" in one for _, one in made):
        made = [(row, one) for row, one in made if "winner" in one or "conversation_a" in frame]
    if not made:
        raise InputError("nothing_judged", shape=shape.name, file=path)
    table = frame_of(made, Faults(), path)
    if "prompt" not in table and "prompt_id" not in table and "id" in table and kind in _PAIRS:
        table = table.rename(columns={"id": "prompt_id"})
    return table


def _taken(table: pd.DataFrame, before: pd.DataFrame, name: str, reason: str) -> pd.DataFrame:
    """The table with its file's receipt, in which what gave no record is left out."""
    receipt: Receipt = receipt_of(before)
    table.attrs["receipt"] = receipt.leaving(reason, before.index.difference(table.index).to_numpy())
    assuming(table, "shape", shape=name)
    return table
