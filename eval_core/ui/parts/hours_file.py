"""The hours of one person or of everybody as a table for a file; docs/data-formats.md explains its columns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

import pandas as pd

from eval_core.campaigns.my_work.hours import PersonDay

_TOTAL = "total"  # in place of the day; the columns of a file have one language


def hours_frame(rows: Sequence[PersonDay], campaign: str, *, total: bool = False) -> pd.DataFrame:
    """A row for each person and day of the campaign of this title, and if wanted one with their `total`."""
    cells = [
        {
            "annotator": row.name,
            "campaign": campaign,
            "day": row.day.day.isoformat(),
            "start": time_of_day(row.day.start, row.day.day) or None,
            "end": time_of_day(row.day.end, row.day.day) or None,
            "active_minutes": row.day.active_minutes,
            "corrected_minutes": row.day.corrected_minutes,
            "minutes": row.day.minutes,
            "judgments": row.day.count,
            "training_and_test": row.day.training_and_test,
            "note": row.day.note,
        }
        for row in rows
    ]
    frame = pd.DataFrame(cells).astype({"corrected_minutes": "Int64"})
    if total:
        sums = frame[["active_minutes", "minutes", "judgments", "training_and_test"]].sum().to_dict()
        last = {"annotator": rows[0].name, "campaign": campaign, "day": _TOTAL, **sums}
        frame = pd.concat([frame, pd.DataFrame([last]).reindex(columns=frame.columns).astype(frame.dtypes)])
    return frame


def time_of_day(moment: datetime | None, day: date) -> str:
    """A time such as '09:05'; '24:00' where it lies at the day's end; '' for None."""
    if moment is None:
        return ""
    return f"{moment:%H:%M}" if moment.date() == day else "24:00"
