"""Every built-in protocol by the command line alone: from a file of responses to a figure, by people and by a judge."""

from __future__ import annotations

import json
import random
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eval_core.cli import main
from eval_core.files import table_bytes
from eval_core.locales import number
from eval_core.protocols import Criterion, Protocol, list_protocols, load_protocol
from tests.judges.conftest import MODEL
from tests.judges.stub import Stub, choice_of, score_of

pytestmark = pytest.mark.slow

Start = Callable[..., Stub]
Command = Callable[..., Any]
PEOPLE, SYSTEMS, PROMPTS = ("Kari", "Ola"), ("fjell", "fjord", "foss"), 4
LABELS = {"A": "A is more fluent", "B": "B is more fluent", "tie": "Equally fluent"}


@pytest.fixture
def parvis(
    tmp_path: Path, migrated_sqlite: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Runs commands that must succeed, in a folder of their own; gives what a JSON document says, else the text."""
    shutil.copy(migrated_sqlite, tmp_path / "parvis.db")
    for name in ("PARVIS_DATABASE_URL", "PARVIS_BASE_URL", "PARVIS_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)

    def run(words: str) -> Any:
        monkeypatch.setattr(sys, "argv", ["parvis", *words.split()])
        with pytest.raises(SystemExit) as ended:
            main()
        output = capsys.readouterr()
        assert not ended.value.code, output.err
        return json.loads(output.out) if "--format json" in words else output.out

    return run


def responses() -> list[dict[str, str]]:
    """Every system's translation of every prompt, two prompts a document."""
    return [
        {
            "prompt_id": f"p{number}",
            "prompt": f"Sentence number {number}.",
            "document": f"d{number // 2}",
            "system": system,
            "response": f"Setning nummer {number} slik {system} skriver den.",
            "reference": f"Dette er setning {number}.",
            "source_language": "en",
            "target_language": "nb",
        }
        for number in range(PROMPTS)
        for system in SYSTEMS
    ]


def write(rows: list[dict[str, Any]], name: str) -> None:
    Path(name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def ratings_by_people(protocol: Protocol) -> list[dict[str, Any]]:
    """What two people gave, drawn from the scales, with a reason where one must be given."""
    chance = random.Random(protocol.key)

    def mark(criterion: Criterion) -> int | str:
        return chance.choice([*range(criterion.min, criterion.max + 1), *(["NA"] if criterion.na else [])])

    return [
        {"prompt_id": row["prompt_id"], "system": row["system"], "annotator_id": name}
        | {criterion.key: mark(criterion) for criterion in protocol.rated}
        | {
            f"{criterion.key}_explanation": "Slik er det."
            for criterion in protocol.rated
            if criterion.explanation != "none"
        }
        for row in responses()
        for name in PEOPLE
    ]


def judgments_by_people() -> list[dict[str, str]]:
    """What two people chose, drawn; every pair of systems on every prompt, once each way round."""
    chance, texts = random.Random(5), {(row["prompt_id"], row["system"]): row for row in responses()}
    return [
        {
            "prompt_id": (first := texts[f"p{number}", a])["prompt_id"],
            "prompt": first["prompt"],
            "response_a": first["response"],
            "response_b": texts[f"p{number}", b]["response"],
            "choice": chance.choice(list(LABELS.values())),
            "annotator_id": name,
            "model_a": a,
            "model_b": b,
        }
        for number in range(PROMPTS)
        for name, turn in zip(PEOPLE, (1, -1), strict=True)
        for a, b in (pair[::turn] for pair in (("fjell", "fjord"), ("fjell", "foss"), ("fjord", "foss")))
    ]


def shown(file: str) -> dict[str, str]:
    """The row of each system in the first table of a report that has it, as text."""
    rows: dict[str, str] = {}
    for row in re.findall(r"<tr>(.*?)</tr>", Path(file).read_text(encoding="utf-8"), re.DOTALL):
        cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)
        for system in set(cells) & set(SYSTEMS):
            rows.setdefault(system, " ".join(cells))
    return rows


def agree(file: str, rows: list[dict[str, Any]], estimate: str) -> None:
    """The report's table has the results' systems with their estimates and intervals, and no others; a figure too."""
    table = shown(file)
    assert len(table) == len(rows) == len(SYSTEMS)
    for row in rows:
        numbers = [number(row[name], 2) for name in (estimate, "low", "high") if row[name] is not None]
        assert len(numbers) in (1, 3)
        assert [one for one in numbers if one not in table[row["system"]]] == [], table[row["system"]]
    assert len({round(row[estimate], 6) for row in rows}) > 1, "a table of equal numbers shows nothing"
    assert 'alt="Figure: ' in Path(file).read_text(encoding="utf-8")


RATING = [protocol.key for protocol in list_protocols() if protocol.kind == "rating"]


@pytest.mark.parametrize("key", RATING)
def test_responses_are_rated(key: str, parvis: Command, stub: Start) -> None:
    """Responses and people's ratings from files, a judge over HTTP: scores and figures of both, and all are theirs."""
    protocol, endpoint = load_protocol(key), stub(key)
    write(responses(), "responses.jsonl")
    write(people := ratings_by_people(protocol), "people.jsonl")
    parvis(f"campaign create trial --protocol {key}")
    parvis("import responses responses.jsonl --campaign trial")
    parvis("import ratings people.jsonl --campaign trial")
    document = parvis(f"judge run --campaign trial --base-url {endpoint.url} --model {MODEL} --format json")
    assert (document["given_up"], document["malformed"]) == (0, 0)

    result = {kind: parvis(f"ratings --campaign trial --kind {kind} --format json") for kind in ("human", "judge")}
    for kind, results in result.items():
        parvis(f"report --campaign trial --kind {kind} --output {kind}.html")
        agree(f"{kind}.html", [row for row in results["systems"] if row["annotator"] is None], "score")
    entered = {(row["prompt_id"], row["system"], row["annotator_id"]): row for row in people}
    for item in result["human"]["items"]:
        row = entered.pop((item["prompt_id"], item["system"], item["annotator"]))
        assert item["criteria"] == {
            criterion.key: None if row[criterion.key] == "NA" else row[criterion.key] for criterion in protocol.rated
        }
    assert not entered
    texts = {(row["prompt_id"], row["system"]): row["response"] for row in responses()}
    for item in result["judge"]["items"]:
        text = texts.pop((item["prompt_id"], item["system"]))
        assert {criterion.key: item["criteria"][criterion.key] for criterion in protocol.rated} == {
            criterion.key: score_of(text, criterion) for criterion in protocol.rated
        }
        assert item["annotator"] == MODEL
    assert not texts


def test_responses_are_compared(parvis: Command, stub: Start) -> None:
    """The pairwise protocol likewise: judgments from a file, a judge in both orders, rankings and figures of both."""
    endpoint = stub("norwegian_fluency")
    write(responses(), "responses.jsonl")
    Path("people.csv").write_bytes(table_bytes(_frame(judgments_by_people()), ".csv"))
    parvis("campaign create trial")
    parvis("import responses responses.jsonl --campaign trial --comparisons-per-prompt 3")
    parvis("import judgments people.csv --campaign trial")
    document = parvis(f"judge run --campaign trial --base-url {endpoint.url} --model {MODEL} --format json")
    assert (document["done"], document["given_up"]) == (2 * 3 * PROMPTS, 0)

    for kind, judgments in (("human", 2 * 3 * PROMPTS), ("judge", 3 * PROMPTS)):
        ranking = parvis(f"rank --campaign trial --where kind={kind} --format json")
        assert ranking["n_judgments"] == judgments
        parvis(f"report --campaign trial --kind {kind} --output {kind}.html")
        agree(f"{kind}.html", ranking["systems"], "strength")
        page = Path(f"{kind}.html").read_text(encoding="utf-8")
        assert f'<th scope="row">Judgments</th><td>{judgments}</td>' in page
        assert f'<th scope="row">Annotators</th><td>{2 if kind == "human" else 1}</td>' in page
        repeats = 0 if kind == "human" else 3 * PROMPTS  # the judge's other order
        assert f'<th scope="row">Left out: gold comparisons and repeats</th><td>{repeats}</td>' in page
    parvis("export judgments --campaign trial --output all.jsonl")
    rows = [json.loads(line) for line in Path("all.jsonl").read_text(encoding="utf-8").splitlines()]
    by_judge = [row for row in rows if row["annotator_kind"] == "judge"]
    assert len(by_judge) == 2 * 3 * PROMPTS
    assert all(row["choice"] == LABELS[choice_of(row["response_a"], row["response_b"])] for row in by_judge)


def _frame(rows: list[dict[str, str]]) -> Any:
    import pandas as pd

    return pd.DataFrame(rows)
