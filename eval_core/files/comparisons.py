"""Reads files of comparisons: two responses to the same prompt, not judged yet."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from eval_core.files.columns import Columns, described
from eval_core.files.findings import leave_out
from eval_core.files.headings import plain_word
from eval_core.files.reader import read_columns
from eval_core.files.reading import AS_IT_IS, Reading

GOLD_LABELS = {"A": "a", "B": "b", "tie": "tie"}
GOLD_WORDS = {"a": "a", "b": "b", **dict.fromkeys(("tie", "uavgjort", "likt", "like"), "tie")}
"""Other labels of a gold answer, as `plain_word` gives them."""
_REQUIRED = ("prompt", "response_a", "response_b", "model_a", "model_b")


def read_comparisons(path: Path, reading: Reading = AS_IT_IS) -> pd.DataFrame:
    """Read comparisons.

    Returns:
        Columns prompt_id, prompt, written_standard, category, response_a, response_b, system_a, system_b,
        gold ('a', 'b', 'tie' or missing), issue, explanation (text); index `row`. `meta_of` gives the file's other
        columns. A blank response is the empty text. A and B carry no order.

    Raises:
        InputError: as `read_columns`; for a missing column, a blank prompt or system, a system compared with
            itself, a written standard other than nb and nn, and a gold answer other than A, B and tie.
    """
    columns = read_columns(path, "comparisons", reading)
    frame = comparisons_of(columns)
    columns.check()
    return leave_out(frame, reading.leave_out)


def comparisons_of(columns: Columns) -> pd.DataFrame:
    """The comparisons in the columns of a file, as `read_comparisons` says; the faults are in `columns`."""
    columns.require(_REQUIRED, "comparisons_column_missing")
    frame = pd.DataFrame(
        {
            "prompt_id": columns.name("prompt_id"),
            "prompt": columns.filled("prompt", blank="blank_prompt"),
            "written_standard": columns.written_standard(),
            "category": columns.name("category"),
            "response_a": columns.text("response_a").fillna(""),
            "response_b": columns.text("response_b").fillna(""),
            "system_a": columns.name("model_a", blank="blank_system", of="system"),
            "system_b": columns.name("model_b", blank="blank_system", of="system"),
            "gold": _gold(columns),
            "issue": columns.text("issue"),
            "explanation": columns.text("explanation"),
        }
    )
    columns.two_systems(frame["system_a"], frame["system_b"], "model_b")
    return described(frame, columns)


def _gold(columns: Columns) -> pd.Series:
    given = columns.text("gold")
    answer = given.map(lambda label: GOLD_WORDS.get(plain_word(label)), na_action="ignore")
    columns.refuse(answer.isna() & given.notna(), "gold", "bad_gold_answer", shown=given)
    return answer.astype("str")
