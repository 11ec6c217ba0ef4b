"""The figure that compares a judge with the people shows the agreement that was measured, and nothing else."""

from __future__ import annotations

import pytest

from eval_core.figures import DARK, JUDGE_AGREEMENT_LABELS, judge_agreement_data, judge_agreement_plot
from eval_core.scoring import Measure, PeopleComparison
from eval_core.scoring.consistency import RatingAgreement
from eval_core.scoring.correlation import Correlation
from tests.unit.figures.building import HOSTILE, texts, trace

WORDS = dict(zip(JUDGE_AGREEMENT_LABELS, ("Part", "Machine", "Crowd", "Rated", "Alpha."), strict=True))
NOTHING = Measure(None, None, None)


def part(judge: Measure, people: Measure, n: int = 12) -> PeopleComparison:
    first, other = (RatingAgreement(n, 2 * n, alpha, alpha, alpha, None) for alpha in (judge, people))
    return PeopleComparison(n, first, other, NOTHING, Correlation(n, None, NOTHING, NOTHING, NOTHING))


PARTS = {
    "whole": part(Measure(0.5, 0.4, 0.6), Measure(0.7, 0.6, 0.8)),
    "part": part(Measure(-0.2, -0.5, 0.1), Measure(0.3, None, None)),
    "none": part(NOTHING, NOTHING, 0),
}
DATA = judge_agreement_data(PARTS)


def test_the_data_are_the_alphas() -> None:
    """A row a part, in their order, missing where nothing is defined."""
    assert list(DATA["criterion"]) == ["whole", "part", "none"]
    assert list(DATA["responses"]) == [12, 12, 0]
    assert list(DATA["judge"][:2]) == [0.5, -0.2]
    assert list(DATA["people_high"].isna()) == [False, True, True]


def test_marks_whiskers_and_numbers_are_the_data() -> None:
    """Each side has its marks at its alphas and its numbers in its column; what is not defined is a dash, no mark."""
    fig = judge_agreement_plot(DATA, labels=WORDS)
    assert list(trace(fig, "judge").x) == [0.5, -0.2]
    assert list(trace(fig, "people").x) == [0.7, 0.3]
    assert list(trace(fig, "judge interval").x) == [0.4, 0.6, None, -0.5, 0.1, None]
    assert list(trace(fig, "people interval").x) == [0.6, 0.8, None]
    assert texts(fig, "judge") == ["0.50", "−0.20", "–"]
    assert texts(fig, "people") == ["0.70", "0.30", "–"]
    assert trace(fig, "judge").marker.symbol != trace(fig, "people").marker.symbol
    assert texts(fig, "legend") == ["◆ Machine   ○ Crowd"]


def test_the_axis_holds_everything() -> None:
    """It ends at 1, and begins below 0 only where something is there."""
    low, high = judge_agreement_plot(DATA, labels=WORDS).layout.xaxis.range
    assert low < -0.5
    assert 1 < high < 1.1
    assert judge_agreement_plot(DATA[:1], labels=WORDS).layout.xaxis.range[0] > -0.1


def test_compact_leaves_numbers_to_the_hover_text() -> None:
    """On a phone the names and marks stay."""
    fig = judge_agreement_plot(DATA, labels=WORDS, compact=True, theme=DARK)
    assert texts(fig, "judge") == texts(fig, "people") == []
    assert "Machine: 0.50 [0.40, 0.60]" in trace(fig, "judge").hovertext[0]
    assert "Rated: 12" in trace(fig, "judge").hovertext[0]
    assert fig.layout.margin.l < 180


@pytest.mark.parametrize("compact", [True, False])
def test_foreign_names_do_nothing(compact: bool) -> None:
    """Markup in a criterion's name is text."""
    fig = judge_agreement_plot(judge_agreement_data({HOSTILE: PARTS["whole"]}), labels=WORDS, compact=compact)
    drawn = fig.to_json().replace("\\u003c", "<")
    assert "alert" in drawn
    assert "<script" not in drawn
    assert "<a href" not in drawn


def test_every_word_comes_from_the_caller() -> None:
    """A word that is missing is named."""
    with pytest.raises(KeyError, match="people"):
        judge_agreement_plot(DATA, labels={key: word for key, word in WORDS.items() if key != "people"})
