"""Running the command line in this process, and watching what it leaves behind."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main

from eval_core.cli import main
from tests.support.running import Ran, Run, Write

ENVIRONMENT = ("PARVIS_DATABASE_URL", "PARVIS_BASE_URL", "PARVIS_DWELL_MS", "PARVIS_DEBUG", "PARVIS_PROTOCOLS")
# Every call reads the signatures of all commands, which takes longer than most commands: once is enough.
COMMANDS = cache(typer.main.get_command)


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test in a working directory of its own, without settings."""
    for name in ENVIRONMENT:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def parvis(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `parvis` with these words, as the script does."""

    monkeypatch.setattr(typer.main, "get_command", COMMANDS)

    def run(*words: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["parvis", *map(str, words)])
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
            main()
        return Ran(int(ended.value.code or 0), out.getvalue(), err.getvalue())

    return run


@pytest.fixture
def done(parvis: Run) -> Run:
    """As `parvis`, for a command that must succeed."""

    def run(*words: object) -> Ran:
        ran = parvis(*words)
        assert ran.code == 0, ran.err
        return ran

    return run


@pytest.fixture
def trial(done: Run, migrated_sqlite: Path, tmp_path: Path) -> str:
    """An empty campaign in the database of the working directory."""
    shutil.copy(migrated_sqlite, tmp_path / "parvis.db")
    done("campaign", "create", "trial", "--title", "Prøve")
    return "trial"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes text, bytes or objects (as JSON Lines) to a file of this name; gives the name."""

    def file(name: str, content: str | bytes | list[dict[str, Any]]) -> str:
        if isinstance(content, list):
            content = "".join(json.dumps(row) + "\n" for row in content)
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    return file


@pytest.fixture
def contents(tmp_path: Path) -> Callable[[], list[str]]:
    """Everything in the database of the working directory, as SQL."""

    def dump() -> list[str]:
        with closing(sqlite3.connect(tmp_path / "parvis.db")) as database:
            return list(database.iterdump())

    return dump
