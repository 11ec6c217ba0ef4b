"""The comparison graph on paper: systems on circles, joined by their judgments."""

from __future__ import annotations

from eval_core.figures.graph import ALONG, FEW, MANY, STEPS, line_step
from eval_core.figures.models import Graph, Group
from eval_core.figures.painted.canvas import Canvas, Painted, cut, measure
from eval_core.figures.painted.layout import WIDTHS, Panel, Width, panels

_WIDEST = 4.5  # points of the line between the two most often compared
_HEADING, _GAP = 20.0, 8.0  # points above a panel, with and without its heading


def paint_graph(graph: Graph, width: Width) -> Painted:
    """A graph, each group on a circle of its own."""
    sizes = WIDTHS[width]
    canvas = Canvas(sizes.wide)
    several = len(graph.groups) > 1
    columns = 2 if several and width == "two" else 1
    largest = max((len(group.places) for group in graph.groups), default=1)
    high = max(1.5 * sizes.text * (largest // 2 + 2), 120.0 if largest > 1 else 30.0)
    gap = _HEADING if several else _GAP
    places = panels(len(graph.groups), columns, left=0, right=sizes.wide, high=high, gap=gap, air=12)
    for group, panel in zip(graph.groups, places, strict=True):
        if several:
            canvas.text(panel.left + 1, panel.top - 9, group.heading, sizes.text, bold=True)
        _group(canvas, graph, group, panel, width)
    y = max((panel.bottom for panel in places), default=0.0) + 6
    y += canvas.lines(1, y, graph.words["note"], sizes.small, room=sizes.wide - 2, colour=canvas.theme.grey)
    return canvas.finished(y + 3)


def _group(canvas: Canvas, graph: Graph, group: Group, panel: Panel, width: Width) -> None:
    """The lines below, then their numbers if they are few, then the dots with names on their outer sides."""
    sizes, theme = WIDTHS[width], canvas.theme
    middle, radius = (panel.left + panel.right) / 2, (panel.bottom - panel.top) / 2 - sizes.text
    # The names need room on both sides of the circle.
    names = max((measure(name, sizes.text) for name in group.places), default=0.0)
    across = min(1.3 * radius, max((panel.right - panel.left) / 2 - names - 10, 30.0))
    at = {
        name: (middle + x * across, (panel.top + panel.bottom) / 2 - y * radius)
        for name, (x, y) in group.places.items()
    }
    widest, opacity = (_WIDEST, 0.45) if len(group.lines) < MANY else (_WIDEST / 3, 0.2)
    for line in group.lines:
        thick = 0.7 + (widest - 0.7) * (line_step(line, graph) - 1) / (STEPS - 1)
        canvas.stroke((at[line.system], at[line.opponent]), thick, colour=theme.grey, opacity=opacity)
    for line in group.lines if len(group.lines) <= FEW else ():
        start, end = at[line.system], at[line.opponent]
        x, y = (ALONG * b + (1 - ALONG) * a for a, b in zip(start, end, strict=True))
        canvas.text(x, y, line.printed, sizes.small, colour=theme.grey, side="center", ground=theme.ground)
    for name, (x, y) in at.items():
        canvas.dot(x, y, 2.8)
        right = group.places[name][0] >= 0
        room = (panel.right - x if right else x - panel.left) - 8
        canvas.text(
            x + (6 if right else -6), y, cut(name, sizes.text, room), sizes.text, side="left" if right else "right"
        )
