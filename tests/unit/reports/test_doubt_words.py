"""How many good annotators would look like one: never rounded to something rarer, and the same words everywhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.campaigns.quality.doubts import Doubt, Reason, examined
from eval_core.campaigns.quality.gold_and_repeats import AnnotatorChecks
from eval_core.campaigns.watching.needs import Need
from eval_core.locales import use_language
from eval_core.ranking.habits import share_with_interval
from eval_core.reports.annotators.doubt_words import chance_sentence, doubt_sentence, odds, verdict_sentence


@pytest.fixture(autouse=True)
def english() -> None:
    use_language("en")


@pytest.mark.parametrize(
    ("share", "said"),
    [(0.0023, "1 of 400"), (0.0025, "1 of 400"), (1 / 37.9, "1 of 37"), (0.4, "1 of 2"), (0, "1 of 1,000,000")],
)
def test_odds_in_words(share: float, said: str) -> None:
    """One significant digit from a hundred on; nothing rarer than one of a million."""
    assert odds(share) == said


@given(st.floats(1e-9, 1))
def test_odds_are_never_rarer_than_the_share(share: float) -> None:
    """ "At most 1 of N" holds."""
    of = int(odds(share).removeprefix("1 of ").replace(",", ""))
    assert share <= 1 / of * (1 + 1e-6) or of == 1_000_000


def test_verdicts() -> None:
    """An alarm names the reason and the odds; what is usual, rare or unknown is said as that."""
    reason = Reason("below_mark", share_with_interval(5, 12))
    alarm = Doubt("Kari", 0.01, (reason,), 0.0023)
    assert verdict_sentence(alarm, 8) == doubt_sentence(alarm)
    assert doubt_sentence(alarm).startswith("Kari answered 5 of 12 gold comparisons")
    assert doubt_sentence(alarm).endswith(chance_sentence(0.0023))
    assert "1 of 400" in chance_sentence(0.0023)
    assert "1 of 33" in verdict_sentence(Doubt("Kari", 0.3, (reason,), 0.03), 8)
    assert "among 9" in verdict_sentence(Doubt("Kari", 0.3, (reason,), 0.03), 8)
    assert verdict_sentence(Doubt("Kari", 1.0, (), 0.6), 8).startswith("Nothing unusual")
    for unknown in (None, Doubt("Kari", 1.0, ())):
        assert verdict_sentence(unknown, 8).startswith("Too few")


def test_what_was_not_tested_has_no_odds() -> None:
    """Three judgments and no gold say nothing; half of many made in no time do."""
    some, hasty = (
        AnnotatorChecks("Kari", 0, 0, 0, 0, None, 0),
        AnnotatorChecks("Ola", 0, 0, 0, 0, 1, 0, fast=40, timed=40),
    )
    unknown, known = examined([some, hasty], [], 0.8)
    assert (unknown.alone, unknown.alarms) == (None, False)
    assert known.alarms
    assert known.alone is not None
    assert known.p >= known.alone


def test_a_need_holds_the_whole_doubt() -> None:
    """What needs the lead is said by the doubt itself, so that its number is that of the other pages."""
    assert "doubt" in Need.__dataclass_fields__
