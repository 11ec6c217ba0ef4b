"""Raters in words: what speaks against the ratings first, and what an alpha is good for."""

from __future__ import annotations

import pytest

from eval_core.campaigns.quality.doubts import RATER_REASONS, Doubt, Reason
from eval_core.campaigns.quality.rater_checks import RaterChecks
from eval_core.ranking.habits import share_with_interval
from eval_core.reports.annotators.doubt_words import doubt_sentence
from eval_core.reports.annotators.rater_words import rater_table, rating_agreement_verdict, rating_trust_verdict
from eval_core.scoring import Measure, RatingAgreement

NONE = Measure(None, None, None)
UNKNOWN = "It is not known yet whether to trust these ratings: the annotators may agree no more than by chance."


def agreeing(value: float | None, low: float | None = None, high: float | None = None, n: int = 40) -> RatingAgreement:
    """An agreement of which only the ordinal alpha is known."""
    return RatingAgreement(n, 2 * n, Measure(value, low, high), NONE, NONE, None)


@pytest.mark.parametrize(
    ("agreement", "reasons", "sentence"),
    [
        (agreeing(None, n=0), {}, "no response has been rated by two annotators"),
        (agreeing(None), {}, "they tell nothing apart"),
        (agreeing(-0.3, -0.5, -0.1), {}, "Do not trust these ratings yet"),
        (agreeing(-0.02, -0.3, 0.15), {}, "Do not trust these ratings yet"),
        (agreeing(0.1, 0.02, 0.18), {}, "Do not trust these ratings yet"),
        (agreeing(-0.02, -0.3, 0.3), {}, UNKNOWN),
        (agreeing(0.2, -0.1, 0.5), {}, UNKNOWN),
        (agreeing(0.2, 0.0, 0.5), {}, UNKNOWN),
        (agreeing(0.9), {}, UNKNOWN),
        (agreeing(0.6, 0.5, 0.7), {}, "There is no sign of a problem with these ratings."),
        (agreeing(0.6, 0.5, 0.7), {"Ola": "hasty"}, "of Ola first: most were made faster than a response can be read"),
        (agreeing(None, n=0), {"Ola": "one_value"}, "of Ola first: nearly every criterion gets the same value"),
        (agreeing(0.6, 0.5, 0.7), {"Ola": "quick"}, "of Ola first: they are much quicker"),
    ],
)
def test_the_verdict(agreement: RatingAgreement, reasons: dict[str, str], sentence: str) -> None:
    """Whose ratings to look at comes first; without a doubt, how far the annotators agree."""
    doubts = [Doubt(name, 0.01, (Reason(code), Reason("apart"))) for name, code in reasons.items()]
    assert sentence in rating_trust_verdict(agreement, doubts)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (0.85, "are reliable"),
        (0.7, "tentative conclusions"),
        (0.3, "says little"),
        (0.05, "may be no more than chance"),
        (-0.2, "no more than chance: read"),
    ],
)
def test_what_an_alpha_is_good_for(value: float, sentence: str) -> None:
    """Krippendorff's limits, 0.8 and two thirds; and what may be chance."""
    assert sentence in rating_agreement_verdict(agreeing(value, value - 0.1, value + 0.1))


def test_each_reason_has_words_and_numbers() -> None:
    """The fact, the others' share, and how many good annotators would look like it."""
    reason = Reason("one_value", share_with_interval(358, 358), 0.04)
    said = doubt_sentence(Doubt("Ola", 0.001, (reason,), 1 / 400))
    assert "Ola gave 358 of 358 responses the same value on every criterion" in said
    assert "the others did so with 4%" in said
    assert "1 of 400" in said
    share = share_with_interval(30, 40)
    assert len({doubt_sentence(Doubt("Ola", 0.0, (Reason(code, share, 0.1),))) for code in RATER_REASONS}) == 5


def test_the_table_leaves_out_what_no_one_has() -> None:
    """Columns without a value are not there; who is left out is said to be."""
    checks = [RaterChecks("Eva", 3, same=1, several=3, level=0.124), RaterChecks("Ola", 2, several=2, level=-0.001)]
    head, rows = rater_table(checks, (), {"Ola"})
    assert head == ["Annotator", "Rated responses", "The same value throughout", "Compared with the others", "Flagged"]
    assert rows[0][3] == "12% higher"
    assert rows[1][3:] == ["the same", "left out"]
