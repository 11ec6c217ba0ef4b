"""Responses with a column for each system, as people collect them in a spreadsheet."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd

from eval_core.files.headings import COLUMNS, match_columns, plain_word
from eval_core.files.reading import Reading
from eval_core.files.receipt import assuming, receipt_of

# Columns that are about a prompt and hold no response, whatever else they are called.
_ABOUT = """
    author comment comments context date dato difficulty domain domene emne expected forfatter id index kilde kjelde
    kommentar kommentarer kontekst lang language lenke link merknad no notat note notes nr number nummer source split
    språk status target task tema tid time timestamp topic type url
"""
KNOWN = {plain_word(word) for kind in COLUMNS.values() for ours, said in kind.items() for word in (ours, *said)}
KNOWN |= {plain_word(word) for word in _ABOUT.split()}
_BEFORE = re.compile(r"(response|answer|output|text|svar|respons|tekst)[ _:.\-]+", re.IGNORECASE)


def a_column_a_system(frame: pd.DataFrame, reading: Reading) -> pd.DataFrame:
    """A row for each response where a table has a prompt and two or more columns of texts that are nothing else.

    Any other table is as it is, and so is one that has a prompt twice. A column of a name that is known, of numbers or
    of few different texts is no system's. `reading.columns` may say of a column that it is metadata.
    """
    given = {heading: ours for heading, ours in reading.columns.items() if heading in frame.columns}
    found = match_columns("responses", frame.columns, given, remembered=reading.remembered).found
    if "prompt" not in found or "system" in found or "response" in found or frame[found["prompt"]].duplicated().any():
        return frame
    rest = [name for name in frame.columns if name not in found.values() and name not in given]
    systems = [name for name in rest if plain_word(str(name)) not in KNOWN and _holds_responses(frame[name])]
    if len(systems) < 2:
        return frame
    names = _names([str(name) for name in systems])
    kept = frame.drop(columns=systems)
    parts = [kept.assign(system=name, response=frame[column]) for name, column in zip(names, systems, strict=True)]
    # All responses to a prompt stand together, under the number of its row.
    order = [place + part * len(frame) for place in range(len(frame)) for part in range(len(systems))]
    table = pd.concat(parts).iloc[order]
    table.attrs["receipt"] = receipt_of(frame)
    assuming(table, "column_a_system", systems=", ".join(names))
    return table


def _holds_responses(column: pd.Series[Any]) -> bool:
    texts = column.dropna().astype("str")
    if texts.empty or pd.to_numeric(texts.astype(object), errors="coerce").notna().all():
        return False
    return len(texts) < 4 or texts.nunique() > len(texts) / 2  # of so few any may be the same


def _names(headings: list[str]) -> list[str]:
    """The systems' names: the headings without a word such as *response* that all of them begin with."""
    first = _BEFORE.match(headings[0])
    if not first or not all(heading.startswith(first[0]) for heading in headings):
        return headings
    return [heading[first.end() :].strip() or heading for heading in headings]
