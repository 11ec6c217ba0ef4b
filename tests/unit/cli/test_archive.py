"""`parvis export all`, `import all`, `export dataset`, `person erase` and `token`: what they print, write and refuse."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.running import Run, Write, answers, verdicts


@pytest.fixture
def judged(trial: str, done: Run, write: Write) -> str:
    """A campaign with judgments by Kari and Ola."""
    done("import", "responses", write("responses.jsonl", answers()), "--campaign", trial)
    done("import", "judgments", write("judgments.jsonl", verdicts()), "--campaign", trial)
    return trial


def test_a_campaign_moves(judged: str, done: Run, parvis: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One command writes it, another restores it elsewhere to the same ranking; a second time it is there already."""
    said = done("export", "all", "--campaign", judged, "--output", "trial.zip").out
    assert "without people's names" in said
    here = done("rank", "--campaign", judged, "--format", "json").json
    monkeypatch.setenv("PARVIS_DATABASE_URL", f"sqlite:///{tmp_path / 'elsewhere.db'}")
    said = done("import", "all", "trial.zip").out
    assert said.startswith("campaign 'trial' restored: 21 responses,")
    there = done("rank", "--campaign", judged, "--format", "json").json
    assert [row["system"] for row in there["systems"]] == [row["system"] for row in here["systems"]]
    assert [row["strength"] for row in there["systems"]] == pytest.approx([row["strength"] for row in here["systems"]])
    assert "there is a campaign 'trial' already" in parvis("import", "all", "trial.zip").complaint
    monkeypatch.delenv("PARVIS_DATABASE_URL")
    assert "with people's names" in done("export", "all", "--campaign", judged, "--output", "n.zip", "--named").out
    with zipfile.ZipFile("n.zip") as archive:
        assert b'"Kari"' in archive.read("person.jsonl")


def test_what_is_no_archive(
    parvis: Run, trial: str, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong ending, a missing file and a text are refused; no database and no file comes of it."""
    assert "ends in .zip" in parvis("export", "all", "--campaign", trial, "--output", "trial.tar").complaint
    assert "no campaign 'nothing'" in parvis("export", "all", "--campaign", "nothing", "--output", "x.zip").complaint
    monkeypatch.setenv("PARVIS_DATABASE_URL", f"sqlite:///{tmp_path / 'new.db'}")
    assert "does not exist" in parvis("import", "all", "missing.zip").complaint
    assert "not a readable zip" in parvis("import", "all", write("text.zip", "hello")).complaint
    assert sorted(file.name for file in tmp_path.iterdir() if not file.name.startswith("parvis.db")) == ["text.zip"]
    assert not (tmp_path / "new.db").exists()


def test_a_data_set(judged: str, done: Run, parvis: Run, tmp_path: Path) -> None:
    """It is written to a new folder, ranks the same, and says what is not filled in; a second one needs another place."""
    said = done("export", "dataset", "--campaign", judged, "--output", "set").out
    assert "judgments: 18 rows" in said
    assert "Not filled in: recruitment, pay basis, ethics reference, licence, contact, decoding settings of a," in said
    assert {file.name for file in (tmp_path / "set").iterdir()} == {
        "README.md",
        *(f"{name}.parquet" for name in ("judgments", "marks", "prompts", "responses", "annotators", "guidelines")),
    }
    one = done("rank", "set/judgments.parquet", "--format", "json").json
    two = done("rank", "--campaign", judged, "--format", "json").json
    for mine, theirs in zip(one["systems"], two["systems"], strict=True):
        for name in ("system", "rank", "strength", "se", "win_rate", "judgments"):
            assert mine[name] == pytest.approx(theirs[name], abs=1e-9)
    refused = parvis("export", "dataset", "--campaign", judged, "--output", "set")
    assert "already something with this name" in refused.complaint


def test_erasing_asks(
    judged: str, done: Run, parvis: Run, monkeypatch: pytest.MonkeyPatch, contents: Callable[[], list[str]]
) -> None:
    """Nothing happens without a yes, at the question or as an option; then the name is in the database no more."""
    before = contents()
    for answer in ("n\n", ""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
        ran = parvis("person", "erase", "Kari")
        assert (ran.code, "nothing was erased" in ran.err) == (2, True)
    assert contents() == before
    assert "the judgments are kept under 'erased-" in done("person", "erase", "Kari", "--yes").out
    assert "Kari" not in "\n".join(contents())
    assert "no person 'Kari'" in parvis("person", "erase", "Kari", "--yes").complaint


def test_tokens(trial: str, done: Run, parvis: Run, contents: Callable[[], list[str]]) -> None:
    """A token is printed once, listed by its name, and dead after its revocation."""
    token = done("token", "create", "loop", "--campaign", trial).out.strip()
    assert len(token) == 43
    assert token not in "\n".join(contents())
    (row,) = done("token", "list", "--campaign", trial, "--format", "json").json
    assert (row["name"], row["revoked_at"]) == ("loop", None)
    assert "there is a token 'loop' already" in parvis("token", "create", "loop", "--campaign", trial).complaint
    assert done("token", "revoke", "loop", "--campaign", trial).out == "token 'loop' revoked\n"
    assert "no token 'loop' that works" in parvis("token", "revoke", "loop", "--campaign", trial).complaint
    assert done("token", "create", "loop", "--campaign", trial, "--format", "json").json["name"] == "loop"
