"""Reads files of judgments, in dialects that differ in their columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from eval_core.errors import InputError
from eval_core.files.columns import Columns, described
from eval_core.files.findings import leave_out
from eval_core.files.judged_items import annotators, counts, criterion_of, decided_at, hide_in_rest, prompts_by_turn
from eval_core.files.outcomes import KINDS, Outcomes, by_label, chosen, one_hot, two_games
from eval_core.files.reader import read_columns
from eval_core.files.reading import AS_IT_IS, Reading
from eval_core.files.receipt import assuming, without
from eval_core.files.winner_words import A_B, LEFT_RIGHT, TRUTH

# Columns that together only Parvis's own files have.
_EXPORTED_BY = {"annotator_kind", "order_known", "round"}
# Control judgments on texts of no system; they are neither ranked nor imported.
_CONTROL = ("gold", "training", "test")
_ONE_HOT = ("winner_model_a", "winner_model_b", "winner_tie", "winner_both_bad")
_GAMES = ("g1_winner", "g2_winner")
_MODELS = ("model_a", "model_b")
_TIE = "winner_tie"
_SCORES = ("esa", "mqm", "severity", "score", "score_a", "rating_a", "da")


@dataclass(frozen=True)
class Dialect:
    """The columns in which a kind of file holds a judgment.

    Attributes:
        systems: the columns of the two systems.
        labels: those that say who won; the first names the original word in the metadata.
        accepted: words to name in a fault; others are accepted too.
        order_known: whether the first system can be the one that was shown first.
        outcomes: who won each row.
    """

    name: str
    systems: tuple[str, str]
    labels: tuple[str, ...]
    accepted: tuple[str, ...]
    outcomes: Callable[[Columns, Dialect, tuple[pd.Series[Any], pd.Series[Any]]], Outcomes]
    order_known: bool = True

    @property
    def required(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.systems, *self.labels[:2])))


def _labelled(columns: Columns, dialect: Dialect, systems: tuple[pd.Series[Any], pd.Series[Any]]) -> Outcomes:
    tie = _TIE if dialect.labels[0] == "chosen_model" else None
    sides = LEFT_RIGHT if dialect.systems[0] == "left" else A_B
    return by_label(columns, dialect.labels[0], systems, dialect.accepted, sides=sides, tie=tie)


_WORDS = ("model_a", "model_b", "tie", "tie (bothbad)")
# In order of precedence.
DIALECTS = (
    Dialect("choice", _MODELS, ("choice",), ("A is more fluent", "B is more fluent", "Equally fluent"), _labelled),
    Dialect("arena", _MODELS, ("winner",), _WORDS, _labelled),
    Dialect("left/right", ("left", "right"), ("winner",), ("left", "right", "tie"), _labelled),
    Dialect("name", _MODELS, ("chosen_model",), _WORDS, _labelled),
    Dialect("one-hot", _MODELS, _ONE_HOT, (), lambda columns, *_: one_hot(columns, _ONE_HOT)),
    Dialect("preference", _MODELS, ("preference",), _WORDS, _labelled),
    Dialect("strength", _MODELS, ("preference_strength",), ("-3", "0", "3"), _labelled),
    Dialect("two games", _MODELS, _GAMES, (), lambda columns, *_: two_games(columns, _GAMES), order_known=False),
    *(
        Dialect("chosen", (name, "rejected_model"), (name,), (), lambda columns, *_: chosen(columns, _TIE), False)
        for name in ("chosen_model", "winner")
    ),
)


def read_judgments(
    path: Path,
    order_known: bool = True,
    *,
    reading: Reading = AS_IT_IS,
    categories: bool = False,
) -> pd.DataFrame:
    """Read judgments.

    Args:
        categories: see `read_table`.
        order_known: False where A, model_a or left need not be the response that was shown first. A column
            order_known in the file (true or false) can set it to False for single rows.

    Returns:
        Columns prompt_id, prompt, written_standard, category, system_a, system_b, response_a, response_b
        (text), outcome ('a', 'b', 'tie', as presented), annotator (text), order_known (bool), and where the file has
        them decided_at, criterion (text) and count (for how many judgments a row stands); index `row`. Missing is
        allowed in all but the systems, outcome, order_known and count. `meta_of` gives the file's other columns, among
        them the word for the winner where it says more than the outcome. The turn of a conversation is part of its
        prompt_id, from the second on. Gold and training rows of an exported file that name no system are left out.
        `attrs` says under "exported" whether the file is Parvis's own.

    Raises:
        InputError: as `read_columns`; for columns of no dialect, an unknown word for the winner, winners that are both
            names and labels and mean two things, a blank system, a system compared with itself, weights, and a
            written standard other than nb and nn.
    """
    columns = read_columns(path, "judgments", reading, categories=categories)
    dialect = _dialect(columns)
    columns.table = _with_systems(columns.table, dialect)
    first_system, second_system = dialect.systems
    frame = pd.DataFrame(
        {
            "prompt_id": columns.prompt_id("prompt_id", "question_id"),
            "prompt": columns.text("prompt"),
            "written_standard": columns.written_standard(),
            "category": columns.name("category"),
            "system_a": columns.name(first_system, blank="blank_system", of="system"),
            "system_b": columns.name(second_system, blank="blank_system", of="system"),
            "response_a": columns.text("response_a"),
            "response_b": columns.text("response_b"),
        }
    )
    outcomes = dialect.outcomes(columns, dialect, (frame["system_a"], frame["system_b"]))
    frame["outcome"] = _outcome(outcomes, frame.index, categories=categories)
    frame["annotator"] = annotators(columns)
    frame["order_known"] = _order_known(columns) & (order_known and dialect.order_known)
    columns.two_systems(frame["system_a"], frame["system_b"], second_system)
    prompts_by_turn(columns, frame)
    for name, column in (
        ("decided_at", decided_at(columns)),
        ("criterion", criterion_of(columns, frame)),
        ("count", counts(columns)),
    ):
        if column is not None:
            frame[name] = column
    columns.check()
    return _finished(frame, columns, dialect, outcomes)


def _finished(frame: pd.DataFrame, columns: Columns, dialect: Dialect, outcomes: Outcomes) -> pd.DataFrame:
    """The judgments with metadata and receipt, without those that are to be left out."""
    if outcomes.words is not None:
        columns.table = columns.table.assign(**{dialect.labels[0]: outcomes.words})
        columns.keep(dialect.labels[0])
    hide_in_rest(columns)
    frame["skipped"] = outcomes.codes == KINDS.index("skip")
    frame = described(frame, columns)
    frame.attrs["exported"] = set(columns.table.columns) >= _EXPORTED_BY
    if "count" in frame:
        assuming(frame, "counted", column=columns.heading("count"), n=int(frame["count"].sum()))
        frame = without(frame, frame["count"] == 0, "zero_count")
    if columns.reading.criterion is not None and "criterion" in frame:
        frame = without(frame, frame["criterion"] != columns.reading.criterion, "other_criterion")
    frame = without(frame, frame["skipped"], "skipped_value").drop(columns="skipped")
    return leave_out(frame, columns.reading.leave_out)


def _outcome(outcomes: Outcomes, index: pd.Index[Any], *, categories: bool) -> pd.Series[Any]:
    known = np.where(outcomes.codes < KINDS.index("skip"), outcomes.codes, -1)
    values: pd.Series[Any] = pd.Series(pd.Categorical.from_codes(known, pd.Index(KINDS[:3])), index=index)
    return values if categories else values.astype("str")


def _dialect(columns: Columns) -> Dialect:
    """The first dialect whose columns the file has; InputError names a missing column of the nearest dialect."""
    missing = {item: [name for name in item.required if name not in columns] for item in DIALECTS}
    found = next((item for item in DIALECTS if not missing[item]), None)
    if found is None:
        nearest = min(DIALECTS[:3], key=lambda item: len(missing[item]))
        there = [columns.heading(name) for name in map(str, columns.table.columns)]
        _refuse_scores(columns, there)
        kinds = ", or ".join(", ".join(item.required) for item in DIALECTS[:3])
        raise InputError(
            "judgments_column_missing",
            wanted=kinds,
            columns=", ".join(there),
            file=columns.path,
            row=1,
            column=missing[nearest][0],
        )
    return found


def _refuse_scores(columns: Columns, headings: Sequence[str]) -> None:
    """Scores of single responses are no judgments of pairs, and their columns say so."""
    scores = [name for name in headings if name.casefold() in _SCORES]
    if scores:
        raise InputError("scores_not_winners", file=columns.path, row=1, column=scores[0])


def _with_systems(table: pd.DataFrame, dialect: Dialect) -> pd.DataFrame:
    """The table without the control rows of an export that compare texts of no system."""
    if "kind" not in table:
        return table
    first_system, second_system = dialect.systems
    without_systems = table["kind"].isin(_CONTROL) & table[first_system].isna() & table[second_system].isna()
    return without(table, without_systems, "control")


def _order_known(columns: Columns) -> pd.Series[Any]:
    if "order_known" not in columns:
        return pd.Series(True, index=columns.table.index, dtype=bool)
    words = columns.text("order_known").str.lower()
    odd = words.notna() & ~words.isin(TRUTH)
    columns.refuse(odd, "order_known", "bad_order_known", shown=words)
    return ~words.map(TRUTH).eq(False).fillna(False).astype(bool)
