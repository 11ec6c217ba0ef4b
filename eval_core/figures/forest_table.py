"""The forest plots on the screen: a table whose last column is drawn.

The text columns are in the left margin, which is measured in pixels, so they keep their places at every width and the
axis takes what is left. One unit of the y axis is one row; the head of the table is above row 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from eval_core.figures.elements import LINE, SMALL, caption, lines, literal_lines, note, sheet
from eval_core.figures.models import Table, TableRow
from eval_core.figures.text import Count, Number, decimal_mark, literal, shorten, tabular, width, wrap
from eval_core.figures.theme import Theme

EDGE = 4  # pixels left of the first column
_CROWDED = 20  # from more systems than this, rows are closer together
LIMITS = ("low", "high")  # the columns of an interval's ends: together with the estimate they have one head


@dataclass(frozen=True)
class Column:
    """Right-aligned text, one cell a system, ending `end` pixels from the figure's left."""

    key: str
    cells: Sequence[str]
    end: float


class ForestTable:
    """The table on the screen; a phone has the columns before the names, those kept after them, and the axis."""

    def __init__(self, table: Table, *, theme: Theme, compact: bool, number: Number, count: Count) -> None:
        self.table, self.theme, self.compact, self.number, self.count = table, theme, compact, number, count
        self.words = {key: literal_lines(text) for key, text in table.words.items()}
        self.rows, self.height, self.estimate = table.rows, table.height, table.estimate
        self.size, self.gap = (13, 10) if compact else (14, 18)
        self.pace = 30 if len(self.rows) <= _CROWDED else 23
        self.columns: list[Column] = []
        self.head_ends: dict[str, float] = {}
        self.left = 0
        after = {key: cells for key, cells in table.after.items() if not compact or key in table.kept}
        heads = ["system", *table.before, *(key for key in table.after if key not in LIMITS)]
        self.head = 8 + LINE * max(self.words[key].count("\n") + 1 for key in heads)
        self._place_columns(table.before, after)
        self.touched = {row.y: hover_text(row) for row in self.rows}

    # Measures

    def _place_columns(self, before: Mapping[str, Sequence[str]], after: Mapping[str, Sequence[str]]) -> None:
        """Lay out columns before and after the names, from the left; `self.left` becomes the margin in pixels."""
        end: float = EDGE
        for key, cells in before.items():
            end += self._room(key, cells, after)
            self._add_column(key, cells, end)
            end += self.gap
        self.name_start = end
        widest = max((width(row.system, self.size) for row in self.rows), default=0)
        self.name_room = max(min(widest, 122 if self.compact else 210), _label_width(self.words["system"]))
        end += self.name_room
        for key, cells in after.items():
            end += self._room(key, cells, after) + (4 if key in LIMITS else self.gap)
            self._add_column(key, cells, end)
        self.left = round(end + self.gap)

    def _add_column(self, key: str, cells: Sequence[str], end: float) -> None:
        self.columns.append(Column(key, cells, end))
        self.head_ends[self.estimate if key in LIMITS else key] = end

    def _room(self, key: str, cells: Sequence[str], after: Mapping[str, Sequence[str]]) -> float:
        """Pixels of a column: of its widest cell or its head, which for the estimate may reach over the interval."""
        if key in LIMITS:
            return self._cell_width(cells)
        head = _label_width(self.words[key])
        if key == self.estimate:
            for limit in LIMITS:
                head -= self._cell_width(after.get(limit, ()))
        return max(self._cell_width(cells), head)

    def _cell_width(self, cells: Sequence[str]) -> float:
        return max((width(cell, self.size) for cell in cells), default=0)

    # The texts

    def heads(self) -> list[dict[str, Any]]:
        """The heads of the columns of numbers."""
        return [self._head(key, end, xanchor="right", align="right") for key, end in self.head_ends.items()]

    def name_head(self) -> dict[str, Any]:
        """The head of the names."""
        return self._head("system", self.name_start, align="left")

    def _head(self, key: str, at: float, **options: Any) -> dict[str, Any]:
        look = {"yanchor": "bottom", "yshift": 4, "font": {"size": SMALL, "color": self.theme.grey}}
        return self.text("head", lines(self.words[key]), at, -0.5, **look, **options)

    def names(self) -> list[dict[str, Any]]:
        """The systems' names, shortened to their column; the whole name is in the hover text."""
        font = {"size": self.size}
        return [
            self.text(
                "system",
                literal(shorten(row.system, self.size, self.name_room)),
                self.name_start,
                row.y,
                font=font,
                hovertext=self.touched[row.y],
            )
            for row in self.rows
        ]

    def cells(self) -> list[dict[str, Any]]:
        """The numbers, column by column; an empty cell is not written."""
        font = {"size": self.size, "color": self.theme.ink}
        return [
            self.text(column.key, tabular(literal(cell)), column.end, row.y, xanchor="right", font=font)
            for column in self.columns
            for cell, row in zip(column.cells, self.rows, strict=True)
            if cell
        ]

    def text(self, name: str, text: str, at: float, y: float, **options: Any) -> dict[str, Any]:
        """Text `at` pixels from the figure's left in row y."""
        return note(name, text, x=0, xshift=at - self.left, y=y, **options)

    # The figure

    def axis_caption(self) -> tuple[dict[str, Any], int]:
        """The text under the axis, and how many pixels axis and text take below the rows."""
        text = wrap(self.words["axis"], SMALL, 330 if self.compact else 460)
        grey = self.theme.grey
        axis = caption("axis", text, below=28, colour=grey, x=1, xanchor="right", align="right")
        return axis, 30 + LINE * (text.count("\n") + 1)

    def sheet(self, *, right: int, below: int, span: tuple[float, float]) -> go.Figure:
        """The figure with its axes, dots and whiskers; right and below are margins in pixels, span is the x axis."""
        fig = sheet(
            self.theme,
            height=round(self.pace * self.height + self.head),
            margin={"l": self.left, "r": right, "t": 8, "b": below},
            number=self.number,
            count=self.count,
        )
        self._axes(fig, span)
        self._whiskers(fig)
        self._dots(fig)
        return fig

    def _axes(self, fig: go.Figure, span: tuple[float, float]) -> None:
        theme = self.theme
        fig.update_xaxes(
            range=span,
            nticks=4 if self.compact else 7,
            ticks="outside",
            ticklen=4,
            tickcolor=theme.grey,
            showline=True,
            linecolor=theme.grey,
        )
        # The rules between rows: grid lines in the plot, tick marks as long as the margin next to it.
        fig.update_yaxes(
            range=[self.height - 0.5, -0.5 - self.head / self.pace],
            tickvals=[y + 0.5 for y in range(-1, self.height if self.rows else 0)],
            showticklabels=False,
            showgrid=True,
            gridcolor=theme.hairline,
            ticks="outside",
            ticklen=self.left,
            tickcolor=theme.hairline,
        )

    def _whiskers(self, fig: go.Figure) -> None:
        drawn = [row for row in self.rows if None not in (row.estimate, row.low, row.high)]
        fig.add_scatter(
            name="interval",
            x=[x for row in drawn for x in (row.low, row.high, None)],
            y=[y for row in drawn for y in (row.y, row.y, None)],
            mode="lines",
            line={"color": self.theme.ink, "width": 1.5},
            hoverinfo="skip",
        )

    def _dots(self, fig: go.Figure) -> None:
        drawn = [row for row in self.rows if row.estimate is not None]
        fig.add_scatter(
            name=self.estimate,
            x=[row.estimate for row in drawn],
            y=[row.y for row in drawn],
            mode="markers",
            marker={
                "color": self.theme.accent,
                "size": 7 if self.compact else 9,
                "line": {"color": self.theme.ground, "width": 1},
            },
            hovertext=[self.touched[row.y] for row in drawn],
            hoverinfo="text",
            cliponaxis=False,
        )


def interval_columns(
    estimate: str, numbers: Sequence[tuple[float | None, float | None, float | None]], number: Number
) -> dict[str, tuple[str, ...]]:
    """The columns of (estimate, low, high) a system, empty where unknown; limits are columns of their own, to align."""
    separator = ";" if decimal_mark(number) == "," else ","
    return {
        estimate: tuple("" if value is None else number(value) for value, _, _ in numbers),
        "low": tuple("" if low is None else f"[{number(low)}{separator}" for _, low, _ in numbers),
        "high": tuple("" if high is None else f"{number(high)}]" for _, _, high in numbers),
    }


def hover_text(row: TableRow) -> str:
    """Everything about a system, one fact a line after its word, ready to be drawn."""
    facts = [f"{literal(word)}: {literal(text)}" for word, text in row.facts]
    return "<br>".join([f"<b>{literal(row.system)}</b>", *facts])


def _label_width(label: str) -> float:
    return max(width(line, SMALL) for line in label.split("\n"))
