"""Tables of ratings for files, long or wide."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from eval_core.errors import InputError
from eval_core.files.ratings import FOUND, LONG, OPTIONAL, RatedScale, explanation_column, homeless


def ratings_table(frame: pd.DataFrame, criteria: Sequence[RatedScale], *, wide: bool = False) -> pd.DataFrame:
    """Ratings, as `read_ratings` gives them, as the table of a file.

    The long table, the default, always reads back to the same ratings. In a wide one a criterion that was not
    rated is an empty cell, which reads as N/A, or is refused: it reads back to the same ratings only where each
    annotator rated every criterion of the table on each of their responses.

    Args:
        frame: from prompt_id to explanation; the other columns may be absent. `meta` is not written.
        wide: a row for each annotator of a response, instead of each rating.

    Returns:
        prompt_id, document, system, annotator_id; then criterion, value and explanation, or the criteria that were
        rated, in the protocol's order, each before its KEY_explanation if it has any; then what is known of prompt
        and response; then, in a long table, all other columns of the frame. N/A is `NA`.

    Raises:
        InputError: for a criterion that a wide table has no room for, since another column has its name.
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
    others = [name for name in table if name not in {*first, *FOUND}]
    return table[[*first, *LONG, *known, *others]]


def _pivoted(table: pd.DataFrame, keys: Sequence[str], first: list[str], known: list[str]) -> pd.DataFrame:
    """The wide table of a long one, its records in the order of their first ratings."""
    rated = [key for key in keys if (table["criterion"] == key).any()]
    strange = set(table["criterion"]) - set(keys)
    if strange:
        raise ValueError(f"no criterion is called '{min(strange)}'")
    if double := homeless(rated):
        raise InputError("criterion_is_column", criterion=double[0])
    of_record = ["prompt_id", "system", "annotator_id"]
    if table.duplicated([*of_record, "criterion"]).any():
        raise ValueError("two ratings belong in one cell")
    record = table.groupby(of_record, sort=False).ngroup()
    facts = table[[*first, *known]].groupby(record).first()  # the first that is told
    wide = facts[first].copy()
    for key in rated:
        of_key = (table["criterion"] == key).to_numpy()
        part = table[of_key].set_axis(record[of_key].to_numpy()).reindex(wide.index)
        wide[key] = part["value"]
        if part["explanation"].notna().any():
            wide[explanation_column(key)] = part["explanation"]
    return pd.concat([wide, facts[known]], axis=1)
