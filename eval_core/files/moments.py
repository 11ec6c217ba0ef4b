"""When judgments were made: the column that says it, and its words as times."""

from __future__ import annotations

from typing import Any

import pandas as pd

from eval_core.files.headings import plain_word

# In order of precedence: the end of the work comes before its beginning.
_WORDS = (
    *("decidedat", "judgedat", "endtime", "endedat", "finishedat", "completedat", "submittedat", "submittime"),
    *("annotatedat", "tstamp", "timestamp", "createdat", "datetime", "createdtime", "updatedat", "date", "time"),
    *("avgitt", "sluttid", "slutttidspunkt", "ferdig", "innsendt", "tidspunkt", "tidsstempel", "opprettet", "oppretta"),
    *("dato", "tid", "starttime"),
)
_NORWEGIAN = ("%d.%m.%Y %H:%M:%S", "%d.%m.%Y %H:%M", "%d.%m.%Y kl. %H:%M", "%d.%m.%Y")
# Seconds since 1970 up to the year 5138; what is larger counts finer parts of a second.
_UNITS = ((1e8, 1e11, "s"), (1e11, 1e14, "ms"), (1e14, 1e17, "us"), (1e17, 9e18, "ns"))


def time_column(names: list[str]) -> str | None:
    """The column that by its heading says when a judgment was made; None where there is none."""
    plain = {plain_word(name): name for name in reversed(names)}
    return next((plain[word] for word in _WORDS if word in plain), None)


def moments(column: pd.Series[Any]) -> pd.Series[Any]:
    """Times in UTC; missing where a cell holds none. What has no offset is UTC, and a number counts since 1970."""
    texts = column.astype("str")
    found = pd.to_datetime(texts, utc=True, errors="coerce", format="ISO8601")
    numbers = pd.to_numeric(texts, errors="coerce")
    # A bare number is no date of ISO 8601, though 20260101 could be one.
    numbers = numbers.where(numbers >= _UNITS[0][0])
    for least, most, unit in _UNITS:
        fits = ((numbers >= least) & (numbers < most)).to_numpy(dtype=bool)
        if fits.any():
            found = found.mask(fits, pd.to_datetime(numbers.where(fits), unit=unit, utc=True, errors="coerce"))
    for form in _NORWEGIAN:
        if (open_ := found.isna() & texts.notna()).any():
            found = found.mask(open_, pd.to_datetime(texts.where(open_), utc=True, errors="coerce", format=form))
    return found
