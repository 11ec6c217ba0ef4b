"""The comparison graph: who was compared with whom, and how often; it shows where a ranking falls into groups."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.elements import LINE, SMALL, caption, lines, literal_lines, sheet, words
from eval_core.figures.models import Graph, Group, Line
from eval_core.figures.panels import Panels
from eval_core.figures.text import Count, grouped, literal, shorten, tabular, two_decimals, wrap
from eval_core.figures.theme import LIGHT, Theme, translucent
from eval_core.ranking.results import Ranking

GRAPH_LABELS = (
    "judgments",  # on touch: what is counted
    "group",  # above each group of systems, where there are several; {number} becomes 1, 2, ...
    "note",  # under the figure: what a line is
)
_WIDEST = 7.0  # pixels of the line between the two most often compared
FEW = 6  # lines at most, for their numbers to be printed
STEPS = 4  # different widths
ALONG = 0.4  # of a line, where its number is
MANY = 60  # with more lines than this they are thin and pale


def comparison_graph(
    ranking: Ranking,
    *,
    labels: Mapping[str, str],
    theme: Theme = LIGHT,
    compact: bool = False,
    count: Count = grouped,
) -> go.Figure:
    """Draw the systems as dots on a circle, each connected group on its own, joined by their judgments.

    The wider a line, the more judgments; their number is printed where the lines are few, and shown on touch.

    Args:
        labels: the words, one for each of GRAPH_LABELS.
        count: writes judgments.

    Raises:
        KeyError: for a word that is missing.
    """
    return _Graph(comparison_graph_model(ranking, labels=labels, count=count), theme, compact, count).draw()


def comparison_graph_model(ranking: Ranking, *, labels: Mapping[str, str], count: Count = grouped) -> Graph:
    """What the graph shows, for a painter. Args, Raises: as `comparison_graph`."""
    texts = {key: labels[key] for key in GRAPH_LABELS}
    groups, edges = _groups(ranking), comparison_graph_data(ranking).dropna(subset=["opponent"])
    members = {number: [name for name in groups if groups[name] == number] for number in dict.fromkeys(groups.values())}
    lines: dict[int, list[Line]] = {number: [] for number in members}
    for group, system, opponent, judgments in edges.itertuples(index=False, name=None):
        lines[group].append(Line(system, opponent, int(judgments), count(int(judgments))))
    return Graph(
        groups=tuple(
            Group(texts["group"].replace("{number}", str(number)), _ring(names), tuple(lines[number]))
            for number, names in members.items()
        ),
        judgments={row.system: count(row.judgments) for row in ranking.systems},
        most=int(edges["judgments"].max()) if len(edges) else 1,
        words={key: texts[key] for key in ("judgments", "note")},
    )


def comparison_graph_data(ranking: Ranking) -> pd.DataFrame:
    """What the graph shows: columns group (from 1), system, opponent, judgments; every pair that was compared.

    A system never compared with any other is on its own, without an opponent and with 0 judgments.
    """
    group = _groups(ranking)
    rows: list[tuple[int, str, str | None, int]] = [
        (group[pair.system], pair.system, pair.opponent, pair.wins + pair.ties + pair.losses)
        for pair in ranking.pairs
        if pair.wins + pair.ties + pair.losses
    ]
    joined = {name for row in rows for name in row[1:3]}
    rows += [(group[row.system], row.system, None, 0) for row in ranking.systems if row.system not in joined]
    rows.sort(key=lambda row: row[:2])
    return pd.DataFrame(rows, columns=["group", "system", "opponent", "judgments"])


def _groups(ranking: Ranking) -> dict[str, int]:
    """System -> the number of its group, as the forest plot numbers them."""
    number = {component: i for i, component in enumerate(dict.fromkeys(row.component for row in ranking.systems), 1)}
    return {row.system: number[row.component] for row in ranking.systems}


class _Graph:
    def __init__(self, graph: Graph, theme: Theme, compact: bool, count: Count) -> None:
        self.graph, self.theme, self.compact, self.count = graph, theme, compact, count
        self.words = words(graph.words, ("judgments", "note"))
        several = len(graph.groups) > 1
        columns = min(2 if several else 1, 1 if compact else 2)
        largest = max((len(group.places) for group in graph.groups), default=1)
        tall = 60 if largest == 1 else max(200, 12 * largest + 60)
        self.panels = Panels(len(graph.groups), columns, tall, 34 if several else 10, 0.04)
        # Names need room next to the circle.
        self.half, self.room = (1.9, 150) if columns == 1 and not compact else (2.2, 88)

    def draw(self) -> go.Figure:
        foot = wrap(self.words["note"], SMALL, 330 if self.compact else 700)
        fig = sheet(
            self.theme,
            height=self.panels.height,
            margin={"l": 8, "r": 8, "t": 0, "b": 16 + LINE * (foot.count("\n") + 1)},
            number=two_decimals,
            count=self.count,
        )
        notes = []
        for panel, group in enumerate(self.graph.groups):
            hidden = {"showticklabels": False, "ticks": ""}
            self.panels.place(
                fig, panel, {"range": [-self.half, self.half], **hidden}, {"range": [-1.1, 1.1], **hidden}
            )
            notes += self._lines(fig, panel, group)
            notes += self._dots(fig, panel, group.places)
            if len(self.graph.groups) > 1:
                text = f"<b>{lines(literal_lines(group.heading))}</b>"
                notes.append(self.panels.title("group", text, panel, font={"size": 14}))
        notes.append(caption("note", foot, below=10, colour=self.theme.grey))
        fig.update_layout(annotations=notes)
        return fig

    def _lines(self, fig: go.Figure, panel: int, group: Group) -> list[dict[str, Any]]:
        """Lines of a few widths, a trace for each; their hover text is at a spot on each."""
        axes = {"xaxis": self.panels.axis("x", panel), "yaxis": self.panels.axis("y", panel)}
        at, edges = group.places, group.lines
        widest, opacity = (_WIDEST, 0.45) if len(edges) < MANY else (_WIDEST / 3, 0.2)
        colour = translucent(self.theme.grey, opacity)
        for level in sorted({line_step(edge, self.graph) for edge in edges}):
            ends = [(at[edge.system], at[edge.opponent]) for edge in edges if line_step(edge, self.graph) == level]
            fig.add_scatter(
                name="edge",
                x=[x for start, end in ends for x in (start[0], end[0], None)],
                y=[y for start, end in ends for y in (start[1], end[1], None)],
                mode="lines",
                line={"color": colour, "width": 1 + (widest - 1) * (level - 1) / (STEPS - 1)},
                hoverinfo="skip",
                **axes,
            )
        # Not in the middle, where lines cross.
        spots = [
            tuple(ALONG * b + (1 - ALONG) * a for a, b in zip(at[system], at[opponent], strict=True))
            for system, opponent in ((edge.system, edge.opponent) for edge in edges)
        ]
        fig.add_scatter(
            name="judgments",
            x=[x for x, _ in spots],
            y=[y for _, y in spots],
            mode="markers",
            marker={"color": self.theme.grey, "size": 12, "opacity": 0},
            hovertext=[self._hover(edge) for edge in edges],
            hoverinfo="text",
            **axes,
        )
        if len(edges) > FEW:
            return []
        look = {"xanchor": "center", "bgcolor": self.theme.ground, "borderpad": 2}
        look |= {"font": {"size": SMALL, "color": self.theme.grey}}
        return [
            self.panels.title("n", tabular(literal(edge.printed)), panel, **look)
            | {"xref": axes["xaxis"], "yref": axes["yaxis"], "x": x, "y": y, "yanchor": "middle", "yshift": 0}
            for edge, (x, y) in zip(edges, spots, strict=True)
        ]

    def _dots(self, fig: go.Figure, panel: int, at: Mapping[str, tuple[float, float]]) -> list[dict[str, Any]]:
        axes = {"xaxis": self.panels.axis("x", panel), "yaxis": self.panels.axis("y", panel)}
        fig.add_scatter(
            name="system",
            x=[x for x, _ in at.values()],
            y=[y for _, y in at.values()],
            mode="markers",
            marker={"color": self.theme.accent, "size": 9, "line": {"color": self.theme.ground, "width": 1}},
            hovertext=[
                f"<b>{literal(name)}</b><br>{self.words['judgments']}: {literal(self.graph.judgments[name])}"
                for name in at
            ],
            hoverinfo="text",
            cliponaxis=False,
            **axes,
        )
        return [self._name(name, x, y, axes) for name, (x, y) in at.items()]

    def _name(self, name: str, x: float, y: float, axes: Mapping[str, str]) -> dict[str, Any]:
        """A system's name, on the outer side of its dot."""
        side, shift = ("left", 10) if x >= 0 else ("right", -10)
        size = 13 if self.compact else 14
        return {
            "name": "system",
            "text": literal(shorten(name, size, self.room)),
            "hovertext": literal(name),
            "x": x,
            "y": y,
            "xref": axes["xaxis"],
            "yref": axes["yaxis"],
            "xanchor": side,
            "xshift": shift,
            "showarrow": False,
            "borderpad": 1,
            "bgcolor": self.theme.ground,  # keeps lines off it
            "font": {"size": size},
        }

    def _hover(self, edge: Line) -> str:
        pair = f"<b>{literal(edge.system)}</b> – <b>{literal(edge.opponent)}</b>"
        return lines(f"{pair}\n{self.words['judgments']}: {literal(edge.printed)}")


def line_step(line: Line, graph: Graph) -> int:
    """Which of the `STEPS` widths a line has, from 1."""
    return ceil(line.judgments / graph.most * STEPS)


def _ring(names: list[str]) -> dict[str, tuple[float, float]]:
    """Places on the unit circle, clockwise from the upper right in the ranking's order.

    They are evenly spaced in height, so that names next to them never meet. A lone system is in the middle.
    """
    if len(names) == 1:
        return {names[0]: (0.0, 0.0)}
    right = (len(names) + 1) // 2
    places = []
    for side, number in ((1, right), (-1, len(names) - right)):
        heights = side * (1 - (2 * np.arange(number) + 1) / number)
        places += [(side * float(np.sqrt(1 - y * y)), float(y)) for y in heights]
    return dict(zip(names, places, strict=True))
