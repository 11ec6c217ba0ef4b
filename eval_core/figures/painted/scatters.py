"""Two protocols' scores of the same texts, on paper."""

from __future__ import annotations

from eval_core.figures.models import Place, Scatter
from eval_core.figures.painted.canvas import Box, Canvas, Painted, Side, cut, measure
from eval_core.figures.painted.layout import WIDTHS, Scale, Width, axis_below, rules_behind, wide_ticks

_TALL = {"one": 170.0, "two": 270.0}  # points of the axes
_GAP = 5.0  # points from a system's dot to its name
_SMALLEST, _BIGGEST = 1.5, 5.5  # points of the radius of a dot of responses


def paint_scatter(scatter: Scatter, width: Width) -> Painted:
    """Responses as pale dots, documents as rings, systems as dots with names where these hide no other."""
    sizes = WIDTHS[width]
    canvas = Canvas(sizes.wide)
    grey, small, most = canvas.theme.grey, sizes.small, 4 if width == "one" else 7
    left = wide_ticks(*scatter.y, sizes, decimal=scatter.decimal, most=most)
    top = 8 + canvas.lines(1, 2, scatter.words["other"], small, room=sizes.wide - 2, colour=grey)
    across, up = Scale(*scatter.x, left, sizes.wide - 8), Scale(*scatter.y, top + _TALL[width], top)
    rules_behind(canvas, across, up, sizes, decimal=scatter.decimal, most=most, texts=True)
    if scatter.equal is not None and scatter.equal[0] < scatter.equal[1]:
        ends = [(across.at(end), up.at(end)) for end in scatter.equal]
        canvas.stroke(ends, 0.7, colour=grey, dash="dotted")
    largest = max((place.many for place in scatter.responses), default=1)
    for place in scatter.responses:
        radius = _SMALLEST + (_BIGGEST - _SMALLEST) * (place.many / largest) ** 0.5 if largest > 1 else 2.0
        canvas.dot(across.at(place.one), up.at(place.other), radius, fill=grey, edge=grey, opacity=0.28)
    for place in scatter.documents:
        x, y = across.at(place.one), up.at(place.other)
        canvas.dot(x, y, 2.6, fill=canvas.theme.ground, edge=canvas.theme.accent, opacity=0.7)
    _systems(canvas, scatter.systems, across, up, sizes.text)
    y = up.start + axis_below(canvas, across, up.start, sizes, decimal=scatter.decimal, most=most)
    y += 1 + canvas.lines(
        across.end, y + 1, scatter.words["one"], small, room=across.end - 1, colour=grey, side="right"
    )
    y += 3 + canvas.lines(1, y + 3, scatter.words["note"], small, room=sizes.wide - 2, colour=grey)
    return canvas.finished(y + 3)


def _systems(canvas: Canvas, systems: tuple[Place, ...], across: Scale, up: Scale, size: float) -> None:
    """The dots, and each name right of its dot, left, above or below: the first place that is free, or none."""
    dots = [(across.at(place.one), up.at(place.other)) for place in systems]
    taken: list[Box] = [(x - 4, y - 4, x + 4, y + 4) for x, y in dots]
    for x, y in dots:
        canvas.dot(x, y, 3.0)
    for place, (x, y) in zip(systems, dots, strict=True):
        name = cut(place.name, size, (across.end - across.start) / 2)
        wide, half = measure(name, size), 0.6 * size
        sides: list[tuple[float, float, Side]] = [
            (x + _GAP, y, "left"),
            (x - _GAP, y, "right"),
            (x, y - _GAP - half, "center"),
            (x, y + _GAP + half, "center"),
        ]
        for at, level, side in sides:
            start = at - {"left": 0.0, "center": wide / 2, "right": wide}[side]
            box = (start, level - half, start + wide, level + half)
            inside = across.start <= box[0] and box[2] <= across.end and up.end <= box[1] and box[3] <= up.start
            if inside and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                canvas.text(at, level, name, size, side=side)
                break


def _overlap(box: Box, other: Box) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
