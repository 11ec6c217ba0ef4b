"""The protocol of docs/protocols.md that reads how probable responses are: from its file to the exported value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import pandas as pd
import pytest

from eval_core.errors import InputError
from eval_core.protocols import read_protocol
from tests.judges.stub import Stub, log_of, number_of, serving
from tests.support.reading import ROOT, blocks, text_of
from tests.support.running import Run, answers

PAGE = text_of(ROOT / "docs" / "protocols.md")
[TEXT] = [block.body for block in blocks(PAGE) if (block.language, block.kind) == ("toml", "likely")]
[COMMANDS] = [block.body for block in blocks(PAGE) if (block.language, block.kind) == ("sh", "likely")]
NAME = "likely_summary.toml"


def score_of(response: str, criterion: str) -> int:
    """What the endpoint replies."""
    return 1 + number_of(response, criterion) % 5


class Scoring(Stub):
    """An endpoint that scores as the page's template asks."""

    def _content(self, prompt: str, number: int) -> str:
        found = re.search(r"The summary:\n(.*)\n\nReply .*: (\w+) score \(1-5\)", prompt)
        assert found, prompt
        return f"{found[2]} score (1-5): {score_of(found[1], found[2].lower())}"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page's protocol, as a protocol of one's own."""
    path = tmp_path / NAME
    path.write_text(TEXT, encoding="utf-8")
    monkeypatch.setenv("PARVIS_PROTOCOLS", str(tmp_path))
    return path


@pytest.fixture
def endpoint(file: Path) -> Iterator[Stub]:
    with serving(Scoring(read_protocol(file), logprobs=True)) as stub:
        yield stub


def test_from_the_page_to_the_export(
    endpoint: Stub, done: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page's commands, and all three numbers of each response and criterion as computed here."""
    for name in ("OPENAI_API_KEY", "OPENAI_LOG"):
        monkeypatch.delenv(name, raising=False)
    check, create, judge, export = (line.split()[1:] for line in COMMANDS.splitlines())
    assert "likely_summary 1.0 is well formed" in done(*check).out
    done(*create)
    rows = answers(prompts=2)
    path = tmp_path / "responses.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    done("import", "responses", path, "--campaign", "summaries")
    done(*(endpoint.url if word.startswith("http") else word for word in judge))
    done(*export)
    table = pd.read_csv(tmp_path / "ratings.csv")
    texts = {(row["prompt_id"], row["system"]): row["response"] for row in rows}
    assert len(table) == 2 * len(texts)  # two criteria
    for instruction in ("is fluent and free", "has what matters"):  # each criterion's own
        assert sum(instruction in text for text in endpoint.echoed) == len(texts)
    for row in table.to_dict("records"):
        response = texts[row["prompt_id"], row["system"]]
        assert row["value"] == score_of(response, row["criterion"])
        assert row["expected"] == pytest.approx(row["value"] - (1 / 3 if row["value"] > 1 else 0))
        words = re.findall(r"\s*\S+", f" {response}")
        assert row["log_probability"] == pytest.approx(fmean(log_of(word) for word in words))


def test_an_instruction_behind_the_response_is_refused(file: Path) -> None:
    """A check that passes everything would be none."""
    file.write_text(TEXT.replace("Summary: {{ response }}", "{{ response }}\nIs it good?"), encoding="utf-8")
    with pytest.raises(InputError, match="likelihood"):
        read_protocol(file)
