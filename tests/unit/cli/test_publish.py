"""`parvis publish`: refused until the campaign is closed, and then the numbers of `parvis rank`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.running import Run, Write, verdicts


@pytest.fixture
def judged(trial: str, done: Run, write: Write) -> str:
    done("import", "judgments", write("judgments.jsonl", verdicts(rounds=6)), "--campaign", trial)
    return trial


def test_from_open_to_published(judged: str, done: Run, parvis: Run, tmp_path: Path) -> None:
    """Refused with what to do, then closed, published, and equal to `rank --campaign --format json`; opened again not."""
    assert "parvis campaign close" in parvis("publish", judged, "site").complaint
    assert not (tmp_path / "site").exists()
    assert done("campaign", "close", judged).out == "campaign 'trial' closed\n"
    assert done("campaign", "close", judged).out == "campaign 'trial' was closed already\n"
    ran = done("publish", judged, "site")
    assert "files written to site" in ran.out
    assert "--address" in ran.out
    published = json.loads((tmp_path / "site" / "results.json").read_text("utf-8"))["rankings"]["all"]
    printed = done("rank", "--campaign", judged, "--format", "json").json
    same = printed.keys() - {"campaigns", "diagnostics"}
    assert {key: published[key] for key in same} == {key: printed[key] for key in same}
    assert done("rank", tmp_path / "site" / "data" / "judgments.parquet", "--format", "json").json["systems"]
    assert "--address" not in done("publish", judged, "site", "--address", "https://example.org/x").out
    done("campaign", "reopen", judged)
    assert "closed" in parvis("publish", judged, "site").complaint


def test_what_is_wrong_is_said(judged: str, done: Run, parvis: Run, tmp_path: Path) -> None:
    """Another folder, no address, an unknown campaign: one message, exit 2, and nothing is written."""
    done("campaign", "close", judged)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("mine")
    assert "something else" in parvis("publish", judged, "mine").complaint
    assert "not the address" in parvis("publish", judged, "site", "--address", "example.org").complaint
    assert "unknown" in parvis("publish", "unknown", "site").complaint
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]
    assert not (tmp_path / "site").exists()


def test_the_public_page_is_a_rule(judged: str, done: Run, parvis: Run) -> None:
    """It is refused while judging is open, and gone after the campaign was opened again."""
    assert "closed" in parvis("campaign", "set", judged, "public_results=full").complaint
    done("campaign", "close", judged)
    done("campaign", "set", judged, "public_results=full")
    assert "full" in done("campaign", "rules", judged).out
    done("campaign", "reopen", judged)
    assert done("campaign", "rules", judged, "--format", "json").json["public_results"] == "off"
