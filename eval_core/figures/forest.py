"""The forest plot of a ranking: rank ranges, names and numbers, and each system's strength with its interval."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import plotly.graph_objects as go

from eval_core.figures.brackets import lanes, runs, undecided_sets
from eval_core.figures.elements import LINE, SMALL, caption, lines, note, words
from eval_core.figures.forest_rows import axis_range, place_rows, rank_text, runs_up
from eval_core.figures.forest_table import (
    EDGE,
    ForestTable,
    Style,
    TableRow,
    hover_text,
    interval_columns,
    interval_text,
)
from eval_core.figures.text import Count, Number, grouped, literal, two_decimals, wrap
from eval_core.figures.theme import LIGHT, Theme
from eval_core.ranking.results import Ranking, SystemRow

FOREST_LABELS = (
    "rank",  # heads the rank ranges
    "system",  # heads the names
    "judgments",  # heads the judgments per system
    "win_rate",  # heads the win rates
    "estimate",  # heads the estimates with their intervals: the level belongs here
    "axis",  # under the axis: the scale, and what its zero is
    "bracket",  # under the table: what a bracket means
    "unbounded",  # next to the arrow of a system without a finite estimate
    "group",  # above each group of systems, where there are several; {number} becomes 1, 2, ...
)

_REACH = 0.3  # of a row, above and below its middle, is what a bracket spans
_FOOT = 4  # pixels of a bracket's foot


def forest_plot(
    ranking: Ranking,
    *,
    labels: Mapping[str, str],
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
) -> go.Figure:
    """Draw a ranking as a table with a dot and whisker a row.

    Systems that share a bracket cannot be separated (see `undecided_sets`); where a bracket passes a system that is not
    of its set, it is dotted. A system without a finite estimate has an arrow at the edge towards which
    it runs, and where it won (or lost) everything a line from the limit that this says. The figure
    needs about 760 pixels, or 330 if compact.

    Args:
        labels: the words, one for each of FOREST_LABELS; a newline breaks a line.
        compact: for a phone: rank range, name and axis only; the rest shows on touch.
        number: writes estimates and win rates (0 to 1).
        count: writes judgments.

    Raises:
        KeyError: for a word that is missing.
    """
    return _Forest(ranking, Style(words(labels, FOREST_LABELS), theme, compact, number, count)).draw()


class _Forest(ForestTable):
    estimate = "estimate"

    def __init__(self, ranking: Ranking, style: Style) -> None:
        self.systems = ranking.systems
        self.places = place_rows(self.systems)
        hovers = [_hover(row, style) for row in self.systems]
        rows = [
            TableRow(y, row.system, *_finite(row), hover)
            for row, y, hover in zip(self.systems, self.places.ys, hovers, strict=True)
        ]
        super().__init__(style, rows, height=self.places.size, head_keys=FOREST_LABELS[:5])
        ranks = {"rank": [rank_text(row) for row in self.systems]}
        self.place_columns(ranks, {} if self.compact else self._numbers())
        y_of = {row.system: row.y for row in rows}
        self.sets = sorted(
            ([y_of[name] for name in names] for names in undecided_sets(ranking)), key=lambda ys: (ys[0], -ys[-1])
        )
        self.lanes = lanes([(ys[0], ys[-1]) for ys in self.sets])
        depth = max(self.lanes, default=0) + 1
        self.pitch = min(9.0, (45 if self.compact else 108) / depth)
        self.foot = min(_FOOT, self.pitch / 2)
        self.right = round(14 + depth * self.pitch)

    def draw(self) -> go.Figure:
        axis, depth = self.axis_caption()
        bracket = wrap(self.words["bracket"], SMALL, 330 if self.compact else 700) if self.sets else ""
        below = depth + 10 + LINE * (bracket.count("\n") + 1)
        fig = self.sheet(right=self.right, below=below, span=axis_range(self.systems))
        notes = [*self.heads(), self.name_head(), *self._groups(), *self.names(), *self._arrows(), *self.cells(), axis]
        if bracket:
            notes.append(caption("bracket", bracket, below=depth + 4, colour=self.theme.grey, xshift=-self.left))
        fig.update_layout(annotations=notes, shapes=[*self._brackets(), *self._reaches(), self._zero()])
        return fig

    def _numbers(self) -> dict[str, list[str]]:
        limits = [_finite(row) for row in self.systems]
        return {
            "judgments": [self.count(row.judgments) for row in self.systems],
            "win_rate": [self.number(row.win_rate) for row in self.systems],
            **interval_columns("estimate", limits, self.number),
        }

    def _groups(self) -> list[dict[str, Any]]:
        """The headings of the components; each has its own ground, which keeps the zero line off it."""
        look = {"font": {"size": self.size}, "bgcolor": self.theme.ground}
        heading = f"<b>{lines(self.words['group'])}</b>"
        return [
            self.text("group", heading.replace("{number}", str(group)), EDGE, y, **look)
            for y, group in self.places.headings
        ]

    def _arrows(self) -> list[dict[str, Any]]:
        arrows = []
        arrow: dict[str, Any] = {
            "showarrow": True,
            "arrowhead": 2,
            "arrowwidth": 1.5,
            "arrowcolor": self.theme.ink,
            "ay": 0,
        }
        look: dict[str, Any] = {
            "font": {"size": SMALL, "color": self.theme.grey},
            "bgcolor": self.theme.ground,
            "borderpad": 2,
        }
        for system, row in zip(self.systems, self.rows, strict=True):
            if system.bounded:
                continue
            side: dict[str, Any] = {"x": 0, "ax": 26, "xanchor": "left"}
            if runs_up(self.systems, system):
                side = {"x": 1, "ax": -26, "xanchor": "right"}
            text = _one_sided(system, self.number) or lines(self.words["unbounded"])
            arrows.append(note("unbounded", text, y=row.y, hovertext=row.hover, **arrow, **side, **look))
        return arrows

    def _reaches(self) -> list[dict[str, Any]]:
        """A line for each limit on one side, to the edge at which the arrow stands."""
        left, right = axis_range(self.systems)
        line = {"color": self.theme.ink, "width": 1.5}
        found = []
        for system, row in zip(self.systems, self.rows, strict=True):
            up = runs_up(self.systems, system)
            limit = system.low if up else system.high
            if not system.bounded and limit is not None:
                ends = {"x0": limit, "x1": right if up else left, "y0": row.y, "y1": row.y}
                found.append({"type": "line", "name": "limit", "layer": "below", "line": line, **ends})
        return found

    def _zero(self) -> dict[str, Any]:
        line = {"color": self.theme.grey, "width": 1, "dash": "dot"}
        ends = {"x0": 0, "x1": 0, "y0": -0.5, "y1": self.height - 0.5}
        return {"type": "line", "layer": "below", "line": line, **ends}

    def _brackets(self) -> list[dict[str, Any]]:
        """Each set's bracket in pieces: solid along rows of its own, dotted past others, a foot at either end."""
        pieces = []
        for ys, lane in zip(self.sets, self.lanes, strict=True):
            x = 8 + _FOOT + lane * self.pitch
            stretches = runs(ys)
            for top, bottom in stretches:
                turn = f"L{x:g},{bottom + _REACH:g}"
                start = f"M{x - self.foot:g},{top - _REACH:g}L" if top == ys[0] else "M"
                end = f"L{x - self.foot:g},{bottom + _REACH:g}" if bottom == ys[-1] else ""
                pieces.append(self._piece("bracket", f"{start}{x:g},{top - _REACH:g}{turn}{end}", "solid"))
            for (_, end_of), (start_of, _) in pairwise(stretches):
                path = f"M{x:g},{end_of + _REACH:g}L{x:g},{start_of - _REACH:g}"
                pieces.append(self._piece("past", path, "dot"))
        return pieces

    def _piece(self, name: str, path: str, dash: str) -> dict[str, Any]:
        place = {"xref": "paper", "xsizemode": "pixel", "xanchor": 1, "yref": "y"}
        line = {"color": self.theme.grey, "width": 1.25, "dash": dash}
        return {"type": "path", "name": name, "path": path, "line": line, **place}


def _hover(row: SystemRow, style: Style) -> str:
    estimate = interval_text(row.strength, row.low, row.high, style.number) if row.bounded else style.words["unbounded"]
    estimate = _one_sided(row, style.number) or estimate
    facts = {
        "rank": rank_text(row),
        "judgments": literal(style.count(row.judgments)),
        "win_rate": literal(style.number(row.win_rate)),
        "estimate": estimate,
    }
    return hover_text(row.system, facts, style.words)


def _finite(row: SystemRow) -> tuple[float | None, float | None, float | None]:
    """Strength and interval of a system with a finite estimate, else nothing."""
    return (row.strength, row.low, row.high) if row.bounded else (None, None, None)


def _one_sided(row: SystemRow, number: Number) -> str:
    """Above (or below) which a system is that won (or lost) everything; '' where nothing says so."""
    if row.bounded or (row.low is None) == (row.high is None):
        return ""
    return f"&gt; {number(row.low)}" if row.low is not None else f"&lt; {number(row.high or 0.0)}"
