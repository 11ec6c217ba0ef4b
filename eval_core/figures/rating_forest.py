"""The forest plot of rated systems: a table whose last column is a dot and whisker, the highest score first.

As in `forest`, the text columns stand in the left margin, measured in pixels; one unit of the y axis is one row.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.elements import LINE, SMALL, caption, lines, note, sheet, words
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
from eval_core.scoring import LevelScore

RATING_FOREST_LABELS = (
    "system",  # heads the names
    "responses",  # heads how many prompts' responses were rated
    "annotators",  # heads how many people, or judges, rated them
    "score",  # heads the scores with their intervals: the level belongs here
    "axis",  # under the axis: what a score is
)
_EDGE, _RIGHT = 4, 24
_MANY = 20


def rating_forest(
    levels: Sequence[LevelScore],
    *,
    labels: Mapping[str, str],
    limits: tuple[float, float],
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
) -> go.Figure:
    """Draw the systems' scores as a table with a dot and whisker a row; a score without an interval is a dot only.

    The figure needs about 760 pixels, or 330 if compact.

    Args:
        levels: as `eval_core.scoring.system_scores` gives them.
        labels: the words, one for each of RATING_FOREST_LABELS; a newline breaks a line.
        limits: the lowest and highest score that there can be: the axis goes no further.
        compact: for a phone: name, score and axis only; the rest shows on touch.
        number: writes scores.
        count: writes responses and annotators.

    Raises:
        KeyError: for a word that is missing.
    """
    told = words(labels, RATING_FOREST_LABELS)
    return _RatingForest(rating_forest_data(levels), told, limits, theme, compact, number, count).draw()


def rating_forest_data(levels: Sequence[LevelScore]) -> pd.DataFrame:
    """What the figure shows, a row for each system that has a score, the highest first.

    Columns system, score, se, low, high, df, responses (how many prompts' responses were scored), annotators.
    """
    rated = [one for one in levels if one.score.value is not None]
    who = {one.system: 0 for one in rated} | _counted(rated)
    rows = [
        {
            "system": one.system,
            "score": one.score.value,
            "se": one.score.se,
            "low": one.score.low,
            "high": one.score.high,
            "df": one.score.df,
            "responses": one.score.n,
            "annotators": who[one.system],
        }
        for one in rated
        if one.annotator is None
    ]
    columns = ["system", "score", "se", "low", "high", "df", "responses", "annotators"]
    frame = pd.DataFrame(rows, columns=columns).astype({"se": float, "low": float, "high": float, "df": "Int64"})
    return frame.sort_values("score", ascending=False, kind="stable", ignore_index=True)


def _counted(rated: Sequence[LevelScore]) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in rated:
        found[one.system] = found.get(one.system, 0) + (one.annotator is not None)
    return found


class _RatingForest:
    def __init__(
        self,
        data: pd.DataFrame,
        labels: Mapping[str, str],
        limits: tuple[float, float],
        theme: Theme,
        compact: bool,
        number: Number,
        count: Count,
    ) -> None:
        self.rows: list[Any] = list(data.itertuples(index=False))
        self.words, self.limits, self.theme, self.compact = labels, limits, theme, compact
        self.number, self.count = number, count
        self.size = 13 if compact else 14
        self.pace = 30 if len(self.rows) <= _MANY else 23
        self.head = 8 + LINE * max(labels[key].count("\n") + 1 for key in RATING_FOREST_LABELS[:4])
        self._measure()

    def draw(self) -> go.Figure:
        axis = wrap(self.words["axis"], SMALL, 330 if self.compact else 460)
        fig = sheet(
            self.theme,
            height=round(self.pace * max(len(self.rows), 1) + self.head),
            margin={"l": self.left, "r": _RIGHT, "t": 8, "b": 36 + LINE * (axis.count("\n") + 1)},
            number=self.number,
            count=self.count,
        )
        self._axes(fig)
        below = caption("axis", axis, below=28, colour=self.theme.grey, x=1, xanchor="right", align="right")
        fig.update_layout(annotations=[*self._heads(), *self._names(), *self._cells(), below])
        self._whiskers(fig)
        return fig

    def _measure(self) -> None:
        """Lay the columns out from the left; `self.left` is the whole margin in pixels."""
        gap = 10 if self.compact else 18
        widest = max((width(row.system, self.size) for row in self.rows), default=0)
        self.room = max(min(widest, 122 if self.compact else 210), _wide(self.words["system"]))
        end = _EDGE + self.room
        self.columns: dict[str, tuple[list[str], float]] = {}
        self.heads: dict[str, float] = {}
        for key, cells in self._written().items():
            own = max((width(cell, self.size) for cell in cells), default=0)
            if key in self.words:
                end += gap + max(own, 0 if key == "score" and not self.compact else _wide(self.words[key]))
            else:
                end += 4 + own
            self.columns[key] = (cells, end)
            self.heads["score" if key in ("low", "high") else key] = end
        self.left = round(end + gap)

    def _written(self) -> dict[str, list[str]]:
        """The columns' texts; an interval's limits are columns of their own, to align."""
        score = [self.number(row.score) for row in self.rows]
        if self.compact:
            return {"score": score}
        between = ";" if decimal_mark(self.number) == "," else ","
        known = [not math.isnan(row.low) for row in self.rows]
        return {
            "responses": [self.count(row.responses) for row in self.rows],
            "annotators": [self.count(row.annotators) for row in self.rows],
            "score": score,
            "low": [f"[{self.number(row.low)}{between}" if k else "" for row, k in zip(self.rows, known, strict=True)],
            "high": [f"{self.number(row.high)}]" if k else "" for row, k in zip(self.rows, known, strict=True)],
        }

    def _axes(self, fig: go.Figure) -> None:
        theme, bottom = self.theme, max(len(self.rows), 1) - 0.5
        fig.update_xaxes(
            range=self._range(),
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
            tickvals=[y + 0.5 for y in range(-1, len(self.rows))],
            showticklabels=False,
            showgrid=True,
            gridcolor=theme.hairline,
            ticks="outside",
            ticklen=self.left,
            tickcolor=theme.hairline,
        )

    def _range(self) -> tuple[float, float]:
        """All dots and whiskers and a little air, within what the scale allows (and half a dot beyond it)."""
        ends = [x for row in self.rows for x in (row.score, row.low, row.high) if not math.isnan(x)]
        low, high = min(ends, default=self.limits[0]), max(ends, default=self.limits[1])
        whole = self.limits[1] - self.limits[0]
        air = max(0.08 * (high - low), 0.02 * whole)
        return max(low - air, self.limits[0] - 0.01 * whole), min(high + air, self.limits[1] + 0.01 * whole)

    def _heads(self) -> list[dict[str, Any]]:
        look = {"yanchor": "bottom", "yshift": 4, "font": {"size": SMALL, "color": self.theme.grey}}
        heads = [
            self._note("head", lines(self.words[key]), end, -0.5, xanchor="right", align="right", **look)
            for key, end in self.heads.items()
        ]
        return [self._note("head", lines(self.words["system"]), _EDGE, -0.5, align="left", **look), *heads]

    def _names(self) -> list[dict[str, Any]]:
        return [
            self._note(
                "system",
                literal(shorten(row.system, self.size, self.room)),
                _EDGE,
                y,
                font={"size": self.size},
                hovertext=self._told(row),
            )
            for y, row in enumerate(self.rows)
        ]

    def _cells(self) -> list[dict[str, Any]]:
        font = {"size": self.size, "color": self.theme.ink}
        return [
            self._note(key, tabular(literal(cell)), end, y, xanchor="right", font=font)
            for key, (cells, end) in self.columns.items()
            for y, cell in enumerate(cells)
            if cell
        ]

    def _note(self, name: str, text: str, at: float, y: float, **options: Any) -> dict[str, Any]:
        """Text `at` pixels from the figure's left in row y."""
        return note(name, text, x=0, xshift=at - self.left, y=y, **options)

    def _told(self, row: Any) -> str:
        """All there is to say about a system, for those who point at it."""
        score = literal(self.number(row.score))
        if not math.isnan(row.low):
            between = "; " if decimal_mark(self.number) == "," else ", "
            score += literal(f" [{self.number(row.low)}{between}{self.number(row.high)}]")
        told = {
            "score": score,
            "responses": literal(self.count(row.responses)),
            "annotators": literal(self.count(row.annotators)),
        }
        parts = [f"{self.words[key]}: {text}".replace("\n", " ") for key, text in told.items()]
        return lines("\n".join([f"<b>{literal(row.system)}</b>", *parts]))

    def _whiskers(self, fig: go.Figure) -> None:
        known = [(y, row) for y, row in enumerate(self.rows) if not math.isnan(row.low)]
        fig.add_scatter(
            name="interval",
            x=[x for _, row in known for x in (row.low, row.high, None)],
            y=[at for y, _ in known for at in (y, y, None)],
            mode="lines",
            line={"color": self.theme.ink, "width": 1.5},
            hoverinfo="skip",
        )
        fig.add_scatter(
            name="score",
            x=[row.score for row in self.rows],
            y=list(range(len(self.rows))),
            mode="markers",
            marker={
                "color": self.theme.accent,
                "size": 7 if self.compact else 9,
                "line": {"color": self.theme.ground, "width": 1},
            },
            hovertext=[self._told(row) for row in self.rows],
            hoverinfo="text",
            cliponaxis=False,
        )


def _wide(label: str) -> float:
    return max(width(line, SMALL) for line in label.split("\n"))
