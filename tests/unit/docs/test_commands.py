"""What the documentation says of the command line, of make and of settings is so."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from eval_core.cli.application import application
from tests.support.reading import ROOT, code_lines, documents, inline_code, section, text_of

GROUP: Any = typer.main.get_command(application)
UsageError = typer.BadParameter.__mro__[1]
# By its name at the start of a line, or by its path with something after it (elsewhere a path may be any file).
_COMMAND = re.compile(r"(?:^(?:\$ )?(?:\w+=\S* )*parvis|\S*/bin/parvis(?= +\S))(?: +(.*))?$")
_SETTING = re.compile(r"\bPARVIS_[A-Z_]+\b")
_FILE = re.compile(r"[\w.-]+\.(?:csv|jsonl|parquet|toml)")


def leaves() -> dict[str, Any]:
    """Every command by its full name."""
    found: dict[str, Any] = {}
    for name, command in GROUP.commands.items():
        inside = getattr(command, "commands", None)
        found |= {f"{name} {one}": leaf for one, leaf in (inside or {}).items()}
        if not inside or command.invoke_without_command:
            found[name] = command
    return found


def words_after_parvis(line: str) -> list[str] | None:
    """The arguments of a line that runs `parvis`, None where it runs something else."""
    match = _COMMAND.search(line.split(" #", maxsplit=1)[0].rstrip())
    return shlex.split(match[1] or "") if match else None


def named(words: list[str]) -> tuple[str, list[str]]:
    """The command's full name and its arguments; the name is empty where there is no such command."""
    for length in (2, 1):
        name = " ".join(words[:length])
        if name in leaves():
            return name, words[length:]
    return "", words


def wrong_lines(text: str, folder: Path) -> list[str]:
    """Lines of code that the command line would refuse, with its word. Their files are made to exist."""
    wrong = []
    for line in code_lines(text):
        words = words_after_parvis(line)
        if words is None or "--help" in words:
            continue
        name, arguments = named(words)
        if not name:
            wrong.append(f"{line}: no such command")
            continue
        for word in arguments:
            if _FILE.fullmatch(word):
                (folder / word).touch()
        try:
            leaves()[name].make_context(f"parvis {name}", list(arguments))
        except UsageError as error:
            wrong.append(f"{line}: {error.format_message()}")
    return wrong


def wrong_mentions(text: str) -> list[str]:
    """Mentions of a command or an option that does not exist. A mention may leave out what the command needs."""
    wrong = []
    of_all = {option for param in GROUP.params for option in param.opts}
    every = {option for leaf in leaves().values() for param in leaf.params for option in param.opts}
    for code in inline_code(text):
        words = words_after_parvis(code)
        if words and words[0] not in of_all:
            name, arguments = named(words)
            known = {option for param in leaves()[name].params for option in param.opts} if name else set()
            group = len(words) == 1 and words[0] in GROUP.commands
            if not group and (not name or {word for word in arguments if word.startswith("--")} - known):
                wrong.append(code)
        elif code.startswith("--") and shlex.split(code)[0] not in {*every, "--help"}:
            wrong.append(code)
    return wrong


def unmentioned(texts: list[str]) -> list[str]:
    """Commands that no text speaks of."""
    said = [named(words)[0] for text in texts for code in (*inline_code(text), *code_lines(text))
            if (words := words_after_parvis(code))]  # fmt: skip
    return sorted(leaves().keys() - set(said))


def code_of_ours() -> str:
    """All Python that runs, as one text."""
    files = [ROOT / "app.py", *(ROOT / "pages").rglob("*.py"), *(ROOT / "eval_core").rglob("*.py")]
    return "\n".join(map(text_of, files))


def settings_in(text: str) -> set[str]:
    """The environment variables of ours that a text names."""
    return set(_SETTING.findall(text))


def unknown_targets(text: str) -> list[str]:
    """Targets of make that a text names and the Makefile lacks."""
    there = set(re.findall(r"^([\w-]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    asked = [
        match[1] for code in (*inline_code(text), *code_lines(text)) if (match := re.match(r"make ([\w-]+)", code))
    ]
    return [target for target in asked if target not in there]


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_every_command_line_is_accepted(path: Path, tmp_path: Path) -> None:
    """Anyone who copies a line from a page is understood by the command line."""
    assert wrong_lines(text_of(path), tmp_path) == []


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_every_command_mentioned_exists(path: Path) -> None:
    """Commands and options named in a sentence exist."""
    assert wrong_mentions(text_of(path)) == []


def test_every_command_is_documented() -> None:
    """No command is a secret."""
    assert unmentioned([text_of(path) for path in documents()]) == []


def test_every_setting_is_documented_and_exists() -> None:
    """The environment variables in the documentation are those in the code."""
    assert settings_in(section(text_of(ROOT / "docs" / "architecture.md"), "Settings")) == settings_in(code_of_ours())
    of_tests = settings_in(text_of(ROOT / "tests" / "conftest.py"))
    assert settings_in("\n".join(map(text_of, documents()))) <= settings_in(code_of_ours()) | of_tests


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_every_make_target_exists(path: Path) -> None:
    """What the documentation asks of make, the Makefile can do."""
    assert unknown_targets(text_of(path)) == []


@pytest.mark.parametrize(
    "line",
    [
        "parvis judge run --campaign c",
        "parvis rank judgments.csv --modell davidson",
        "parvis rank judgments.csv --model elo",
        "parvis progress",
        "PARVIS_DWELL_MS=0 /opt/x/bin/parvis serve --port http",
        "parvis import responses responses.jsonl --campaign c \\\n    --overlap 3",
    ],
)
def test_a_wrong_line_is_caught(line: str, tmp_path: Path) -> None:
    """An unknown command or option, a wrong value and a missing option are all seen, fenced and indented."""
    assert len(wrong_lines(f"Do:\n\n```sh\n{line}\n```\n", tmp_path)) == 1
    for before in ("Do:\n\n", "## Do\n", ""):
        assert len(wrong_lines(before + "    " + line.replace("\n", "\n    ") + "\n", tmp_path)) == 1


@pytest.mark.parametrize("code", ["parvis improve", "parvis rank --robust", "--robust", "parvis person delete NAME"])
def test_a_wrong_mention_is_caught(code: str) -> None:
    """A command or an option that does not exist is seen in a sentence."""
    assert wrong_mentions(f"Use `{code}` for that.") == [code]


def test_a_secret_command_is_caught() -> None:
    """Speaking of one command leaves the others undocumented."""
    assert set(unmentioned(["`parvis rank FILE`"])) == leaves().keys() - {"rank"}


def test_a_wrong_setting_or_target_is_caught() -> None:
    """An invented variable and an invented target of make are seen."""
    assert settings_in("Set `PARVIS_COLOUR` to red.") - settings_in(code_of_ours()) == {"PARVIS_COLOUR"}
    assert unknown_targets("Say `make coffee`.") == ["coffee"]
