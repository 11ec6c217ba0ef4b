"""A grid of coloured cells: rows with names, columns with numbers, cells with text, and the key to the colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from eval_core.figures.elements import LINE, SMALL, caption, lines, literal_lines, note, sheet
from eval_core.figures.models import Cells
from eval_core.figures.text import Count, Number, literal, shorten, tabular, width, wrap
from eval_core.figures.theme import Theme

_GAP = 10
# Room for the cells in pixels, as a screen is likely to give it, wide or compact; and what a cell needs.
_ROOM = (700, 230)
_FOR_BOTH = 56
_FOR_VALUE = 32
_FOR_NAME = 96  # pixels of a column headed by a name


class Grid:
    """The grid on the screen."""

    def __init__(self, cells: Cells, *, theme: Theme, compact: bool, number: Number, count: Count) -> None:
        self.cells, self.theme, self.compact, self.number, self.count = cells, theme, compact, number, count
        self.columns = int(cells.values.shape[1])
        self.cell: float = _ROOM[compact] / max(self.columns, 1)
        self.height = 46 if self.prints_n else 32 if self.prints_value else 20
        self.size = 13 if compact or self.height == 20 else 14
        self.places = 4 + width(str(len(cells.rows)), self.size) if cells.numbered else 4 - _GAP
        widest = max((width(name, self.size) for name in cells.rows), default=0)
        self.room = max(min(widest, 84 if compact else 240), width(cells.words["rows"], SMALL) - self.places)
        self.left = round(self.places + _GAP + self.room + _GAP)

    @property
    def prints_n(self) -> bool:
        """Whether a cell has room for a value and a number of judgments below it."""
        return self.cell >= _FOR_BOTH

    @property
    def prints_value(self) -> bool:
        """Whether a cell has room for a value."""
        return self.cell >= _FOR_VALUE

    def draw(self) -> go.Figure:
        """The figure, with the names of columns over them where they fit and else in the foot, by number."""
        cells = self.cells
        heads, key = self._column_names()
        foot = cells.words["foot"]
        if cells.counted and self.prints_n and "counted" in cells.words:
            foot = f"{foot} {cells.words['counted']}"
        foot = wrap(literal_lines("\n".join(filter(None, (foot, key)))), SMALL, 330 if self.compact else 700)
        fig = sheet(
            self.theme,
            height=self.height * max(len(cells.rows), 1),
            margin={"l": self.left, "r": 8, "t": 44, "b": 54 + LINE * (foot.count("\n") + 1)},
            number=self.number,
            count=self.count,
        )
        colours = [getattr(self.theme, colour) for colour in cells.colours]
        fig.add_heatmap(
            name=cells.name,
            z=cells.places,
            zmin=0,
            zmax=1,
            colorscale=[[i / (len(colours) - 1), colour] for i, colour in enumerate(colours)],
            xgap=1,
            ygap=1,
            text=self._each(self._printed),
            texttemplate="%{text}",
            textfont={"size": 13, "color": self.theme.ink},
            hovertext=self._each(self._touched),
            hoverinfo="text",
            hoverongaps=False,
            colorbar=self._scale(),
        )
        self._axes(fig, heads)
        below = caption(cells.name, foot, below=48, colour=self.theme.grey, xshift=4 - self.left)
        fig.update_layout(annotations=[*self._heads(), *self._names(), below])
        return fig

    def _printed(self, i: int, j: int) -> str:
        """What a cell prints: value and count, the value or nothing, as there is room."""
        text = self.cells.printed(i, j) if self.prints_value else ""
        if not text or not self.prints_n or self.cells.counted is None:
            return tabular(literal(text)) if text else ""
        count = tabular(literal(self.cells.counted(i, j)))
        return f'{tabular(literal(text))}<br><span style="font-size:11px">{count}</span>'

    def _touched(self, i: int, j: int) -> str:
        name, after, *below = self.cells.touched(i, j)
        return "<br>".join([f"<b>{literal(name)}</b>{literal(after)}", *map(literal, below)])

    def _each(self, write: Callable[[int, int], str]) -> list[list[str]]:
        """What `write` makes of each cell, and nothing for empty ones."""
        full = np.isfinite(self.cells.values)
        return [[write(i, j) if full[i, j] else "" for j in range(full.shape[1])] for i in range(len(full))]

    def _column_names(self) -> tuple[list[str], str]:
        """The columns' names, ready to be drawn, where they have room; else none, and which number is which name."""
        names = self.cells.columns
        heads = [shorten(name, SMALL, self.cell - 8) for name in names]
        if self.cell >= _FOR_NAME and len(set(heads)) == len(names):
            return [literal(head) for head in heads], ""
        return [], "; ".join(f"{place} {shorten(name, SMALL, 210)}" for place, name in enumerate(names, 1))

    def _scale(self) -> dict[str, Any]:
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
            "tickvals": [place for place, _ in self.cells.marks],
            "ticktext": [literal(text) for _, text in self.cells.marks],
            "tickfont": {"size": SMALL, "color": self.theme.grey},
        }

    def _axes(self, fig: go.Figure, heads: Sequence[str]) -> None:
        # A number above every column where it fits, else above the first and every fifth or tenth.
        fits = next((step for step in (1, 5, 10) if self.cell * step >= width("00", SMALL) + 6), 20)
        labelled = [i for i in range(self.columns) if (i + 1) % fits == 0 or i == 0]
        fig.update_xaxes(
            range=[-0.5, max(self.columns, 1) - 0.5],
            side="top",
            tickvals=list(range(self.columns)) if heads else labelled,
            ticktext=heads or [str(i + 1) for i in labelled],
            tickangle=0,
            ticks="",
            ticklabelstandoff=5,
        )
        fig.update_yaxes(range=[max(len(self.cells.rows), 1) - 0.5, -0.5], showticklabels=False, ticks="")

    def _heads(self) -> list[dict[str, Any]]:
        look: dict[str, Any] = {
            "y": 1,
            "yref": "paper",
            "yanchor": "bottom",
            "font": {"size": SMALL, "color": self.theme.grey},
        }
        return [
            note(
                "head",
                lines(literal_lines(self.cells.words["rows"])),
                x=0,
                xshift=4 - self.left,
                yshift=5,
                align="left",
                **look,
            ),
            note("head", lines(literal_lines(self.cells.words["columns"])), x=0, yshift=24, align="left", **look),
        ]

    def _names(self) -> list[dict[str, Any]]:
        notes = []
        for y, name in enumerate(self.cells.rows):
            look: dict[str, Any] = {"y": y, "font": {"size": self.size}}
            at = self.places - self.left
            if self.cells.numbered:
                notes.append(note("place", tabular(str(y + 1)), x=0, xshift=at, xanchor="right", **look))
            text = literal(shorten(name, self.size, self.room))
            notes.append(note("system", text, x=0, xshift=at + _GAP, hovertext=literal(name), **look))
        return notes
