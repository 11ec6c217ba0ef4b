"""A text with the words that somebody marked as faults."""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from itertools import pairwise

from eval_core.web.shown_text import as_html, plain

Span = tuple[int, int, str]  # first character, the one after the last, and what is wrong there


def with_marks(text: str, view: str, spans: Collection[Span]) -> str:
    """The text in the campaign's view. Only a plain one shows marks: in a formatted one, characters are elsewhere."""
    return marked_text(text, spans) if spans and view == "plain" else as_html(text, view)


def marked_text(text: str, spans: Collection[Span]) -> str:
    """The text as HTML, escaped, with each span in <mark> under its label; where spans overlap, with all their labels.

    Spans, or parts of them, beyond the text are left out.
    """
    edges = sorted({0, len(text), *(min(max(at, 0), len(text)) for start, end, _ in spans for at in (start, end))})
    parts = []
    for start, end in pairwise(edges):
        labels = list(dict.fromkeys(label for first, last, label in spans if first <= start and end <= last))
        piece = plain(text[start:end])
        parts.append(f'<mark title="{escape(", ".join(labels))}">{piece}</mark>' if labels else piece)
    return "".join(parts)
