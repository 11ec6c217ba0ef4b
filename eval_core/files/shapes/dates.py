"""What spreadsheets make of ids: 1-2 becomes a date, and a long number loses its last digits."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from eval_core.files.receipt import assuming, receipt_of

_IDS = ("prompt_id", "question_id", "system", "model_a", "model_b")
_MONTHS = "jan|feb|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|des|dec"
# A date of a cell, a date as it is shown in a cell in Norwegian or English, and a number of too many digits.
_CHANGED = (
    r"^\d{4}-\d\d-\d\d( 00:00:00)?$"
    rf"|(?i)^\d{{1,2}}[. -]{{1,2}}({_MONTHS})\.?$|^({_MONTHS})\.?[ -]\d\d$"
    r"|^\d([.,]\d+)?[eE]\+\d\d$"
)


def note_dates(table: pd.DataFrame, renamed: Mapping[str, str]) -> None:
    """Note on the receipt of a table from a spreadsheet where ids or names look like dates or shortened numbers.

    Args:
        table: under our names of columns.
        renamed: heading of the file -> our column.
    """
    if receipt_of(table).source.form not in ("csv", "xlsx"):
        return
    headings = {ours: theirs for theirs, ours in renamed.items()}
    for name in (name for name in _IDS if name in table.columns):
        column = table[name]
        known = column.cat.categories if isinstance(column.dtype, pd.CategoricalDtype) else column.dropna().unique()
        texts = pa.array(known, pa.large_string(), from_pandas=True)
        found = texts.filter(pc.match_substring_regex(texts, _CHANGED))
        if len(found):
            facts = {"example": found[0].as_py(), "count": len(found)}
            assuming(table, "dates_in_ids", column=headings.get(name, name), **facts)
