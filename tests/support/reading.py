"""Reading the documentation: fenced blocks, tables, inline code, links."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Indented code begins after a blank line or a heading.
_INDENTED = re.compile(r"(?:\A|^\s*\n|^#[^\n]*\n)((?: {4}[^\n]*\n)+)", re.MULTILINE)
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: the first two words after the fence, the heading it stands under, and its text."""

    language: str
    kind: str
    heading: str
    body: str


def documents() -> list[Path]:
    """Everything a newcomer reads."""
    front = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
    return [*(ROOT / name for name in front), *sorted((ROOT / "docs").glob("*.md"))]


def text_of(path: Path) -> str:
    """A document's text."""
    return path.read_text(encoding="utf-8")


def blocks(text: str) -> list[Block]:
    """The fenced blocks, in order."""
    found = []
    for match in _FENCE.finditer(text):
        language, _, kind = match[1].strip().partition(" ")
        found.append(Block(language, kind.strip(), (headings(text[: match.start()]) or [""])[-1], match[2]))
    return found


def code_lines(text: str) -> list[str]:
    """Every line of fenced and indented code, those that a backslash continues as one."""
    bodies = [match[2] for match in _FENCE.finditer(text)] + _INDENTED.findall(_FENCE.sub("", text))
    return [line.strip() for body in bodies for line in body.replace("\\\n", " ").splitlines()]


def inline_code(text: str) -> list[str]:
    """Every `piece of code` within a sentence or a table."""
    return _CODE.findall(_FENCE.sub("", text))


def links(text: str) -> list[str]:
    """The target of every link."""
    return _LINK.findall(_FENCE.sub("", text))


def headings(text: str) -> list[str]:
    """Every heading outside code, without its marks."""
    return _HEADING.findall(_FENCE.sub("", text))


def anchors(text: str) -> set[str]:
    """The addresses of the headings: small letters, hyphens for spaces, no other marks."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings(text)}


def first_cells(text: str, header: str) -> list[str]:
    """The first cell of every row of all tables whose first column is headed `header`."""
    found, inside = [], False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            inside = False
        elif cells[0] == header:
            inside = True
        elif inside and set(cells[0]) - set("-: "):
            found.append(cells[0])
    return found


def section(text: str, heading: str) -> str:
    """The part of a document from a heading to the next one of any level."""
    return re.split(r"^#+ ", text, flags=re.MULTILINE)[1 + headings(text).index(heading)]
