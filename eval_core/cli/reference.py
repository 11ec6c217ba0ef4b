"""docs/cli.md, made from the commands themselves: `python -m eval_core.cli.reference > docs/cli.md`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from inspect import unwrap
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import typer
from typer.models import OptionInfo

from eval_core.cli.application import application
from eval_core.cli.campaigns import LARGEST
from eval_core.cli.rules import SetCommand, settings

_HEAD = """\
<!-- Made by `make docs` from the commands in eval_core/cli. -->
# The command line

Every command of `parvis`, as `--help` describes it. A command exits with

- 0 when it is done;
- 1 for an internal error;
- 2 for bad input: one line on stderr says what is wrong, and nothing has changed;
- 3 when the answer is no (`parvis compare --require`, `parvis check`).

Tables are for people; `--format json` prints one JSON document for programs. Each command names its database on stderr;
[settings](architecture.md#settings) by environment choose it.
"""


def reference() -> str:
    """The whole document."""
    return "\n".join([_HEAD, *_of_group(typer.main.get_command(application), "parvis")])


def _of_group(group: Any, name: str) -> Iterator[str]:
    """Paragraphs on every command of a group; groups within it have a heading of their own."""
    for word, command in group.commands.items():
        path = f"{name} {word}"
        if hasattr(command, "commands"):
            if command.invoke_without_command:
                yield from _of_command(command, path, "##")
            else:
                yield f"## `{path}`\n\n{command.help}\n"
            yield from _of_group(command, path)
        else:
            yield from _of_command(command, path, "###" if " " in name else "##")


def _of_command(command: Any, path: str, heading: str) -> Iterator[str]:
    """What a command does, its arguments and options, its settings and an example."""
    yield f"{heading} `{path}`\n\n{' '.join(command.help.split())}\n"
    annotations = get_type_hints(unwrap(command.callback), include_extras=True)
    if command.params:
        parameters = [_row(parameter, annotations[parameter.name]) for parameter in command.params]
        yield _table(("argument or option", "takes", "default", "what it is"), parameters)
    if isinstance(command, SetCommand):
        names = [
            (f"`{setting.name}`", setting.values, setting.default or "", setting.description)
            for setting in settings().values()
        ]
        yield _table(("name", "takes", "default", "what it is"), names)
    if command.epilog:
        yield f"```sh\n{command.epilog.removeprefix('Example: ')}\n```\n"


def _row(parameter: Any, annotation: Any) -> tuple[str, str, str, str]:
    is_option = parameter.param_type_name == "option"
    name = ", ".join(parameter.opts) if is_option else (parameter.metavar or parameter.name.upper())
    given = parameter.default
    default = "required" if parameter.required else "" if given is None or given is False else f"`{given}`"
    return f"`{name}`", _takes(annotation), default, parameter.help


def _takes(annotation: Any) -> str:
    """What an argument or option takes, from its annotation in the code: choices, a range, a word; empty for a flag."""
    kind, declared = get_args(annotation)
    if type(None) in get_args(kind):
        kind = next(part for part in get_args(kind) if part is not type(None))
    if get_origin(kind) is list:
        kind = get_args(kind)[0]
    if get_origin(kind) is Literal:
        return ", ".join(f"`{choice}`" for choice in get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return ", ".join(f"`{choice.value}`" for choice in kind)
    if declared.metavar and isinstance(declared, OptionInfo):
        return f"`{declared.metavar}`"
    low = "" if declared.min is None else f" from {declared.min:g}"
    high = "" if declared.max is None or declared.max == LARGEST else f" to {declared.max:g}"
    return {bool: "", int: "whole number", float: "number", Path: "file", str: "text"}[kind] + low + high


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"


if __name__ == "__main__":
    print(reference(), end="")
