"""A text with the words that somebody marked as faults; a dialogue turn by turn, under its roles."""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from itertools import pairwise

from eval_core.files.dialogue import dialogue_of
from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.web.shown_text import as_html, plain

Span = tuple[int, int, str]  # first character, the one after the last, and what is wrong there


ROLES = {
    "user": N_("User"),
    "assistant": N_("Assistant"),
    "system": N_("System message"),
    "tool": N_("Tool"),
}
"""Who speaks in a dialogue, and in one that does not say so the number of the turn."""
TURN = N_("Turn {number}")


def with_marks(text: str, view: str, spans: Collection[Span] = ()) -> str:
    """The text in the campaign's view. Only a plain one shows marks: in a formatted one, characters are elsewhere."""
    turns = dialogue_of(text)
    if turns is None:
        return _with_marks(text, view, spans)
    parts = []
    for number, turn in enumerate(turns, 1):
        placed = [(turn.place(start), turn.place(end), label) for start, end, label in spans]
        role = (
            f'<span class="role">{escape(_(ROLES[turn.role]) if turn.role else _(TURN, number=number))}</span>'
            if len(turns) > 1
            else ""
        )
        parts.append(f'<span class="turn">{role}{_with_marks(turn.text, view, placed)}</span>')
    return "".join(parts)


def _with_marks(text: str, view: str, spans: Collection[Span]) -> str:
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
