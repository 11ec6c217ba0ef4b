"""The forest plot: a table whose last column is drawn.

The text columns stand in the left margin, which is measured in pixels, so they keep their places at every width
and the axis takes what is left. One unit of the y axis is one row; the head of the table is above row 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import plotly.graph_objects as go

from eval_core.figures.brackets import lanes, runs, undecided_sets
from eval_core.figures.elements import LINE, SMALL, caption, lines, note, sheet, words
from eval_core.figures.forest_rows import axis_range, place_rows, rank_text, runs_up
from eval_core.figures.text import (
    Count,
    Number,
    decimal_mark,
    grouped,
    literal,
    shorten,
    tabular,
    two_decimals,
    width,
    wrap,
)
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
    "unbounded",  # beside the arrow of a system without a finite estimate
    "group",  # above each group of systems, where there are several; {number} becomes 1, 2, ...
)

_MANY = 20
_REACH = 0.3  # of a row, above and below its middle, is what a bracket spans
# Pixels: of a bracket's foot, and left of the first column.
_FOOT = 4
_EDGE = 4


@dataclass(frozen=True)
class _Column:
    """Right-aligned text, one cell a system, ending `end` pixels from the figure's left."""

    key: str
    cells: Sequence[str]
    end: float


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

    Systems with a bracket in common were not told apart (see `undecided_sets`); where a bracket passes a system
    that is not of its set, it is dotted. A system without a finite estimate has an arrow at the edge towards
    which it runs. The figure needs about 760 pixels, or 330 if compact.

    Args:
        labels: the words, one for each of FOREST_LABELS; a newline breaks a line.
        compact: for a phone: rank range, name and axis only; the rest shows on touch.
        number: writes estimates and win rates (0 to 1).
        count: writes judgments.

    Raises:
        KeyError: for a word that is missing.
    """
    return _Forest(ranking, words(labels, FOREST_LABELS), theme, compact, number, count).draw()


class _Forest:
    def __init__(
        self, ranking: Ranking, labels: Mapping[str, str], theme: Theme, compact: bool, number: Number, count: Count
    ) -> None:
        self.systems, self.words, self.theme, self.compact = ranking.systems, labels, theme, compact
        self.number, self.count = number, count
        self.size = 13 if compact else 14
        self.rows = place_rows(self.systems)
        self.pace = 30 if len(self.systems) <= _MANY else 23
        self.head = 8 + LINE * max(labels[key].count("\n") + 1 for key in FOREST_LABELS[:5])
        self._measure()
        at = dict(zip((row.system for row in self.systems), self.rows.ys, strict=True))
        self.sets = sorted(
            ([at[name] for name in names] for names in undecided_sets(ranking)), key=lambda ys: (ys[0], -ys[-1])
        )
        self.lanes = lanes([(ys[0], ys[-1]) for ys in self.sets])
        depth = max(self.lanes, default=0) + 1
        self.pitch = min(9.0, (45 if compact else 108) / depth)
        self.foot = min(_FOOT, self.pitch / 2)
        self.right = round(14 + depth * self.pitch)

    def draw(self) -> go.Figure:
        axis = wrap(self.words["axis"], SMALL, 330 if self.compact else 460)
        bracket = wrap(self.words["bracket"], SMALL, 330 if self.compact else 700) if self.sets else ""
        deep = 30 + LINE * (axis.count("\n") + 1)
        fig = sheet(
            self.theme,
            height=round(self.pace * self.rows.size + self.head),
            margin={"l": self.left, "r": self.right, "t": 8, "b": deep + 10 + LINE * (bracket.count("\n") + 1)},
            number=self.number,
            count=self.count,
        )
        self._axes(fig)
        notes = [*self._heads(), *self._names(), *self._arrows()]
        for column in self.columns:
            notes += self._cells(column)
        grey = self.theme.grey
        notes.append(caption("axis", axis, below=28, colour=grey, x=1, xanchor="right", align="right"))
        if bracket:
            notes.append(caption("bracket", bracket, below=deep + 4, colour=grey, xshift=-self.left))
        fig.update_layout(annotations=notes, shapes=[*self._brackets(), *self._zero()])
        self._whiskers(fig)
        return fig

    # Measures

    def _measure(self) -> None:
        """Lay the columns out from the left; `self.left` is the whole margin in pixels."""
        gap = 10 if self.compact else 18
        ranks = [rank_text(row) for row in self.systems]
        end = _EDGE + max(_wide(self.words["rank"]), self._room(ranks))
        self.columns, self.heads = [_Column("rank", ranks, end)], {"rank": end}
        self.name_at = end + gap
        widest = max((width(row.system, self.size) for row in self.systems), default=0)
        self.name_room = max(min(widest, 122 if self.compact else 210), _wide(self.words["system"]))
        end = self.name_at + self.name_room
        figures = {} if self.compact else self._figures()
        for key, cells in figures.items():
            room = self._room(cells)
            if key == "estimate":  # its head stands over the interval too
                room = max(room, _wide(self.words[key]) - self._room(figures["low"]) - self._room(figures["high"]))
            elif key in self.words:
                room = max(room, _wide(self.words[key]))
            end += room + (gap if key in self.words else 4)
            self.columns.append(_Column(key, cells, end))
            self.heads["estimate" if key == "high" else key] = end
        self.heads.pop("low", None)
        self.left = round(end + gap)

    def _figures(self) -> dict[str, list[str]]:
        """The other columns; an interval's limits are columns of their own, to align."""
        between = ";" if decimal_mark(self.number) == "," else ","
        return {
            "judgments": [self.count(row.judgments) for row in self.systems],
            "win_rate": [self.number(row.win_rate) for row in self.systems],
            "estimate": [self.number(row.strength) if row.bounded else "" for row in self.systems],
            "low": ["" if row.low is None else f"[{self.number(row.low)}{between}" for row in self.systems],
            "high": ["" if row.high is None else f"{self.number(row.high)}]" for row in self.systems],
        }

    def _room(self, cells: Sequence[str]) -> float:
        return max((width(cell, self.size) for cell in cells), default=0)

    # The table

    def _axes(self, fig: go.Figure) -> None:
        theme, bottom = self.theme, self.rows.size - 0.5
        fig.update_xaxes(
            range=axis_range(self.systems),
            nticks=4 if self.compact else 7,
            ticks="outside",
            ticklen=4,
            tickcolor=theme.grey,
            showline=True,
            linecolor=theme.grey,
        )
        # The rules between rows: grid lines in the plot, tick marks as long as the margin beside it.
        fig.update_yaxes(
            range=[bottom, -0.5 - self.head / self.pace],
            tickvals=[y + 0.5 for y in range(-1, self.rows.size)],
            showticklabels=False,
            showgrid=True,
            gridcolor=theme.hairline,
            ticks="outside",
            ticklen=self.left,
            tickcolor=theme.hairline,
        )

    def _heads(self) -> list[dict[str, Any]]:
        look = {"yanchor": "bottom", "yshift": 4, "font": {"size": SMALL, "color": self.theme.grey}}
        heads = [
            self._note("head", lines(self.words[key]), end, -0.5, xanchor="right", align="right", **look)
            for key, end in self.heads.items()
        ]
        heads.append(self._note("head", lines(self.words["system"]), self.name_at, -0.5, align="left", **look))
        for y, group in self.rows.headings:
            text = f"<b>{lines(self.words['group']).replace('{number}', str(group))}</b>"
            # Its own ground keeps the zero line off it.
            heads.append(self._note("group", text, _EDGE, y, font={"size": self.size}, bgcolor=self.theme.ground))
        return heads

    def _cells(self, column: _Column) -> list[dict[str, Any]]:
        font = {"size": self.size, "color": self.theme.ink}
        return [
            self._note(column.key, tabular(literal(cell)), column.end, y, xanchor="right", font=font)
            for cell, y in zip(column.cells, self.rows.ys, strict=True)
            if cell
        ]

    def _names(self) -> list[dict[str, Any]]:
        return [
            self._note(
                "system",
                literal(shorten(row.system, self.size, self.name_room)),
                self.name_at,
                y,
                font={"size": self.size},
                hovertext=self._told(row),
            )
            for row, y in zip(self.systems, self.rows.ys, strict=True)
        ]

    def _note(self, name: str, text: str, at: float, y: float, **options: Any) -> dict[str, Any]:
        """Text `at` pixels from the figure's left in row y."""
        return note(name, text, x=0, xshift=at - self.left, y=y, **options)

    def _told(self, row: SystemRow) -> str:
        """All there is to say about a system, for those who point at it."""
        estimate = self.words["unbounded"]
        if row.bounded:
            estimate = literal(self.number(row.strength))
            if row.low is not None and row.high is not None:
                between = "; " if decimal_mark(self.number) == "," else ", "
                estimate += literal(f" [{self.number(row.low)}{between}{self.number(row.high)}]")
        told = {
            "rank": rank_text(row),
            "judgments": literal(self.count(row.judgments)),
            "win_rate": literal(self.number(row.win_rate)),
            "estimate": estimate,
        }
        heads = {key: self.words[key].replace("\n", " ") for key in told}
        parts = [f"<b>{literal(row.system)}</b>", *(f"{heads[key]}: {text}" for key, text in told.items())]
        return lines("\n".join(parts))

    # The drawn column

    def _whiskers(self, fig: go.Figure) -> None:
        drawn = [(row, y) for row, y in zip(self.systems, self.rows.ys, strict=True) if row.bounded]
        known = [(row, y) for row, y in drawn if row.low is not None and row.high is not None]
        fig.add_scatter(
            name="interval",
            x=[x for row, _ in known for x in (row.low, row.high, None)],
            y=[at for _, y in known for at in (y, y, None)],
            mode="lines",
            line={"color": self.theme.ink, "width": 1.5},
            hoverinfo="skip",
        )
        fig.add_scatter(
            name="estimate",
            x=[row.strength for row, _ in drawn],
            y=[y for _, y in drawn],
            mode="markers",
            marker={
                "color": self.theme.accent,
                "size": 7 if self.compact else 9,
                "line": {"color": self.theme.ground, "width": 1},
            },
            hovertext=[self._told(row) for row, _ in drawn],
            hoverinfo="text",
            cliponaxis=False,
        )

    def _arrows(self) -> list[dict[str, Any]]:
        found = []
        for row, y in zip(self.systems, self.rows.ys, strict=True):
            if row.bounded:
                continue
            up = runs_up(self.systems, row)
            arrow = {"showarrow": True, "arrowhead": 2, "arrowwidth": 1.5, "arrowcolor": self.theme.ink}
            side = {"ax": -26, "xanchor": "right"} if up else {"ax": 26, "xanchor": "left"}
            look = {"font": {"size": SMALL, "color": self.theme.grey}, "hovertext": self._told(row), "ay": 0}
            look |= {"bgcolor": self.theme.ground, "borderpad": 2}
            text = lines(self.words["unbounded"])
            found.append(note("unbounded", text, x=1 if up else 0, y=y, **arrow, **side, **look))
        return found

    def _zero(self) -> list[dict[str, Any]]:
        line = {"color": self.theme.grey, "width": 1, "dash": "dot"}
        return [
            {"type": "line", "layer": "below", "x0": 0, "x1": 0, "y0": -0.5, "y1": self.rows.size - 0.5, "line": line}
        ]

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


def _wide(label: str) -> float:
    return max(width(line, SMALL) for line in label.split("\n"))
