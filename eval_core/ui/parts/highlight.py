"""Marking what was searched for in a piece of HTML."""

from __future__ import annotations

import re
import unicodedata
from html import escape, unescape

from eval_core.protocols.guidelines import fold, search_words

_TAG = re.compile(r"(<[^>]*>)")


def marked(html: str, words: str) -> str:
    """The HTML with every place of the words in <mark>. Only what is read is changed, never a tag.

    Args:
        html: escaped, as our renderers make it: every `<` begins a tag.
        words: as typed; what they match is decided as in `protocols.guidelines.search`.
    """
    wanted = sorted(search_words(words), key=len, reverse=True)
    if not wanted:
        return html
    pattern = re.compile("|".join(map(re.escape, wanted)))
    return "".join(part if part.startswith("<") else _mark(unescape(part), pattern) for part in _TAG.split(html))


def _mark(text: str, pattern: re.Pattern[str]) -> str:
    text = unicodedata.normalize("NFC", text)
    done, parts = 0, []
    for match in pattern.finditer(fold(text)):
        parts += [escape(text[done : match.start()]), f"<mark>{escape(text[match.start() : match.end()])}</mark>"]
        done = match.end()
    return "".join([*parts, escape(text[done:])])
