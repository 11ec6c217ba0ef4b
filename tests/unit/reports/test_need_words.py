"""What needs the lead, in words: one text a person, and times on the reader's clock."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from eval_core.campaigns.quality.doubts import Doubt, Reason
from eval_core.campaigns.watching.needs import CODES, Need, Waiting, Worker
from eval_core.locales import use_language
from eval_core.ranking.habits import share_with_interval
from eval_core.reports.background.need_words import button_label, need_text

OSLO, NEW_YORK = ZoneInfo("Europe/Oslo"), ZoneInfo("America/New_York")
NOW = datetime(2026, 10, 20, 12, tzinfo=UTC)
OLA = Worker("Ola", 2, last_seen=NOW - timedelta(days=6), longest_break=timedelta(days=1))


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    use_language("en")
    yield
    use_language("en")


@pytest.mark.parametrize(("zone", "day"), [(OSLO, "Saturday 24 October"), (NEW_YORK, "Saturday 24 October")])
def test_a_deadline_is_the_day_that_the_lead_chose(zone: ZoneInfo, day: str) -> None:
    """Until midnight where the lead is, the night before clocks change too; on the server's clock it may be another day."""
    deadline = datetime(2026, 10, 24, 23, 59, tzinfo=zone).astimezone(UTC)
    need = Need("deadline", at=deadline + timedelta(days=2), chance=0.5)
    assert f"The deadline, {day}, will be missed" in need_text(need, deadline=deadline, now=NOW, zone=zone)
    passed = need_text(Need("deadline", chance=1.0), deadline=deadline, now=deadline, zone=zone)
    assert passed == f"The deadline, {day}, has passed."
    east = datetime(2026, 10, 24, 23, 59, tzinfo=NEW_YORK).astimezone(UTC)
    assert "Sunday 25 October" in need_text(need, deadline=east, now=NOW, zone=UTC), "the planted violation"


def test_a_wait_is_told_by_the_readers_clock() -> None:
    """In summer Oslo is two hours ahead, in winter one."""
    for at, said in ((NOW, "20 Oct 14:00"), (NOW + timedelta(days=7), "27 Oct 13:00")):
        need = Need("waiting", OLA, waits=(Waiting("Ola", 2, at, 7, "Hva nå?"),))
        text = need_text(need, deadline=None, now=NOW, zone=OSLO)
        assert text == f"Ola has waited for an answer since {said}: “Hva nå?”"


def test_all_about_a_person_is_one_text() -> None:
    """Reasons, how many would look like it, what they wait for, and their absence."""
    doubt = Doubt("Ola", 0.01, (Reason("too_fast", share_with_interval(78, 80)), Reason("apart")), 0.0025)
    waits = (Waiting("Ola", 2, NOW, 7), Waiting("Ola", 2, NOW, 8))
    text = need_text(Need("too_fast", OLA, doubt, True, waits), deadline=None, now=NOW)
    for part in (
        "Ola made 78 of 80 judgments faster",
        "Ola follows the other annotators less",
        "1 of 400",
        "for 2 answers, for the first since 20 Oct 12:00",
        "Ola has been away for 6 days; the longest break before was 1 day.",
    ):
        assert part in text


@pytest.mark.parametrize("language", ["en", "nb", "nn"])
def test_every_need_has_words(language: str) -> None:
    """Each need of the campaign has a sentence and a button in every language."""
    use_language(language)
    about = {"people": (OLA, OLA), "count": 2, "have": 1, "standard": "nn"}
    of_campaign = (*CODES[: CODES.index("ready") + 1], "no_gold", "no_hands", "deadline", "agreement")
    for code in of_campaign:
        need = Need(code, **about)  # type: ignore[arg-type]  # all that a need may say
        assert need_text(need, deadline=NOW, now=NOW)
        assert button_label(need)
