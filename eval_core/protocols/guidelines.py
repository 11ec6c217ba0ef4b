"""The annotation guidelines: one Markdown file per language, carrying the same anchors.

The first line names the version: `<!-- version: 1.0 -->`. A comment such as `<!-- issue.grammar -->` marks what
the following words are about, and `<!-- example.agreement: grammar -->` also the category of issues that they
illustrate; the marks are stripped from the text that people read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from eval_core.errors import InputError
from eval_core.protocols.loader import DATA

_VERSION = re.compile(r"\A<!-- version: (\S+) -->\n")
_MARK = re.compile(r"<!-- ([a-z]+\.[a-z0-9_]+)(?:: ([a-z][a-z0-9_]*))? -->[ \t]?\n?")
_HEADING = re.compile(r"(#+) +(.+)")
_LISTED = re.compile(r"(-|\d+\.) +")
_MARKUP = re.compile(r"[*`]")
_OWN_LETTERS = "æøå"  # letters of their own in Norwegian: no accent to be folded away


@dataclass(frozen=True)
class Item:
    """One passage: a paragraph or a list's item.

    Attributes:
        text: Markdown, in one line, without the list's sign.
        sign: '-' or such as '3.' in a list, '' for a paragraph.
        anchor: what it is about, the same in every language; '' where nobody refers to it.
        category: the protocol's issue that it is a rule for or an example of, if any.
    """

    text: str
    sign: str = ""
    anchor: str = ""
    category: str | None = None

    @property
    def is_example(self) -> bool:
        """Whether it shows an issue rather than says what holds."""
        return self.anchor.startswith("example.")


@dataclass(frozen=True)
class Section:
    """A heading of level 1 or 2 and the passages under it, in order."""

    heading: str
    level: int
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Category:
    """What the guidelines say about one issue: rules first, then examples."""

    rules: tuple[Item, ...]
    examples: tuple[Item, ...]


@dataclass(frozen=True)
class Guidelines:
    """One language's guidelines: `body` is Markdown, `anchors` what it covers, `sections` the same as structure."""

    language: str
    version: str
    body: str
    anchors: tuple[str, ...]
    sections: tuple[Section, ...]


@cache
def load_guidelines(language: str, folder: Path = DATA / "guidelines") -> Guidelines:
    """The guidelines in a language; InputError for an unknown one or a file without a version."""
    path = folder / f"{language}.md"
    if path not in folder.glob("*.md"):  # the language comes from outside: it names a file of this folder or none
        raise InputError("no_guidelines", language=language, file=path)
    text = path.read_text(encoding="utf-8")
    version = _VERSION.match(text)
    if version is None:
        raise InputError("no_version_line", file=path, row=1)
    content = text[version.end() :]
    anchors = tuple(mark.group(1) for mark in _MARK.finditer(content))
    return Guidelines(language, version.group(1), _MARK.sub("", content), anchors, _sections(content))


def by_category(guidelines: Guidelines, keys: Iterable[str]) -> dict[str, Category]:
    """For each of a protocol's issues its rules and examples; both empty where the guidelines are silent."""
    found = {}
    for key in keys:
        items = [item for section in of_category(guidelines.sections, key) for item in section.items]
        rules = tuple(item for item in items if not item.is_example)
        found[key] = Category(rules, tuple(item for item in items if item.is_example))
    return found


def of_category(sections: Iterable[Section], key: str) -> tuple[Section, ...]:
    """The passages about one issue, under their headings and in order."""
    return _only(sections, lambda _, item: item.category == key)


def search(sections: Iterable[Section], words: str) -> tuple[Section, ...]:
    """The passages that have all the words, in themselves or their heading; all passages for no words.

    Case and accents make no difference, but æ, ø and å are letters of their own. A word is also found inside
    a longer one.
    """
    return _only(sections, lambda heading, item: matches(f"{heading} {item.text}", words))


def matches(text: str, words: str) -> bool:
    """Whether a text has all of some words, as `search` looks for them."""
    folded = fold(_MARKUP.sub("", text))
    return all(word in folded for word in search_words(words))


def search_words(words: str) -> list[str]:
    """What was typed into a search field, as single words for comparing."""
    return fold(_MARKUP.sub("", words)).split()


def fold(text: str) -> str:
    """The text for comparing: lower case, without accents. As long as the text in Unicode's composed form (NFC)."""
    return "".join(_fold_letter(letter) for letter in unicodedata.normalize("NFC", text))


def _fold_letter(letter: str) -> str:
    lower = letter.lower()[0]
    return lower if lower in _OWN_LETTERS else unicodedata.normalize("NFD", lower)[0]


def _only(sections: Iterable[Section], wanted: Callable[[str, Item], bool]) -> tuple[Section, ...]:
    kept = (
        replace(section, items=tuple(item for item in section.items if wanted(section.heading, item)))
        for section in sections
    )
    return tuple(section for section in kept if section.items)


def _sections(content: str) -> tuple[Section, ...]:
    """The file's headings with the paragraphs and lists under them: the part of Markdown that guidelines use."""
    sections: list[Section] = []
    for block in _blocks(content):
        heading = _HEADING.fullmatch(block)
        if heading:
            sections.append(Section(heading.group(2), len(heading.group(1)), ()))
        elif sections:
            sections[-1] = replace(sections[-1], items=(*sections[-1].items, _item(block)))
        else:
            sections.append(Section("", 1, (_item(block),)))
    return tuple(sections)


def _blocks(content: str) -> list[str]:
    """Headings, paragraphs and list items, each in one line."""
    blocks: list[list[str]] = [[]]
    for line in content.splitlines():
        starts = not line.strip() or _HEADING.match(line) or _LISTED.match(line)
        if starts or (blocks[-1] and _HEADING.match(blocks[-1][0])):
            blocks.append([])
        blocks[-1].append(line.strip())
    return [joined for block in blocks if (joined := " ".join(block).strip())]


def _item(block: str) -> Item:
    mark, listed = _MARK.search(block), _LISTED.match(block)
    text = _MARK.sub("", block[listed.end() if listed else 0 :])
    anchor, category = mark.groups() if mark else ("", None)
    if category is None and anchor.startswith("issue."):
        category = anchor.removeprefix("issue.")
    return Item(text.strip(), listed.group(1) if listed else "", anchor, category)
