"""What the tests of the command line share: its commands, a command's answer, and small files to feed it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import typer

from eval_core.cli.application import application


@dataclass(frozen=True)
class Ran:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON document on standard output; NaN and Infinity are no JSON."""

        def refuse(constant: str) -> Any:
            raise AssertionError(f"{constant} is not JSON")

        return json.loads(self.out, parse_constant=refuse)

    @property
    def complaint(self) -> str:
        """The one message of a refusal, after checking that it is one and that nothing else was said."""
        assert self.code == 2, (self.code, self.out, self.err)
        assert self.out == ""
        assert "Traceback" not in self.err
        lines = self.err.splitlines()
        messages = [line for line in lines if line.startswith(("parvis: ", "Error: "))]
        assert len(messages) == 1, self.err
        assert lines[-1] == messages[0]
        return messages[0]


Run = Callable[..., Ran]
Write = Callable[..., str]


def commands(group: Any, above: str = "") -> Iterator[tuple[str, Any]]:
    """Every command that does something, by its whole name."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{above}{name} ")
        else:
            yield f"{above}{name}", command


COMMANDS = dict(commands(typer.main.get_command(application)))


def answers(prompts: int = 4, systems: str = "abc") -> list[dict[str, Any]]:
    """Every system's response to every prompt, half of them Nynorsk."""
    return [
        {
            "prompt_id": f"p{number}",
            "prompt": f"Oppgåve {number}",
            "written_standard": ("nb", "nn")[number % 2],
            "system": system,
            "response": f"Svar {number} {system} æøå",
        }
        for number in range(prompts)
        for system in systems
    ]


def verdicts(rounds: int = 3, systems: str = "abc") -> list[dict[str, Any]]:
    """Judgments of two annotators: each system beats the next more often than not, and is tied with it at times."""
    rows = []
    for number in range(rounds):
        for worker in ("Kari", "Ola"):
            for one, left in enumerate(systems):
                for right in systems[one + 1 :]:
                    turn = (number + len(rows)) % 5
                    winner = "tie" if turn == 0 else "right" if turn == 1 else "left"
                    rows.append(
                        {"prompt": f"p{number}", "left": left, "right": right, "winner": winner, "worker": worker}
                    )
    return rows
