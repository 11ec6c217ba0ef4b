"""Strength by checkpoint: a curve with its band for each family of models, a small panel for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.elements import LINE, SMALL, caption, sheet, words
from eval_core.figures.models import Step, Trend, Trends
from eval_core.figures.panels import Panels
from eval_core.figures.text import (
    Count,
    Number,
    decimal_mark,
    grouped,
    interval_text,
    literal,
    shorten,
    tabular,
    two_decimals,
    width,
    wrap,
)
from eval_core.figures.theme import LIGHT, Theme, translucent
from eval_core.ranking.checkpoints import CheckpointRow

CHECKPOINT_LABELS = (
    "strength",  # on touch: what the number is
    "checkpoint",  # under the axes: what is counted there
    "note",  # under the figure: what line, band and grey line are
)
_TALL, _GAP, _BETWEEN = 170, 40, 0.06
_WIDE, _NARROW = 700, 330


def checkpoint_plot(
    rows: Sequence[CheckpointRow],
    *,
    labels: Mapping[str, str],
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
) -> go.Figure:
    """Draw each family's strengths over its checkpoints, with their pointwise intervals as a band.

    All panels have one scale of strengths; checkpoints are each family's own. Checkpoints without a finite strength
    are left out. The figure needs about 760 pixels, or 330 if compact.

    Args:
        rows: as `by_checkpoint` gives them.
        labels: the words, one for each of CHECKPOINT_LABELS.
        number: writes strengths.
        count: writes checkpoints.

    Raises:
        KeyError: for a word that is missing.
    """
    trends = checkpoint_model(rows, labels=labels, number=number, count=count)
    return _Figure(trends, theme, compact, number, count).draw()


def checkpoint_model(
    rows: Sequence[CheckpointRow],
    *,
    labels: Mapping[str, str],
    number: Number = two_decimals,
    count: Count = grouped,
) -> Trends:
    """What the figure shows, for a painter. Args, Raises: as `checkpoint_plot`."""
    texts = {key: labels[key] for key in CHECKPOINT_LABELS}

    def written(checkpoint: float) -> str:
        return count(int(checkpoint)) if float(checkpoint).is_integer() else number(checkpoint)

    trends = []
    for family, of in groupby((row for row in rows if row.strength is not None), lambda row: row.family):
        steps = []
        for row in of:
            strength = row.strength or 0.0
            measured = f"{texts['strength']}: {interval_text(strength, row.low, row.high, number)}"
            facts = (f"{texts['checkpoint']}: {written(row.checkpoint)}", measured)
            steps.append(Step(row.checkpoint, row.system, strength, row.low, row.high, facts))
        first, last = (end(step.checkpoint for step in steps) for end in (min, max))
        air = 0.05 * (last - first) or max(1.0, abs(steps[0].checkpoint) * 0.05)
        marks = tuple((mark, written(mark)) for mark in _marks(first, last))
        trends.append(Trend(family, tuple(steps), (first - air, last + air), marks))
    steps = [step for trend in trends for step in trend.steps]
    ends = [end for step in steps for end in (step.strength, step.low, step.high) if end is not None] or [-1.0, 1.0]
    air = 0.06 * (max(ends) - min(ends)) or 1.0
    said = {key: texts[key] for key in ("checkpoint", "note")}
    return Trends(tuple(trends), (min(ends) - air, max(ends) + air), said, decimal_mark(number))


def checkpoint_data(rows: Sequence[CheckpointRow]) -> pd.DataFrame:
    """What the figure shows: a row for each checkpoint, with the columns of `CheckpointRow`."""
    return pd.DataFrame([asdict(row) for row in rows], columns=list(CheckpointRow.__dataclass_fields__))


class _Figure:
    def __init__(self, trends: Trends, theme: Theme, compact: bool, number: Number, count: Count) -> None:
        self.trends, self.theme, self.compact, self.number, self.count = trends, theme, compact, number, count
        self.words, size = words(trends.words, ("checkpoint", "note")), len(trends.trends)
        self.panels = Panels(max(size, 1), 1 if compact or size < 2 else 2, _TALL, _GAP, _BETWEEN)

    def draw(self) -> go.Figure:
        foot = wrap(self.words["note"], SMALL, _NARROW if self.compact else _WIDE)
        left = round(14 + width(self.number(-10.0), SMALL))
        fig = sheet(
            self.theme,
            height=self.panels.height,
            margin={"l": left, "r": 14, "t": 4, "b": 54 + LINE * (foot.count("\n") + 1)},
            number=self.number,
            count=self.count,
        )
        notes = []
        for panel, trend in enumerate(self.trends.trends):
            family = trend.family
            self._axes(fig, panel, trend)
            self._curve(fig, panel, trend.steps)
            room = (_NARROW if self.compact else _WIDE) / self.panels.columns - 20
            name = literal(shorten(family, 14, room))
            notes.append(self.panels.title("family", name, panel, font={"size": 14}, hovertext=literal(family)))
        grey = self.theme.grey
        notes.append(caption("axis", self.words["checkpoint"], below=26, colour=grey))
        notes.append(caption("note", foot, below=48, colour=grey, xshift=4 - left))
        fig.update_layout(annotations=notes)
        return fig

    def _axes(self, fig: go.Figure, panel: int, trend: Trend) -> None:
        theme = self.theme
        x = {
            "range": trend.window,
            "tickvals": [mark for mark, _ in trend.marks],
            "ticktext": [tabular(literal(text)) for _, text in trend.marks],
            "tickangle": 0,
            "tickfont": {"color": theme.grey, "size": SMALL},
            "showline": True,
            "linecolor": theme.grey,
            "ticks": "outside",
            "ticklen": 4,
            "tickcolor": theme.grey,
        }
        y = {
            "range": self.trends.span,
            "nticks": 6,
            "tickfont": {"color": theme.grey, "size": SMALL},
            "showticklabels": self.panels.leftmost(panel),
            "showgrid": True,
            "gridcolor": theme.hairline,
            "ticklabelstandoff": 4,
        }
        self.panels.place(fig, panel, x, y)

    def _curve(self, fig: go.Figure, panel: int, rows: Sequence[Step]) -> None:
        axes = {"xaxis": self.panels.axis("x", panel), "yaxis": self.panels.axis("y", panel)}
        bounded = [row for row in rows if row.low is not None and row.high is not None]
        fig.add_scatter(
            name="interval",
            x=[row.checkpoint for row in (*bounded, *reversed(bounded))],
            y=[*(row.low for row in bounded), *(row.high for row in reversed(bounded))],
            mode="lines",
            line={"width": 0},
            fill="toself",
            fillcolor=translucent(self.theme.accent, 0.22),
            hoverinfo="skip",
            **axes,
        )
        fig.add_scatter(
            name="strength",
            x=[row.checkpoint for row in rows],
            y=[row.strength for row in rows],
            mode="lines+markers",
            line={"color": self.theme.accent, "width": 2},
            marker={"color": self.theme.accent, "size": 7},
            # A band has no width where a family has one checkpoint.
            error_y=self._whiskers(rows) if len(rows) == 1 else None,
            hovertext=["<br>".join([f"<b>{literal(row.system)}</b>", *map(literal, row.facts)]) for row in rows],
            hoverinfo="text",
            **axes,
        )

    def _whiskers(self, rows: Sequence[Step]) -> dict[str, Any]:
        return {
            "type": "data",
            "symmetric": False,
            "array": [row.high - row.strength if row.high is not None else 0.0 for row in rows],
            "arrayminus": [row.strength - row.low if row.low is not None else 0.0 for row in rows],
            "color": self.theme.accent,
        }


def _marks(first: float, last: float) -> list[float]:
    """Up to five round numbers from the first to the last checkpoint; the one there is, if it is alone."""
    if first == last:
        return [first]
    span = last - first
    step = next(m * 10.0**power for power in range(-12, 300) for m in (1, 2, 5) if m * 10.0**power * 5 >= span)
    begin = -(-first // step)
    return [round(step * (begin + i), 12) for i in range(6) if step * (begin + i) <= last + 1e-9 * span]
