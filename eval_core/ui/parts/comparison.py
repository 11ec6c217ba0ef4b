"""A comparison as anyone reads it: prompt and two texts as one piece of HTML, and the names of the choices."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import escape
from types import MappingProxyType
from typing import Protocol

from eval_core.files.dialogue import told
from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.protocol_words import text_language
from eval_core.ui.parts.marked_text import Span, with_marks


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
    said = told(prompt)
    return len(said) > _SHORT_PROMPT or "\n" in said.strip()


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
    lang = f' lang="{pair.written_standard or text_language(protocol_key)}"'
    standard = _(STANDARDS.get(pair.written_standard or "", N_("Prompt")))
    sides = "".join(
        f'<section aria-label="{escape(_("Response {side}", side=side))}"><h2 tabindex="-1">{side}</h2>'
        f'<div class="body {text_view}{_endless(body)}" dir="auto"{lang}>'
        f"{with_marks(body, text_view, marks.get(side, ()))}</div></section>"
        for side, body in (("A", pair.response_a), ("B", pair.response_b))
    )
    return (
        f'<div class="reading" data-assignment="{pair.assignment_id}" style="--size: {size / 100:g}">'
        f'<div class="strip{"" if expanded else " short"}">'
        f'<div class="standard">{escape(standard)}</div>'
        f'<div class="text" dir="auto"{lang}>{with_marks(pair.prompt, "plain")}</div></div>'
        f'<div class="pair">{sides}</div></div>'
    )


def _endless(body: str) -> str:
    return " endless" if _LONG_WORD.search(body) else ""
