"""Untrusted text as HTML that shows it, and nothing else."""

from __future__ import annotations

import re
from functools import cache
from html import escape

from markdown_it import MarkdownIt

# Lone control characters would be dropped or misread by the browser; tab and line feed are text.
_TAGS, _WORDS = re.compile(r"<[^>]*>"), re.compile(r"\w")
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def plain(text: str) -> str:
    """The text itself, escaped; line breaks and spaces are kept by the style sheet."""
    return escape(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", text.replace("\r\n", "\n").replace("\r", "\n")))


def formatted(text: str) -> str:
    """The text's Markdown as HTML, without raw HTML; links show their text, images their description.

    Each paragraph, item of a list and table has the direction of its own first letter.
    """
    renderer = _renderer()
    tokens = renderer.parse(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", text))
    for token in tokens:
        # A block does not look at blocks inside that look for themselves: in these the style sheet finds the direction.
        if token.nesting == 1 and (token.type == "list_item_open" or (token.level == 0 and "list" not in token.type)):
            token.attrSet("dir", "auto")
    rendered = str(renderer.renderer.render(tokens, renderer.options, {}))
    # What is nested absurdly deep is dropped: then the text itself is better than nothing.
    return rendered if _WORDS.search(_TAGS.sub("", rendered)) or not _WORDS.search(text) else plain(text)


def article(text: str, *, lower: int = 0) -> str:
    """Markdown of our own as HTML: a line's end is a space, as in any wrapped source.

    Args:
        lower: by how many levels headings are lowered, where the article is a part of a page with headings of its own.
    """
    renderer = _renderer(breaks=False)
    tokens = renderer.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + lower)}"
    return str(renderer.renderer.render(tokens, renderer.options, {}))


def as_html(text: str, view: str) -> str:
    """The text in the campaign's view, 'plain' or 'formatted'."""
    return formatted(text) if view == "formatted" else plain(text)


def as_label(text: str) -> str:
    """Text for a widget's label, where Streamlit reads Markdown, directives, emoji codes and addresses: none of it.

    Each mark of punctuation is escaped, and an invisible joiner after it keeps codes and addresses from forming.
    """
    return _PUNCTUATION.sub("\\\\\\1\N{WORD JOINER}", " ".join(text.split()))


@cache
def _renderer(*, breaks: bool = True) -> MarkdownIt:
    renderer = (
        MarkdownIt("commonmark", {"html": False, "breaks": breaks, "maxNesting": 100})
        .enable("table")
        .disable(["autolink", "code"])  # a line that begins with spaces is text, no program
    )
    rules = renderer.renderer.rules  # type: ignore[attr-defined]  # its declared type has no rules
    rules["link_open"] = rules["link_close"] = lambda *_: ""
    rules["image"] = lambda tokens, index, *_: escape(tokens[index].content)
    return renderer
