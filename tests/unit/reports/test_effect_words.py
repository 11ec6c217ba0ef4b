"""What is said of length, of position and of who is the best, by the numbers of a ranking."""

from __future__ import annotations

from dataclasses import replace
from math import exp, log
from typing import Any

import pandas as pd
import pytest
from scipy import stats

from eval_core.locales import use_language
from eval_core.ranking import rank
from eval_core.ranking.results import LengthEffect, PositionEffect, Ranking
from eval_core.ranking.robustness import Change
from eval_core.reports.effect_words import (
    best_sentence,
    layout_sentence,
    length_sentences,
    position_sentences,
)

JUDGMENTS = pd.DataFrame(
    [("alfa", "bravo", "first"), ("bravo", "alfa", "first"), ("alfa", "bravo", "tie"), ("bravo", "charlie", "first")]
    * 5
    + [("charlie", "alfa", "first"), ("alfa", "charlie", "first")] * 5,
    columns=["first", "second", "outcome"],
)


def ranking(**changes: Any) -> Ranking:
    """A ranking of three systems, with these fields in the place of its own."""
    return replace(rank(JUDGMENTS), df=None, **changes)


def share(effect: float) -> str:
    return f"{100 / (1 + exp(-effect)):.0f}"


@pytest.mark.parametrize(
    ("log_odds", "verdict"),
    [
        (0.5, "Longer texts are preferred."),
        (-0.5, "Shorter texts are preferred."),
        (0.1, "No evidence that length matters."),
        (-0.1, "No evidence that length matters."),
    ],
)
def test_length_in_plain_words(log_odds: float, verdict: str) -> None:
    """The verdict follows the interval, and the share is what 10% more length gives on the log scale."""
    sentences = length_sentences(ranking(length=LengthEffect(log_odds, 0.1, 0.2, 40)), None)
    unit, half = log(1.1) / 0.2, 1.959964 * 0.1
    low, middle, high = (share(unit * (log_odds + step)) for step in (-half, 0.0, half))
    share_of_choices = (
        f"Of two otherwise equal texts, one that is 10% longer is chosen in {middle}% of the judgments that are "
        f"not ties (95% interval: [{low}%, {high}%])."
    )
    assert sentences == [f"{verdict} {share_of_choices}"]


def test_what_length_moves() -> None:
    """The largest move of a strength is given without its sign, with its system."""
    change = Change((), (), (), (), "bravo", -0.123)
    (sentences,) = length_sentences(ranking(length=LengthEffect(0.5, 0.1, 0.2, 40)), change)
    assert sentences.endswith("Controlling for length changes no strength by more than 0.12 (largest: bravo).")


def test_position_in_plain_words() -> None:
    """An effect of 1 on the log scale is a share of 73%; few clusters widen its interval."""
    result = ranking(position=PositionEffect(1.0, 0.1))
    assert position_sentences(result)[0].startswith("It is an advantage to come first. Of two equal texts, the first")
    assert "in 73% of the judgments" in position_sentences(result)[0]
    few = replace(result, df=2)
    half = stats.t(2).ppf(0.975) * 0.1
    assert f"(95% interval: [{share(1 - half)}%, {share(1 + half)}%])" in position_sentences(few)[0]
    behind = position_sentences(replace(result, position=PositionEffect(-1.0, 0.1)))
    assert behind[0].startswith("It is a disadvantage to come first.")


@pytest.mark.parametrize(
    "effects", [{}, {"position": PositionEffect(1.0, None), "length": LengthEffect(1.0, None, 0.2, 9)}]
)
def test_nothing_is_said_without_an_error(effects: dict[str, Any]) -> None:
    """An effect that was not asked for, or whose error is not known, gets no sentence."""
    assert position_sentences(ranking(**effects)) == length_sentences(ranking(**effects), None) == []


@pytest.mark.parametrize(
    ("layout", "begins"),
    [
        ("side_by_side", "Texts side by side, from 30 judgments: It is an advantage"),
        ("stacked", "One text above the other, from 30 judgments: It is an advantage"),
        ("switched", "One text at a time, behind a switch, from 30 judgments: It is an advantage"),
        (None, "Layout not known, from 30 judgments: It is an advantage"),
    ],
)
def test_each_layout_has_its_sentence(layout: str | None, begins: str) -> None:
    """The layout and its judgments come before the effect; an unknown effect is called so."""
    assert layout_sentence(layout, ranking(position=PositionEffect(1.0, 0.1))).startswith(begins)
    assert layout_sentence(layout, ranking()).endswith(
        ": These judgments do not show whether it matters which text comes first."
    )


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ([0.5, 0.3, 0.2], "alfa 50%, bravo 30%, charlie 20%"),
        ([0.97, 0.03, 0.0], "alfa 97%, bravo 3%, the others < 1% together"),
        ([0.6, 0.4, None], "alfa 60%, bravo 40%"),
        ([0.3, 0.2, 0.2, 0.2, 0.1], "alfa 30%, delta 20%, charlie 20%, bravo 20%, the others 10% together"),
    ],
)
def test_who_is_the_best(shares: list[float | None], expected: str) -> None:
    """Four at most are named, nobody below one per cent, and the rest are one number."""
    first = rank(JUDGMENTS).systems[0]
    rows = [
        replace(first, system=name, p_best=p)
        for name, p in zip(["alfa", "bravo", "charlie", "delta", "echo"], shares, strict=False)
    ]
    sentences = best_sentence(ranking(systems=tuple(rows))).replace("\N{NO-BREAK SPACE}", " ")
    assert sentences == f"First in simulated repetitions of the study: {expected}."


def test_groups_have_no_common_best() -> None:
    """Where systems were never compared, and where nothing is known, there is no such sentence."""
    assert best_sentence(ranking(connected=False)) == ""
    assert best_sentence(ranking(systems=tuple(replace(row, p_best=None) for row in rank(JUDGMENTS).systems))) == ""


def test_in_norwegian() -> None:
    """The reader's language from end to end."""
    use_language("nb")
    sentences = position_sentences(ranking(position=PositionEffect(1.0, 0.1)))
    assert sentences[0].startswith(
        "Det er en fordel å stå først. Av to like gode tekster blir den første valgt i 73\N{NO-BREAK SPACE}% av vurderingene"
    )
