"""What is said of how firm a ranking is, for every answer that the checks can give."""

from __future__ import annotations

from dataclasses import replace

import pytest

from eval_core.locales import use_language
from eval_core.ranking.robustness import Change, Check, Move, Robustness, WithoutAnnotator
from eval_core.reports.robustness_words import robustness_sentences

FIRM = Change((), False, (), "alfa", 0.1)
MOVED = replace(FIRM, moved=(Move("alfa", 1, 2), Move("bravo", 2, 1)), leader_changes=True)
LOST = replace(FIRM, lost=("charlie",))
SWAP = "alfa (1 to 2) and bravo (2 to 1)"
LENGTH, POSITION, ONE_JUDGMENT = range(1, 4)


def sentences(check: Check, *annotators: WithoutAnnotator, known: int = 2) -> list[str]:
    """All four, where the three checks found the same."""
    return robustness_sentences(Robustness(annotators, check, check, check), annotators=known)


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
    expected = "No system changes its rank when any one annotator is left out."
    assert of_annotators(without("Kari", FIRM), without("Ola", FIRM)) == expected


def test_one_annotator_who_changes_ranks() -> None:
    """The one who matters is named, with old and new ranks; those who change nothing are not counted."""
    expected = f"Without Kari these ranks change: {SWAP}."
    assert of_annotators(without("Kari", MOVED), without("Ola", FIRM)) == expected


@pytest.mark.parametrize(
    ("others", "end"),
    [
        (1, "Without 1 other annotator the ranking changes too."),
        (2, "Without any of 2 other annotators the ranking changes too."),
    ],
)
def test_more_annotators_who_change_ranks(others: int, end: str) -> None:
    """Only the first is named; the others are a number, one of them in the singular."""
    rest = [without(f"Ola {number}", MOVED) for number in range(others)]
    assert of_annotators(without("Kari", MOVED), *rest) == f"Without Kari these ranks change: {SWAP}. {end}"


def test_an_annotator_without_whom_a_strength_is_lost() -> None:
    """No rank moves, but a system cannot be placed: both are said."""
    expected = "No rank changes without Kari. No strength could be estimated for charlie."
    assert of_annotators(without("Kari", LOST), without("Ola", FIRM)) == expected


@pytest.mark.parametrize(
    ("which", "expected"),
    [
        (LENGTH, "No rank changes when text length is controlled for."),
        (POSITION, "No rank changes when a possible advantage of coming first is taken into account."),
        (ONE_JUDGMENT, "No rank changes when only one judgment per comparison counts."),
    ],
)
def test_checks_that_change_nothing(which: int, expected: str) -> None:
    """Each of the three says that no rank changes, and nothing else."""
    assert sentences(Check(None, FIRM))[which] == expected


@pytest.mark.parametrize(
    ("which", "expected"),
    [
        (LENGTH, f"When text length is controlled for, these ranks change: {SWAP}."),
        (
            POSITION,
            f"When a possible advantage of coming first is taken into account, these ranks change: {SWAP}.",
        ),
        (ONE_JUDGMENT, f"When only one judgment per comparison counts, these ranks change: {SWAP}."),
    ],
)
def test_checks_that_change_ranks(which: int, expected: str) -> None:
    """Each of the three names the systems with old and new ranks."""
    assert sentences(Check(None, MOVED))[which] == expected


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


def test_losses_follow_the_ranks() -> None:
    """Lost strengths and pairs no longer separated come after the ranks; pairs newly separated are not mentioned."""
    change = replace(
        MOVED,
        lost=("charlie", "delta"),
        undecided=(("alfa", "bravo"), ("alfa", "echo")),
        decided=(("bravo", "echo"),),
    )
    assert sentences(Check(None, change))[LENGTH] == (
        f"When text length is controlled for, these ranks change: {SWAP}."
        " No strength could be estimated for charlie and delta."
        " No longer separated: alfa – bravo and alfa – echo."
    )


def test_many_systems_are_cut_short() -> None:
    """Of more than four moves three are named, and the rest counted."""
    moved = tuple(Move(name, rank, rank + 1) for rank, name in enumerate("abcdef", start=1))
    text = sentences(Check(None, replace(FIRM, moved=moved)))[LENGTH]
    assert text.endswith("these ranks change: a (1 to 2), b (2 to 3), c (3 to 4) and 3 more.")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "nb",
            [
                (
                    "Uten Kari endres disse plasseringene: alfa (1 til 2) og bravo (2 til 1)."
                    " Rangeringen endres også hvis 1 annen vurderer holdes utenfor."
                ),
                "Ingen plasseringer endres når det tas høyde for hvor lange tekstene er.",
                "Om det er en fordel å stå først, kan ikke leses ut av disse vurderingene.",
                "Hver sammenligning er vurdert én gang, så ingen av dem teller dobbelt.",
            ],
        ),
        (
            "nn",
            [
                (
                    "Utan Kari endrar desse plasseringane seg: alfa (1 til 2) og bravo (2 til 1)."
                    " Rangeringa endrar seg òg om 1 annan vurderar blir halden utanfor."
                ),
                "Ingen plasseringar endrar seg når ein tek omsyn til kor lange tekstane er.",
                "Om det er ein føremon å stå først, kan ikkje lesast ut av desse vurderingane.",
                "Kvar samanlikning er vurdert éin gong, så ingen av dei tel dobbelt.",
            ],
        ),
    ],
)
def test_in_norwegian(language: str, expected: list[str]) -> None:
    """All four sentences are the reader's language from end to end."""
    use_language(language)
    annotators = without("Kari", MOVED), without("Ola", MOVED)
    checks = Robustness(annotators, Check(None, FIRM), Check("no_order"), Check("no_overlap"))
    assert robustness_sentences(checks, annotators=2) == expected
