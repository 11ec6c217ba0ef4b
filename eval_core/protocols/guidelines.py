"""The annotation guidelines: one Markdown file per language, each with the same anchors.

The first line names the version: `<!-- version: 1.0 -->`. A comment such as `<!-- issue.grammar -->` is an anchor: it
says what the passage is about. `<!-- example.agreement: grammar -->` says which category of issues the example
illustrates, too. The comments are not shown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from eval_core.errors import InputError
from eval_core.protocols.loader import DATA
from eval_core.protocols.model import Protocol

_VERSION = re.compile(r"\A<!-- version: (\S+) -->\n")
_MARK = re.compile(r"<!-- ([a-z]+\.[a-z0-9_]+)(?:: ([a-z][a-z0-9_]*))? -->[ \t]?\n?")
_HEADING = re.compile(r"(#+) +(.+)")
_LIST_SIGN = re.compile(r"(-|\d+\.) +")
_MARKUP = re.compile(r"[*`]")
_NAME = re.compile(r"\A\*\*[^*]+:\*\* *")  # such as **Grammar:**
_LETTERS = "æøå"  # letters of the Norwegian alphabet, not accented variants of others


@dataclass(frozen=True)
class Item:
    """One passage: a paragraph or an item of a list.

    Attributes:
        text: Markdown, in one line, without the list's sign.
        sign: '-' or a number such as '3.' in a list, '' for a paragraph.
        anchor: what it is about, the same in every language; '' where it has none.
        category: the key of the protocol's issue that it explains or illustrates, if any.
    """

    text: str
    sign: str = ""
    anchor: str = ""
    category: str | None = None

    @property
    def is_example(self) -> bool:
        """Whether it is an example and not a rule."""
        return self.anchor.startswith("example.")


@dataclass(frozen=True)
class Section:
    """A heading of level 1 or 2 and the passages under it, in order."""

    heading: str
    level: int
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Category:
    """The guidelines' passages about one issue."""

    rules: tuple[Item, ...]
    examples: tuple[Item, ...]


@dataclass(frozen=True)
class Guidelines:
    """One language's guidelines.

    Attributes:
        source: Markdown with the anchors; body: without them.
        anchors: in order.
        sections: the structure of the body.
    """

    language: str
    version: str
    source: str
    body: str
    anchors: tuple[str, ...]
    sections: tuple[Section, ...]


@cache
def load_guidelines(language: str, folder: Path = DATA / "guidelines") -> Guidelines:
    """The guidelines in a language (en, nb or nn).

    Raises:
        InputError: for an unknown language or a file without a version.
    """
    path = folder / f"{language}.md"
    if path not in folder.glob("*.md"):  # a made-up language must not reach a file elsewhere
        raise InputError("no_guidelines", language=language, file=path)
    text = path.read_text(encoding="utf-8")
    version = _VERSION.match(text)
    if version is None:
        raise InputError("no_version_line", file=path, row=1)
    return guidelines_of(language, version.group(1), text[version.end() :])


def guidelines_for(protocol: Protocol, language: str) -> Guidelines:
    """A protocol's guidelines in a language, or else in the protocol's first.

    Their version is that of the text's own version line, or else the protocol's.

    Raises:
        InputError: for a protocol without guidelines.
    """
    if not protocol.guidelines:
        raise InputError("no_guidelines", language=language, file=f"{protocol.key}.toml")
    spoken = language if language in protocol.guidelines else protocol.languages[0]
    text = protocol.guidelines[spoken]
    version = _VERSION.match(text)
    if version is None:
        return guidelines_of(spoken, protocol.version, text)
    return guidelines_of(spoken, version.group(1), text[version.end() :])


@lru_cache(maxsize=64)
def guidelines_of(language: str, version: str, source: str) -> Guidelines:
    """Guidelines from Markdown with anchors, without a version line."""
    anchors = tuple(mark.group(1) for mark in _MARK.finditer(source))
    return Guidelines(language, version, source, _MARK.sub("", source), anchors, _sections(source))


def unwrapped(source: str) -> str:
    """Markdown with each heading, paragraph and list item in one line, as it is edited in a field of any width."""
    lines: list[str] = []
    for line in source.strip().splitlines():
        starts = not line.strip() or _HEADING.match(line) or _LIST_SIGN.match(line)
        if starts or not lines or not lines[-1] or _HEADING.match(lines[-1]):
            lines.append(line.rstrip())
        else:
            lines[-1] += f" {line.strip()}"
    return "\n".join(lines)


def by_category(guidelines: Guidelines, keys: Iterable[str]) -> dict[str, Category]:
    """The rules and examples for each of a protocol's issues; both empty where the guidelines have none."""
    categories = {}
    for key in keys:
        items = [item for section in of_category(guidelines.sections, key) for item in section.items]
        rules = tuple(item for item in items if not item.is_example)
        categories[key] = Category(rules, tuple(item for item in items if item.is_example))
    return categories


def plain_text(item: Item) -> str:
    """A passage without markup, and without the name of the category that a rule begins with."""
    text = _MARKUP.sub("", _NAME.sub("", item.text))
    return text[:1].upper() + text[1:]


def of_category(sections: Iterable[Section], key: str) -> tuple[Section, ...]:
    """The passages about one issue, under their headings and in order."""
    return _filtered(sections, lambda _, item: item.category == key)


def search(sections: Iterable[Section], words: str) -> tuple[Section, ...]:
    """The passages that contain all the words, in their text or their heading; all passages where there are no words.

    Case and accents make no difference, but æ, ø and å differ from a and o. A word may be part of a longer one.
    """
    return _filtered(sections, lambda heading, item: matches(f"{heading} {item.text}", words))


def matches(text: str, words: str) -> bool:
    """Whether a text contains all the words, compared as in `search`."""
    folded = fold(_MARKUP.sub("", text))
    return all(word in folded for word in search_words(words))


def search_words(words: str) -> list[str]:
    """The words of a search field, folded."""
    return fold(_MARKUP.sub("", words)).split()


def fold(text: str) -> str:
    """The text in lower case and without accents, for comparing; as long as its composed form (NFC)."""
    return "".join(_fold_letter(letter) for letter in unicodedata.normalize("NFC", text))


def _fold_letter(letter: str) -> str:
    lower = letter.lower()[0]
    return lower if lower in _LETTERS else unicodedata.normalize("NFD", lower)[0]


def _filtered(sections: Iterable[Section], wanted: Callable[[str, Item], bool]) -> tuple[Section, ...]:
    """The sections with the wanted items; without sections of which none is left."""
    filtered = (
        replace(section, items=tuple(item for item in section.items if wanted(section.heading, item)))
        for section in sections
    )
    return tuple(section for section in filtered if section.items)


def _sections(content: str) -> tuple[Section, ...]:
    """The file's headings with the paragraphs and list items under them; other Markdown is not recognised."""
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
        starts = not line.strip() or _HEADING.match(line) or _LIST_SIGN.match(line)
        if starts or (blocks[-1] and _HEADING.match(blocks[-1][0])):
            blocks.append([])
        blocks[-1].append(line.strip())
    return [joined for block in blocks if (joined := " ".join(block).strip())]


def _item(block: str) -> Item:
    mark, list_sign = _MARK.search(block), _LIST_SIGN.match(block)
    text = _MARK.sub("", block[list_sign.end() if list_sign else 0 :])
    anchor, category = mark.groups() if mark else ("", None)
    if category is None and anchor.startswith("issue."):
        category = anchor.removeprefix("issue.")
    return Item(text.strip(), list_sign.group(1) if list_sign else "", anchor, category)
