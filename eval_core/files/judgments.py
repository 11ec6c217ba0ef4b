"""Reads files of judgments, in three dialects that differ in their columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from eval_core.errors import InputError
from eval_core.files.columns import Columns, described
from eval_core.files.findings import leave_out
from eval_core.files.reader import read_columns
from eval_core.files.reading import AS_IT_IS, Reading
from eval_core.files.receipt import without

# Columns that together only Parvis's own files have.
_EXPORTED_BY = {"annotator_kind", "order_known", "round"}
# Control judgments on texts of no system; they are neither ranked nor imported.
_CONTROL = ("gold", "training", "test")


@dataclass(frozen=True)
class Dialect:
    """The columns in which a kind of file holds a judgment; `labels` maps a label to 'a', 'b' or 'tie'."""

    name: str
    systems: tuple[str, str]
    label: str
    labels: Mapping[str, str]
    annotator: Sequence[str]
    prompt_id: Sequence[str]
    words: Mapping[str, str]  # more labels, as `plain_word` gives them

    @property
    def required(self) -> tuple[str, ...]:
        return (*self.systems, self.label)


BOTH_BAD = "tie (bothbad)"
_EQUAL = dict.fromkeys(
    ("tie", "uavgjort", "likt", "like", "likeflytende", "likeflytande", "likegode", "likgode"), "tie"
)
_A_OR_B = {
    f"{side}{words}": side
    for side in "ab"
    for words in ("", "ermerflytende", "ermestflytende", "ermeirflytande", "ermestflytande", "erbest")
} | _EQUAL
# SANN and USANN are what a Norwegian Excel makes of true and false.
_TRUTH = {"true": True, "false": False, "sann": True, "usann": False, "ja": True, "nei": False}
_LEFT_OR_RIGHT = {"venstre": "a", "hoyre": "b", "hogre": "b", **_EQUAL}
# In order of precedence.
DIALECTS = (
    Dialect(
        "choice",
        ("model_a", "model_b"),
        "choice",
        {"A is more fluent": "a", "B is more fluent": "b", "Equally fluent": "tie"},
        ("annotator_id",),
        ("prompt_id",),
        _A_OR_B,
    ),
    Dialect(
        "arena",
        ("model_a", "model_b"),
        "winner",
        {"model_a": "a", "model_b": "b", "tie": "tie", BOTH_BAD: "tie"},
        ("annotator_id", "judge"),
        ("prompt_id", "question_id"),
        {"modela": "a", "modella": "a", "modelb": "b", "modellb": "b", **_A_OR_B},
    ),
    Dialect(
        "left/right",
        ("left", "right"),
        "winner",
        {"left": "a", "right": "b", "tie": "tie"},
        ("worker", "annotator_id"),
        ("prompt_id",),
        _LEFT_OR_RIGHT,
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
        (text), outcome ('a', 'b', 'tie', as presented), annotator (text), order_known (bool) and meta (a dict
        of the file's other columns, or None); index `row`. Missing is allowed in all but the systems, outcome
        and order_known; `attrs` says under "exported" whether the file is Parvis's own. A winner 'tie (bothbad)' is a
        tie whose meta keeps the label under 'winner'. Gold and training rows of an exported file that name no system
        are left out.

    Raises:
        InputError: as `read_columns`; for columns of no dialect, a wrong label (the accepted ones are named), a
            blank system, a system compared with itself, and a written standard other than nb and nn.
    """
    columns = read_columns(path, "judgments", reading, categories=categories)
    dialect = _dialect(columns)
    columns.table = _with_systems(columns.table, dialect)
    first_system, second_system = dialect.systems
    frame = pd.DataFrame(
        {
            "prompt_id": columns.prompt_id(*dialect.prompt_id),
            "prompt": columns.text("prompt"),
            "written_standard": columns.written_standard(),
            "category": columns.name("category"),
            "system_a": columns.name(first_system, blank="blank_system", of="system"),
            "system_b": columns.name(second_system, blank="blank_system", of="system"),
            "response_a": columns.text("response_a"),
            "response_b": columns.text("response_b"),
            "outcome": columns.labels(dialect.label, dialect.labels, dialect.words),
            "annotator": columns.name(*dialect.annotator, of="annotator"),
            "order_known": _order_known(columns) & order_known,
        }
    )
    columns.two_systems(frame["system_a"], frame["system_b"], second_system)
    columns.check()
    frame["meta"] = _with_both_bad(columns, dialect)
    frame.attrs["exported"] = set(columns.table.columns) >= _EXPORTED_BY
    return leave_out(described(frame, columns), reading.leave_out)


def _dialect(columns: Columns) -> Dialect:
    """The first dialect whose columns the file has; InputError names a missing column of the nearest dialect."""
    missing = {item.name: [name for name in item.required if name not in columns] for item in DIALECTS}
    nearest = min(DIALECTS, key=lambda item: len(missing[item.name]))
    if missing[nearest.name]:
        kinds = ", or ".join(", ".join(item.required) for item in DIALECTS)
        there = ", ".join(columns.headings.get(name, name) for name in map(str, columns.table.columns))
        raise InputError(
            "judgments_column_missing",
            wanted=kinds,
            columns=there,
            file=columns.path,
            row=1,
            column=missing[nearest.name][0],
        )
    return nearest


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
    odd = words.notna() & ~words.isin(_TRUTH)
    columns.refuse(odd, "order_known", "bad_order_known", shown=words)
    return ~words.map(_TRUTH).eq(False).fillna(False).astype(bool)


def _with_both_bad(columns: Columns, dialect: Dialect) -> pd.Series[Any]:
    """The metadata, with the winner where it says more than the outcome does."""
    meta = columns.meta()
    if BOTH_BAD not in dialect.labels:
        return meta
    both_bad = columns.text(dialect.label) == BOTH_BAD
    if not both_bad.any():
        return meta
    values = [{**(row or {}), "winner": BOTH_BAD} if bad else row for row, bad in zip(meta, both_bad, strict=True)]
    return pd.Series(values, index=meta.index, dtype=object)
