"""What is said of how firm a ranking is, for every answer that the checks can give."""

from __future__ import annotations

from dataclasses import replace

import pytest

from eval_core.locales import use_language
from eval_core.ranking.robustness import Change, Check, Robustness, WithoutAnnotator
from eval_core.reports.standings.robustness_words import robustness_sentences

FIRM = Change((), (), (), (), "alfa", 0.1)
FALLEN = replace(FIRM, undecided=(("alfa", "bravo"), ("alfa", "charlie")))
LOST = replace(FIRM, lost=("charlie",))
PAIRS = "No longer decided: alfa ahead of bravo and alfa ahead of charlie."
LENGTH, POSITION, ONE_JUDGMENT = range(1, 4)


def sentences(check: Check, *annotators: WithoutAnnotator, known: int = 2) -> list[str]:
    """All four, where the three checks found the same."""
    return robustness_sentences(Robustness(3, annotators, check, check, check), annotators=known)


def without(name: str, change: Change) -> WithoutAnnotator:
    return WithoutAnnotator(name, 12, change)


def of_annotators(*annotators: WithoutAnnotator) -> str:
    """The first sentence alone."""
    return sentences(Check(None, FIRM), *annotators)[0]


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (0, "It is not known who judged, so no annotator can be left out."),
        (1, "There is only one annotator: the ranking is theirs."),
        (2, "Leaving out any one annotator would leave nothing to rank."),
        (7, "Leaving out any one annotator would leave nothing to rank."),
    ],
)
def test_where_nobody_can_be_left_out(known: int, expected: str) -> None:
    """Unknown annotators are not one annotator, and one annotator is not several whom nothing can spare."""
    assert sentences(Check(None, FIRM), known=known)[0] == expected


def test_annotators_who_change_nothing() -> None:
    """A robust ranking is called robust in one sentence, without any name."""
    expected = "No decision changes when any one annotator is left out."
    assert of_annotators(without("Kari", FIRM), without("Ola", FIRM)) == expected


def test_one_annotator_who_changes_decisions() -> None:
    """The one who matters is named, with the decisions; those who change nothing are not counted."""
    expected = f"Without Kari, decisions change. {PAIRS}"
    assert of_annotators(without("Kari", FALLEN), without("Ola", FIRM)) == expected


@pytest.mark.parametrize(
    ("others", "end"),
    [
        (1, "The same holds, for these or other decisions, without 1 other annotator."),
        (2, "The same holds, for these or other decisions, without any of 2 other annotators."),
    ],
)
def test_more_annotators_who_change_decisions(others: int, end: str) -> None:
    """Only the first is named; the others are a number, one of them in the singular."""
    rest = [without(f"Ola {number}", FALLEN) for number in range(others)]
    assert of_annotators(without("Kari", FALLEN), *rest) == f"Without Kari, decisions change. {PAIRS} {end}"


def test_an_annotator_without_whom_a_strength_is_lost() -> None:
    """No decision changes, but a system cannot be placed: that is said."""
    expected = "Without Kari, decisions change. No strength could be estimated for charlie."
    assert of_annotators(without("Kari", LOST), without("Ola", FIRM)) == expected


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
    nothing = Robustness(0, (without("Kari", FIRM),), check, check, Check("no_overlap"))
    # Other ways of counting ties are not among the checks, so that nothing is said of every other way.
    (said,) = robustness_sentences(nothing, annotators=2)
    assert said.startswith("No pair is decided. As far as it can be checked here, that does not change when")
    found = replace(nothing, length=Check(None, replace(FIRM, decided=(("alfa", "bravo"),))))
    assert robustness_sentences(found, annotators=2)[LENGTH].endswith("Decided only then: alfa ahead of bravo.")


@pytest.mark.parametrize("reason", ["no_lengths", "no_order", "not_identified", "too_few"])
def test_checks_without_an_answer(reason: str) -> None:
    """What the judgments cannot tell is said to be unknown, never firm."""
    assert sentences(Check(reason))[LENGTH:] == [
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
                    "Uten Kari endres noen avgjørelser. Ikke lenger avgjort: alfa foran bravo og alfa foran charlie."
                    " Det samme gjelder, for disse eller andre avgjørelser, hvis 1 annen vurderer holdes utenfor."
                ),
                "Ingen avgjørelser endres når det tas høyde for hvor lange tekstene er.",
                "Om det er en fordel å stå først, kan ikke leses ut av disse vurderingene.",
                "Hver sammenligning er vurdert én gang, så ingen av dem teller dobbelt.",
            ],
        ),
        (
            "nn",
            [
                (
                    "Utan Kari endrar nokre avgjerder seg. Ikkje lenger avgjort: alfa framfor bravo og alfa framfor charlie."
                    " Det same gjeld, for desse eller andre avgjerder, om 1 annan vurderar blir halden utanfor."
                ),
                "Ingen avgjerder endrar seg når ein tek omsyn til kor lange tekstane er.",
                "Om det er ein føremon å stå først, kan ikkje lesast ut av desse vurderingane.",
                "Kvar samanlikning er vurdert éin gong, så ingen av dei tel dobbelt.",
            ],
        ),
    ],
)
def test_in_norwegian(language: str, expected: list[str]) -> None:
    """All four sentences are the reader's language from end to end."""
    use_language(language)
    annotators = without("Kari", FALLEN), without("Ola", FALLEN)
    checks = Robustness(3, annotators, Check(None, FIRM), Check("no_order"), Check("no_overlap"))
    assert robustness_sentences(checks, annotators=2) == expected
