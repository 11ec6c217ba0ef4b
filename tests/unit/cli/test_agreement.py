"""`parvis agreement` on a file and on a campaign."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.running import Run, Write, verdicts

KEYS = [
    "n_items",
    "n_annotators",
    "percent_agreement",
    "krippendorff_alpha",
    "gwet_ac1",
    "percent_agreement_without_ties",
    "ci",
    "level",
    "resamples",
    "seed",
    "annotator_pairs",
]
ROWS = [
    {"prompt": "p1", "left": "a", "right": "b", "winner": "left", "worker": "Kari"},
    {"prompt": "p1", "left": "b", "right": "a", "winner": "right", "worker": "Ola"},
    {"prompt": "p2", "left": "a", "right": "b", "winner": "tie", "worker": "Kari"},
    {"prompt": "p2", "left": "a", "right": "b", "winner": "right", "worker": "Ola"},
    {"prompt": "p3", "left": "a", "right": "b", "winner": "tie", "worker": "Liv"},
]


@pytest.fixture
def judged(write: Write) -> str:
    """Kari and Ola agree on one comparison of two; Liv shares none."""
    return write("judged.jsonl", ROWS)


def test_known_agreement(done: Run, shared_data: Path) -> None:
    """The real crowd judgments have the figures that are known of them, in canonical orientation."""
    ran = done("agreement", shared_data / "llmfao" / "crowd-comparisons.csv", "--resamples", 0, "--format", "json")
    assert ran.json["n_items"] == 2124
    assert ran.json["krippendorff_alpha"] == pytest.approx({"nominal": 0.29034, "ordinal": 0.28840}, abs=5e-6)
    assert ran.json["percent_agreement"] == pytest.approx(0.53086, abs=5e-6)


def test_json_shape(done: Run, judged: str) -> None:
    """The JSON document has the contract's keys in its order, and ci those of the coefficients."""
    document = done("agreement", judged, "--format", "json").json
    assert list(document) == KEYS
    assert (document["n_items"], document["n_annotators"], document["percent_agreement"]) == (2, 2, 0.5)
    assert (document["level"], document["resamples"], document["seed"]) == (0.95, 2000, 0)
    assert list(document["ci"]) == KEYS[2:6]
    assert list(document["ci"]["krippendorff_alpha"]) == ["nominal", "ordinal"]
    assert document["ci"]["percent_agreement"] == [0, 1]
    (pair,) = document["annotator_pairs"]
    assert (pair["annotator"], pair["other"], pair["n"], pair["percent_agreement"]) == ("Kari", "Ola", 2, 0.5)


def test_table(done: Run, judged: str) -> None:
    """People read each coefficient with its interval, on what it stands, and who agrees with whom."""
    said = done("agreement", judged, "--level", 0.9).out
    assert "percent agreement              0.500  [0.000, 1.000]" in said
    assert "2 comparisons judged by two or more, 2 annotators; 90% intervals from 2000 resamples of the prompts" in said
    assert said.index("Krippendorff's alpha, ordinal") < said.index("Kari")
    assert "intervals" not in done("agreement", judged, "--resamples", 0).out


def test_options_reach_the_intervals(done: Run, write: Write) -> None:
    """Level, resamples and seed change the intervals, and nothing else."""
    file = write("many.jsonl", verdicts(rounds=12))
    plain = done("agreement", file, "--format", "json").json
    for option in (("--level", 0.5), ("--resamples", 30), ("--resamples", 30, "--seed", 1)):
        other = done("agreement", file, *option, "--format", "json").json
        assert other["ci"] != plain["ci"], option
        assert other["krippendorff_alpha"] == plain["krippendorff_alpha"]
        plain = other if option == ("--resamples", 30) else plain
    assert done("agreement", file, "--resamples", 30, "--format", "json").json == plain


def test_a_second_judgment_does_not_count(done: Run, write: Write, judged: str) -> None:
    """Of an annotator who judged a comparison twice the first judgment counts, whichever way it was shown."""
    again = write("again.jsonl", [*ROWS, {**ROWS[0], "winner": "right"}, {**ROWS[1], "winner": "tie"}])
    ran = done("agreement", again, "--format", "json")
    assert ran.json == done("agreement", judged, "--format", "json").json
    assert "left out: 2 judgments" in ran.err


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (ROWS[::2], "no comparison was judged by two annotators"),
        ([row for row in ROWS if row["worker"] == "Kari"], "at least two known annotators"),
        ([{**row, "winner": "tie"} for row in ROWS], "all judgments of shared comparisons are the same"),
        (
            [{key: row[key] for key in row if key != "worker"} for row in ROWS],
            "without an annotator or without a prompt",
        ),
        (
            [{key: row[key] for key in row if key != "prompt"} for row in ROWS],
            "without an annotator or without a prompt",
        ),
    ],
)
def test_what_is_not_defined_is_null(rows: list[dict[str, Any]], reason: str, done: Run, write: Write) -> None:
    """Degenerate judgments give null, never NaN, and a line that says why; the table still stands."""
    file = write("few.jsonl", rows)
    ran = done("agreement", file, "--format", "json")
    assert ran.json["krippendorff_alpha"] == {"nominal": None, "ordinal": None}
    assert ran.json["ci"]["krippendorff_alpha"] == {"nominal": None, "ordinal": None}
    assert f"{reason}" in ran.err
    assert "note: " in ran.err
    assert "Krippendorff's alpha, nominal" in done("agreement", file).out


def test_no_database(done: Run, judged: str, tmp_path: Path) -> None:
    """Measuring a file opens, names and creates no database."""
    assert "database" not in done("agreement", judged).err
    assert not list(tmp_path.glob("*.db*"))


def test_a_campaign_agrees_as_its_file(trial: str, done: Run, write: Write) -> None:
    """Judgments in a campaign have the agreement of the file they came from, sliced or not."""
    file = write("many.jsonl", verdicts(rounds=6))
    done("import", "judgments", file, "--campaign", trial)
    for where, items in (((), 18), (("--where", "annotator=Kari"), 0)):
        inside = done("agreement", "--campaign", trial, *where, "--format", "json").json
        assert inside["n_items"] == items
        assert inside == done("agreement", file, *where, "--format", "json").json


def test_imported_judgments_without_a_prompt_are_left_out(trial: str, done: Run, write: Write) -> None:
    """They all lie on one nameless prompt in the campaign, which is no comparison that two people share."""
    rows = [{key: row[key] for key in row if key != "prompt"} for row in ROWS]
    done("import", "judgments", write("nameless.jsonl", rows), "--campaign", trial)
    ran = done("agreement", "--campaign", trial, "--format", "json")
    assert ran.json["n_items"] == 0
    assert "left out: 5 judgments without an annotator or without a prompt" in ran.err


def test_bad_input(parvis: Run, judged: str) -> None:
    """Both or neither of file and campaign, a level outside 0 to 1 and an unknown field are refused."""
    assert "either" in parvis("agreement").complaint
    assert "either" in parvis("agreement", judged, "--campaign", "x").complaint
    assert "level" in parvis("agreement", judged, "--level", 1).complaint
    assert "'colour'" in parvis("agreement", judged, "--where", "colour=red").complaint
    assert "--resamples" in parvis("agreement", judged, "--resamples", -1).complaint
    assert "missing.csv" in parvis("agreement", "missing.csv").complaint


def test_a_single_comparison_is_singular(done: Run, write: Write) -> None:
    """One comparison that two people judged is not '1 comparisons'."""
    said = done("agreement", write("one.jsonl", [ROWS[0], {**ROWS[0], "worker": "Somebody else"}])).out
    assert "1 comparison judged by two or more, 2 annotators" in said
