"""The win matrix: who won how much of what against whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from eval_core.figures.parts import LINE, SMALL, caption, lines, note, sheet, words
from eval_core.figures.text import Count, Number, grouped, literal, shorten, tabular, two_decimals, width, wrap
from eval_core.figures.theme import LIGHT, Theme
from eval_core.ranking.results import Ranking

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

MATRIX_LABELS = (
    "system",  # heads the rows
    "opponent",  # heads the columns: the numbers are those of the rows
    "share",  # under the figure: what a share is
    "n",  # after it, where n is printed: what the number below the share is
    "wins",  # on touch: judgments won by the row's system
    "ties",  # on touch: judged even
    "losses",  # on touch: won by the column's system
)

_GAP = 10
# Room for the cells in pixels, as a screen is likely to give it, wide or compact; and what a cell needs.
_ROOM = (700, 230)
_FOR_BOTH = 56
_FOR_SHARE = 32


def win_matrix(
    ranking: Ranking,
    *,
    labels: Mapping[str, str],
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
) -> go.Figure:
    """Draw who beat whom: a row and a column for each system, in the ranking's order.

    A cell prints the share of judgments that went to the row's system (a tie is half a win) and their number n
    below it; its colour runs from orange (0) to blue (1). Pairs never compared stay empty. Beyond 12 systems (4
    if compact) n, beyond 21 (7) the share is left to the hover text.

    Args:
        labels: the words, one for each of MATRIX_LABELS.
        number: writes shares (0 to 1).
        count: writes judgments.

    Raises:
        KeyError: for a word that is missing.
    """
    return _Matrix(ranking, words(labels, MATRIX_LABELS), theme, compact, number, count).draw()


class _Matrix:
    def __init__(
        self, ranking: Ranking, labels: Mapping[str, str], theme: Theme, compact: bool, number: Number, count: Count
    ) -> None:
        self.names = [row.system for row in ranking.systems]
        self.words, self.theme, self.compact = labels, theme, compact
        self.number, self.count = number, count
        self.wins, self.ties = _counts(ranking)
        self.cell = _ROOM[compact] / max(len(self.names), 1)
        self.height = 46 if self.cell >= _FOR_BOTH else 32 if self.cell >= _FOR_SHARE else 20
        self.size = 13 if compact or self.height == 20 else 14
        self.places = 4 + width(str(len(self.names)), self.size)
        widest = max((width(name, self.size) for name in self.names), default=0)
        self.room = max(min(widest, 84 if compact else 210), width(labels["system"], SMALL) - self.places)
        self.left = round(self.places + _GAP + self.room + _GAP)

    def draw(self) -> go.Figure:
        theme, n = self.theme, self.wins + self.ties + self.wins.T
        told = ("share", "n") if self.cell >= _FOR_BOTH else ("share",)
        foot = wrap(" ".join(self.words[key] for key in told), SMALL, 330 if self.compact else 700)
        fig = sheet(
            theme,
            height=self.height * max(len(self.names), 1),
            margin={"l": self.left, "r": 8, "t": 44, "b": 54 + LINE * (foot.count("\n") + 1)},
            number=self.number,
            count=self.count,
        )
        share = np.divide(self.wins + self.ties / 2, n, out=np.full(n.shape, np.nan), where=n > 0)
        fig.add_heatmap(
            name="share",
            z=share,
            zmin=0,
            zmax=1,
            colorscale=[[0, theme.low], [0.5, theme.even], [1, theme.high]],
            xgap=1,
            ygap=1,
            text=self._grid(share, n, self._print),
            texttemplate="%{text}",
            textfont={"size": 13, "color": theme.ink},
            hovertext=self._grid(share, n, self._tell),
            hoverinfo="text",
            hoverongaps=False,
            colorbar=self._scale(),
        )
        self._axes(fig)
        below = caption("share", foot, below=48, colour=theme.grey, xshift=4 - self.left)
        fig.update_layout(annotations=[*self._heads(), *self._names(), below])
        return fig

    def _grid(self, share: Floats, n: Ints, write: Callable[[int, int, float, int], str]) -> list[list[str]]:
        """What `write` makes of each cell, and nothing for pairs never compared."""
        size = range(len(n))
        return [[write(i, j, share[i, j], int(n[i, j])) if n[i, j] else "" for j in size] for i in size]

    def _print(self, _row: int, _column: int, share: float, n: int) -> str:
        if self.cell < _FOR_SHARE:
            return ""
        text = tabular(literal(self.number(share)))
        if self.cell < _FOR_BOTH:
            return text
        return f'{text}<br><span style="font-size:11px">{tabular(literal(self.count(n)))}</span>'

    def _tell(self, row: int, column: int, share: float, n: int) -> str:
        counts = {"wins": self.wins[row, column], "ties": self.ties[row, column], "losses": self.wins[column, row]}
        names = f"<b>{literal(self.names[row])}</b> – {literal(self.names[column])}"
        summary = f"{literal(self.number(share))} ({literal(self.count(n))})"
        told = [f"{self.words[key]}: {literal(self.count(int(value)))}" for key, value in counts.items()]
        return lines("\n".join([names, summary, *told]))

    def _scale(self) -> dict[str, Any]:
        """The key to the colours: a thin bar below the cells."""
        marks = (0, 0.5, 1)
        place = {"orientation": "h", "x": 0, "xanchor": "left", "y": 0, "yref": "paper", "yanchor": "top"}
        return {
            **place,
            "ypad": 10,
            "xpad": 0,
            "thickness": 8,
            "lenmode": "pixels",
            "len": 160,
            "outlinewidth": 0,
            "tickvals": marks,
            "ticktext": [literal(self.number(mark)) for mark in marks],
            "tickfont": {"size": SMALL, "color": self.theme.grey},
        }

    def _axes(self, fig: go.Figure) -> None:
        size = len(self.names)
        # A number above every column where it fits, else above the first and every fifth or tenth.
        fits = next((step for step in (1, 5, 10) if self.cell * step >= width("00", SMALL) + 6), 20)
        shown = [i for i in range(size) if (i + 1) % fits == 0 or i == 0]
        fig.update_xaxes(
            range=[-0.5, max(size, 1) - 0.5],
            side="top",
            tickvals=shown,
            ticktext=[str(i + 1) for i in shown],
            tickangle=0,
            ticks="",
            ticklabelstandoff=5,
        )
        fig.update_yaxes(range=[max(size, 1) - 0.5, -0.5], showticklabels=False, ticks="")

    def _heads(self) -> list[dict[str, Any]]:
        look: dict[str, Any] = {
            "y": 1,
            "yref": "paper",
            "yanchor": "bottom",
            "font": {"size": SMALL, "color": self.theme.grey},
        }
        return [
            note("head", lines(self.words["system"]), x=0, xshift=4 - self.left, yshift=5, align="left", **look),
            note("head", lines(self.words["opponent"]), x=0, yshift=24, align="left", **look),
        ]

    def _names(self) -> list[dict[str, Any]]:
        notes = []
        for y, name in enumerate(self.names):
            look: dict[str, Any] = {"y": y, "font": {"size": self.size}}
            at = self.places - self.left
            notes.append(note("place", tabular(str(y + 1)), x=0, xshift=at, xanchor="right", **look))
            text = literal(shorten(name, self.size, self.room))
            notes.append(note("system", text, x=0, xshift=at + _GAP, hovertext=literal(name), **look))
        return notes


def _counts(ranking: Ranking) -> tuple[Ints, Ints]:
    """Wins of the row over the column, and ties, each (K, K) in the ranking's order."""
    at = {row.system: i for i, row in enumerate(ranking.systems)}
    wins, ties = np.zeros((2, len(at), len(at)), dtype=np.int64)
    for pair in ranking.pairs:
        i, j = at[pair.system], at[pair.opponent]
        wins[i, j], wins[j, i] = pair.wins, pair.losses
        ties[i, j] = ties[j, i] = pair.ties
    return wins, ties
