"""The picture that a link to a site shows elsewhere: 1200 by 630, title, verdict and the first systems."""

from __future__ import annotations

from io import BytesIO

from eval_core.figures.painted.canvas import Canvas, Painted, cut, fitting
from eval_core.figures.painted.layout import Scale
from eval_core.locales import gettext as _
from eval_core.locales import number
from eval_core.ranking.results import Ranking
from eval_core.reports.site.contents import Contents
from eval_core.reports.standings.decision_words import verdict

WIDE, HIGH = 1200, 630
_DOTS = 144  # to an inch: two to a point
_COLOURS = 48
_EDGE, _SYSTEMS = 40.0, 6
_ROW = 21.0


def preview_image(contents: Contents) -> bytes:
    """A PNG in the current language; few colours keep it small."""
    from PIL import Image

    with Image.open(BytesIO(preview_sheet(contents).png(_DOTS))) as image:
        small = BytesIO()
        image.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return small.getvalue()


def preview_sheet(contents: Contents) -> Painted:
    """The picture before it is a file; the most important ranking is the first."""
    wide, high = WIDE * 72 / _DOTS, HIGH * 72 / _DOTS
    canvas = Canvas(wide)
    theme, room = canvas.theme, wide - 2 * _EDGE
    ranking = next(iter(contents.parts.values())).ranking
    canvas.boxes([(0, 0, wide, 6)], theme.accent)
    y = 40.0
    for line in fitting(contents.facts.title, 24, room)[:2]:
        canvas.text(_EDGE, y, line, 24, bold=True)
        y += 30
    first, *rest = fitting(verdict(ranking), 13, room)
    for line in (first, *([cut(" ".join(rest), 13, room)] if rest else ())):
        canvas.text(_EDGE, y, line, 13, colour=theme.grey)
        y += 18
    _rows(canvas, ranking, y + 8, room)
    facts = contents.facts
    foot = _(
        "{judgments} judgments, {annotators} annotators, {systems} systems",
        judgments=number(facts.judgments),
        annotators=number(facts.annotators),
        systems=number(len(ranking.systems)),
    )
    canvas.text(_EDGE, high - 22, foot, 11, colour=theme.grey)
    canvas.text(wide - _EDGE, high - 22, "Parvis", 11, colour=theme.accent, side="right", bold=True)
    return canvas.finished(high)


def _rows(canvas: Canvas, ranking: Ranking, top: float, room: float) -> None:
    """The first systems with their intervals."""
    rows = [row for row in ranking.systems[:_SYSTEMS] if row.bounded]
    ends = [end for row in rows for end in (row.strength, row.low, row.high) if end is not None]
    if not ends:
        return
    air = 0.05 * (max(ends) - min(ends)) or 1.0
    scale = Scale(min(ends) - air, max(ends) + air, _EDGE + 0.42 * room, _EDGE + room)
    for place, row in enumerate(rows):
        y = top + (place + 0.5) * _ROW
        canvas.stroke(((_EDGE, y + _ROW / 2), (_EDGE + room, y + _ROW / 2)), 0.5, colour=canvas.theme.hairline)
        low, high = number(row.rank_low), number(row.rank_high)
        canvas.text(_EDGE, y, low if low == high else f"{low}–{high}", 12, colour=canvas.theme.grey)
        canvas.text(_EDGE + 44, y, cut(row.system, 13, 0.42 * room - 60), 13)
        if row.low is not None and row.high is not None:
            canvas.stroke(((scale.at(row.low), y), (scale.at(row.high), y)), 1.6)
        canvas.dot(scale.at(row.strength), y, 4)
