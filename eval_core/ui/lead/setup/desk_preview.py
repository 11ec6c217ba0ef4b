"""What annotators see at the desk, to look at: texts, and what is chosen or rated. Nothing can be pressed."""

from __future__ import annotations

from html import escape

from eval_core.campaigns.talk.seen import AsSeen, SheetSeen
from eval_core.locales import N_, said
from eval_core.locales import gettext as _
from eval_core.protocols import Criterion, Protocol
from eval_core.reports.protocol_words import choice_labels
from eval_core.ui.parts.comparison import reading
from eval_core.ui.parts.sheet import asked_html, response_html

_WHY = {
    "required": N_("Why?"),
    "below_max": N_("Why, below the best score?"),
    "optional": N_("Why (optional)"),
}


def preview_html(example: AsSeen | SheetSeen, protocol: Protocol, text_view: str) -> str:
    """A pair with its three choices, or a response with every criterion and its scale, as one element."""
    if isinstance(example, AsSeen):
        choices = "".join(f"<span>{escape(label)}</span>" for label in choice_labels(protocol).values())
        texts = reading(example, text_view, protocol.key, expanded=True)
        question = f'<p class="preview-question">{escape(said(protocol.question))}</p>'
        return f'{texts}{question}<div class="preview-choices">{choices}</div>'
    asked = asked_html(example, protocol)
    rows = "".join(_criterion(criterion) for criterion in protocol.rated)
    return f'{asked}{response_html(example, example.sheet, _("Response"), 100)}<div class="preview-sheet">{rows}</div>'


def _criterion(criterion: Criterion) -> str:
    """A criterion with the words of its points; without words, the ends of its scale."""
    about = said(criterion.description)
    words = {point.value: said(point.label) for point in criterion.points}
    points = [(str(value), words.get(value, "")) for value in range(criterion.min, criterion.max + 1)]
    points += [(_("N/A"), "")] if criterion.na else []
    cells = "".join(
        f"<span><b>{escape(value)}</b>{f'<small>{escape(word)}</small>' if word else ''}</span>"
        for value, word in points
    )
    why = f'<p class="note">{escape(_(_WHY[criterion.explanation]))}</p>' if criterion.explanation in _WHY else ""
    note = f'<p class="note">{escape(about)}</p>' if about else ""
    label = escape(said(criterion.label))
    return f'<div><h3 class="criterion">{label}</h3>{note}<div class="preview-points">{cells}</div>{why}</div>'
