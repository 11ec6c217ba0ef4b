"""Sentences on scores compared with others: with which, how far they are correlated, and how certain that is."""

from __future__ import annotations

import pandas as pd
import pytest

from eval_core.campaigns.results.score_comparison import Choice, Other, ScoreComparison
from eval_core.locales import use_language
from eval_core.protocols import Protocol, load_protocol
from eval_core.reports import score_comparison_words as said
from eval_core.scoring import Correlation, Measure, ScoreCorrelation

HEVAL, PAIRS = load_protocol("heval"), load_protocol("norwegian_fluency")
NONE = Measure(None, None, None)
KNOWN = Correlation(30, 5, Measure(0.5, 0.25, 0.7), Measure(0.6, 0.3, 0.8), Measure(0.4, None, None))


def against(
    *systems: tuple[float, float], other: Protocol = HEVAL, items: Correlation | None = KNOWN
) -> ScoreComparison:
    """Systems with these two numbers, and this correlation of responses."""
    points = pd.DataFrame(
        [("system", None, None, f"s{i}", *both) for i, both in enumerate(systems)],
        columns=["unit", "item", "document", "system", "one", "other"],
    )
    few = Correlation(len(systems), None, NONE, NONE, NONE)
    rows = [ScoreCorrelation(None, None, items, "item")] if items else []
    title = "Pairs" if other is PAIRS else None
    return ScoreComparison(HEVAL, other, title, points, (*rows, ScoreCorrelation(None, None, few, "system")), 0.95)


def test_the_order_of_systems_is_counted_pair_by_pair() -> None:
    """A pair in the same order counts, ties on both sides too; one that is tied on one side only does not."""
    responses = "Across 30 responses, Spearman's ρ is 0.60 [0.30, 0.80]."
    assert said.score_comparison_sentences(against((1, 10), (2, 20), (3, 15))) == [
        "Both rank 2 of 3 pairs of systems in the same order.",
        responses,
    ]
    same = "Both rank all systems in the same order."
    assert said.score_comparison_sentences(against((1, 10), (2, 20))) == [same, responses]
    assert said.score_comparison_sentences(against((1, 1), (1 + 1e-12, 1)))[0] == same
    assert said.score_comparison_sentences(against((1, 1), (1, 2)))[0].startswith("Both rank 0 of 1")
    assert said.score_comparison_sentences(against()) == ["Nothing has a score under both yet."]


def test_coefficients_stand_with_their_intervals() -> None:
    """A row a level that there is; without an interval the number alone, without a number a dash."""
    compared = against((1, 10), (2, 20))
    assert said.score_comparison_rows(compared) == [
        ["Responses", "30", "0.50 [0.25, 0.70]", "0.60 [0.30, 0.80]", "0.40"],
        ["Systems", "2", "–", "–", "–"],
    ]
    assert len(said.score_comparison_header()) == 5
    use_language("nb")
    assert said.score_comparison_rows(compared)[0][2] == "0,50 [0,25; 0,70]"


def test_a_ranking_has_systems_only() -> None:
    """Against a ranking the words speak of strengths and of no clusters."""
    compared = against((1, 10), (2, 20), other=PAIRS, items=None)
    assert [row[0] for row in said.score_comparison_rows(compared)] == ["Systems"]
    assert "clustered" not in said.score_comparison_note(compared)
    assert said.scatter_words(compared, "x", "y")["other"] == "Pairs: strength (natural log)"
    both = said.scatter_words(against((1, 10)), "x", "y")
    assert both["other"] == "y"
    assert "dotted line" in both["note"]


@pytest.mark.parametrize("language", ["en", "nb", "nn"])
def test_no_two_choices_read_the_same(language: str) -> None:
    """Campaigns of one title are distinguished by their slugs; every choice is kept."""
    use_language(language)
    choices = [
        Choice(Other(None, "heval", "judge"), None, HEVAL, True),
        *(Choice(Other(slug, "heval"), "Same title", HEVAL, True) for slug in ("one", "two")),
        Choice(Other("pairs", "norwegian_fluency"), "Pairs", PAIRS, True),
    ]
    labels = said.choice_labels(choices)
    assert list(labels.values()) == choices
    assert any("(two)" in label for label in labels)
