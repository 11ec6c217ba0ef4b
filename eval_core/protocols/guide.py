"""The guide for annotators: one page in each language, to send with an invitation.

A comment in a heading, such as `## <!-- keys -->The keys`, names the section; it is the same in every language and is
not shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from eval_core.errors import InputError
from eval_core.protocols.loader import DATA

_MARKED = re.compile(r"^## <!-- ([a-z]+) -->", re.MULTILINE)


@dataclass(frozen=True)
class Guide:
    """One language's guide: `body` is Markdown, `marks` are the names of its sections, in order."""

    language: str
    body: str
    marks: tuple[str, ...]


@cache
def load_guide(language: str, folder: Path = DATA / "guide") -> Guide:
    """The guide in a language (en, nb or nn).

    Raises:
        InputError: for an unknown language.
    """
    path = folder / f"{language}.md"
    if path not in folder.glob("*.md"):  # a made-up language must not reach a file elsewhere
        raise InputError("no_guide", language=language, file=path)
    text = path.read_text(encoding="utf-8")
    return Guide(language, _MARKED.sub("## ", text).strip(), tuple(_MARKED.findall(text)))
