"""A sheet of ratings as anyone reads it: what was asked, the response, and every criterion with its rating."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.desk.rating_sheets import RatedResponse
from eval_core.campaigns.my_work.own_ratings import OwnSheet
from eval_core.campaigns.talk.seen import SheetSeen
from eval_core.locales import N_, said
from eval_core.locales import gettext as _
from eval_core.protocols import Criterion, Protocol
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.protocol_words import criterion_names
from eval_core.ui.parts.marked_text import Span, with_marks
from eval_core.web.shown_text import plain

Shown = OwnSheet | SheetSeen  # what tells of a prompt and how its texts are shown


def asked_html(desk: Shown, protocol: Protocol, *, short: bool = False) -> str:
    """What the response answers or translates, two lines of it if `short`, and the reference if shown."""
    standard = STANDARDS.get(desk.written_standard or "", N_("Prompt"))
    title = _("Source") if "source" in protocol.shows else _(standard)
    asked = _asked_part(title, desk.source, desk.source_language, short=short)
    if desk.reference and "reference" in protocol.shows:
        title = _("Reference")
        asked += _asked_part(title, desk.reference, desk.target_language or desk.written_standard)
    return asked


def _asked_part(title: str, text: str, language: str | None, *, short: bool = False) -> str:
    return (
        f'<div class="asked-for{" short" if short else ""}"><div class="standard">{escape(title)}</div>'
        f'<div class="text" dir="auto"{_lang(language)}>{with_marks(text, "plain")}</div></div>'
    )


def response_html(desk: Shown, sheet: RatedResponse, title: str, size: int, marks: Collection[Span] = ()) -> str:
    """A response under its title, `size` in per cent, with the words that its rater marked."""
    lang = _lang(desk.target_language or desk.written_standard)
    return (
        f'<section class="reading rated" data-assignment="{sheet.assignment_id}" style="--size: {size / 100:g}">'
        f'<h2 tabindex="-1">{escape(title)}</h2><div class="body {desk.text_view}" dir="auto"{lang}>'
        f"{with_marks(sheet.response, desk.text_view, marks)}</div></section>"
    )


def _lang(code: str | None) -> str:
    return f' lang="{escape(code or "")}"'  # '' is an unknown language, not that of the page


def point_of(criterion: Criterion, value: int | None) -> str:
    """A rating as its rater reads it, such as '3 Perfect'."""
    if value is None:
        return _("N/A")
    labels = {point.value: said(point.label) for point in criterion.points}
    return f"{value} {labels.get(value, '')}".strip()


def marks_html(marks: dict[str, Score], protocol: Protocol) -> str:
    """Every criterion with its rating and its explanation, as HTML."""
    lines = []
    for criterion in protocol.rated:
        mark = marks.get(criterion.key)
        if mark is None:
            continue
        why = f'<p class="words" dir="auto">{plain(mark.explanation)}</p>' if mark.explanation else ""
        label, point = escape(said(criterion.label)), escape(point_of(criterion, mark.value))
        lines.append(f"<div><dt>{label}</dt><dd>{point}{why}</dd></div>")
    return f'<dl class="marks">{"".join(lines)}</dl>'


def missing_text(protocol: Protocol, lacking: Sequence[tuple[str, str]]) -> str:
    """What a sheet still lacks, every criterion by its name."""
    labels = criterion_names(protocol)
    parts = [labels[key] if what == "value" else _("why: {criterion}", criterion=labels[key]) for key, what in lacking]
    return _("Not saved. Still missing: {parts}.", parts="; ".join(parts))


NOT_APPLICABLE = "NA"
