"""`parvis judge report`: an answer in a sentence, with the figures behind it."""

from __future__ import annotations

import json

import pytest

from tests.unit.cli.running import Run, Write

TRUTH = ("model_a", "model_b", "tie")


@pytest.fixture
def judged(done: Run, write: Write) -> str:
    """Forty comparisons on which three people and Echo agree, and Contrary never does."""
    rows = []
    for number in range(40):
        truth = TRUTH[number % 3]
        for name, winner in (
            *((person, truth) for person in ("Kari", "Ola", "Siri", "Echo")),
            ("Contrary", TRUTH[(number + 1) % 3]),
        ):
            rows.append(
                {
                    "prompt_id": f"p{number}",
                    "model_a": "ab"[number % 2],
                    "model_b": "c",
                    "winner": winner,
                    "annotator_id": name,
                    "annotator_kind": "judge" if name in ("Echo", "Contrary") else "human",
                }
            )
    done("campaign", "create", "trial")
    done("import", "judgments", write("judged.jsonl", "\n".join(map(json.dumps, rows))), "--campaign", "trial")
    return "trial"


def test_yes_and_no_in_words(done: Run, judged: str) -> None:
    """The judge that agrees may be used, the other may not, and both figures are named."""
    out = done("judge", "report", "--campaign", judged).out
    contrary, echo = out.split("Echo: ")
    assert "instead of people? yes" in echo
    assert "omega 1.00 at epsilon 0.15" in echo
    assert "instead of people? no" in contrary
    assert "omega 0.00" in contrary


def test_json_and_one_judge(done: Run, judged: str) -> None:
    """Programs get every number; --judge and --epsilon are heard."""
    (found,) = done(
        "judge", "report", "--campaign", judged, "--judge", "Echo", "--epsilon", "0.2", "--format", "json"
    ).json["judges"]
    assert (found["judge"], found["test"]["epsilon"], found["test"]["passes"]) == ("Echo", 0.2, True)
    assert sum(map(sum, found["confusion"])) == 120
    assert found["judge_agreement"] == 1.0


def test_too_few_people_and_no_judge(done: Run, parvis: Run, judged: str) -> None:
    """Without a judge it says so; an unknown one exits 2 and names those there are."""
    done("campaign", "create", "empty")
    assert (
        done("judge", "report", "--campaign", "empty").out.strip() == "no judge has compared responses in this campaign"
    )
    refused = parvis("judge", "report", "--campaign", judged, "--judge", "Nobody")
    assert refused.code == 2
    assert "known: Contrary, Echo" in refused.err
