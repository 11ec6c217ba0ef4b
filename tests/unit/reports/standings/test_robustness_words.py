"""What is said of how firm a ranking is, for every answer that the checks can give."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from eval_core.locales import use_language
from eval_core.ranking import rank
from eval_core.ranking.robustness import Change, Check, Robustness, robustness
from eval_core.reports.standings.robustness_words import robustness_sentences

FIRM = Change((), (), (), (), "alfa", 0.1)
FALLEN = replace(FIRM, undecided=(("alfa", "bravo"), ("alfa", "charlie")))
LOST = replace(FIRM, lost=("charlie",))
PAIRS = "No longer decided: alfa ahead of bravo and alfa ahead of charlie."
LENGTH, POSITION, ONE_JUDGMENT = range(3)


def sentences(check: Check) -> list[str]:
    """All of them, where the three checks found the same."""
    return robustness_sentences(Robustness(3, check, check, check))


def with_dag() -> pd.DataFrame:
    """Six annotators who agree that a > b > c > d, and Dag, who says the opposite each time."""
    chance = np.random.default_rng(0)
    strengths = {"a": 1.5, "b": 0.5, "c": -0.5, "d": -1.5}
    rows = []
    for annotator in (*(f"person-{number}" for number in range(6)), "Dag"):
        for prompt in range(12):
            for one, other in combinations(strengths, 2):
                above = 1 / (1 + np.exp(strengths[other] - strengths[one]))
                won = annotator != "Dag" and chance.random() < above
                rows.append((one, other, "first" if won else "second", annotator, f"prompt-{prompt}"))
    return pd.DataFrame(rows, columns=["first", "second", "outcome", "annotator", "prompt"])


def test_nothing_is_said_of_a_ranking_without_an_annotator() -> None:
    """Where one annotator's judgments keep every pair open, nothing says that leaving any of them out changes nothing."""
    judgments = with_dag()
    decided = [
        sum(pair.decided for pair in rank(votes).pairs) for votes in (judgments, judgments.query("annotator != 'Dag'"))
    ]
    assert decided == [0, 5], "planted: without Dag most pairs are decided"
    checks = robustness(rank(judgments), judgments)
    assert not re.search("annotator|Dag|left out", " ".join(robustness_sentences(checks)))
    assert "annotators" not in asdict(checks), "nor in numbers.json"


@pytest.mark.parametrize(
    ("which", "expected"),
    [
        (LENGTH, "No decision changes when text length is controlled for."),
        (POSITION, "No decision changes when a possible advantage of coming first is taken into account."),
        (ONE_JUDGMENT, "No decision changes when only one judgment per comparison counts."),
    ],
)
def test_checks_that_change_nothing(which: int, expected: str) -> None:
    """Each of the three says that no decision changes, and nothing else."""
    assert sentences(Check(None, FIRM))[which] == expected


@pytest.mark.parametrize(
    ("which", "expected"),
    [
        (LENGTH, f"When text length is controlled for, decisions change. {PAIRS}"),
        (POSITION, f"When a possible advantage of coming first is taken into account, decisions change. {PAIRS}"),
        (ONE_JUDGMENT, f"When only one judgment per comparison counts, decisions change. {PAIRS}"),
    ],
)
def test_checks_that_change_decisions(which: int, expected: str) -> None:
    """Each of the three names the pairs, the stronger first."""
    assert sentences(Check(None, FALLEN))[which] == expected


def test_where_nothing_is_decided() -> None:
    """Without a decision, and without one that another way would make, there is one sentence and no praise."""
    check = Check(None, FIRM)
    nothing = Robustness(0, check, check, Check("no_overlap"))
    # Other ways of counting ties are not among the checks, so that nothing is said of every other way.
    (said,) = robustness_sentences(nothing)
    assert said.startswith("No pair is decided. As far as it can be checked here, that does not change when")
    found = replace(nothing, length=Check(None, replace(FIRM, decided=(("alfa", "bravo"),))))
    assert robustness_sentences(found)[LENGTH].endswith("Decided only then: alfa ahead of bravo.")


@pytest.mark.parametrize("reason", ["no_lengths", "no_order", "not_identified", "too_few"])
def test_checks_without_an_answer(reason: str) -> None:
    """What the judgments cannot tell is said to be unknown, never firm."""
    assert sentences(Check(reason)) == [
        "These judgments do not show how much length matters.",
        "These judgments do not show whether it is an advantage to come first.",
        "With one judgment per comparison, there would be too few for a ranking.",
    ]


def test_without_overlap_nothing_is_counted_double() -> None:
    """Where each comparison was judged once, that is said instead."""
    text = sentences(Check("no_overlap"))[ONE_JUDGMENT]
    assert text == "Every comparison was judged once, so no judgment is counted twice."


def test_the_gravest_comes_first() -> None:
    """What turns comes before what falls, and that before what is decided only then; lost strengths are last."""
    change = replace(
        FALLEN, turned=(("echo", "delta"),), decided=(("bravo", "echo"),), lost=("charlie", "delta"), shifted=None
    )
    assert sentences(Check(None, change))[LENGTH] == (
        "When text length is controlled for, decisions change. The other way round: echo ahead of delta."
        f" {PAIRS} Decided only then: bravo ahead of echo."
        " No strength could be estimated for charlie and delta."
    )


def test_many_pairs_are_cut_short() -> None:
    """Of more than four pairs three are named, and the rest counted."""
    pairs = tuple((name, "z") for name in "abcdef")
    text = sentences(Check(None, replace(FIRM, undecided=pairs)))[LENGTH]
    assert text.endswith("No longer decided: a ahead of z, b ahead of z, c ahead of z and 3 more.")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "nb",
            [
                (
                    "Noen avgjørelser endres når det tas høyde for hvor lange tekstene er."
                    " Ikke lenger avgjort: alfa foran bravo og alfa foran charlie."
                ),
                "Om det er en fordel å stå først, kan ikke leses ut av disse vurderingene.",
                "Hver sammenligning er vurdert én gang, så ingen av dem teller dobbelt.",
            ],
        ),
        (
            "nn",
            [
                (
                    "Nokre avgjerder endrar seg når ein tek omsyn til kor lange tekstane er."
                    " Ikkje lenger avgjort: alfa framfor bravo og alfa framfor charlie."
                ),
                "Om det er ein føremon å stå først, kan ikkje lesast ut av desse vurderingane.",
                "Kvar samanlikning er vurdert éin gong, så ingen av dei tel dobbelt.",
            ],
        ),
    ],
)
def test_in_norwegian(language: str, expected: list[str]) -> None:
    """All sentences are the reader's language from end to end."""
    use_language(language)
    checks = Robustness(3, Check(None, FALLEN), Check("no_order"), Check("no_overlap"))
    assert robustness_sentences(checks) == expected
