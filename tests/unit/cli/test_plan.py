"""`parvis plan`: what a study decides, with variances assumed, given, or read from a pilot."""

from __future__ import annotations

import pytest

from eval_core.ranking.diagnostics.pilot import pilot_of
from eval_core.ranking.planned_power import plan_power
from tests.support.boards import Board
from tests.support.running import Run, Write

SIZE = ("plan", "--systems", "5", "--prompts", "60", "--annotators", "10", "--overlap", "2")


@pytest.fixture
def pilot(write: Write) -> str:
    """A file of judgments by people and on prompts that differ much."""
    table = Board(annotators=10, overlap=4, prompts=10, annotator_sd=0.8, prompt_sd=0.5).judgments(1)
    sides = {"first": "left", "second": "right", "tie": "tie"}
    rows = [
        {
            "left": row.first,
            "right": row.second,
            "winner": sides[row.outcome],
            "worker": row.annotator,
            "prompt": row.prompt,
        }
        for row in table.itertuples()
    ]
    return write("pilot.jsonl", rows)


def test_assumed_and_given(done: Run) -> None:
    """Without a pilot the spread is assumed and said to be; what is given counts, and the answer is `plan_power`'s."""
    assumed = done(*SIZE, "--format", "json").json
    assert assumed["source"] == {"annotator": "assumed", "prompt": "assumed"}
    assert assumed["smallest_gap"] == pytest.approx(plan_power(5, 60, 10, overlap=2).smallest_gap)
    given = done(*SIZE, "--sd-annotator", "0.8", "--gap", "0.9", "--format", "json").json
    assert (given["source"], given["sd_annotator"]) == ({"annotator": "given", "prompt": "assumed"}, 0.8)
    expected = plan_power(5, 60, 10, overlap=2, annotator_sd=0.8, gap=0.9)
    assert (given["smallest_gap"], given["power"]) == (
        pytest.approx(expected.smallest_gap),
        pytest.approx(expected.power),
    )
    assert given["smallest_gap"] > assumed["smallest_gap"]
    assert (given["cautious"], given["pilot"]) == (None, None)
    assert "(assumed)" in done(*SIZE).out


def test_a_pilot_in_a_file(done: Run, pilot: str) -> None:
    """A pilot's variances and ties take the place of the assumed ones; the upper ends of their intervals are given too."""
    document = done(*SIZE, "--pilot", pilot, "--format", "json").json
    found = pilot_of(Board(annotators=10, overlap=4, prompts=10, annotator_sd=0.8, prompt_sd=0.5).judgments(1))
    assert found.annotator is not None
    assert document["source"] == {"annotator": "pilot", "prompt": "pilot"}
    assert document["sd_annotator"] == pytest.approx(found.annotator.sd)
    assert document["tie_share"] == pytest.approx(found.tie_share)
    assert document["pilot"]["judgments"] == 600
    assert document["cautious"]["smallest_gap"] > document["smallest_gap"]
    said = done(*SIZE, "--pilot", pilot).out
    assert "as in the pilot" in said
    assert "pilot: 600 judgments" in said
    mixed = done(*SIZE, "--pilot", pilot, "--sd-prompt", "0", "--format", "json").json
    assert mixed["source"] == {"annotator": "pilot", "prompt": "given"}


def test_a_campaign_is_a_plan_and_a_pilot(done: Run, parvis: Run, pilot: str) -> None:
    """A campaign gives the size, what is named else replaces it; its own judgments, by its name, give the variances."""
    done("campaign", "create", "trial")
    done("import", "judgments", pilot, "--campaign", "trial")
    assert "--annotators" in parvis("plan", "--campaign", "trial").complaint  # no one is invited yet
    asked = ("plan", "--campaign", "trial", "--annotators", "7", "--pilot", "trial", "--format", "json")
    document = done(*asked).json
    assert [document[name] for name in ("systems", "prompts", "annotators")] == [6, 10, 7]
    assert document["pilot"]["judgments"] == 600
    same = done(*SIZE, "--pilot", pilot, "--format", "json").json["sd_annotator"]
    assert document["sd_annotator"] == pytest.approx(same, abs=0.02)  # in another order other replicas are drawn


def test_whom_total_victory_needs(done: Run) -> None:
    """Five systems need nine people on nine prompts (2^−8 times ten pairs is below 0.05), twenty systems thirteen."""
    document = done(*SIZE, "--format", "json").json
    assert document["victory"] == {"needed": 9, "enough": True}
    many = ("plan", "--systems", "20", "--prompts", "60", "--annotators", "10")
    assert done(*many, "--format", "json").json["victory"] == {"needed": 13, "enough": False}
    assert "13 annotators on 13 prompts, more than there are" in done(*many).out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("plan",), "name a study"),
        (("plan", "--systems", "5"), "name a study"),
        ((*SIZE, "--gap", "0"), "gap must be above 0"),
        ((*SIZE, "--gap", "nan"), "gap must be above 0"),
        ((*SIZE, "--sd-annotator", "-1"), "out of range"),
        ((*SIZE, "--sd-prompt", "nan"), "out of range"),
        ((*SIZE, "--power", "0.2"), "out of range"),
        ((*SIZE, "--pilot", "nothing.csv"), "nothing.csv"),
    ],
)
def test_bad_input(parvis: Run, words: tuple[str, ...], expected: str) -> None:
    """One clear line and exit 2."""
    refused = parvis(*words)
    assert refused.code == 2
    assert expected in refused.err


def test_a_pilot_that_says_nothing(parvis: Run, write: Write) -> None:
    """Judgments too few to say how much people differ are refused, not taken for people who agree."""
    rows = [{"left": "a", "right": "b", "winner": "left", "worker": "x", "prompt": f"p{n}"} for n in range(5)]
    refused = parvis(*SIZE, "--pilot", write("small.jsonl", rows))
    assert refused.code == 2
    assert "too small" in refused.err


@pytest.mark.parametrize("words", [("--gap", "1e300"), ("--sd-annotator", "1e200"), ("--sd-prompt", "inf")])
def test_numbers_beyond_reason_are_refused(parvis: Run, words: tuple[str, str]) -> None:
    """A gap or a spread that no arithmetic holds is bad input, no internal error."""
    assert parvis(*SIZE, *words).complaint
