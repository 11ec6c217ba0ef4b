"""A comparison as anyone reads it: prompt and two texts as one piece of HTML, and the names of the choices."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import escape
from types import MappingProxyType
from typing import Protocol

from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.reports.protocol_words import asked_language, asked_title, text_language
from eval_core.ui.parts.marked_text import Span, with_marks
from eval_core.web.shown_text import plain


class Readable(Protocol):
    """What `reading` shows of a comparison."""

    @property
    def assignment_id(self) -> int: ...
    @property
    def prompt(self) -> str: ...
    @property
    def written_standard(self) -> str | None: ...
    @property
    def response_a(self) -> str: ...
    @property
    def response_b(self) -> str: ...


@dataclass(frozen=True)
class Pair:
    """A comparison to read; for pages that have its texts from elsewhere."""

    assignment_id: int
    prompt: str
    written_standard: str | None
    response_a: str
    response_b: str


_LONG_WORD = re.compile(r"\S{2000}")


_SHORT_PROMPT = 100  # characters: two lines of a phone


def is_long(prompt: str) -> bool:
    """Whether a prompt may not fit into the two lines of its strip."""
    return len(prompt) > _SHORT_PROMPT or "\n" in prompt.strip()


def reading(
    pair: Readable,
    text_view: str,
    protocol_key: str,
    *,
    expanded: bool,
    size: int = 100,
    marks: Mapping[str, Collection[Span]] = MappingProxyType({}),
) -> str:
    """Prompt and both texts as one element, so that they change in one paint; `size` of the texts in percent.

    `marks` are the marked words of each side.
    """
    protocol, lang = load_protocol(protocol_key), f' lang="{pair.written_standard or text_language(protocol_key)}"'
    asked = asked_language(protocol, None, pair.written_standard)
    strip = (
        f'<div class="strip{"" if expanded else " short"}">'
        f'<div class="standard">{escape(asked_title(protocol, pair.written_standard))}</div>'
        f'<div class="text" dir="auto" lang="{asked}">{plain(pair.prompt) if protocol.asks else ""}</div></div>'
    )
    sides = "".join(
        f'<section aria-label="{escape(_("Response {side}", side=side))}"><h2 tabindex="-1">{side}</h2>'
        f'<div class="body {text_view}{_endless(body)}" dir="auto"{lang}>'
        f"{with_marks(body, text_view, marks.get(side, ()))}</div></section>"
        for side, body in (("A", pair.response_a), ("B", pair.response_b))
    )
    return (
        f'<div class="reading" data-assignment="{pair.assignment_id}" style="--size: {size / 100:g}">'
        f'{strip}<div class="pair">{sides}</div></div>'
    )


def _endless(body: str) -> str:
    return " endless" if _LONG_WORD.search(body) else ""
