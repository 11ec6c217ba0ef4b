"""What is said of variances, fit and ties: each case, and nothing that the numbers do not carry."""

from __future__ import annotations

from dataclasses import replace

import pytest

from eval_core.locales import use_language
from eval_core.ranking.diagnostics.tie_convention import Convention, TieTest
from eval_core.ranking.diagnostics.transitivity import FitTest, Misfit
from eval_core.ranking.diagnostics.variance import Component, Variance
from eval_core.reports.diagnosis_words import fit_sentences, tie_sentences, variance_sentences

PEOPLE = Component(0.412, 0.2, 0.7, 0.5, 0.002)
PROMPTS = Component(0.3, 0.1, 0.55, 0.2, 0.01)
REST = Component(1.0, 0.9, 1.1, 0.3, None)
SAME = Convention(False, (), (), ())


def test_sources_of_uncertainty() -> None:
    """Shares, and how much each differs with its interval."""
    assert variance_sentences(Variance(PEOPLE, PROMPTS, REST)) == [
        (
            "The uncertainty of a typical difference comes from: annotators who differ 50%, prompts that differ 20% and "
            "single judgments 30%."
        ),
        "Between annotators a system's strength varies with a standard deviation of 0.41 [0.20, 0.70]; 0 would mean that all judge alike.",
        "Between prompts a system's strength varies with a standard deviation of 0.30 [0.10, 0.55].",
    ]
    assert variance_sentences(Variance(None, None, REST)) == []


def test_too_few_to_say() -> None:
    """Without an upper end neither a number nor a share is named."""
    said = variance_sentences(Variance(replace(PEOPLE, high=None), PROMPTS, REST))
    assert said[0] == "How much annotators differ cannot be said: they are too few."
    assert "%" not in " ".join(said)


@pytest.mark.parametrize(
    ("fit", "expected"),
    [
        (FitTest(None, 0, (), 500), "cannot be tested"),
        (FitTest(0.4, 10, (), 500), "Nothing speaks against one strength for each system (p = 0.400)."),
        (FitTest(1 / 501, 10, (), 500), "does not describe all the judgments (p < 0.004)"),
        (FitTest(0.03, 10, (), 500), "There is some sign that one strength for each system is not enough (p = 0.030)."),
        (FitTest(0.2, 10, (Misfit("a", "b", 40, 0.7, 0.5, 0.03),), 500), "a got 70% of the judgments against b"),
    ],
)
def test_fit(fit: FitTest, expected: str) -> None:
    """Untested, quiet, firing, and a single pair that fires."""
    assert expected in " ".join(fit_sentences(fit))


def test_ties() -> None:
    """Whether it matters, whose strength would change, and what each convention does."""
    changed = Convention(True, (("a", "b"),), (("a", "c"), ("b", "c")), (("c", "d"),))
    said = tie_sentences(TieTest(0.002, "a", 0.31, changed, SAME, None))
    assert "the strength of a would change by 0.31" in said[0]
    assert said[1] == (
        "If ties were thrown away: another system would lead; reversed: c – d; 1 pair no longer decided; "
        "2 more pairs decided."
    )
    assert said[2] == "If ties counted as half a win: the same decisions."
    assert tie_sentences(TieTest(0.4, "a", 0.1, None, None, None)) == [
        "There is no sign that ties and the other judgments say different things."
    ]
    assert tie_sentences(TieTest(None, None, None, None, None, None)) == []


@pytest.mark.parametrize(
    ("language", "expected"),
    [("nb", "ulike vurderere 50\N{NO-BREAK SPACE}%"), ("nn", "ulike vurderarar 50\N{NO-BREAK SPACE}%")],
)
def test_norwegian(language: str, expected: str) -> None:
    """Percent and intervals as the language writes them."""
    use_language(language)
    said = " ".join(variance_sentences(Variance(PEOPLE, PROMPTS, REST)))
    assert expected in said
    assert "[0,20; 0,70]" in said
