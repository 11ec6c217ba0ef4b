"""The tables of docs/judges.md name every key of `parvis judge report --format json`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from eval_core.store import Store
from tests.support.documents import shape
from tests.support.rating_judges import rate_by_judges
from tests.support.reading import ROOT, blocks, first_cells, text_of
from tests.support.running import Run

PAGE = text_of(ROOT / "docs" / "judges.md")


def keys_of(header: str, page: str = PAGE) -> set[str]:
    """The keys that the table with this header names."""
    return {name for cell in first_cells(page, header) for name in re.findall(r"`(.+?)`", cell)}


@pytest.fixture
def rated(done: Run, tmp_path: Path) -> dict[str, object]:
    """The document of a judge who rated."""
    done("campaign", "create", "rated", "--protocol", "adequacy_fluency")
    store = Store("sqlite:///parvis.db")
    rate_by_judges(store, "rated", tmp_path, ("Copy",))
    store.dispose()
    return done("judge", "report", "--campaign", "rated", "--format", "json").json["judges"][0]


def test_a_judge_who_rates(rated: dict[str, object]) -> None:
    """Keys of the judge, of a part (the score has no confusion) and of the test are those of the page."""
    assert set(rated) == keys_of("key of a judge who rates")
    criteria = rated["criteria"]
    assert isinstance(criteria, dict)
    part = keys_of("key of a part")
    assert set(criteria["fluency"]) == part
    assert rated["score"].keys() == part - {"points", "counts", "na", "people_na"}  # type: ignore[attr-defined]
    [example] = [json.loads(block.body) for block in blocks(PAGE) if (block.language, block.kind) == ("json", "test")]
    assert shape(criteria["fluency"]["test"]) == shape(example)


def test_a_judge_who_compares(done: Run, tmp_path: Path) -> None:
    """The same for a judge who compares."""
    rows = [
        {
            "prompt_id": "p",
            "model_a": "a",
            "model_b": "b",
            "winner": "tie",
            "annotator_id": name,
            "annotator_kind": kind,
        }
        for name, kind in (("Kari", "human"), ("Robot", "judge"))
    ]
    path = tmp_path / "judged.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    done("campaign", "create", "trial")
    done("import", "judgments", path, "--campaign", "trial")
    [found] = done("judge", "report", "--campaign", "trial", "--format", "json").json["judges"]
    assert set(found) == keys_of("key of a judge who compares")
    assert set(found["ci"]) == {
        "judge_agreement", "people_agreement", "judge_alpha", "people_alpha", "judge_without_ties", "people_without_ties",
    }  # fmt: skip


def test_a_forgotten_key_is_caught(rated: dict[str, object]) -> None:
    """Were a key left out of the page, the first test would fail."""
    line = next(line for line in PAGE.splitlines() if line.startswith("| `batch_place`"))
    assert keys_of("key of a judge who rates", PAGE.replace(line + "\n", "")) != set(rated)
