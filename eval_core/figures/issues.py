"""The issue profile: how often which issue was found in each system's texts, a small panel for each system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.elements import LINE, SMALL, caption, lines, sheet, words
from eval_core.figures.models import Profile, Rate
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
    model = issue_model(profile, labels=labels, issues=issues, systems=systems, number=number, count=count)
    return _Profile(model, theme, compact, number, count).draw()


def issue_model(
    profile: pd.DataFrame,
    *,
    labels: Mapping[str, str],
    issues: Mapping[str, str],
    systems: Sequence[str] | None = None,
    number: Number = two_decimals,
    count: Count = grouped,
) -> Profile:
    """What the figure shows, for a painter. Args, Raises: as `issue_plot`."""
    texts, data = {key: labels[key] for key in ISSUE_LABELS}, issue_data(profile, systems)
    named = {key: issues[key] for key in dict.fromkeys(data["issue"])}
    at = {key: row for row, key in enumerate(named)}
    panels = []
    for name, rows in data.groupby("system", sort=False):
        rates: list[Rate] = []
        found: list[Any] = list(rows.dropna(subset=["rate"]).itertuples())
        for row in found:
            measured = f"{named[row.issue]}: {interval_text(row.rate, row.low, row.high, number)}"
            facts = (measured, f"{count(int(row.ticked))} / {count(int(row.given))}")
            rates.append(Rate(at[row.issue], float(row.rate), float(row.low), float(row.high), facts))
        given = texts["given"].replace("{number}", count(int(rows["given"].iloc[0])))
        panels.append((str(name), given, tuple(rates)))
    highest = float(np.nanmax([*data["high"], *data["rate"], 1.0])) if len(data) else 1.0
    return Profile(
        issues=tuple(named.values()),
        panels=tuple(panels),
        span=(0.0, min(highest * 1.05, 100.0)),
        words={key: texts[key] for key in ("axis", "note")},
        decimal=decimal_mark(number),
    )


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
    def __init__(self, profile: Profile, theme: Theme, compact: bool, number: Number, count: Count) -> None:
        self.profile, self.theme, self.compact = profile, theme, compact
        self.number, self.count = number, count
        self.words, issues = words(profile.words, ("axis", "note")), profile.issues
        self.size = 13
        widest = max((width(name, self.size) for name in issues), default=0)
        self.room = min(widest, 132 if compact else 190)
        names = [wrap(name, self.size, self.room).split("\n") for name in issues]
        # Two lines are enough to know an issue by.
        self.names = [
            [line, *([shorten(" ".join(rest), self.size, self.room)] if rest else [])] for line, *rest in names
        ]
        pitch = 28 if any(len(name) > 1 for name in self.names) else 22
        self.left = round(4 + self.room + 12)
        columns = 1 if compact else min(3, max(len(profile.panels), 1))
        self.panels = Panels(len(profile.panels), columns, pitch * max(len(issues), 1), 48, 0.05)

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
        for panel, (name, given, rates) in enumerate(self.profile.panels):
            self._axes(fig, panel)
            self._dots(fig, panel, name, rates)
            notes += self._titles(panel, name, given)
        grey = self.theme.grey
        notes.append(caption("axis", axis, below=28, colour=grey, x=1, xanchor="right", align="right"))
        notes.append(caption("note", note, below=deep + 2, colour=grey, xshift=4 - self.left))
        fig.update_layout(annotations=notes)
        return fig

    def _axes(self, fig: go.Figure, panel: int) -> None:
        theme, size = self.theme, len(self.profile.issues)
        tick = {"color": theme.grey, "size": SMALL}
        x = {
            "range": self.profile.span,
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

    def _dots(self, fig: go.Figure, panel: int, system: str, rates: Sequence[Rate]) -> None:
        axes = {"xaxis": self.panels.axis("x", panel), "yaxis": self.panels.axis("y", panel)}
        fig.add_scatter(
            name="interval",
            x=[x for rate in rates for x in (rate.low, rate.high, None)],
            y=[end for rate in rates for end in (rate.row, rate.row, None)],
            mode="lines",
            line={"color": self.theme.ink, "width": 1.5},
            hoverinfo="skip",
            **axes,
        )
        fig.add_scatter(
            name="rate",
            x=[rate.rate for rate in rates],
            y=[rate.row for rate in rates],
            mode="markers",
            marker={"color": self.theme.accent, "size": 8, "line": {"color": self.theme.ground, "width": 1}},
            hovertext=["<br>".join([f"<b>{literal(system)}</b>", *map(literal, rate.facts)]) for rate in rates],
            hoverinfo="text",
            cliponaxis=False,
            **axes,
        )

    def _titles(self, panel: int, name: str, given: str) -> list[dict[str, Any]]:
        """The system's name over its panel, and the number of judgments behind its rates."""
        count = literal(given)
        room = (220 if self.compact else 560 / self.panels.columns) - width(count, SMALL) - 12
        text = literal(shorten(name, 14, max(room, 60)))
        look: dict[str, Any] = {"xanchor": "right", "font": {"size": SMALL, "color": self.theme.grey}}
        return [
            self.panels.title("system", text, panel, font={"size": 14}, hovertext=literal(name)),
            self.panels.title("given", tabular(count), panel, **look) | {"x": 1},
        ]
