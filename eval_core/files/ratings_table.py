"""Turns ratings into the table of a file, long or wide."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from eval_core.errors import InputError
from eval_core.files.ratings import LONG, OPTIONAL, READ_COLUMNS, RatedScale, explanation_column, without_column


def ratings_table(frame: pd.DataFrame, criteria: Sequence[RatedScale], *, wide: bool = False) -> pd.DataFrame:
    """Ratings, as `read_ratings` gives them, as the table of a file.

    The long table, the default, always reads back to the same ratings. In a wide table a criterion that was not
    rated is an empty cell, which reads as N/A, or is refused: it reads back to the same ratings only where each
    annotator rated every criterion of the table on each of their responses.

    Args:
        frame: from prompt_id to explanation; the other columns may be absent. Metadata is not written.
        wide: a row for each annotator of a response, instead of each rating.

    Returns:
        prompt_id, document, system, annotator_id; then criterion, value and explanation, or the criteria that were
        rated, in the protocol's order, each before its KEY_explanation if it has any; then the facts about prompt
        and response; then, in a long table, all other columns of the frame. N/A is `NA`.

    Raises:
        InputError: for a criterion that cannot be in a wide table, since another column has its name.
        ValueError: in a wide table, for a criterion that is none of `criteria`, and for a second rating in a cell.
    """
    table = frame.rename(columns={"annotator": "annotator_id"}).reset_index(drop=True)
    if "document" not in table:
        table["document"] = pd.Series(None, index=table.index, dtype="str")
    if table["na"].any():
        table["value"] = table["value"].astype(object).where(~table["na"], "NA")
    first = ["prompt_id", "document", "system", "annotator_id"]
    known = [name for name in OPTIONAL[1:] if name in table and table[name].notna().any()]
    if wide:
        return _pivoted(table, [scale.key for scale in criteria], first, known)
    others = [name for name in table if name not in {*first, *READ_COLUMNS}]
    return table[[*first, *LONG, *known, *others]]


def _pivoted(table: pd.DataFrame, keys: Sequence[str], first: list[str], known: list[str]) -> pd.DataFrame:
    """The wide table of a long table, its records in the order of their first ratings."""
    rated = [key for key in keys if (table["criterion"] == key).any()]
    strange = set(table["criterion"]) - set(keys)
    if strange:
        raise ValueError(f"no criterion is called '{min(strange)}'")
    if double := without_column(rated):
        raise InputError("criterion_is_column", criterion=double[0])
    of_record = ["prompt_id", "system", "annotator_id"]
    if table.duplicated([*of_record, "criterion"]).any():
        raise ValueError("two ratings belong in one cell")
    record = table.groupby(of_record, sort=False).ngroup()
    facts = table[[*first, *known]].groupby(record).first()  # the first value that is not missing
    wide = facts[first].copy()
    for key in rated:
        of_key = (table["criterion"] == key).to_numpy()
        part = table[of_key].set_axis(record[of_key].to_numpy()).reindex(wide.index)
        wide[key] = part["value"]
        if part["explanation"].notna().any():
            wide[explanation_column(key)] = part["explanation"]
    return pd.concat([wide, facts[known]], axis=1)
