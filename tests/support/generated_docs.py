"""The parts of the documentation that are made from the code: `make docs` writes them, a test compares them.

A generated part is between two comments, such as `<!-- begin map -->` and `<!-- end map -->`.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from eval_core.web.programs.openapi import statuses
from eval_core.web.programs.operations import ERRORS, OPERATIONS
from tests.support.gallery import gallery_page
from tests.support.reading import ROOT, text_of
from tests.support.sample import sample

CODE = ROOT / "eval_core"
SAMPLE = ROOT / "data" / "sample" / "judgments.csv"


def contracts() -> list[dict[str, Any]]:
    """The import contracts of the project."""
    listed: list[dict[str, Any]] = tomllib.loads(text_of(ROOT / "pyproject.toml"))["tool"]["importlinter"]["contracts"]
    return listed


def layers(container: str = "") -> list[list[str]]:
    """What may be imported from where, top first: the names in each layer of a container ('' for the whole house).

    A name is a package or module of the container, without its prefix.
    """
    (contract,) = (
        each for each in contracts() if each["type"] == "layers" and each.get("containers", [""]) == [container]
    )
    return [
        [name.strip().removeprefix("eval_core.") for name in re.split("[|:]", layer)] for layer in contract["layers"]
    ]


def guide(folder: Path) -> tuple[str, str, str] | None:
    """What a package's docstring says: what is here, what it may import, where its tests are."""
    first = folder / "__init__.py"
    docstring = ast.get_docstring(ast.parse(text_of(first))) if first.is_file() else None
    parts = re.match(
        r"(.*?)\n\n.*?^May import: (.*?)\.?$\n^Tests: (\S*?)\.?$", docstring or "", re.DOTALL | re.MULTILINE
    )
    return (" ".join(parts[1].split()), parts[2], parts[3]) if parts else None


def room_map(code: Path = CODE) -> str:
    """A table of every package, each layer below those that may import it."""
    rows = ["| layer | package | what is here | may import | tests |", "|---|---|---|---|---|"]
    floors = layers()
    for number, floor in enumerate(floors):
        for name in floor:
            for folder in (code / name, *_inside(code / name)):
                if described := guide(folder):
                    what, imports, tests = described
                    place = folder.relative_to(code.parent).as_posix()
                    rows.append(f"| {len(floors) - number} | `{place}` | {what} | {imports} | `{tests}` |")
    return "\n".join(rows)


def _inside(folder: Path) -> Iterator[Path]:
    """The packages within a package: first as its contract has them, from the top, then by name."""
    if not folder.is_dir():
        return
    try:
        order = [name for layer in layers(f"eval_core.{folder.name}") for name in layer]
    except ValueError:
        order = []
    rooms = [each for each in folder.iterdir() if (each / "__init__.py").is_file()]
    for room in sorted(rooms, key=lambda each: (order.index(each.name) if each.name in order else -1, each.name)):
        yield room
        yield from _inside(room)


def rooms_drawing() -> str:
    """The layers as a Mermaid drawing, with the rooms of campaigns and ui within theirs."""
    lines = ["```mermaid", "flowchart TB"]
    previous = ""
    for number, floor in enumerate(layers()):
        if floor[0] == "errors":
            continue
        name = f"layer{number}"
        rooms = {"ui": "eval_core.ui", "campaigns": "eval_core.campaigns"}
        parts = []
        for package in floor:
            label = package
            if package in rooms:
                inside = [" · ".join(layer) for layer in layers(rooms[package])]
                label = f"<b>{label}</b><br/>" + "<br/>".join(inside)
            parts.append(label)
        lines.append(f'  {name}["{" | ".join(parts)}"]')
        if previous:
            lines.append(f"  {previous} --> {name}")
        previous = name
    return "\n".join([*lines, "```"])


def ranked_sample() -> str:
    """What `parvis rank` prints of the sample, run as a reader runs it."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [sys.executable, "-m", "eval_core.cli", "rank", str(SAMPLE.relative_to(ROOT))],
            cwd=ROOT, capture_output=True, text=True, check=True,
            env=os.environ | {"COLUMNS": "100", "PARVIS_DATABASE_URL": f"sqlite:///{folder}/none.db"},
        )  # fmt: skip
    lines = (line.rstrip() for line in run.stdout.splitlines())
    return "\n".join(["```text", *lines, "```"])


def program_routes() -> str:
    """A table of the operations of the API, with what each answers besides 200."""
    rows = ["| address | what it does | answers besides 200 |", "|---|---|---|"]
    for op in OPERATIONS:
        path, codes = op.path.replace("{slug}", "SLUG"), ", ".join(map(str, statuses(op)))
        rows.append(f"| `{op.method} {path}` | {op.summary} | {codes} |")
    return "\n".join(rows)


def program_errors() -> str:
    """A table of the statuses of the API that are no success."""
    rows = ["| status | reason |", "|---|---|"]
    return "\n".join([*rows, *(f"| {status} | {error.description} |" for status, error in ERRORS.items())])


# The document, the name of the part, and what makes it.
PARTS: tuple[tuple[str, str, Callable[[], str]], ...] = (
    ("docs/architecture.md", "map", room_map),
    ("docs/architecture.md", "rooms", rooms_drawing),
    ("README.md", "ranked sample", ranked_sample),
    ("docs/programs.md", "routes", program_routes),
    ("docs/programs.md", "errors", program_errors),
    ("docs/what-gets-in.md", "gallery", gallery_page),
)


def replaced(text: str, name: str, body: str) -> str:
    """A document with this body as its generated part; ValueError where it has no such part."""
    pattern = re.compile(rf"(<!-- begin {name}[^\n]*-->\n).*?(<!-- end {name} -->)", re.DOTALL)
    new, count = pattern.subn(lambda match: f"{match[1]}\n{body}\n\n{match[2]}", text)
    if count != 1:
        raise ValueError(f"{count} parts called '{name}'")
    return new


def write() -> None:
    """Write the sample and every generated part."""
    SAMPLE.write_text(sample(), encoding="utf-8")
    for document, name, make in PARTS:
        path = ROOT / document
        path.write_text(replaced(text_of(path), name, make()), encoding="utf-8")


if __name__ == "__main__":
    write()
