"""What develops, on paper: how strengths converged, strength by checkpoint, and judgments against time."""

from __future__ import annotations

from datetime import datetime

from eval_core.figures.convergence import every_so_many
from eval_core.figures.models import Burn, Curve, Curves, Trend, Trends
from eval_core.figures.painted.canvas import Canvas, Dash, Painted, Point, cut, measure
from eval_core.figures.painted.layout import (
    WIDTHS,
    Panel,
    Scale,
    Sizes,
    Width,
    panels,
    rules_behind,
    wide_ticks,
)

_HIGH, _GAP = {"one": 44.0, "two": 62.0}, 20.0  # points of a panel's axes, and above them
_TREND, _TREND_GAP = {"one": 90.0, "two": 120.0}, 34.0  # the same, where every panel has an axis of its own
_TALL = {"one": 120.0, "two": 160.0}  # points of the burn-up's axes


def paint_curves(curves: Curves, width: Width) -> Painted:
    """A small panel for each system, all others in grey behind it."""
    sizes = WIDTHS[width]
    canvas = Canvas(sizes.wide)
    columns = 2 if width == "one" else 3 if len(curves.curves) <= 6 else 4
    left = wide_ticks(*curves.span, sizes, decimal=curves.decimal, most=4)
    look = {"left": left, "right": sizes.wide - 6, "high": _HIGH[width], "gap": _GAP, "air": 12.0}
    places = panels(len(curves.curves), columns, **look)
    for curve, panel in zip(curves.curves, places, strict=True):
        _panel(canvas, curves, curve, panel, sizes)
    y = max((panel.bottom for panel in places), default=0.0) + 4 + 1.3 * sizes.small
    grey = canvas.theme.grey
    y += canvas.lines(left, y, curves.words["judgments"], sizes.small, room=sizes.wide - left, colour=grey)
    y += 3 + canvas.lines(1, y + 3, curves.words["note"], sizes.small, room=sizes.wide - 2, colour=grey)
    return canvas.finished(y + 3)


def _panel(canvas: Canvas, curves: Curves, curve: Curve, panel: Panel, sizes: Sizes) -> None:
    across = Scale(0, curves.judged, panel.left, panel.right)
    up = Scale(*curves.span, panel.bottom, panel.top)
    rules_behind(canvas, across, up, sizes, decimal=curves.decimal, most=4, texts=panel.leftmost)

    def at(judgments: float, strength: float) -> Point:
        # Early bands may leave the panel.
        return across.at(judgments), min(max(up.at(strength), panel.top), panel.bottom)

    for other in curves.curves[:: every_so_many(len(curves.curves))]:
        if len(other.points) > 1:
            line = [at(point.judgments, point.strength) for point in other.points]
            canvas.stroke(line, 0.5, colour=canvas.theme.grey, opacity=0.3)
    band = [point for point in curve.points if point.low is not None and point.high is not None]
    if len(band) > 1:
        lower = [at(point.judgments, point.low) for point in band if point.low is not None]
        upper = [at(point.judgments, point.high) for point in band if point.high is not None]
        canvas.area([*lower, *reversed(upper)], canvas.theme.accent, 0.22)
    line = [at(point.judgments, point.strength) for point in curve.points]
    if len(line) > 1:
        canvas.stroke(line, 1.3, colour=canvas.theme.accent)
    else:
        canvas.dot(*line[0], 2.2)
    _titles(canvas, curves, curve, panel, sizes)


def _titles(canvas: Canvas, curves: Curves, curve: Curve, panel: Panel, sizes: Sizes) -> None:
    """The name above, the last strength next to it, and the axis below with its numbers where it is the lowest."""
    grey, y = canvas.theme.grey, panel.top - 0.8 * sizes.text
    room = panel.right - panel.left - measure(curve.last, sizes.small) - 4
    canvas.text(panel.left, y, cut(curve.system, sizes.text, room), sizes.text)
    if curve.last:
        canvas.text(panel.right, y, curve.last, sizes.small, colour=grey, side="right")
    canvas.stroke(((panel.left, panel.bottom), (panel.right, panel.bottom)), 0.6, colour=grey)
    for mark, text in curves.marks:
        x = panel.left + mark / curves.judged * (panel.right - panel.left)
        canvas.stroke(((x, panel.bottom), (x, panel.bottom + 2.5)), 0.6, colour=grey)
        if panel.lowest:
            canvas.text(x, panel.bottom + 4 + 0.6 * sizes.small, text, sizes.small, colour=grey, side="center")


def paint_trends(trends: Trends, width: Width) -> Painted:
    """A small panel for each family, with the axis of its own checkpoints."""
    sizes = WIDTHS[width]
    canvas = Canvas(sizes.wide)
    left = wide_ticks(*trends.span, sizes, decimal=trends.decimal, most=6)
    columns = 1 if width == "one" or len(trends.trends) < 2 else 2
    look = {"left": left, "right": sizes.wide - 10, "high": _TREND[width], "gap": _TREND_GAP, "air": 18.0}
    places = panels(len(trends.trends), columns, **look)
    for trend, panel in zip(trends.trends, places, strict=True):
        _trend(canvas, trends, trend, panel, sizes)
    y, grey = max((panel.bottom for panel in places), default=0.0) + 5 + 1.3 * sizes.small, canvas.theme.grey
    y += canvas.lines(left, y, trends.words["checkpoint"], sizes.small, room=sizes.wide - left, colour=grey)
    y += 3 + canvas.lines(1, y + 3, trends.words["note"], sizes.small, room=sizes.wide - 2, colour=grey)
    return canvas.finished(y + 3)


def _trend(canvas: Canvas, trends: Trends, trend: Trend, panel: Panel, sizes: Sizes) -> None:
    across = Scale(*trend.window, panel.left, panel.right)
    up = Scale(*trends.span, panel.bottom, panel.top)
    rules_behind(canvas, across, up, sizes, decimal=trends.decimal, most=6, texts=panel.leftmost)
    line = [(across.at(step.checkpoint), up.at(step.strength)) for step in trend.steps]
    bounded = [step for step in trend.steps if step.low is not None and step.high is not None]
    lower = [(across.at(step.checkpoint), up.at(step.low)) for step in bounded if step.low is not None]
    upper = [(across.at(step.checkpoint), up.at(step.high)) for step in bounded if step.high is not None]
    if len(bounded) > 1:
        canvas.area([*lower, *reversed(upper)], canvas.theme.accent, 0.22)
    elif bounded:
        canvas.stroke([lower[0], upper[0]], 1.0, colour=canvas.theme.accent)
    if len(line) > 1:
        canvas.stroke(line, 1.3, colour=canvas.theme.accent)
    for x, y in line:
        canvas.dot(x, y, 2.2)
    room = panel.right - panel.left
    canvas.text(panel.left, panel.top - 0.8 * sizes.text, cut(trend.family, sizes.text, room), sizes.text)
    grey = canvas.theme.grey
    canvas.stroke(((panel.left, panel.bottom), (panel.right, panel.bottom)), 0.6, colour=grey)
    for mark, text in trend.marks:
        x = across.at(mark)
        canvas.stroke(((x, panel.bottom), (x, panel.bottom + 2.5)), 0.6, colour=grey)
        canvas.text(x, panel.bottom + 4 + 0.6 * sizes.small, text, sizes.small, colour=grey, side="center")


def paint_burn(burn: Burn, width: Width) -> Painted:
    """Judgments made, the plan and the expected finish, with a key above."""
    sizes = WIDTHS[width]
    canvas = Canvas(sizes.wide)
    grey = canvas.theme.grey
    top = _burn_key(canvas, burn, sizes) + 6
    y = top + canvas.lines(1, top, burn.words["judgments"], sizes.small, room=sizes.wide, colour=grey) + 5
    left = max((measure(text, sizes.small) for _, text in burn.counts), default=0.0) + 5
    bottom = y + _TALL[width]
    up = Scale(0, max(burn.total, burn.made, 1) * 1.04, bottom, y)
    right = sizes.wide - 22
    for mark, text in burn.counts:
        at, last = up.at(mark), mark == burn.total
        rule = grey if last else canvas.theme.hairline
        canvas.stroke(((left, at), (right, at)), 0.6, colour=rule)
        canvas.text(left - 3, at, text, sizes.small, colour=grey, side="right")
    canvas.stroke(((left, bottom), (right, bottom)), 0.6, colour=grey)
    if burn.window is not None:
        start, end = burn.window
        _burn_lines(canvas, burn, start, Scale(0, (end - start).total_seconds(), left, right), up, width)
    return canvas.finished(bottom + 4 + 1.3 * sizes.small + 3)


def _burn_lines(canvas: Canvas, burn: Burn, start: datetime, across: Scale, up: Scale, width: Width) -> None:
    """The band, the lines and the dates; `across` is in seconds from `start`."""
    sizes, theme = WIDTHS[width], canvas.theme

    def at(moment: datetime, judgments: float) -> Point:
        return across.at((moment - start).total_seconds()), up.at(judgments)

    if burn.forecast is not None and burn.now is not None:
        low, middle, high = burn.forecast
        now, total = at(burn.now, burn.made), burn.total
        far = at(high, total)
        # Where the late end leaves the figure, the band is cut at its edge.
        if far[0] > across.end:
            share = (across.end - now[0]) / (far[0] - now[0])
            edge = (across.end, now[1] + share * (far[1] - now[1]))
            band = [now, at(low, total), (across.end, up.at(total)), edge]
        else:
            band = [now, at(low, total), far]
        canvas.area(band, theme.accent, 0.25)
        canvas.stroke((now, at(middle, total)), 0.7, colour=theme.accent)
    plan: tuple[str, float, Dash] = (theme.grey, 1.0, "dashed")
    done: tuple[str, float, Dash] = (theme.accent, 1.6, "solid")
    for points, (colour, thick, dash) in ((burn.planned, plan), (burn.done, done)):
        line = [at(moment, judged) for moment, judged in points]
        if len(line) > 1:
            canvas.stroke(line, thick, colour=colour, dash=dash)
        elif line:
            canvas.dot(*line[0], 2.2, fill=colour)
    for moment, text in burn.dates(3 if width == "one" else 7):
        x = at(moment, 0)[0]
        canvas.stroke(((x, up.start), (x, up.start + 2.5)), 0.6, colour=theme.grey)
        canvas.text(x, up.start + 4 + 0.6 * sizes.small, text, sizes.small, colour=theme.grey, side="center")


def _burn_key(canvas: Canvas, burn: Burn, sizes: Sizes) -> float:
    """What the lines are, one after the other; answers with its height."""
    x, y, theme = 1.0, 0.8 * sizes.small + 2, canvas.theme
    for key, shown in (("done", burn.done), ("plan", burn.planned), ("forecast", burn.forecast)):
        if not shown:
            continue
        if key == "forecast":
            canvas.area(((x, y - 3), (x + 16, y - 3), (x + 16, y + 3), (x, y + 3)), theme.accent, 0.25)
        elif key == "plan":
            canvas.stroke(((x, y), (x + 16, y)), 1.0, colour=theme.grey, dash="dashed")
        else:
            canvas.stroke(((x, y), (x + 16, y)), 1.6, colour=theme.accent)
        x = canvas.text(x + 20, y, burn.words[key], sizes.small).box[2] + 14
    return y + 0.7 * sizes.small
