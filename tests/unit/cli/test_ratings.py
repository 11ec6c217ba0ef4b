"""`parvis import ratings`, `parvis ratings` and `parvis export ratings`, on the paper's own numbers."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from eval_core.protocols import load_protocol
from tests.support.running import Run, Write

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "heval_table13.csv"
KEYS = [criterion.key for criterion in load_protocol("heval").criteria]


@pytest.fixture
def table13(write: Write) -> str:
    """HEval's table 13 as a wide file: five engines, two annotators, one sentence; feature 4 does not apply."""
    with GOLDEN.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    lines = [",".join(["prompt_id", "document", "system", "annotator_id", *KEYS])]
    for row in rows:
        marks = [row[f"f{number}"] or "NA" for number in range(1, 12)]
        lines.append(",".join(["s150", "doc2", row["system"], row["annotator"], *marks]))
    return write("table13.csv", "\n".join(lines) + "\n")


@pytest.fixture
def rated(done: Run, table13: str) -> str:
    done("campaign", "create", "heval", "--protocol", "heval")
    out = done("import", "ratings", table13, "--campaign", "heval").out
    assert "added: 1 prompt, 5 systems, 5 responses, 110 ratings\n" in out
    return "heval"


def test_table_13_comes_out_again(done: Run, rated: str) -> None:
    """Every item score is the paper's Overall, and a system's score the mean of its two annotators."""
    found = done("ratings", "--campaign", rated, "--format", "json").json
    assert found["protocol"] == "heval"
    scores = {(one["system"], one["annotator"]): one["score"] for one in found["items"]}
    printed = {
        ("E1", "Human1"): 0.80,
        ("E1", "Human2"): 0.725,
        ("E2", "Human1"): 0.925,
        ("E2", "Human2"): 0.95,
        ("E3", "Human1"): 0.35,
        ("E3", "Human2"): 0.30,
        ("E4", "Human1"): 0.30,
        ("E4", "Human2"): 0.225,
        ("E5", "Human1"): 0.40,
        ("E5", "Human2"): 0.40,
    }
    assert scores == pytest.approx(printed)
    both = {one["system"]: one["score"] for one in found["systems"] if one["annotator"] is None}
    assert both["E1"] == pytest.approx((0.80 + 0.725) / 2)
    assert all(one["criteria"][KEYS[3]] is None for one in found["items"])
    assert found["agreement"]["highest_rank"] == {"n": 1, "agree": 1, "percent": 100.0}
    assert {one["document"] for one in found["documents"]} == {"doc2"}


def test_a_subset_of_systems_is_ranked_among_itself(done: Run, rated: str) -> None:
    """The paper's limited corpus: of E3, E4 and E5 the last one is highest for both annotators."""
    found = done("ratings", "--campaign", rated, "--systems", "E3,E4,E5", "--format", "json").json
    highest = {(one["system"], one["annotator"]): one["shared"] for one in found["highest"]}
    assert [name for (name, _), shared in highest.items() if shared] == ["E5", "E5"]


def test_tables_for_people(done: Run, rated: str) -> None:
    """A line a system and annotator, who had the highest score, and how often both agree."""
    out = done("ratings", "--campaign", rated).out
    assert "the same highest score by two annotators: 1 of 1 (100.00%)" in out
    assert "0.762" in out or "0.763" in out


def test_nothing_yet(done: Run) -> None:
    """A campaign without ratings says so, in both forms."""
    done("campaign", "create", "new", "--protocol", "heval")
    assert done("ratings", "--campaign", "new").out.strip() == "nothing yet"
    assert done("ratings", "--campaign", "new", "--format", "json").json["systems"] == []


def test_import_twice_and_revise(done: Run, parvis: Run, rated: str, table13: str) -> None:
    """The second import adds nothing; a changed rating exits 2 naming its row, and is stored with --revise."""
    done("import", "ratings", table13, "--campaign", rated)
    file = Path(table13)
    file.write_text(file.read_text(encoding="utf-8").replace("E1,Human1,3,", "E1,Human1,1,"), encoding="utf-8")
    refused = parvis("import", "ratings", table13, "--campaign", rated)
    assert refused.code == 2
    assert "row 2" in refused.err
    assert KEYS[0] in refused.err
    done("import", "ratings", table13, "--campaign", rated, "--revise")
    found = done("ratings", "--campaign", rated, "--format", "json").json
    first = next(one for one in found["items"] if (one["system"], one["annotator"]) == ("E1", "Human1"))
    assert first["criteria"][KEYS[0]] == 1


def test_export_reads_back(done: Run, rated: str, tmp_path: Path) -> None:
    """What is exported, imported elsewhere, gives the very same results; pseudonyms name nobody."""
    path = tmp_path / "ratings.jsonl"
    done("export", "ratings", "--campaign", rated, "--output", path)
    done("campaign", "create", "copy", "--protocol", "heval")
    done("import", "ratings", path, "--campaign", "copy")
    one, two = (done("ratings", "--campaign", slug, "--format", "json").json for slug in (rated, "copy"))
    assert one == two
    done("export", "ratings", "--campaign", rated, "--output", path, "--pseudonymous")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert {row["annotator_id"] for row in rows} == {"annotator-1", "annotator-2"}


def test_a_pairwise_campaign_has_no_ratings_of_its_own(done: Run, parvis: Run) -> None:
    """Without --protocol it says what is meant; with one it answers."""
    done("campaign", "create", "pairs")
    refused = parvis("ratings", "--campaign", "pairs")
    assert (refused.code, "name a rating protocol" in refused.err) == (2, True)
    assert done("ratings", "--campaign", "pairs", "--protocol", "heval").out.strip() == "nothing yet"


def test_correlation_with_another_protocol(done: Run, rated: str, write: Write) -> None:
    """The paper's adequacy and fluency of the same translations go with HEval, in numbers and in a table."""
    with GOLDEN.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    lines = ["prompt_id,system,annotator_id,adequacy,fluency"]
    lines += [f"s150,{row['system']},{row['annotator']},{row['adequacy']},{row['fluency']}" for row in rows]
    path = write("table13b.csv", "\n".join(lines) + "\n")
    done("import", "ratings", path, "--campaign", rated, "--protocol", "adequacy_fluency")
    found = done("ratings", "--campaign", rated, "--against", "adequacy_fluency", "--format", "json").json
    assert found["against"] == "adequacy_fluency"
    everything = next(one for one in found["correlations"] if one["annotator"] is None and one["system"] is None)
    assert everything["n"] == 5
    assert everything["pearson"]["value"] > 0.9
    # Of one system there is one response here, so nothing to correlate.
    assert next(one for one in found["correlations"] if one["system"] == "E1")["pearson"]["value"] is None
    assert (
        "correlation with adequacy_fluency" in done("ratings", "--campaign", rated, "--against", "adequacy_fluency").out
    )


def test_correlation_at_every_level(done: Run, parvis: Run, rated: str, write: Write) -> None:
    """Against another campaign, responses, documents and systems each have their coefficients, under a key and in a
    table of their own; the keys of before say what they said."""
    lines = ["prompt_id,document,system,annotator_id,adequacy,fluency"]
    more = ["prompt_id,document,system,annotator_id," + ",".join(KEYS)]
    for i in range(6):
        for k, system in enumerate(("E1", "E2", "E3", "E4")):
            lines.append(f"s{i},doc{i // 2},{system},Kari,{5 - k},{4 - k + (i * k) % 2}")
            more.append(
                f"s{i},doc{i // 2},{system},Human1," + ",".join([str(4 - k + (i + k) % 2 * (k > 0))] * len(KEYS))
            )
    done("import", "ratings", write("more.csv", "\n".join(more) + "\n"), "--campaign", rated)
    done("campaign", "create", "other", "--protocol", "adequacy_fluency")
    done("import", "ratings", write("other.csv", "\n".join(lines) + "\n"), "--campaign", "other")
    asked = ("ratings", "--campaign", rated, "--against-campaign", "other")
    found = done(*asked, "--format", "json").json
    assert (found["against"], found["against_campaign"]) == ("adequacy_fluency", "other")
    of_all = {
        key: next(one for one in found[key] if one["annotator"] is None and one["system"] is None)
        for key in ("correlations", "document_correlations", "system_correlations")
    }
    assert [one["n"] for one in of_all.values()] == [24, 12, 4]
    assert of_all["document_correlations"]["pearson"]["low"] is not None
    assert {one["annotator"] for one in found["system_correlations"]} == {None, "Human1"} | {"Human2"}
    out = done(*asked).out
    for name in ("responses", "documents", "systems"):
        assert f"correlation with adequacy_fluency in other, over {name}" in out
    part = done(*asked, "--where", "prompt_id=s0", "--where", "prompt_id=s1", "--format", "json").json
    assert (part["correlations"][0]["n"], len(part["items"])) == (8, 8)
    refused = parvis("ratings", "--campaign", rated, "--where", "round=1")
    assert (refused.code, "FIELD=VALUE" in refused.err) == (2, True)
    done("campaign", "create", "pairs")
    assert "nothing yet to correlate with norwegian_fluency in pairs" in done(*asked[:-1], "pairs").out


def test_adequacy_and_fluency_apart(done: Run, write: Write) -> None:
    """HEval's tables 20 and 21: a correlation of 0.54 with adequacy and of −0.02 with fluency, planted for each engine
    and annotator, comes out as these two, next to the one with their mean, which hides both."""
    chance = np.random.default_rng(7)
    count, engines, people = 200, ("E1", "E2"), ("Human1", "Human2")
    rated, reference = [",".join(["prompt_id", "system", "annotator_id", *KEYS])], []
    planted = {}
    for engine in engines:
        adequacy, fluency = chance.integers(1, 6, (2, count))
        reference += [f"p{i},{engine},Judge,{adequacy[i]},{fluency[i]}" for i in range(count)]
        for human in people:
            quality = 2 + 0.7 * (adequacy - 3) + chance.normal(0, 1.5, count)
            points = np.clip(np.rint(11 * quality), 0, 44).astype(int)
            for i, total in enumerate(points):
                marks = [total // 11 + (at < total % 11) for at in range(11)]
                rated.append(",".join([f"p{i}", engine, human, *map(str, marks)]))
            planted[human, engine] = [np.corrcoef(points, side)[0, 1] for side in (adequacy, fluency)]
    done("campaign", "create", "paper", "--protocol", "heval")
    done("import", "ratings", write("heval.csv", "\n".join(rated) + "\n"), "--campaign", "paper")
    head = "prompt_id,system,annotator_id,adequacy,fluency\n"
    path = write("reference.csv", head + "\n".join(reference) + "\n")
    done("import", "ratings", path, "--campaign", "paper", "--protocol", "adequacy_fluency")
    asked = ("ratings", "--campaign", "paper", "--against", "adequacy_fluency")
    apart = done(*asked, "--format", "json").json["criterion_correlations"]
    shown = {
        (row["annotator"], row["system"]): [row["pearson"]["value"]]
        for row in apart["adequacy"]
        if row["annotator"] and row["system"]
    }
    for row in apart["fluency"]:
        if row["annotator"] and row["system"]:
            shown[row["annotator"], row["system"]].append(row["pearson"]["value"])
    assert shown.keys() == planted.keys()
    for key, both in planted.items():
        assert shown[key] == pytest.approx(both)
        assert shown[key][0] > 0.4
        assert abs(shown[key][1]) < 0.2
    out = done(*asked).out
    assert "correlation with adequacy of adequacy_fluency" in out
    assert "correlation with fluency of adequacy_fluency" in out


def test_the_papers_tables_in_the_terminal(done: Run, rated: str, tmp_path: Path) -> None:
    """Documents by annotator (table 14), systems by annotator (15), and engine-wise agreement (19); one sentence
    separates no systems, and says so."""
    out = done("ratings", "--campaign", rated).out
    documents = out.split("scores by document")[1].split("\n\n")[0]
    [human1] = [line.split() for line in documents.splitlines() if "Human1" in line]
    assert human1[:2] == ["doc2", "Human1"]
    assert [float(value) for value in human1[2:]] == pytest.approx([0.80, 0.925, 0.35, 0.30, 0.40], abs=6e-4)
    same = out.split("the same rank by two annotators")[1]
    assert [line.split()[0] for line in same.splitlines() if line.startswith("E")] == ["E1", "E2", "E3", "E4", "E5"]
    assert "One prompt is not enough" in out
    report = tmp_path / "report.html"
    done("report", "--campaign", rated, "--output", report)
    page = report.read_text(encoding="utf-8")
    assert "One prompt is not enough" in page
    assert page.count("too few prompts") == 10
    found = done("ratings", "--campaign", rated, "--format", "json").json
    assert {(pair["decided"], pair["low"], pair["reason"]) for pair in found["pairs"]} == {(False, None, "one_prompt")}
