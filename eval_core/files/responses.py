"""Reads files of responses: what each system answered to each prompt."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from eval_core.files.checkpoints import add_checkpoints
from eval_core.files.columns import described, prompt_keys
from eval_core.files.findings import leave_out
from eval_core.files.reader import read_columns
from eval_core.files.reading import AS_IT_IS, Reading
from eval_core.files.receipt import without

_OPTIONAL = ("category", "document", "reference", "source_language", "target_language")


def read_responses(path: Path, reading: Reading = AS_IT_IS) -> pd.DataFrame:
    """Read responses.

    Returns:
        Columns prompt_id, prompt, written_standard, category, document, reference, source_language,
        target_language, system, response, family (text, missing allowed in all but prompt and system) and checkpoint (a
        number of 0 or more, or missing); index `row`. `meta_of` gives the file's other columns. A missing response
        means that the system gave none. A row that repeats an earlier one's prompt, system and response is left out.
        Systems and families of checkpoints are named by `checkpoint_names`.

    Raises:
        InputError: as `read_columns`; for a missing column, a blank prompt or system, a written standard other than nb
            and nn, a checkpoint that is no number of 0 or more, a system at two checkpoints, and a second, different
            response of one system to one prompt.
    """
    columns = read_columns(path, "responses", reading)
    columns.require(("prompt", "system", "response"), "responses_column_missing")
    frame = pd.DataFrame(
        {
            "prompt_id": columns.name("prompt_id"),
            "prompt": columns.filled("prompt", blank="blank_prompt"),
            "written_standard": columns.written_standard(),
            **{name: columns.text(name) for name in _OPTIONAL},
            "system": columns.name("system", blank="blank_system", of="system"),
            "response": columns.text("response"),
        }
    )
    add_checkpoints(frame, columns)
    identity = pd.DataFrame({"key": prompt_keys(frame), "system": frame["system"]})
    again = identity.duplicated() & identity.notna().all(axis=1)
    if again.any():
        first = frame["response"].fillna("")[~again].to_numpy()
        groups = identity.groupby(["key", "system"], sort=False, dropna=False).ngroup()
        differs = frame["response"].fillna("") != pd.Series(first, dtype="str").iloc[groups].to_numpy()
        columns.refuse(again & differs, "response", "second_response")
    columns.check()
    return leave_out(without(described(frame, columns), again, "same_row"), reading.leave_out)
