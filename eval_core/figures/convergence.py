"""Convergence: how every system's strength converged as judgments came in, a small panel for each."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from math import ceil
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.elements import LINE, SMALL, caption, sheet, words
from eval_core.figures.models import Curve, Curves, Point
from eval_core.figures.panels import Panels
from eval_core.figures.progress import Moment, iso_moment
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

CONVERGENCE_LABELS = (
    "strength",  # on touch: what the number is
    "judgments",  # under the axes: what is counted there
    "note",  # under the figure: what line, band and grey lines are
)
_OTHERS = 20  # lines behind a panel's own
_COLUMNS = ("judgments", "at", "system", "strength", "low", "high")


def convergence_plot(
    points: pd.DataFrame,
    *,
    labels: Mapping[str, str],
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
    moment: Moment = iso_moment,
) -> go.Figure:
    """Draw each system's strength with its interval over the number of judgments, others in grey behind it.

    Systems are in the order of their last strength. All panels have one scale, which fits the later half of the
    points: early bands may leave it. Of many systems only some, evenly chosen, are drawn behind the others. The figure
    needs about 760 pixels, or 330 if compact.

    Args:
        points: columns judgments, at, system, strength, low, high, as `eval_core.ranking.convergence` gives them.
        labels: the words, one for each of CONVERGENCE_LABELS.
        number: writes strengths.
        count: writes judgments.
        moment: writes `at`; the second argument says that the time of day matters.

    Raises:
        KeyError: for a word that is missing.
    """
    curves = convergence_model(points, labels=labels, number=number, count=count, moment=moment)
    return _Convergence(curves, theme, compact, number, count).draw()


def convergence_model(
    points: pd.DataFrame,
    *,
    labels: Mapping[str, str],
    number: Number = two_decimals,
    count: Count = grouped,
    moment: Moment = iso_moment,
) -> Curves:
    """What the figure shows, for a painter. Args, Raises: as `convergence_plot`."""
    texts, data = {key: labels[key] for key in CONVERGENCE_LABELS}, convergence_data(points)
    judged = int(data["judgments"].max()) if len(data) else 1
    late = data[data["judgments"] >= judged / 2]
    low, high = (pd.concat([late[end], late["strength"]]).dropna() for end in ("low", "high"))
    ends = (min(low.min(), 0.0), max(high.max(), 0.0)) if len(late) else (-1.0, 1.0)
    air = 0.06 * (ends[1] - ends[0]) or 1.0
    curves = []
    for name, line in data.groupby("system", sort=False):
        drawn = tuple(_point(row, texts, number, count, moment) for row in line.itertuples())
        last = number(drawn[-1].strength) if drawn[-1].judgments == judged else ""
        curves.append(Curve(str(name), drawn, last))
    return Curves(
        curves=tuple(curves),
        judged=judged,
        span=(ends[0] - air, ends[1] + air),
        marks=tuple((mark, count(mark)) for mark in _marks(judged)),
        words={key: texts[key] for key in ("judgments", "note")},
        decimal=decimal_mark(number),
    )


def _point(row: Any, texts: Mapping[str, str], number: Number, count: Count, moment: Moment) -> Point:
    low, high = (float(end) if pd.notna(end) else None for end in (row.low, row.high))
    facts = [
        f"{texts['strength']}: {interval_text(row.strength, low, high, number)}",
        f"{texts['judgments']}: {count(int(row.judgments))}",
    ]
    if isinstance(row.at, datetime) and pd.notna(row.at):
        facts.append(moment(row.at, True))
    return Point(int(row.judgments), float(row.strength), low, high, tuple(facts))


def convergence_data(points: pd.DataFrame) -> pd.DataFrame:
    """What the figure shows: judgments, at, system, strength, low, high; a system's points together, best system first.

    Systems without a strength at the last point come last.
    """
    ordered = points.sort_values("judgments", kind="stable")
    last = ordered.groupby("system", sort=False).last()
    missing = last["judgments"] < ordered["judgments"].max()
    order = last.assign(missing=missing).reset_index().sort_values(["missing", "strength"], ascending=[True, False])
    place = {name: i for i, name in enumerate(order["system"])}
    ordered = ordered.assign(place=ordered["system"].map(place)).sort_values(["place", "judgments"], kind="stable")
    return ordered[list(_COLUMNS)].reset_index(drop=True)


class _Convergence:
    def __init__(self, curves: Curves, theme: Theme, compact: bool, number: Number, count: Count) -> None:
        self.curves, self.theme, self.compact = curves, theme, compact
        self.number, self.count = number, count
        self.words = words(curves.words, ("judgments", "note"))
        size = len(curves.curves)
        self.panels = Panels(size, 2 if compact else 3 if size <= 6 else 4, 84 if compact else 110, 40, 0.05)
        # What is drawn behind each panel's own line.
        some = curves.curves[:: every_so_many(size)]
        self.pale = translucent(theme.grey, min(0.35, 4 / max(len(some), 1)))
        lines = [curve.points for curve in some]
        self.others: tuple[list[float | None], list[float | None]] = (
            [x for line in lines for x in (*(point.judgments for point in line), None)],
            [y for line in lines for y in (*(point.strength for point in line), None)],
        )

    def draw(self) -> go.Figure:
        foot = wrap(self.words["note"], SMALL, 330 if self.compact else 700)
        left = round(14 + width(self.number(-10.0), SMALL))
        fig = sheet(
            self.theme,
            height=self.panels.height,
            margin={"l": left, "r": 14, "t": 4, "b": 54 + LINE * (foot.count("\n") + 1)},
            number=self.number,
            count=self.count,
        )
        notes = []
        for panel, curve in enumerate(self.curves.curves):
            self._axes(fig, panel)
            self._line(fig, panel, curve)
            notes += self._titles(panel, curve)
        grey = self.theme.grey
        notes.append(caption("axis", self.words["judgments"], below=26, colour=grey))
        notes.append(caption("note", foot, below=48, colour=grey, xshift=4 - left))
        fig.update_layout(annotations=notes)
        return fig

    def _axes(self, fig: go.Figure, panel: int) -> None:
        theme = self.theme
        tick = {"color": theme.grey, "size": SMALL}
        x = {
            "range": (0, self.curves.judged),
            "tickvals": [mark for mark, _ in self.curves.marks],
            "ticktext": [tabular(literal(text)) for _, text in self.curves.marks],
            "tickangle": 0,
            "tickfont": tick,
            "showticklabels": self.panels.lowest(panel),
            "showline": True,
            "linecolor": theme.grey,
            "ticks": "outside",
            "ticklen": 4,
            "tickcolor": theme.grey,
        }
        y = {
            "range": self.curves.span,
            "nticks": 4,
            "tickfont": tick,
            "showticklabels": self.panels.leftmost(panel),
            "showgrid": True,
            "gridcolor": theme.hairline,
            "ticklabelstandoff": 4,
        }
        self.panels.place(fig, panel, x, y)

    def _line(self, fig: go.Figure, panel: int, curve: Curve) -> None:
        axes = {"xaxis": self.panels.axis("x", panel), "yaxis": self.panels.axis("y", panel)}
        fig.add_scatter(
            name="others",
            x=self.others[0],
            y=self.others[1],
            mode="lines",
            line={"color": self.pale, "width": 1},
            hoverinfo="skip",
            **axes,
        )
        bounded = [point for point in curve.points if point.low is not None and point.high is not None]
        judged = [point.judgments for point in bounded]
        fig.add_scatter(
            name="interval",
            x=[*judged, *judged[::-1]],
            y=[*(point.low for point in bounded), *(point.high for point in bounded[::-1])],
            mode="lines",
            line={"width": 0},
            fill="toself",
            fillcolor=translucent(self.theme.accent, 0.22),
            hoverinfo="skip",
            **axes,
        )
        name = f"<b>{literal(curve.system)}</b>"
        fig.add_scatter(
            name="strength",
            x=[point.judgments for point in curve.points],
            y=[point.strength for point in curve.points],
            mode="lines" if len(curve.points) > 1 else "markers",
            line={"color": self.theme.accent, "width": 2},
            marker={"color": self.theme.accent, "size": 7},
            hovertext=["<br>".join([name, *map(literal, point.facts)]) for point in curve.points],
            hoverinfo="text",
            **axes,
        )

    def _titles(self, panel: int, curve: Curve) -> list[dict[str, Any]]:
        """The system's name, and its strength at the end of its line."""
        room = (140 if self.compact else 720 / self.panels.columns) - 40
        size, name = 13 if self.compact else 14, curve.system
        named = self.panels.title(
            "system", literal(shorten(name, size, room)), panel, font={"size": size}, hovertext=literal(name)
        )
        look: dict[str, Any] = {"xanchor": "right", "font": {"size": SMALL, "color": self.theme.grey}}
        number = tabular(literal(curve.last)) if curve.last else ""
        return [named, self.panels.title("strength", number, panel, **{"yshift": 5, **look}) | {"x": 1}]


def every_so_many(curves: int) -> int:
    """The step at which curves are drawn behind each panel's own."""
    return ceil(curves / _OTHERS) or 1


def _marks(total: int) -> list[int]:
    """One to four round numbers up to the total; 0 and the end would touch those of the neighbouring panels."""
    step = next(m * 10**power for power in range(20) for m in (1, 2, 5) if m * 10**power * 5 > total)
    return list(range(step, total + 1, step))
