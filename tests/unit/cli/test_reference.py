"""docs/cli.md is what the commands say of themselves."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import pytest
import typer

from eval_core.cli import reference
from eval_core.cli.rules import settings
from tests.support.reading import ROOT, headings, text_of
from tests.support.running import COMMANDS

PAGE = text_of(ROOT / "docs" / "cli.md")


def difference(page: str) -> str:
    """The first line of the document that the commands do not give, or the first that it lacks; empty if none."""
    lines, made = page.splitlines(), reference.reference().splitlines()
    for line, wanted in zip([*lines, "(end)"], [*made, "(end)"], strict=False):
        if line != wanted:
            return f"{line} -> {wanted}"
    return ""


def test_the_document_is_that_of_the_commands() -> None:
    """`make docs` would change nothing."""
    assert difference(PAGE) == "", "run `make docs`"


def test_every_command_parameter_and_setting_is_there() -> None:
    """Each command has a heading, each option and argument a row with its help, each setting one with its values."""
    parts = dict(zip(headings(PAGE), re.split(r"^#+ +.*$", PAGE, flags=re.MULTILINE)[1:], strict=True))
    for name, command in COMMANDS.items():
        rows = [line for line in parts[f"`parvis {name}`"].splitlines() if line.startswith("| `")]
        for parameter in command.params:
            said = f" {parameter.help} |"
            word = (
                parameter.opts[0] if parameter.opts[0].startswith("-") else parameter.metavar or parameter.name.upper()
            )
            assert any(row.startswith(f"| `{word}`") and row.endswith(said) for row in rows), (name, word)
    for setting in settings().values():
        assert f"| `{setting.name}` | {setting.values} |" in parts["`parvis campaign set`"]


@pytest.mark.parametrize(
    ("line", "planted"),
    [
        (
            "| `--port` | whole number from 1 to 65535 | `8501` |",
            "| `--port` | whole number from 1 to 65535 | `8600` |",
        ),
        ("`newton`, `choix`", "`newton`"),
        ("parvis protocol show heval\n", "parvis protocol show\n"),
        ("| a share from 0% to 50% | 0% |", "| a share from 0% to 50% | 5% |"),
        ("## `parvis demo`\n", ""),
    ],
)
def test_a_difference_is_caught(line: str, planted: str) -> None:
    """A default, a choice, an example, a setting and a command that are not those of the code are seen."""
    assert line in PAGE
    assert difference(PAGE.replace(line, planted, 1)) != ""


def test_a_new_command_and_option_come_into_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is added to the commands is missed in the document that was made before."""
    planted = typer.Typer()

    @planted.command("brew", epilog="Example: parvis brew tea --strength strong")
    def _brew(
        what: Annotated[str, typer.Argument(help="The drink | to brew.")],
        strength: Annotated[Literal["weak", "strong"] | None, typer.Option(help="Its strength.")] = None,
        cups: Annotated[int, typer.Option(min=0, max=9, help="How many.")] = 0,
    ) -> None:
        """Brew a drink."""

    @planted.command("rest")
    def _rest() -> None:
        """Do nothing."""

    monkeypatch.setattr(reference, "application", planted)
    made = reference.reference()
    assert "## `parvis brew`\n\nBrew a drink.\n" in made
    assert "| `WHAT` | text | required | The drink \\| to brew. |\n" in made
    assert "| `--strength` | `weak`, `strong` |  | Its strength. |\n" in made
    assert "| `--cups` | whole number from 0 to 9 | `0` | How many. |\n" in made
    assert "```sh\nparvis brew tea --strength strong\n```\n" in made
    assert difference(PAGE) != ""
