"""A grid of coloured cells: rows with names, columns with numbers, cells with text, and the key to the colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from eval_core.figures.elements import LINE, SMALL, caption, lines, note, sheet
from eval_core.figures.text import Count, Number, literal, shorten, tabular, width, wrap
from eval_core.figures.theme import Theme

Floats = npt.NDArray[np.float64]

_GAP = 10
# Room for the cells in pixels, as a screen is likely to give it, wide or compact; and what a cell needs.
_ROOM = (700, 230)
_FOR_BOTH = 56
_FOR_VALUE = 32
_FOR_NAME = 96  # pixels of a column headed by a name


@dataclass(frozen=True)
class Words:
    """What is written around a grid: over the names, over the numbers of the columns, and below it."""

    rows: str
    columns: str
    foot: str


class Grid:
    """Rows are `names` (plain text, numbered where the columns have the same names), columns are headed 1, 2, ..."""

    def __init__(
        self,
        names: Sequence[str],
        columns: int,
        *,
        head: str,
        numbered: bool,
        theme: Theme,
        compact: bool,
        number: Number,
        count: Count,
    ) -> None:
        self.names, self.columns, self.numbered = names, columns, numbered
        self.theme, self.compact, self.number, self.count = theme, compact, number, count
        self.cell = _ROOM[compact] / max(columns, 1)
        self.height = 46 if self.prints_n else 32 if self.prints_value else 20
        self.size = 13 if compact or self.height == 20 else 14
        self.places = 4 + width(str(len(names)), self.size) if numbered else 4 - _GAP
        widest = max((width(name, self.size) for name in names), default=0)
        self.room = max(min(widest, 84 if compact else 240), width(head, SMALL) - self.places)
        self.left = round(self.places + _GAP + self.room + _GAP)

    @property
    def prints_n(self) -> bool:
        """Whether a cell has room for a value and a number of judgments below it."""
        return self.cell >= _FOR_BOTH

    @property
    def prints_value(self) -> bool:
        """Whether a cell has room for a value."""
        return self.cell >= _FOR_VALUE

    def printed(self, value: float, n: int | None = None) -> str:
        """What a cell prints of a value (from n judgments): both, the value or nothing, as there is room."""
        if not self.prints_value:
            return ""
        text = tabular(literal(self.number(value)))
        if not self.prints_n or n is None:
            return text
        return f'{text}<br><span style="font-size:11px">{tabular(literal(self.count(n)))}</span>'

    def column_names(self, names: Sequence[str]) -> tuple[list[str], str]:
        """The columns' names, ready to be drawn, where they have room; else none, and which number is which name."""
        heads = [shorten(name, SMALL, self.cell - 8) for name in names]
        if self.cell >= _FOR_NAME and len(set(heads)) == len(names):
            return [literal(head) for head in heads], ""
        return [], "; ".join(f"{place} {literal(shorten(name, SMALL, 210))}" for place, name in enumerate(names, 1))

    def draw(
        self,
        name: str,
        values: Floats,
        words: Words,
        *,
        colours: Sequence[str],
        text: Callable[[int, int], str],
        hover: Callable[[int, int], str],
        place: Callable[[Floats], Floats] = np.asarray,
        marks: Sequence[float] = (0, 0.5, 1),
    ) -> go.Figure:
        """The grid of `values` (R, C) from 0 to 1 (NaN: an empty cell) on a scale of evenly spaced `colours`.

        Args:
            name: of the trace.
            text, hover: what the cell of a row and column prints, and what it shows on touch.
            place: where a value is on the scale, 0 to 1.
            marks: the values that the key to the colours names.
        """
        foot = wrap(words.foot, SMALL, 330 if self.compact else 700)
        fig = sheet(
            self.theme,
            height=self.height * max(len(self.names), 1),
            margin={"l": self.left, "r": 8, "t": 44, "b": 54 + LINE * (foot.count("\n") + 1)},
            number=self.number,
            count=self.count,
        )
        fig.add_heatmap(
            name=name,
            z=place(values),
            zmin=0,
            zmax=1,
            colorscale=[[i / (len(colours) - 1), colour] for i, colour in enumerate(colours)],
            xgap=1,
            ygap=1,
            text=_texts(values, text),
            texttemplate="%{text}",
            textfont={"size": 13, "color": self.theme.ink},
            hovertext=_texts(values, hover),
            hoverinfo="text",
            hoverongaps=False,
            colorbar=self._scale(place(np.array(marks, dtype=float)), marks),
        )
        self._axes(fig)
        below = caption(name, foot, below=48, colour=self.theme.grey, xshift=4 - self.left)
        fig.update_layout(annotations=[*self._heads(words), *self._names(), below])
        return fig

    def _scale(self, places: Floats, marks: Sequence[float]) -> dict[str, Any]:
        """The key to the colours: a thin bar below the cells."""
        where = {"orientation": "h", "x": 0, "xanchor": "left", "y": 0, "yref": "paper", "yanchor": "top"}
        return {
            **where,
            "ypad": 10,
            "xpad": 0,
            "thickness": 8,
            "lenmode": "pixels",
            "len": 160,
            "outlinewidth": 0,
            "tickvals": places,
            "ticktext": [literal(self.number(mark)) for mark in marks],
            "tickfont": {"size": SMALL, "color": self.theme.grey},
        }

    def _axes(self, fig: go.Figure) -> None:
        # A number above every column where it fits, else above the first and every fifth or tenth.
        fits = next((step for step in (1, 5, 10) if self.cell * step >= width("00", SMALL) + 6), 20)
        labelled = [i for i in range(self.columns) if (i + 1) % fits == 0 or i == 0]
        fig.update_xaxes(
            range=[-0.5, max(self.columns, 1) - 0.5],
            side="top",
            tickvals=labelled,
            ticktext=[str(i + 1) for i in labelled],
            tickangle=0,
            ticks="",
            ticklabelstandoff=5,
        )
        fig.update_yaxes(range=[max(len(self.names), 1) - 0.5, -0.5], showticklabels=False, ticks="")

    def _heads(self, words: Words) -> list[dict[str, Any]]:
        look: dict[str, Any] = {
            "y": 1,
            "yref": "paper",
            "yanchor": "bottom",
            "font": {"size": SMALL, "color": self.theme.grey},
        }
        return [
            note("head", lines(words.rows), x=0, xshift=4 - self.left, yshift=5, align="left", **look),
            note("head", lines(words.columns), x=0, yshift=24, align="left", **look),
        ]

    def _names(self) -> list[dict[str, Any]]:
        notes = []
        for y, name in enumerate(self.names):
            look: dict[str, Any] = {"y": y, "font": {"size": self.size}}
            at = self.places - self.left
            if self.numbered:
                notes.append(note("place", tabular(str(y + 1)), x=0, xshift=at, xanchor="right", **look))
            text = literal(shorten(name, self.size, self.room))
            notes.append(note("system", text, x=0, xshift=at + _GAP, hovertext=literal(name), **look))
        return notes


def _texts(values: Floats, write: Callable[[int, int], str]) -> list[list[str]]:
    """What `write` makes of each cell, and nothing for empty ones."""
    full = np.isfinite(values)
    return [[write(i, j) if full[i, j] else "" for j in range(values.shape[1])] for i in range(len(values))]
