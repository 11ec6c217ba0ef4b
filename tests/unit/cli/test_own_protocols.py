"""`parvis protocol` on all protocols, a broken file, and a folder of a lead's own; `parvis serve` with such a folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from eval_core.cli import dashboard
from eval_core.protocols import DATA
from tests.ports import free_port
from tests.support.running import Run, Write

OURS = (DATA / "protocols" / "heval.toml").read_text(encoding="utf-8").replace('key = "heval"', 'key = "ours"', 1)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one protocol, named in the setting relative to the working directory."""
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "ours.toml").write_text(OURS, encoding="utf-8")
    monkeypatch.setenv("PARVIS_PROTOCOLS", "own")
    return folder


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the dashboard would find in the setting, instead of starting it."""
    found: list[str] = []
    monkeypatch.setattr(dashboard, "_become_streamlit", lambda *_: found.append(os.environ["PARVIS_PROTOCOLS"]))
    for name in ("PARVIS_BASE_URL", "PARVIS_DATABASE_URL"):
        monkeypatch.setenv(name, "")  # serve sets them; this has them forgotten afterwards
    return found


def test_list(done: Run) -> None:
    """The list tells of every protocol its kind, how many criteria it has, and its title."""
    rows = {row["key"]: (row["kind"], row["criteria"]) for row in done("protocol", "list", "--format", "json").json}
    assert rows == {
        "norwegian_fluency": ("pairwise", 0),
        "heval": ("rating", 11),
        "adequacy_fluency": ("rating", 2),
        "hindi_english": ("rating", 3),
        "mt_qualitative": ("rating", 5),
        "gptscore_ko": ("rating", 9),
    }
    line = next(line for line in done("protocol", "list").out.splitlines() if line.startswith("heval"))
    assert line.split()[:5] == ["heval", "1.1", "rating", "11", "HEval:"]


def test_check_names_file_and_key(parvis: Run, write: Write) -> None:
    """A broken file is refused in one line with the file's name and the criterion's key."""
    write("ours.toml", OURS.replace('key = "tense"\nmin = 0', 'key = "tense"\nmin = 9', 1))
    assert parvis("protocol", "check", "ours.toml").complaint == (
        "parvis: ours.toml: criteria.tense: min must be below max"
    )


def test_own_folder(own: Path, done: Run, parvis: Run) -> None:
    """A protocol of one's own is listed and shown; one under a name of Parvis's is refused with its file."""
    assert "ours " in done("protocol", "list").out
    assert len(done("protocol", "show", "ours").json["criteria"]) == 11
    (own / "heval.toml").write_text("", encoding="utf-8")
    complaint = parvis("protocol", "list").complaint
    assert "own/heval.toml" in complaint
    assert "Parvis itself has a protocol 'heval'" in complaint


def test_serve_finds_the_folder_from_anywhere(own: Path, done: Run, started: list[str]) -> None:
    """The dashboard, which runs in another directory, gets the folder's full path."""
    done("serve", "--port", free_port())
    assert started == [str(own.resolve())]


def test_serve_refuses_a_broken_protocol(own: Path, parvis: Run, started: list[str], tmp_path: Path) -> None:
    """A wrong file is heard of before the dashboard starts or a database is made, not on a page."""
    (own / "ours.toml").write_text(OURS.replace("[score]", "[scores]", 1), encoding="utf-8")
    assert "own/ours.toml: scores: there is no such key" in parvis("serve", "--port", free_port()).complaint
    assert started == []
    assert [path.name for path in tmp_path.iterdir()] == ["own"]
