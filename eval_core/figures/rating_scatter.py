"""Two protocols' scores of the same texts: responses are light dots, documents rings, systems dots with names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.elements import LINE, SMALL, caption, lines, note, sheet, words
from eval_core.figures.models import Place, Scatter
from eval_core.figures.text import Count, Number, decimal_mark, grouped, literal, shorten, two_decimals, width, wrap
from eval_core.figures.theme import LIGHT, Theme, translucent

RATING_SCATTER_LABELS = (
    "one",  # under the x axis
    "other",  # over the y axis
    "responses",  # on touch: how many responses are in one place
    "note",  # under the figure: what dots, rings and names are
)
Limits = tuple[float, float]
_WIDE, _NARROW, _TALL, _SHORT = 760, 290, 420, 320  # pixels of the axes that a screen is likely to give
_GAP = 9  # pixels from a system's dot to its name
_BIGGEST = 14


def rating_scatter(
    points: pd.DataFrame,
    *,
    labels: Mapping[str, str],
    limits: tuple[Limits | None, Limits | None] = (None, None),
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
) -> go.Figure:
    """Draw one protocol's scores along x and the other's along y; where both have one scale, the line of equal scores.

    Responses in one place are one dot, whose area grows with their number. A system's name is where it
    hides no other, and else shows on touch only.

    Args:
        points: columns unit (item, document, system), document, system, one, other.
        labels: the words, one for each of RATING_SCATTER_LABELS.
        limits: the lowest and highest score that there can be under each, None where there is no such.
        number: writes scores.
        count: writes responses.

    Raises:
        KeyError: for a word that is missing.
    """
    scatter = rating_scatter_model(points, labels=labels, limits=limits, number=number, count=count)
    return _Scatter(scatter, theme, compact, number, count).draw()


def rating_scatter_model(
    points: pd.DataFrame,
    *,
    labels: Mapping[str, str],
    limits: tuple[Limits | None, Limits | None] = (None, None),
    number: Number = two_decimals,
    count: Count = grouped,
) -> Scatter:
    """What the figure shows, for a painter. Args, Raises: as `rating_scatter`."""
    texts = {key: labels[key] for key in RATING_SCATTER_LABELS}

    def scores(one: float, other: float) -> tuple[str, ...]:
        pair = ((texts["one"], one), (texts["other"], other))
        return tuple(f"{label}: {number(value)}".replace("\n", " ") for label, value in pair)

    def rows(unit: str) -> list[Any]:
        return list(points[points["unit"] == unit].itertuples())

    items = points[points["unit"] == "item"].round({"one": 6, "other": 6})
    together: list[Any] = list(items.groupby(["one", "other"]).size().reset_index(name="n").itertuples())
    responses = [
        Place(row.one, row.other, "", (*scores(row.one, row.other), f"{texts['responses']}: {count(row.n)}"), row.n)
        for row in together
    ]
    systems = [Place(row.one, row.other, str(row.system), scores(row.one, row.other)) for row in rows("system")]
    documents = [
        Place(row.one, row.other, str(row.document), (str(row.system), *scores(row.one, row.other)))
        for row in rows("document")
    ]
    x, y = (_range(points[side], of) for side, of in zip(("one", "other"), limits, strict=True))
    alike = limits[0] is not None and limits[0] == limits[1]
    return Scatter(
        responses=tuple(responses),
        documents=tuple(documents),
        systems=tuple(systems),
        x=x,
        y=y,
        equal=(max(x[0], y[0]), min(x[1], y[1])) if alike else None,
        words={key: texts[key] for key in ("one", "other", "note")},
        decimal=decimal_mark(number),
    )


class _Scatter:
    def __init__(self, scatter: Scatter, theme: Theme, compact: bool, number: Number, count: Count) -> None:
        self.scatter, self.theme, self.compact = scatter, theme, compact
        self.words, self.number, self.count = words(scatter.words, ("one", "other", "note")), number, count
        self.pixels = (_NARROW, _SHORT) if compact else (_WIDE, _TALL)
        self.x, self.y = scatter.x, scatter.y

    def draw(self) -> go.Figure:
        room = 330 if self.compact else 700
        foot = wrap(self.words["note"], SMALL, room)
        below, above = (wrap(self.words[key], SMALL, room) for key in ("one", "other"))
        left = round(16 + max(width(self.number(end), SMALL) for end in self.y))
        margin = {"l": left, "r": 16, "t": 12 + LINE * (above.count("\n") + 1)}
        rows = below.count("\n") + foot.count("\n") + 2
        fig = sheet(
            self.theme,
            height=self.pixels[1],
            margin={**margin, "b": 36 + LINE * rows},
            number=self.number,
            count=self.count,
        )
        look = {"ticks": "outside", "ticklen": 4, "tickcolor": self.theme.grey, "showline": True}
        look |= {"linecolor": self.theme.grey, "nticks": 4 if self.compact else 7}
        fig.update_xaxes(range=self.x, **look)
        fig.update_yaxes(range=self.y, showgrid=True, gridcolor=self.theme.hairline, **look)
        self._equal(fig)
        self._responses(fig)
        self._documents(fig)
        named = self._systems(fig)
        grey = self.theme.grey
        heads = {"font": {"size": SMALL, "color": grey}, "yref": "paper", "yanchor": "bottom", "align": "left"}
        fig.update_layout(
            annotations=[
                note("other", lines(above), x=0, xshift=4 - left, y=1, yshift=6, **heads),
                caption("one", below, below=24, colour=grey, x=1, xanchor="right", align="right"),
                caption("note", foot, below=30 + LINE * (below.count("\n") + 1), colour=grey, xshift=4 - left),
                *named,
            ]
        )
        return fig

    def _equal(self, fig: go.Figure) -> None:
        """The line on which both scores are the same, where they can be."""
        ends = self.scatter.equal
        if ends is None:
            return
        if ends[0] < ends[1]:
            line = {"color": self.theme.grey, "width": 1, "dash": "dot"}
            fig.add_scatter(name="equal", x=ends, y=ends, mode="lines", line=line, hoverinfo="skip")

    def _responses(self, fig: go.Figure) -> None:
        """Pale dots, larger where several are in one place."""
        places = self.scatter.responses
        most = max((place.many for place in places), default=1)
        fig.add_scatter(
            name="item",
            x=[place.one for place in places],
            y=[place.other for place in places],
            mode="markers",
            marker={
                "color": translucent(self.theme.grey, 0.28),
                "size": [4 + (_BIGGEST - 4) * (place.many / most) ** 0.5 if most > 1 else 5 for place in places],
                "line": {"width": 0},
            },
            hovertext=["<br>".join(map(literal, place.facts)) for place in places],
            hoverinfo="text",
        )

    def _documents(self, fig: go.Figure) -> None:
        rows = self.scatter.documents
        fig.add_scatter(
            name="document",
            x=[row.one for row in rows],
            y=[row.other for row in rows],
            mode="markers",
            marker={
                "symbol": "circle-open",
                "color": translucent(self.theme.accent, 0.7),
                "size": 7 if self.compact else 8,
                "line": {"width": 1.2},
            },
            hovertext=[_touched(row) for row in rows],
            hoverinfo="text",
        )

    def _systems(self, fig: go.Figure) -> list[dict[str, Any]]:
        """The dots; answers with their names as annotations."""
        rows = self.scatter.systems
        fig.add_scatter(
            name="system",
            x=[row.one for row in rows],
            y=[row.other for row in rows],
            mode="markers",
            marker={
                "color": self.theme.accent,
                "size": 9 if self.compact else 11,
                "line": {"color": self.theme.ground, "width": 1.5},
            },
            hovertext=[_touched(row) for row in rows],
            hoverinfo="text",
            cliponaxis=False,
        )
        return self._names(rows)

    def _names(self, rows: Sequence[Place]) -> list[dict[str, Any]]:
        """Each name to the right of its dot, to the left, above or below: the first place that is free."""
        size, high = 13 if self.compact else 14, 18
        dots = [self._at(row) for row in rows]
        taken = [(x - 6, y - 6, x + 6, y + 6) for x, y in dots]
        notes = []
        for row, (x, y) in zip(rows, dots, strict=True):
            text = shorten(row.name, size, 110 if self.compact else 210)
            wide = width(text, size)
            places = {
                "left": (x + _GAP, y - high / 2),
                "right": (x - _GAP - wide, y - high / 2),
                "bottom": (x - wide / 2, y + _GAP),
                "top": (x - wide / 2, y - _GAP - high),
            }
            for side, (left, low) in places.items():
                box = (left, low, left + wide, low + high)
                inside = box[0] >= 0 and box[2] <= self.pixels[0] and box[1] >= 0 and box[3] <= self.pixels[1]
                if inside and not any(_overlap(box, other) for other in taken):
                    taken.append(box)
                    notes.append(self._name(literal(text), row, side, size))
                    break
        return notes

    def _name(self, text: str, row: Place, side: str, size: int) -> dict[str, Any]:
        """The annotation whose `side` faces the dot."""
        shift = {"left": (_GAP, 0), "right": (-_GAP, 0), "bottom": (0, _GAP), "top": (0, -_GAP)}[side]
        across, up = (side, "middle") if side in ("left", "right") else ("center", side)
        where = {"xref": "x", "xanchor": across, "yanchor": up, "xshift": shift[0], "yshift": shift[1]}
        look = {"font": {"size": size, "color": self.theme.ink}, "bgcolor": translucent(self.theme.ground, 0.75)}
        return note("system", text, x=row.one, y=row.other, **where, **look)

    def _at(self, row: Place) -> tuple[float, float]:
        """The place of a point, in pixels from the corner at the lower left."""
        x, y = (
            (value - low) / (high - low) * pixels
            for value, (low, high), pixels in zip((row.one, row.other), (self.x, self.y), self.pixels, strict=True)
        )
        return x, y


def _touched(place: Place) -> str:
    """What a touch shows of a dot with a name."""
    return "<br>".join([f"<b>{literal(place.name)}</b>", *map(literal, place.facts)])


def _range(values: pd.Series[float], limits: Limits | None) -> Limits:
    """All values and a little air, within what the scale allows (and half a dot beyond it)."""
    scores = values.dropna()
    if scores.empty:
        return limits or (0.0, 1.0)
    low, high = float(scores.min()), float(scores.max())
    air = 0.08 * (high - low) or 0.5 * (0.1 * (limits[1] - limits[0]) if limits else 1.0)
    if limits is None:
        return low - air, high + air
    beyond = 0.02 * (limits[1] - limits[0])
    return max(low - air, limits[0] - beyond), min(high + air, limits[1] + beyond)


def _overlap(box: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
