"""How far a judge agrees with people, and people among themselves: a row a criterion.

As in `rating_forest`, the text is in the left margin, measured in pixels; one unit of the y axis is one row.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.elements import LINE, SMALL, caption, lines, note, sheet, words
from eval_core.figures.models import Agreed, JudgeRow, Sides
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
from eval_core.figures.theme import LIGHT, Theme
from eval_core.scoring import PeopleComparison

JUDGE_AGREEMENT_LABELS = (
    "criterion",  # heads the names
    "judge",  # the judge with people: heads their numbers and names their mark
    "people",  # people among themselves, likewise
    "responses",  # names the number of responses, in the hover text
    "axis",  # under the axis: what the agreement is
)
_ENDS = ("", "_low", "_high")
_SIDES = (("judge", -0.17), ("people", 0.17))
_PACE, _HEAD, _GAP, _EDGE, _RIGHT = 42, 34, 14, 4, 16


def judge_agreement_plot(
    data: pd.DataFrame,
    *,
    labels: Mapping[str, str],
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
) -> go.Figure:
    """Draw two dots with whiskers a row: a filled diamond for the judge, a hollow circle for people.

    The axis ends at 1, full agreement, and begins at 0, what chance would give, or further down where a value is
    lower. What is not defined has no dot. The figure needs about 600 pixels, or 330 if compact.

    Args:
        data: as `judge_agreement_data` gives it.
        labels: the words, one for each of JUDGE_AGREEMENT_LABELS.
        compact: for a phone: names and axis only; the numbers show on touch.
        number: writes agreements.
        count: writes responses.

    Raises:
        KeyError: for a word that is missing.
    """
    sides = judge_agreement_model(data, labels=labels, number=number, count=count)
    return _JudgeAgreementPlot(sides, theme, compact, number, count).draw()


def judge_agreement_model(
    data: pd.DataFrame, *, labels: Mapping[str, str], number: Number = two_decimals, count: Count = grouped
) -> Sides:
    """What the figure shows, for a painter. Args, Raises: as `judge_agreement_plot`."""
    texts = {key: labels[key] for key in JUDGE_AGREEMENT_LABELS}
    rows = []
    for record in data.to_dict("records"):
        row: dict[Any, Any] = record
        agreed, facts = {}, []
        for side, _ in _SIDES:
            value, low, high = (None if math.isnan(row[f"{side}{end}"]) else row[f"{side}{end}"] for end in _ENDS)
            agreed[side] = Agreed(value, low, high, "–" if value is None else number(value))
            facts.append((texts[side], "–" if value is None else interval_text(value, low, high, number)))
        facts.append((texts["responses"], count(row["responses"])))
        rows.append(JudgeRow(str(row["criterion"]), agreed["judge"], agreed["people"], tuple(facts)))
    values = [end for row in rows for agreed in (row.judge, row.people) for end in (agreed.value, agreed.low)]
    lowest = min([0.0, *(value for value in values if value is not None)])
    return Sides(tuple(rows), (lowest - 0.04 * (1 - lowest), 1.02), texts, decimal_mark(number))


def judge_agreement_data(parts: Mapping[str, PeopleComparison]) -> pd.DataFrame:
    """What the figure shows, a row for each of `parts`, which are by name, in their order.

    Columns criterion, responses (that the judge and people gave a value to), judge, judge_low, judge_high, people,
    people_low, people_high: Krippendorff's alpha (ordinal) with its interval, missing where not defined.
    """
    rows = []
    for name, part in parts.items():
        row: dict[str, Any] = {"criterion": name, "responses": part.n}
        for side, measure in (("judge", part.judge.alpha_ordinal), ("people", part.people.alpha_ordinal)):
            row |= {side: measure.value, f"{side}_low": measure.low, f"{side}_high": measure.high}
        rows.append(row)
    measured = [f"{side}{end}" for side, _ in _SIDES for end in ("", "_low", "_high")]
    return pd.DataFrame(rows, columns=["criterion", "responses", *measured]).astype(dict.fromkeys(measured, float))


class _JudgeAgreementPlot:
    def __init__(self, sides: Sides, theme: Theme, compact: bool, number: Number, count: Count) -> None:
        self.rows, self.sides, self.theme, self.compact = sides.rows, sides, theme, compact
        self.number, self.count = number, count
        self.words, labels = words(sides.words, JUDGE_AGREEMENT_LABELS), sides.words
        self.size = 13 if compact else 14
        widest = max((width(row.criterion, self.size) for row in self.rows), default=0)
        self.room = max(min(widest, 130 if compact else 260), width(labels["criterion"], SMALL))
        self.ends: dict[str, float] = {}
        end = _EDGE + self.room
        for side, _ in () if compact else _SIDES:
            end += _GAP + max(width(labels[side], SMALL), width(number(-0.5), self.size))
            self.ends[side] = end
        self.left = round(end + _GAP)

    def draw(self) -> go.Figure:
        """The whole figure."""
        axis = wrap(self.words["axis"], SMALL, 330 if self.compact else 460)
        fig = sheet(
            self.theme,
            height=_PACE * max(len(self.rows), 1) + _HEAD,
            margin={"l": self.left, "r": _RIGHT, "t": 8, "b": 36 + LINE * (axis.count("\n") + 1)},
            number=self.number,
            count=self.count,
        )
        self._axes(fig)
        below = caption("axis", axis, below=28, colour=self.theme.grey, x=1, xanchor="right", align="right")
        fig.update_layout(annotations=[*self._heads(), *self._cells(), below])
        for side, shift in _SIDES:
            self._draw_side(fig, side, shift)
        return fig

    def _axes(self, fig: go.Figure) -> None:
        theme = self.theme
        fig.update_xaxes(
            range=self.sides.span,
            nticks=4 if self.compact else 7,
            ticks="outside",
            ticklen=4,
            tickcolor=theme.grey,
            showline=True,
            linecolor=theme.grey,
            zeroline=True,
            zerolinecolor=theme.grey,
            zerolinewidth=1,
        )
        fig.update_yaxes(
            range=[max(len(self.rows), 1) - 0.5, -0.5 - _HEAD / _PACE],
            tickvals=[y + 0.5 for y in range(-1, len(self.rows))],
            showticklabels=False,
            showgrid=True,
            gridcolor=theme.hairline,
            ticks="outside",
            ticklen=self.left,
            tickcolor=theme.hairline,
        )

    def _heads(self) -> list[dict[str, Any]]:
        look = {"yanchor": "bottom", "yshift": 4, "font": {"size": SMALL, "color": self.theme.grey}}
        heads = [self._note("head", self.words["criterion"], _EDGE, -0.5, **look)]
        heads += [
            self._note("head", self.words[side], end, -0.5, xanchor="right", **look) for side, end in self.ends.items()
        ]
        marks = "   ".join(f"{mark} {self.words[side]}" for mark, (side, _) in zip("◆○", _SIDES, strict=True))
        legend = note("legend", marks, x=1, y=-0.5, xanchor="right", **look)
        return [*heads, legend]

    def _cells(self) -> list[dict[str, Any]]:
        cells = []
        for y, row in enumerate(self.rows):
            name = literal(shorten(row.criterion, self.size, self.room))
            cells.append(self._note("criterion", name, _EDGE, y, font={"size": self.size}, hovertext=_hover(row)))
            for side, end in self.ends.items():
                text = tabular(literal(_agreed(row, side).printed))
                cells.append(self._note(side, text, end, y, xanchor="right", font={"size": self.size}))
        return cells

    def _note(self, name: str, text: str, at: float, y: float, **options: Any) -> dict[str, Any]:
        """Text `at` pixels from the figure's left in row y."""
        return note(name, text, x=0, xshift=at - self.left, y=y, **options)

    def _draw_side(self, fig: go.Figure, side: str, shift: float) -> None:
        colour = self.theme.accent if side == "judge" else self.theme.ink
        agreed = [(y + shift, row, _agreed(row, side)) for y, row in enumerate(self.rows)]
        bounded = [(y, found) for y, _, found in agreed if found.low is not None]
        fig.add_scatter(
            name=f"{side} interval",
            x=[x for _, found in bounded for x in (found.low, found.high, None)],
            y=[at for y, _ in bounded for at in (y, y, None)],
            mode="lines",
            line={"color": colour, "width": 1.5},
            hoverinfo="skip",
        )
        measured = [(y, row) for y, row, found in agreed if found.value is not None]
        fill = colour if side == "judge" else self.theme.ground
        fig.add_scatter(
            name=side,
            x=[_agreed(row, side).value for _, row in measured],
            y=[y for y, _ in measured],
            mode="markers",
            marker={
                "symbol": "diamond" if side == "judge" else "circle",
                "color": fill,
                "size": 8 if self.compact else 10,
                "line": {"color": colour, "width": 1.5},
            },
            hovertext=[_hover(row) for _, row in measured],
            hoverinfo="text",
            cliponaxis=False,
        )


def _agreed(row: JudgeRow, side: str) -> Agreed:
    return row.judge if side == "judge" else row.people


def _hover(row: JudgeRow) -> str:
    """Everything about a row, shown on touch."""
    facts = [f"{literal(word)}: {literal(text)}" for word, text in row.facts]
    return lines("\n".join([f"<b>{literal(row.criterion)}</b>", *facts]))
