"""Convergence: how every system's strength converged as judgments came in, a small panel for each."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from math import ceil
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.elements import LINE, SMALL, caption, lines, sheet, words
from eval_core.figures.panels import Panels
from eval_core.figures.progress import Moment, iso_moment
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
    texts = words(labels, CONVERGENCE_LABELS)
    return _Convergence(convergence_data(points), texts, theme, compact, number, count, moment).draw()


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
    def __init__(
        self,
        points: pd.DataFrame,
        labels: Mapping[str, str],
        theme: Theme,
        compact: bool,
        number: Number,
        count: Count,
        moment: Moment,
    ) -> None:
        self.words, self.theme, self.compact = labels, theme, compact
        self.number, self.count, self.moment = number, count, moment
        self.lines = {str(name): line for name, line in points.groupby("system", sort=False)}
        columns = 2 if compact else 3 if len(self.lines) <= 6 else 4
        self.panels = Panels(len(self.lines), columns, 84 if compact else 110, 40, 0.05)
        self.window = (0, int(points["judgments"].max()) if len(points) else 1)
        late = points[points["judgments"] >= self.window[1] / 2]
        low, high = (pd.concat([late[end], late["strength"]]).dropna() for end in ("low", "high"))
        ends = (min(low.min(), 0.0), max(high.max(), 0.0)) if len(late) else (-1.0, 1.0)
        air = 0.06 * (ends[1] - ends[0]) or 1.0
        self.range = (ends[0] - air, ends[1] + air)
        # What is drawn behind each panel's own line.
        some = list(self.lines.values())[:: ceil(len(self.lines) / _OTHERS) or 1]
        self.pale = translucent(theme.grey, min(0.35, 4 / max(len(some), 1)))
        self.others: dict[str, list[Any]] = {
            axis: [x for line in some for x in (*line[axis], None)] for axis in ("judgments", "strength")
        }

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
        for panel, (name, line) in enumerate(self.lines.items()):
            self._axes(fig, panel)
            self._line(fig, panel, line)
            notes += self._titles(panel, name, line)
        grey = self.theme.grey
        notes.append(caption("axis", self.words["judgments"], below=26, colour=grey))
        notes.append(caption("note", foot, below=48, colour=grey, xshift=4 - left))
        fig.update_layout(annotations=notes)
        return fig

    def _axes(self, fig: go.Figure, panel: int) -> None:
        theme = self.theme
        marks = _marks(self.window[1])
        tick = {"color": theme.grey, "size": SMALL}
        x = {
            "range": self.window,
            "tickvals": marks,
            "ticktext": [tabular(literal(self.count(mark))) for mark in marks],
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
            "range": self.range,
            "nticks": 4,
            "tickfont": tick,
            "showticklabels": self.panels.leftmost(panel),
            "showgrid": True,
            "gridcolor": theme.hairline,
            "ticklabelstandoff": 4,
        }
        self.panels.place(fig, panel, x, y)

    def _line(self, fig: go.Figure, panel: int, line: pd.DataFrame) -> None:
        axes = {"xaxis": self.panels.axis("x", panel), "yaxis": self.panels.axis("y", panel)}
        fig.add_scatter(
            name="others",
            x=self.others["judgments"],
            y=self.others["strength"],
            mode="lines",
            line={"color": self.pale, "width": 1},
            hoverinfo="skip",
            **axes,
        )
        bounded = line.dropna(subset=["low", "high"])
        fig.add_scatter(
            name="interval",
            x=[*bounded["judgments"], *bounded["judgments"][::-1]],
            y=[*bounded["low"], *bounded["high"][::-1]],
            mode="lines",
            line={"width": 0},
            fill="toself",
            fillcolor=translucent(self.theme.accent, 0.22),
            hoverinfo="skip",
            **axes,
        )
        fig.add_scatter(
            name="strength",
            x=list(line["judgments"]),
            y=list(line["strength"]),
            mode="lines" if len(line) > 1 else "markers",
            line={"color": self.theme.accent, "width": 2},
            marker={"color": self.theme.accent, "size": 7},
            hovertext=[self._hover(point) for point in line.itertuples()],
            hoverinfo="text",
            **axes,
        )

    def _titles(self, panel: int, name: str, line: pd.DataFrame) -> list[dict[str, Any]]:
        """The system's name at the end of its line."""
        room = (140 if self.compact else 720 / self.panels.columns) - 40
        size = 13 if self.compact else 14
        end = line.iloc[-1]
        number = tabular(literal(self.number(end["strength"]))) if end["judgments"] == self.window[1] else ""
        named = self.panels.title(
            "system", literal(shorten(name, size, room)), panel, font={"size": size}, hovertext=literal(name)
        )
        look: dict[str, Any] = {"xanchor": "right", "font": {"size": SMALL, "color": self.theme.grey}}
        return [named, self.panels.title("strength", number, panel, **{"yshift": 5, **look}) | {"x": 1}]

    def _hover(self, point: Any) -> str:
        interval = ""
        if pd.notna(point.low) and pd.notna(point.high):
            interval = f" {bracketed(point.low, point.high, self.number)}"
        facts = [
            f"<b>{literal(point.system)}</b>",
            f"{self.words['strength']}: {literal(self.number(point.strength) + interval)}",
            f"{self.words['judgments']}: {literal(self.count(int(point.judgments)))}",
        ]
        if isinstance(point.at, datetime) and pd.notna(point.at):
            facts.append(literal(self.moment(point.at, True)))
        return lines("\n".join(facts))


def _marks(total: int) -> list[int]:
    """One to four round numbers up to the total; 0 and the end would touch those of the neighbouring panels."""
    step = next(m * 10**power for power in range(20) for m in (1, 2, 5) if m * 10**power * 5 > total)
    return list(range(step, total + 1, step))
