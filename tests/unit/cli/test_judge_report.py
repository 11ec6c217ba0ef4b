"""`parvis judge report`: an answer in a sentence, with the figures behind it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from eval_core.campaigns.results.judges_rating import rating_judge_reports
from eval_core.store import Store
from tests.support.rating_judges import rate_by_judges
from tests.support.running import Run, Write

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
    assert "can it replace annotators? yes" in echo
    assert "omega 1.00 at epsilon 0.15" in echo
    assert "can it replace annotators? no" in contrary
    assert "omega 0.00" in contrary


def test_json_and_one_judge(done: Run, judged: str) -> None:
    """Programs get every number; --judge and --epsilon are heard."""
    (found,) = done(
        "judge", "report", "--campaign", judged, "--judge", "Echo", "--epsilon", "0.2", "--format", "json"
    ).json["judges"]
    assert (found["judge"], found["test"]["epsilon"], found["test"]["passes"]) == ("Echo", 0.2, True)
    assert sum(map(sum, found["confusion"])) == 120
    assert found["judge_agreement"] == 1.0


def test_agreement_stands_with_its_interval(done: Run, judged: str) -> None:
    """The table has the interval beside the share, the JSON under "ci"."""
    (found,) = done("judge", "report", "--campaign", judged, "--judge", "Contrary", "--format", "json").json["judges"]
    low, high = found["ci"]["judge_alpha"]
    assert low <= found["judge_alpha"] <= high
    out = done("judge", "report", "--campaign", judged, "--judge", "Contrary").out
    assert f"{found['judge_alpha']:.3f} [{low:.3f}, {high:.3f}]" in out


@pytest.fixture
def store(done: Run, tmp_path: Path) -> Iterator[Store]:
    """The database with a rating campaign, which Copy and Mild have rated too."""
    done("campaign", "create", "rated", "--protocol", "adequacy_fluency")
    opened = Store("sqlite:///parvis.db")
    rate_by_judges(opened, "rated", tmp_path, ("Copy", "Mild"))
    yield opened
    opened.dispose()


def test_judges_who_rate(done: Run, parvis: Run, store: Store) -> None:
    """A rating campaign has its report without being told so: yes for the copy, no for the mild one, and all as JSON."""
    out = done("judge", "report", "--campaign", "rated").out
    copy, mild = out.split("Mild: ")
    assert "Copy: 160 responses rated, 160 that people rated" in copy
    assert "can it replace annotators? yes, for responses like these" in copy
    assert "can it replace annotators? no" in mild
    found = done("judge", "report", "--campaign", "rated", "--judge", "Mild", "--format", "json").json
    (report,) = rating_judge_reports(store, "rated", judges=["Mild"])
    assert found == {"judges": [json.loads(json.dumps(report.as_dict()))]}
    bias = found["judges"][0]["score"]["bias"]
    assert f"{bias['value']:.3f} [{bias['low']:.3f}, {bias['high']:.3f}]" in mild
    assert "no judge 'Robot'" in parvis("judge", "report", "--campaign", "rated", "--judge", "Robot").complaint


def test_another_protocol(done: Run, parvis: Run, judged: str, store: Store) -> None:
    """--protocol asks for judges who rated under it; one that compares is refused."""
    out = done("judge", "report", "--campaign", "rated", "--protocol", "heval").out
    assert out.strip() == "no judge has rated responses in this campaign"
    assert (
        "compared, not rated"
        in parvis("judge", "report", "--campaign", judged, "--protocol", "norwegian_fluency").complaint
    )


def test_too_few_people_and_no_judge(done: Run, parvis: Run, judged: str) -> None:
    """Without a judge it says so; an unknown one exits 2 and names those there are."""
    done("campaign", "create", "empty")
    assert (
        done("judge", "report", "--campaign", "empty").out.strip() == "no judge has compared responses in this campaign"
    )
    refused = parvis("judge", "report", "--campaign", judged, "--judge", "Nobody")
    assert refused.code == 2
    assert "known: Contrary, Echo" in refused.err
