"""The version is the same wherever it is written."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from eval_core import __version__
from eval_core.cli.application import application

ROOT = Path(__file__).parents[3]


def versions(root: Path) -> dict[str, str]:
    """What each place says; of the changelog, its first released section."""
    cited = re.search(r'^version: "(.+)"$', (root / "CITATION.cff").read_text(), re.MULTILINE)
    changed = re.search(r"^## (\d\S*) ", (root / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert cited
    assert changed
    packaged = tomllib.loads((root / "pyproject.toml").read_text())["project"]["version"]
    return {"pyproject.toml": packaged, "CITATION.cff": cited[1], "CHANGELOG.md": changed[1]}


def test_every_place_says_the_same(tmp_path: Path) -> None:
    assert set(versions(ROOT).values()) == {__version__}
    for name in ("pyproject.toml", "CITATION.cff", "CHANGELOG.md"):
        (tmp_path / name).write_text((ROOT / name).read_text())
    planted = (ROOT / "CITATION.cff").read_text().replace(__version__, "0.0.9")
    (tmp_path / "CITATION.cff").write_text(planted)
    assert versions(tmp_path)["CITATION.cff"] == "0.0.9"


@pytest.mark.parametrize("words", [["--version"], ["--version", "rank"]])
def test_the_command_says_it_and_does_nothing_else(words: list[str]) -> None:
    done = CliRunner().invoke(application, words)
    assert (done.exit_code, done.output) == (0, f"parvis {__version__}\n")
