"""What is said of pairs that are still open, for each way to decide them."""

from __future__ import annotations

import pytest

from eval_core.locales import use_language
from eval_core.ranking.power import PairPlan
from eval_core.reports.power_words import planner_sentences, roughly

JUDGMENTS = PairPlan("alfa", "bravo", "more_judgments", judgments=1200)
PROMPTS = PairPlan("alfa", "bravo", "more_prompts", prompts=30)
ANNOTATORS = PairPlan("alfa", "bravo", "more_annotators", annotators=4)
BOTH = PairPlan("alfa", "bravo", "more_annotators_and_prompts", annotators=4, prompts=30)
CLOSE = PairPlan("alfa", "bravo", "too_close")


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        (
            JUDGMENTS,
            ("To separate alfa and bravo, the same people would need about 1,200 more judgments of this pair."),
        ),
        (
            PROMPTS,
            (
                "More judgments on the same prompts will not separate alfa and bravo. That would take about 30 more prompts."
            ),
        ),
        (
            ANNOTATORS,
            (
                "More judgments by the same people will not separate alfa and bravo. That would take about 4 more annotators."
            ),
        ),
        (
            BOTH,
            (
                "More of the same will not separate alfa and bravo. That would take about 4 more annotators and 30 more prompts."
            ),
        ),
        (
            CLOSE,
            "alfa and bravo are so close that separating them would cost more than it is worth.",
        ),
    ],
)
def test_each_way_to_decide_a_pair(plan: PairPlan, expected: str) -> None:
    """Both systems are named, and how much of what is missing."""
    assert planner_sentences([plan]) == [expected]


@pytest.mark.parametrize("code", ["decided", "unbounded", "disconnected"])
def test_pairs_of_which_nothing_can_be_said(code: str) -> None:
    """They have no sentence, and take no place of the pairs behind them."""
    silent = PairPlan("alfa", "zulu", code)
    assert planner_sentences([silent]) == []
    assert len(planner_sentences([silent] * 5 + [JUDGMENTS, CLOSE])) == 2


def test_at_most_three_sentences() -> None:
    """The first three pairs are named, the rest left out."""
    plans = [PairPlan("alfa", name, "too_close") for name in ("bravo", "charlie", "delta", "echo")]
    assert [sentences.split()[2] for sentences in planner_sentences(plans)] == ["bravo", "charlie", "delta"]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "nb",
            "alfa og bravo ligger så nær hverandre at det ville koste mer enn det er verdt å skille dem fra hverandre.",
        ),
        (
            "nn",
            "alfa og bravo ligg så nær kvarandre at det ville koste meir enn det er verdt å skilje dei frå kvarandre.",
        ),
    ],
)
def test_in_norwegian(language: str, expected: str) -> None:
    """Every sentence is another one than in English, and one of them is compared word for word."""
    plans = (JUDGMENTS, PROMPTS, ANNOTATORS, BOTH, CLOSE)
    english = [planner_sentences([plan])[0] for plan in plans]
    use_language(language)
    spoken = [planner_sentences([plan])[0] for plan in plans]
    assert spoken[-1] == expected
    assert not set(spoken) & set(english)
    assert all("alfa" in sentence and "bravo" in sentence for sentence in spoken)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(1, "1"), (9, "9"), (20, "20"), (23, "25"), (87, "85"), (157, "160"), (149, "140"), (333, "350"), (1240, "1,200")],
)
def test_an_order_of_magnitude_is_not_given_to_the_last_figure(value: int, expected: str) -> None:
    """What is only roughly known is written roughly."""
    assert roughly(value) == expected
