"""`parvis backup`, `parvis restore` and `parvis check` on the command line."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.running import Run


def test_there_and_back(done: Run, trial: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backup names its file, size and digest; restored into another database the campaign is there, and it checks."""
    said = done("backup", "kept.db").out
    assert "kept.db: " in said
    assert "no problem found" in said
    monkeypatch.setenv("PARVIS_DATABASE_URL", "sqlite:///other.db")
    assert "no problem found" in done("restore", "kept.db").out
    assert [row["slug"] for row in done("campaign", "list", "--format", "json").json] == [trial]
    assert done("check").out == "no problem found\n"


def test_a_contradiction_is_a_no(parvis: Run, done: Run, trial: str, tmp_path: Path) -> None:
    """What does not agree with itself ends with 3 and is named, in a table, in JSON and with the backup, which is kept."""
    assert done("check", "--format", "json").json["problems"] == []
    with closing(sqlite3.connect(tmp_path / "parvis.db")) as database:
        database.execute("UPDATE campaign SET clarifications = 7")
        database.commit()
    asked = parvis("check", "--format", "json")
    assert asked.code == 3
    (problem,) = asked.json["problems"]
    assert {key: problem[key] for key in ("check", "table", "count", "ids")} == {
        "check": "count",
        "table": "campaign",
        "count": 1,
        "ids": [1],
    }
    assert "clarifications" in parvis("check").out
    ran = parvis("backup", "kept.db")
    assert (ran.code, "clarifications" in ran.err, (tmp_path / "kept.db").exists()) == (3, True, True)


def test_refusals(parvis: Run, done: Run, trial: str, contents: Callable[[], list[str]]) -> None:
    """A file that is there, a database that is not empty or not there, and a missing file are refused; `--force` is asked for."""
    done("backup", "kept.db")
    before = contents()
    assert "--force" in parvis("backup", "kept.db").complaint
    assert "--force" in parvis("restore", "kept.db").complaint
    assert "gone.db" in parvis("restore", "gone.db").complaint
    assert "itself" in parvis("backup", "parvis.db", "--force").complaint
    assert contents() == before
    done("backup", "kept.db", "--force")
    done("restore", "kept.db", "--force")
    assert contents() == before


def test_no_database(parvis: Run, tmp_path: Path) -> None:
    """Where there is no database, none is made, backed up or checked."""
    for words in (("backup", "kept.db"), ("check",)):
        assert "no Parvis database" in parvis(*words).complaint
    assert list(tmp_path.iterdir()) == []
