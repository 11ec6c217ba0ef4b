"""What leaving an annotator out would do, in words: days are the reader's own."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from eval_core.campaigns.watching.forecast import Forecast
from eval_core.campaigns.watching.omission import Omission
from eval_core.locales import day, use_language
from eval_core.reports.annotators.case_words import omission_sentences

LATE = datetime(2026, 11, 26, 23, 30, tzinfo=UTC)  # past midnight in Oslo


def test_the_end_is_told_on_the_readers_clock() -> None:
    """An end late in the evening is the next day's where the reader is; in UTC it is not."""
    use_language("en")
    end = Forecast(LATE, LATE, LATE, 1.0)
    omission = Omission(judgments=3, of=9, again=3, comparisons=3, hours=None, now=end, without=end, served=end)
    for zone, told in (("Europe/Oslo", "Friday 27 November"), ("UTC", "Thursday 26 November")):
        *_, said = omission_sentences(omission, lambda at, zone=zone: day(at.astimezone(ZoneInfo(zone))), rates=False)
        assert said.startswith(f"Expected end now: {told}.")
