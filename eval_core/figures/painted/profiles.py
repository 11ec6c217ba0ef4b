"""Dots with whiskers in rows, on paper: issues by system, and a judge next to people."""

from __future__ import annotations

from eval_core.figures.models import Agreed, Profile, Rate, Sides
from eval_core.figures.painted.canvas import LEADING, Canvas, Painted, cut, measure
from eval_core.figures.painted.layout import WIDTHS, Panel, Scale, Sizes, Width, axis_below, name_lines, panels

_NAMES = {"one": 80.0, "two": 120.0}  # points for the names at most
_GAP = 30.0  # points above a panel, the axis of the one above it included
_APART = 0.19  # of a row, between its middle and each of its two dots


def paint_profile(profile: Profile, width: Width) -> Painted:
    """A small panel for each system, a row for each issue."""
    sizes = WIDTHS[width]
    canvas, size = Canvas(sizes.wide), sizes.text
    room = min(max((measure(name, size) for name in profile.issues), default=0.0), _NAMES[width])
    names = [name_lines(name, size, room) for name in profile.issues]
    pace = 2.3 * size if any(len(lines) > 1 for lines in names) else 1.6 * size
    columns = 1 if width == "one" else min(3, max(len(profile.panels), 1))
    look = {"left": room + 8, "right": sizes.wide - 8, "high": pace * max(len(names), 1), "gap": _GAP, "air": 14.0}
    places = panels(len(profile.panels), columns, **look)
    for (system, given, rates), panel in zip(profile.panels, places, strict=True):
        _panel(canvas, profile, rates, panel, sizes)
        y = panel.top - 0.9 * size
        space = panel.right - panel.left - measure(given, sizes.small) - 5
        canvas.text(panel.left, y, cut(system, size, space), size)
        canvas.text(panel.right, y, given, sizes.small, colour=canvas.theme.grey, side="right")
        if panel.leftmost:
            for row, lines in enumerate(names):
                for place, line in enumerate(lines):
                    middle = panel.top + (row + 0.5) * pace + (place - (len(lines) - 1) / 2) * 1.05 * size
                    canvas.text(room + 2, middle, line, size, side="right")
    y, grey = max((panel.bottom for panel in places), default=0.0) + 5 + 1.3 * sizes.small, canvas.theme.grey
    right = sizes.wide - 8
    y += canvas.lines(right, y, profile.words["axis"], sizes.small, room=right, colour=grey, side="right")
    y += 3 + canvas.lines(1, y + 3, profile.words["note"], sizes.small, room=sizes.wide - 2, colour=grey)
    return canvas.finished(y + 3)


def _panel(canvas: Canvas, profile: Profile, rates: tuple[Rate, ...], panel: Panel, sizes: Sizes) -> None:
    scale, rows = Scale(*profile.span, panel.left, panel.right), max(len(profile.issues), 1)

    def at(row: int) -> float:
        return panel.top + (row + 0.5) / rows * (panel.bottom - panel.top)

    for row in range(len(profile.issues)):
        canvas.stroke(((panel.left, at(row)), (panel.right, at(row))), 0.5, colour=canvas.theme.hairline)
    axis_below(canvas, scale, panel.bottom, sizes, decimal=profile.decimal, most=5)
    for rate in rates:
        y = at(rate.row)
        ends = [scale.at(min(max(end, profile.span[0]), profile.span[1])) for end in (rate.low, rate.high)]
        canvas.stroke(((ends[0], y), (ends[1], y)), 1.0)
        canvas.dot(scale.at(rate.rate), y, 2.4)


def paint_sides(sides: Sides, width: Width) -> Painted:
    """A filled diamond for the judge, a hollow circle for people, in one row for each criterion."""
    sizes = WIDTHS[width]
    canvas, size, small = Canvas(sizes.wide), sizes.text, sizes.small
    grey, pace = canvas.theme.grey, 2.6 * size
    room = min(max((measure(row.criterion, size) for row in sides.rows), default=0.0), _NAMES[width])
    room, ends = max(room, measure(sides.words["criterion"], small)), {}
    left = room + 1
    for side in ("judge", "people") if width == "two" else ():
        left += sizes.gap + max(measure(sides.words[side], small), measure("−0.00", size))
        ends[side] = left
    scale = Scale(*sides.span, left + sizes.gap, sizes.wide - 6)
    head = 2 + 0.6 * LEADING * small
    canvas.text(1, head + 14, sides.words["criterion"], small, colour=grey)
    for side, end in ends.items():
        canvas.text(end, head + 14, sides.words[side], small, colour=grey, side="right")
    _sides_key(canvas, sides, head, sizes)
    top = head + 14 + LEADING * small
    for place, row in enumerate(sides.rows):
        y = top + (place + 0.5) * pace
        canvas.stroke(((0, y - pace / 2), (sizes.wide, y - pace / 2)), 0.5, colour=canvas.theme.hairline)
        lines = name_lines(row.criterion, size, room)
        for number, line in enumerate(lines):
            canvas.text(1, y + (number - (len(lines) - 1) / 2) * 1.05 * size, line, size)
        for side, agreed, shift in (("judge", row.judge, -_APART), ("people", row.people, _APART)):
            if side in ends:
                canvas.text(ends[side], y, agreed.printed, size, side="right")
            _agreed(canvas, scale, agreed, y + shift * pace, judge=side == "judge")
    y = top + pace * max(len(sides.rows), 1)
    if sides.span[0] < 0:
        canvas.stroke(((scale.at(0), top), (scale.at(0), y)), 0.6, colour=grey)
    y += axis_below(canvas, scale, y, sizes, decimal=sides.decimal, most=4 if width == "one" else 7)
    y += 2 + canvas.lines(scale.end, y + 2, sides.words["axis"], small, room=scale.end, colour=grey, side="right")
    return canvas.finished(y + 3)


def _sides_key(canvas: Canvas, sides: Sides, y: float, sizes: Sizes) -> None:
    """Which mark is whose, over the axis."""
    x = sizes.wide - 6
    for side in ("people", "judge"):
        written = canvas.text(x, y, sides.words[side], sizes.small, colour=canvas.theme.grey, side="right")
        x = written.box[0] - 6
        _mark(canvas, x, y, judge=side == "judge")
        x -= 12


def _agreed(canvas: Canvas, scale: Scale, agreed: Agreed, y: float, *, judge: bool) -> None:
    if agreed.value is None:
        return
    if agreed.low is not None and agreed.high is not None:
        low, high = (max(scale.low, min(end, scale.high)) for end in (agreed.low, agreed.high))
        colour = canvas.theme.accent if judge else canvas.theme.ink
        canvas.stroke(((scale.at(low), y), (scale.at(high), y)), 1.0, colour=colour)
    _mark(canvas, scale.at(agreed.value), y, judge=judge)


def _mark(canvas: Canvas, x: float, y: float, *, judge: bool) -> None:
    theme = canvas.theme
    if judge:
        canvas.dot(x, y, 3.2, fill=theme.accent, edge=theme.accent, mark="diamond")
    else:
        canvas.dot(x, y, 2.6, fill=theme.ground, edge=theme.ink)
