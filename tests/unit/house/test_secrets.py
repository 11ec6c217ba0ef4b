"""Secrets come from the environment alone: never from an argument, a file of ours or the code."""

from __future__ import annotations

import re
import subprocess
import tomllib
from typing import Any

import pytest
import typer

from eval_core.cli.application import application
from tests.support.reading import ROOT

SECRET = re.compile(r"(api.?key|password|secret|token|credential)$", re.IGNORECASE)
# Keys and tokens of well-known makes, private keys, and passwords within database addresses.
LOOKS_SECRET = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----|\bsk-[A-Za-z0-9_-]{20,}|\bhf_[A-Za-z0-9]{20,}|\bgh[pousr]_[A-Za-z0-9]{20,}"
    r"|\bAKIA[0-9A-Z]{16}\b|postgresql(?:\+psycopg)?://\w+:(?!PASSWORD@|secret@|\*\*\*@)[^@\s/{]+@"
)


def options(command: Any, path: str = "parvis") -> list[str]:
    """Every option of every command, as 'parvis judge run --model'."""
    if hasattr(command, "commands"):
        return [one for name, part in command.commands.items() for one in options(part, f"{path} {name}")]
    return [f"{path} {name}" for one in command.params for name in one.opts if name.startswith("-")]


def test_no_option_takes_a_secret() -> None:
    """An argument can be read by everybody on the machine, and stays in the shell's history."""
    found = options(typer.main.get_command(application))
    assert len(found) > 50
    assert [one for one in found if SECRET.search(one)] == []


def test_such_an_option_would_be_seen() -> None:
    """The planted violation: an option for a key is found by its name."""
    planted = typer.Typer()

    @planted.command()
    def ask(key: str = typer.Option("", "--api-key")) -> None:
        """Asks."""

    assert [one for one in options(typer.main.get_command(planted)) if SECRET.search(one)] == ["parvis --api-key"]


def tracked() -> list[str]:
    """What the repository holds, by path."""
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("no git repository around: what is tracked cannot be told")
    return done.stdout.splitlines()


def test_no_file_holds_a_secret() -> None:
    """No tracked file has a key, a token or a database's password in it, and Streamlit's settings have no cookie secret."""
    found = []
    for name in tracked():
        path = ROOT / name
        if path.is_file() and path.suffix not in (".parquet", ".png", ".db", ".sqlite"):
            found += [(name, match[0]) for match in LOOKS_SECRET.finditer(path.read_text("utf-8", "replace"))]
    assert [(name, one) for name, one in found if "test_" not in name] == []
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())
    assert not {"cookieSecret", "sslKeyFile"} & settings["server"].keys()
    assert not (ROOT / ".streamlit" / "secrets.toml").exists()


def test_a_secret_would_be_seen() -> None:
    """The planted violations: a key, a token and a password are each found; a placeholder is not."""
    for planted in ("sk-" + "a" * 30, "hf_" + "b" * 30, "postgresql://me:" + "hunter2@db/parvis"):
        assert LOOKS_SECRET.search(planted)
    assert not LOOKS_SECRET.search("postgresql://parvis:PASSWORD@127.0.0.1/parvis")
