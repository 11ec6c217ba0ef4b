"""The gallery: small tables as other tools and other people write them, each with what Parvis makes of it.

The tables are in tests/golden/foreign, with a TOML file for each topic that says what is right. The page *What gets in*
is made of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.support.reading import ROOT, text_of

GALLERY = ROOT / "tests" / "golden" / "foreign"
KINDS = ("rank", "responses", "comparisons", "judgments", "ratings")


@dataclass(frozen=True)
class Case:
    """A table, how it is asked for, and what is right.

    Attributes:
        topic: the stem of the TOML file that has it.
        file: in the gallery.
        what: a sentence for the page *What gets in*.
        read: `rank`, or the kind of import.
        options: as on the command line.
        refused: the code of the error; "" where the table is read.
        systems: of a ranking, best first.
        counts: of a ranking {"judgments": n, "ties": n}; of an import numbers of its report.
        assumed: codes on the receipt.
        findings: codes of what is odd, of an import.
        protocol: of a campaign for ratings.
        reader: what comes before the file in the command, such as "lm-eval:".
    """

    topic: str
    file: str
    what: str
    read: str
    options: tuple[str, ...] = ()
    refused: str = ""
    systems: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    assumed: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    protocol: str = "norwegian_fluency"
    reader: str = ""

    @property
    def source(self) -> str:
        """The file as a command names it."""
        return f"{self.reader}{GALLERY / self.file}"

    @property
    def command(self) -> str:
        """The command in short, as the page shows it."""
        words = ["rank", "FILE"] if self.read == "rank" else ["import", self.read, f"{self.reader}FILE"]
        return " ".join([*words, *(f"'{word}'" if " " in word else word for word in self.options)])


def topics() -> dict[str, dict[str, Any]]:
    """Topic -> its TOML file, by title."""
    found = {path.stem: tomllib.loads(text_of(path)) for path in GALLERY.glob("*.toml")}
    return dict(sorted(found.items(), key=lambda topic: str(topic[1]["title"])))


def cases() -> list[Case]:
    """Every case of the gallery."""
    return [_case(topic, written) for topic, file in topics().items() for written in file["case"]]


def _case(topic: str, written: dict[str, Any]) -> Case:
    return Case(topic, **{name: tuple(value) if isinstance(value, list) else value for name, value in written.items()})


def gallery_page() -> str:
    """A table for each topic, a row for each case."""
    parts = []
    for topic, file in topics().items():
        parts += [f"## {file['title']}", "", "| table | command | what becomes of it |", "|---|---|---|"]
        for case in (_case(topic, written) for written in file["case"]):
            link = f"[{case.file}](../tests/golden/foreign/{case.file})"
            outcome = f"Refused: {case.what}" if case.refused else case.what
            command = case.command.replace("|", "\\|")
            parts.append(f"| {link} | `{command}` | {outcome} |")
        parts.append("")
    return "\n".join(parts).rstrip()
