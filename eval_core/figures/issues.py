"""The issue profile: how often which issue was found in each system's texts, a small panel for each system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
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
from eval_core.figures.theme import LIGHT, Theme

ISSUE_LABELS = (
    "axis",  # under the axes: what a rate is
    "given",  # next to a system's name: {number} becomes the judgments with reasons
    "note",  # under the figure: what whiskers are
)
_COLUMNS = ("system", "issue", "asked", "given", "ticked", "rate", "low", "high")


def issue_plot(
    profile: pd.DataFrame,
    *,
    labels: Mapping[str, str],
    issues: Mapping[str, str],
    systems: Sequence[str] | None = None,
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
) -> go.Figure:
    """Draw each system's rates as dots with whiskers, on one scale; the issues most often found come first.

    The figure needs about 760 pixels, or 330 if compact.

    Args:
        profile: the columns of `eval_core.campaigns.results.issues.issue_profile`.
        labels: the words, one for each of ISSUE_LABELS.
        issues: the issues' names, one for each key in `profile`.
        systems: their order; as in `profile` unless given. Others are left out.
        number: writes rates (0 to 100).
        count: writes judgments.

    Raises:
        KeyError: for a word or an issue's name that is missing.
    """
    data = issue_data(profile, systems)
    texts = words(labels, ISSUE_LABELS)
    named = {key: issues[key] for key in dict.fromkeys(data["issue"])}
    return _Profile(data, texts, named, theme, compact, number, count).draw()


def issue_data(profile: pd.DataFrame, systems: Sequence[str] | None = None) -> pd.DataFrame:
    """What the figure shows: the columns and order of `profile`, systems as in `systems`, frequent issues first."""
    order = list(dict.fromkeys(profile["system"])) if systems is None else list(systems)
    keys = list(dict.fromkeys(profile["issue"]))
    total = profile[profile["system"].isin(order)].groupby("issue")["ticked"].sum()
    keys.sort(key=lambda key: -int(total.get(key, 0)))
    data = profile[profile["system"].isin(order)]
    data = data.assign(place=data["system"].map(order.index), row=data["issue"].map(keys.index))
    data = data.sort_values(["place", "row"], kind="stable")
    return data[list(_COLUMNS)].reset_index(drop=True)


class _Profile:
    def __init__(
        self,
        data: pd.DataFrame,
        labels: Mapping[str, str],
        issues: Mapping[str, str],
        theme: Theme,
        compact: bool,
        number: Number,
        count: Count,
    ) -> None:
        self.words, self.issues, self.theme, self.compact = labels, issues, theme, compact
        self.number, self.count = number, count
        self.systems = {str(name): rows for name, rows in data.groupby("system", sort=False)}
        self.size = 13
        widest = max((width(name, self.size) for name in issues.values()), default=0)
        self.room = min(widest, 132 if compact else 190)
        names = [wrap(name, self.size, self.room).split("\n") for name in issues.values()]
        # Two lines are enough to know an issue by.
        self.names = [
            [line, *([shorten(" ".join(rest), self.size, self.room)] if rest else [])] for line, *rest in names
        ]
        pitch = 28 if any(len(name) > 1 for name in self.names) else 22
        self.left = round(4 + self.room + 12)
        columns = 1 if compact else min(3, max(len(self.systems), 1))
        self.panels = Panels(len(self.systems), columns, pitch * max(len(issues), 1), 48, 0.05)
        highest = float(np.nanmax([*data["high"], *data["rate"], 1.0])) if len(data) else 1.0
        self.range = (0.0, min(highest * 1.05, 100.0))

    def draw(self) -> go.Figure:
        note = wrap(self.words["note"], SMALL, 330 if self.compact else 700)
        axis = wrap(self.words["axis"], SMALL, 330 - self.left if self.compact else 460)
        deep = 30 + LINE * (axis.count("\n") + 1)
        fig = sheet(
            self.theme,
            height=self.panels.height,
            margin={"l": self.left, "r": 20, "t": 0, "b": deep + 6 + LINE * (note.count("\n") + 1)},
            number=self.number,
            count=self.count,
        )
        notes = []
        for panel, (name, rows) in enumerate(self.systems.items()):
            self._axes(fig, panel)
            self._dots(fig, panel, rows)
            notes += self._titles(panel, name, rows)
        grey = self.theme.grey
        notes.append(caption("axis", axis, below=28, colour=grey, x=1, xanchor="right", align="right"))
        notes.append(caption("note", note, below=deep + 2, colour=grey, xshift=4 - self.left))
        fig.update_layout(annotations=notes)
        return fig

    def _axes(self, fig: go.Figure, panel: int) -> None:
        theme, size = self.theme, len(self.issues)
        tick = {"color": theme.grey, "size": SMALL}
        x = {
            "range": self.range,
            "nticks": 5,
            "tickfont": tick,
            # On a phone the lowest axis is out of sight.
            "showticklabels": self.panels.lowest(panel) or self.compact,
            "ticks": "outside",
            "ticklen": 4,
            "tickcolor": theme.grey,
            "showline": True,
            "linecolor": theme.grey,
        }
        y = {
            "range": [size - 0.5, -0.5],
            "tickvals": list(range(size)),
            "ticktext": [lines("\n".join(map(literal, name))) for name in self.names],
            "tickfont": {"color": theme.ink, "size": self.size},
            "showticklabels": self.panels.leftmost(panel),
            "showgrid": True,
            "gridcolor": theme.hairline,
            "ticklabelstandoff": 8,
        }
        self.panels.place(fig, panel, x, y)

    def _dots(self, fig: go.Figure, panel: int, rows: pd.DataFrame) -> None:
        axes = {"xaxis": self.panels.axis("x", panel), "yaxis": self.panels.axis("y", panel)}
        at = {key: y for y, key in enumerate(self.issues)}
        named = rows.dropna(subset=["rate"])
        ys = [at[key] for key in named["issue"]]
        ends = zip(named["low"], named["high"], strict=True)
        fig.add_scatter(
            name="interval",
            x=[x for low, high in ends for x in (low, high, None)],
            y=[end for y in ys for end in (y, y, None)],
            mode="lines",
            line={"color": self.theme.ink, "width": 1.5},
            hoverinfo="skip",
            **axes,
        )
        fig.add_scatter(
            name="rate",
            x=list(named["rate"]),
            y=ys,
            mode="markers",
            marker={"color": self.theme.accent, "size": 8, "line": {"color": self.theme.ground, "width": 1}},
            hovertext=[self._hover(row) for row in named.itertuples()],
            hoverinfo="text",
            cliponaxis=False,
            **axes,
        )

    def _titles(self, panel: int, name: str, rows: pd.DataFrame) -> list[dict[str, Any]]:
        """The system's name over its panel, and the number of judgments behind its rates."""
        count = self.words["given"].replace("{number}", literal(self.count(int(rows["given"].iloc[0]))))
        room = (220 if self.compact else 560 / self.panels.columns) - width(count, SMALL) - 12
        text = literal(shorten(name, 14, max(room, 60)))
        look: dict[str, Any] = {"xanchor": "right", "font": {"size": SMALL, "color": self.theme.grey}}
        return [
            self.panels.title("system", text, panel, font={"size": 14}, hovertext=literal(name)),
            self.panels.title("given", tabular(count), panel, **look) | {"x": 1},
        ]

    def _hover(self, row: Any) -> str:
        interval = bracketed(row.low, row.high, self.number)
        share = f"{self.count(int(row.ticked))} / {self.count(int(row.given))}"
        facts = [
            f"<b>{literal(row.system)}</b>",
            literal(f"{self.issues[row.issue]}: {self.number(row.rate)} {interval}"),
            literal(share),
        ]
        return lines("\n".join(facts))
