"""Strength by checkpoint: a curve with its band for each family of models, a small panel for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.elements import LINE, SMALL, caption, lines, sheet, words
from eval_core.figures.panels import Panels
from eval_core.figures.text import (
    Count,
    Number,
    bracketed,
    grouped,
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
    return _Figure(rows, words(labels, CHECKPOINT_LABELS), theme, compact, number, count).draw()


def checkpoint_data(rows: Sequence[CheckpointRow]) -> pd.DataFrame:
    """What the figure shows: a row for each checkpoint, with the columns of `CheckpointRow`."""
    return pd.DataFrame([asdict(row) for row in rows], columns=list(CheckpointRow.__dataclass_fields__))


class _Figure:
    def __init__(
        self,
        rows: Sequence[CheckpointRow],
        labels: Mapping[str, str],
        theme: Theme,
        compact: bool,
        number: Number,
        count: Count,
    ) -> None:
        self.words, self.theme, self.compact, self.number, self.count = labels, theme, compact, number, count
        known = [row for row in rows if row.strength is not None]
        self.families = {name: list(of) for name, of in groupby(known, lambda row: row.family)}
        columns = 1 if compact or len(self.families) < 2 else 2
        self.panels = Panels(max(len(self.families), 1), columns, _TALL, _GAP, _BETWEEN)
        ends = [end for row in known for end in (row.strength, row.low, row.high) if end is not None] or [-1.0, 1.0]
        air = 0.06 * (max(ends) - min(ends)) or 1.0
        self.range = (min(ends) - air, max(ends) + air)

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
        for panel, (family, rows) in enumerate(self.families.items()):
            self._axes(fig, panel, rows)
            self._curve(fig, panel, rows)
            room = (_NARROW if self.compact else _WIDE) / self.panels.columns - 20
            name = literal(shorten(family, 14, room))
            notes.append(self.panels.title("family", name, panel, font={"size": 14}, hovertext=literal(family)))
        grey = self.theme.grey
        notes.append(caption("axis", self.words["checkpoint"], below=26, colour=grey))
        notes.append(caption("note", foot, below=48, colour=grey, xshift=4 - left))
        fig.update_layout(annotations=notes)
        return fig

    def _axes(self, fig: go.Figure, panel: int, rows: list[CheckpointRow]) -> None:
        theme, places = self.theme, [row.checkpoint for row in rows]
        air = 0.05 * (max(places) - min(places)) or max(1.0, abs(places[0]) * 0.05)
        marks = _marks(min(places), max(places))
        x = {
            "range": (min(places) - air, max(places) + air),
            "tickvals": marks,
            "ticktext": [tabular(literal(self._written(mark))) for mark in marks],
            "tickangle": 0,
            "tickfont": {"color": theme.grey, "size": SMALL},
            "showline": True,
            "linecolor": theme.grey,
            "ticks": "outside",
            "ticklen": 4,
            "tickcolor": theme.grey,
        }
        y = {
            "range": self.range,
            "nticks": 6,
            "tickfont": {"color": theme.grey, "size": SMALL},
            "showticklabels": self.panels.leftmost(panel),
            "showgrid": True,
            "gridcolor": theme.hairline,
            "ticklabelstandoff": 4,
        }
        self.panels.place(fig, panel, x, y)

    def _curve(self, fig: go.Figure, panel: int, rows: list[CheckpointRow]) -> None:
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
            hovertext=[self._hover(row) for row in rows],
            hoverinfo="text",
            **axes,
        )

    def _whiskers(self, rows: list[CheckpointRow]) -> dict[str, Any]:
        return {
            "type": "data",
            "symmetric": False,
            "array": [(row.high or 0.0) - (row.strength or 0.0) if row.high is not None else 0.0 for row in rows],
            "arrayminus": [(row.strength or 0.0) - (row.low or 0.0) if row.low is not None else 0.0 for row in rows],
            "color": self.theme.accent,
        }

    def _written(self, checkpoint: float) -> str:
        return self.count(int(checkpoint)) if float(checkpoint).is_integer() else self.number(checkpoint)

    def _hover(self, row: CheckpointRow) -> str:
        interval = ""
        if row.low is not None and row.high is not None:
            interval = f" {bracketed(row.low, row.high, self.number)}"
        facts = [
            f"<b>{literal(row.system)}</b>",
            f"{self.words['checkpoint']}: {literal(self._written(row.checkpoint))}",
            f"{self.words['strength']}: {literal(self.number(row.strength or 0.0) + interval)}",
        ]
        return lines("\n".join(facts))


def _marks(first: float, last: float) -> list[float]:
    """Up to five round numbers from the first to the last checkpoint; the one there is, if it is alone."""
    if first == last:
        return [first]
    span = last - first
    step = next(m * 10.0**power for power in range(-12, 300) for m in (1, 2, 5) if m * 10.0**power * 5 >= span)
    begin = -(-first // step)
    return [round(step * (begin + i), 12) for i in range(6) if step * (begin + i) <= last + 1e-9 * span]
