"""The information letter: one Markdown template per language, which is filled with a campaign's own facts.

Campaigns that compare have one letter, those that rate another, in the folder `rating`; each has versions of its own.

The first line names the version: `<!-- version: 1.0 -->`. A placeholder such as `{contact}` takes one fact. The text
between two blank lines is a block: a block with an empty fact is left out, with the heading in it. `{basis|Your
consent.}` takes the fact, or what follows the bar where it is empty: the usual words of a data
protection notice, and what is asked under the Norwegian fluency protocol.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from eval_core.errors import InputError
from eval_core.protocols.guidelines import Section, guidelines_of
from eval_core.protocols.loader import DATA

COMPARING = DATA / "letters"
RATING = COMPARING / "rating"
REQUIRED = frozenset({"title", "responsible", "contact", "pay"})
OPTIONAL = frozenset({"purpose", "sharing"})
ASKED = "asked"  # what to say of two texts: usually under the Norwegian fluency protocol; not in a letter to raters
USUAL = frozenset({ASKED, "basis", "storage", "ends", "rights", "officer", "complaint"})
_VERSION = re.compile(r"\A<!-- version: (\S+) -->\n")
_PLACEHOLDER = re.compile(r"\{(\w*)(?:\|([^{}]+))?\}")
_PUNCTUATION = re.compile(f"[{re.escape(string.punctuation)}]")


@dataclass(frozen=True)
class LetterTemplate:
    """One language's letter before it is filled: `body` is Markdown with placeholders."""

    language: str
    version: str
    body: str


@cache
def load_letter(language: str, folder: Path = COMPARING) -> LetterTemplate:
    """The letter's template in a language; `folder` is COMPARING or RATING.

    Raises:
        InputError: for an unknown language, a file without a version, a missing or unknown placeholder (one in USUAL
            without its usual words counts as missing), or a required fact in a block that may be left out.
    """
    path = folder / f"{language}.md"
    if not path.is_file():
        raise InputError("no_letter", language=language, file=path)
    text = path.read_text(encoding="utf-8")
    version = _VERSION.match(text)
    if version is None:
        raise InputError("no_version_line", file=path, row=1)
    body = text[version.end() :].strip()
    names = {f"{name}|" if usual else name for name, usual in _PLACEHOLDER.findall(body)}
    if wrong := sorted((names ^ (REQUIRED | OPTIONAL | {f"{name}|" for name in USUAL})) - {f"{ASKED}|"}):
        raise InputError("bad_letter_places", places=", ".join(f"{{{name}}}" for name in wrong), file=path)
    for block in _blocks(body):
        names = _names(block)
        if names & OPTIONAL and names & REQUIRED:
            raise InputError("letter_place_hidden", place=f"{{{min(names & REQUIRED)}}}", file=path)
    return LetterTemplate(language, version.group(1), body)


def fill(template: LetterTemplate, facts: Mapping[str, str]) -> str:
    """The letter as Markdown. Facts are shown as they were written: their characters are escaped.

    Args:
        facts: a text for each name in REQUIRED, perhaps some in OPTIONAL and USUAL; other names are ignored.

    Raises:
        InputError: if a required fact is missing or blank.
    """
    escaped = {name: _escaped(facts.get(name, "")) for name in REQUIRED | OPTIONAL | USUAL}
    empty = {name for name, text in escaped.items() if not text} - USUAL
    if missing := sorted(empty & REQUIRED):
        raise InputError("letter_incomplete", names=", ".join(missing))
    shown = [block for block in _blocks(template.body) if not empty.intersection(_names(block))]
    return _PLACEHOLDER.sub(lambda place: escaped[place[1]] or place[2], "\n\n".join(shown))


def letter_sections(letter: str) -> tuple[Section, ...]:
    """A filled letter as headings with the passages under them, as guidelines have them."""
    # A passage is one line, in which the mark of a line break would show.
    return guidelines_of("", "", letter.replace("\\\n", " ")).sections


def _names(block: str) -> set[str]:
    return {place[1] for place in _PLACEHOLDER.finditer(block)}


def _blocks(body: str) -> list[str]:
    return re.split(r"\n{2,}", body)


def _escaped(text: str) -> str:
    """The text as Markdown that shows it unchanged: punctuation escaped, lines not indented, line breaks kept."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\\\n".join(_PUNCTUATION.sub(r"\\\g<0>", line) for line in lines if line)
