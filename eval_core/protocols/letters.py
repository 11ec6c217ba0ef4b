"""The information letter: one Markdown template per language, into which a campaign fills its own facts.

There is one for campaigns that compare and one, in the folder `rating`, for those that rate; each has its versions.

The first line names the version: `<!-- version: 1.0 -->`. A place such as `{contact}` takes one fact. What stands
between two blank lines is a block: a block whose fact is empty is left out, its heading with it.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from eval_core.errors import InputError
from eval_core.protocols.loader import DATA

COMPARING = DATA / "letters"
RATING = COMPARING / "rating"
REQUIRED = frozenset({"title", "responsible", "contact", "pay"})
OPTIONAL = frozenset({"purpose", "sharing"})
_VERSION = re.compile(r"\A<!-- version: (\S+) -->\n")
_PLACE = re.compile(r"\{(\w*)\}")
_PUNCTUATION = re.compile(f"[{re.escape(string.punctuation)}]")


@dataclass(frozen=True)
class LetterTemplate:
    """One language's letter before it is filled: `body` is Markdown with places."""

    language: str
    version: str
    body: str


@cache
def load_letter(language: str, folder: Path = COMPARING) -> LetterTemplate:
    """The letter's template in a language; `folder` is COMPARING or RATING.

    Raises:
        InputError: for an unknown language, a file without a version, a missing or an unknown place, or an
            essential fact in a block that may be left out.
    """
    path = folder / f"{language}.md"
    if not path.is_file():
        raise InputError("no_letter", language=language, file=path)
    text = path.read_text(encoding="utf-8")
    version = _VERSION.match(text)
    if version is None:
        raise InputError("no_version_line", file=path, row=1)
    body = text[version.end() :].strip()
    found = set(_PLACE.findall(body))
    if unlike := sorted(found ^ (REQUIRED | OPTIONAL)):
        raise InputError("bad_letter_places", places=", ".join(f"{{{name}}}" for name in unlike), file=path)
    for block in _blocks(body):
        places = set(_PLACE.findall(block))
        if places & OPTIONAL and places & REQUIRED:
            raise InputError("letter_place_hidden", place=f"{{{min(places & REQUIRED)}}}", file=path)
    return LetterTemplate(language, version.group(1), body)


def fill(template: LetterTemplate, facts: Mapping[str, str]) -> str:
    """The letter as Markdown. Facts are shown as they were written: none of their characters is markup.

    Args:
        facts: a text for each name of REQUIRED and, where there is one, of OPTIONAL; others are ignored.

    Raises:
        InputError: if a required fact is missing or blank.
    """
    literal = {name: _literal(facts.get(name, "")) for name in REQUIRED | OPTIONAL}
    empty = {name for name, text in literal.items() if not text}
    if missing := sorted(empty & REQUIRED):
        raise InputError("letter_incomplete", names=", ".join(missing))
    shown = [block for block in _blocks(template.body) if not empty.intersection(_PLACE.findall(block))]
    return _PLACE.sub(lambda place: literal[place[1]], "\n\n".join(shown))


def _blocks(body: str) -> list[str]:
    return re.split(r"\n{2,}", body)


def _literal(text: str) -> str:
    """The text as Markdown that shows it: punctuation escaped, no line that begins a block, line breaks kept."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\\\n".join(_PUNCTUATION.sub(r"\\\g<0>", line) for line in lines if line)
