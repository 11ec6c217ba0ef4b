"""The annotation guidelines: one Markdown file per language, carrying the same anchors.

The first line names the version: `<!-- version: 1.0 -->`. A comment such as `<!-- issue.grammar -->` marks
what the following words are about; the marks are stripped from the text that people read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from eval_core.errors import InputError
from eval_core.protocols.loading import DATA

_VERSION = re.compile(r"\A<!-- version: (\S+) -->\n")
_MARK = re.compile(r"<!-- ([a-z]+\.[a-z0-9_]+) -->[ \t]?\n?")


@dataclass(frozen=True)
class Guidelines:
    """One language's guidelines: `body` is Markdown, `anchors` what it covers, in order."""

    language: str
    version: str
    body: str
    anchors: tuple[str, ...]


@cache
def load_guidelines(language: str, folder: Path = DATA / "guidelines") -> Guidelines:
    """The guidelines in a language; InputError for an unknown one or a file without a version."""
    path = folder / f"{language}.md"
    if not path.is_file():
        raise InputError(f"there are no guidelines in the language '{language}'", file=path)
    text = path.read_text(encoding="utf-8")
    version = _VERSION.match(text)
    if version is None:
        raise InputError("the first line must be <!-- version: ... -->", file=path, row=1)
    content = text[version.end() :]
    return Guidelines(language, version.group(1), _MARK.sub("", content), tuple(_MARK.findall(content)))
