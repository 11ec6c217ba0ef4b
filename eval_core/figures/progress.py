"""The burn-up: judgments made against time, the plan, and the expected finish."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

import plotly.graph_objects as go

from eval_core.figures.elements import SMALL, lines, note, sheet, words
from eval_core.figures.models import Burn
from eval_core.figures.text import Count, grouped, literal, tabular, two_decimals, width
from eval_core.figures.theme import LIGHT, Theme, translucent

BURN_LABELS = (
    "done",  # the solid line
    "plan",  # the dashed line
    "forecast",  # the band
    "judgments",  # above the vertical axis
)

Moment = Callable[[datetime, bool], str]
Points = Sequence[tuple[datetime, int]]

# Each at most 2.5 times the one before: so a span with too many of one has at least one of the next.
_STEPS = (
    *(timedelta(minutes=m) for m in (1, 2, 5, 10, 15, 30)),
    *(timedelta(hours=h) for h in (1, 2, 3, 6, 12)),
    *(timedelta(days=d) for d in (1, 2, 3, 4)),
    *(timedelta(weeks=2**i) for i in range(13)),
)


class Span(Protocol):
    """When it may be finished: the middle and the ends of an interval, as `campaigns.progress.Forecast` has them."""

    @property
    def low(self) -> datetime: ...
    @property
    def middle(self) -> datetime: ...
    @property
    def high(self) -> datetime: ...


def iso_moment(moment: datetime, timed: bool) -> str:
    """The default way to write a moment: the date, or month, day and time where `timed`."""
    return moment.strftime("%m-%d %H:%M" if timed else "%Y-%m-%d")


def burn_up(
    points: Points,
    *,
    total: int,
    labels: Mapping[str, str],
    plan: Points | None = None,
    forecast: Span | None = None,
    at: datetime | None = None,
    theme: Theme = LIGHT,
    compact: bool = False,
    count: Count = grouped,
    moment: Moment = iso_moment,
) -> go.Figure:
    """Draw judgments made (solid), the plan (dashed) and the forecast (a band) against time.

    All moments must be of one kind: in one time zone, the reader's, or without any; they are drawn as they read.

    Args:
        points: (moment, judgments made until then), in time order; may be empty.
        total: judgments wanted: a line across.
        plan: the same for what was planned, such as the start and the deadline.
        forecast: when the total may be reached; its band may leave the figure on the right.
        at: now, where the forecast starts; the last of the points unless given.
        labels: the words, one for each of BURN_LABELS.
        count: writes judgments.
        moment: writes a moment; the second argument says whether the time of day matters.

    Raises:
        KeyError: for a word that is missing.
    """
    burn = burn_up_model(
        points, total=total, labels=labels, plan=plan, forecast=forecast, at=at, count=count, moment=moment
    )
    return _BurnUp(burn, theme, count).draw(compact)


def burn_up_model(
    points: Points,
    *,
    total: int,
    labels: Mapping[str, str],
    plan: Points | None = None,
    forecast: Span | None = None,
    at: datetime | None = None,
    count: Count = grouped,
    moment: Moment = iso_moment,
) -> Burn:
    """What the burn-up shows, for a painter. Args, Raises: as `burn_up`."""
    done, planned, made = _wall(points), _wall(plan or ()), points[-1][1] if points else 0
    last = done[-1][0] if done else None
    now = at.replace(tzinfo=None) if at else last
    if last is not None and now is not None and now > last:
        # Nothing since the last judgment: the line goes on level until now.
        done.append((now, made))
    ends: tuple[datetime, datetime, datetime] | None = None
    if forecast is not None and now is not None:
        low, middle, high = (m.replace(tzinfo=None) for m in (forecast.low, forecast.middle, forecast.high))
        ends = (low, middle, high)
    window = _window([*done, *planned], ends, now)

    def dates(most: int) -> list[tuple[datetime, str]]:
        if window is None:
            return []
        ticks, timed = _ticks(*window, most)
        return [(tick, moment(tick, timed)) for tick in ticks]

    return Burn(
        done=tuple(done),
        planned=tuple(planned),
        made=made,
        total=total,
        now=now,
        forecast=ends,
        window=window,
        counts=tuple((mark, count(mark)) for mark in _counts(total, 4)),
        dates=dates,
        touched=lambda when, judged: (moment(when, True), count(judged)),
        words={key: labels[key] for key in BURN_LABELS},
    )


class _BurnUp:
    def __init__(self, burn: Burn, theme: Theme, count: Count) -> None:
        self.burn, self.theme, self.count = burn, theme, count
        self.words = words(burn.words, BURN_LABELS)

    def draw(self, compact: bool) -> go.Figure:
        top = max(self.burn.total, self.burn.made, 1)
        left = round(14 + width(self.count(top), SMALL))
        # A phone has no room for the key in one line.
        above = 42 + 19 * (3 if compact else 1)
        fig = sheet(
            self.theme,
            height=200 if compact else 260,
            margin={"l": left, "r": 28, "t": above, "b": 30},
            number=two_decimals,
            count=self.count,
        )
        self._band(fig)
        self._line(fig, "plan", self.burn.planned, {"color": self.theme.grey, "width": 1.5, "dash": "dash"})
        self._line(fig, "done", self.burn.done, {"color": self.theme.accent, "width": 2.5})
        self._axes(fig, top, 3 if compact else 7)
        look: dict[str, Any] = {"yanchor": "bottom", "yshift": 10, "font": {"size": SMALL, "color": self.theme.grey}}
        head = note("head", lines(self.words["judgments"]), x=0, y=1, yref="paper", xshift=4 - left, **look)
        fig.update_layout(annotations=[head], showlegend=True, legend=self._key("v" if compact else "h"))
        return fig

    def _key(self, orientation: str) -> dict[str, Any]:
        """What the lines are, in the figure's upper left corner; nothing happens when it is pressed."""
        place = {"xref": "container", "x": 0, "xanchor": "left", "yref": "container", "y": 1, "yanchor": "top"}
        look = {"font": {"size": SMALL, "color": self.theme.ink}, "bgcolor": self.theme.ground}
        still = {"itemclick": False, "itemdoubleclick": False, "traceorder": "reversed"}
        return {"orientation": orientation, **place, **look, **still}

    def _line(self, fig: go.Figure, key: str, points: Points, line: dict[str, Any]) -> None:
        if not points:
            return
        fig.add_scatter(
            name=self.words[key],
            x=[x for x, _ in points],
            y=[y for _, y in points],
            # A lone point makes no line.
            mode="lines" if len(points) > 1 else "markers",
            marker={"color": line["color"], "size": 7},
            line=line,
            hovertext=["<br>".join(map(literal, self.burn.touched(x, y))) for x, y in points],
            hoverinfo="text",
            meta=key,
            cliponaxis=False,
        )

    def _band(self, fig: go.Figure) -> None:
        """From the current count to the total, between the early and the late end."""
        burn = self.burn
        if burn.forecast is None:
            return
        low, middle, high = burn.forecast
        fig.add_scatter(
            name=self.words["forecast"],
            x=[burn.now, low, high, burn.now],
            y=[burn.made, burn.total, burn.total, burn.made],
            mode="lines",
            line={"width": 0},
            fill="toself",
            fillcolor=translucent(self.theme.accent, 0.25),
            hoverinfo="skip",
            meta="forecast",
        )
        fig.add_scatter(
            x=[burn.now, middle],
            y=[burn.made, burn.total],
            mode="lines",
            line={"color": self.theme.accent, "width": 1},
            hoverinfo="skip",
            showlegend=False,
            meta="middle",
        )

    def _axes(self, fig: go.Figure, top: int, dates: int) -> None:
        line = {"color": self.theme.grey, "width": 1}
        fig.add_hline(y=self.burn.total, line=line, layer="below", name="total")
        fig.update_yaxes(
            range=[0, top * 1.04],
            tickvals=[mark for mark, _ in self.burn.counts],
            ticktext=[tabular(literal(text)) for _, text in self.burn.counts],
            showgrid=True,
            gridcolor=self.theme.hairline,
            ticklabelstandoff=6,
        )
        fig.update_xaxes(
            showline=True, linecolor=self.theme.grey, ticks="outside", ticklen=4, tickcolor=self.theme.grey
        )
        if self.burn.window is None:
            fig.update_xaxes(showticklabels=False, ticks="")
            return
        ticks = self.burn.dates(dates)
        texts = [literal(text) for _, text in ticks]
        marks = [tick for tick, _ in ticks]
        fig.update_xaxes(type="date", range=self.burn.window, tickvals=marks, ticktext=texts, tickangle=0)


def _window(
    points: Points, forecast: tuple[datetime, datetime, datetime] | None, now: datetime | None
) -> tuple[datetime, datetime] | None:
    """What the horizontal axis spans; None without a single moment."""
    moments = [x for x, _ in points]
    if forecast is not None and now is not None:
        # A late end may be twenty times as far off as the middle: it must not press the rest together.
        low, middle, high = forecast
        moments += [now, low, middle, min(high, middle + (middle - now))]
    if not moments:
        return None
    start, end = min(moments), max(moments)
    return start, max(end, start + timedelta(minutes=10))


def _wall(points: Points) -> list[tuple[datetime, int]]:
    """Moments as the clock on the wall shows them: Plotly knows no time zones."""
    return [(moment.replace(tzinfo=None), number) for moment, number in points]


def _ticks(start: datetime, end: datetime, most: int) -> tuple[list[datetime], bool]:
    """At most so many round moments from start to end, and whether they need the time of day."""
    midnight = start.replace(hour=0, minute=0, second=0, microsecond=0)
    for step in _STEPS:
        first = midnight + math.ceil((start - midnight) / step) * step
        number = int((end - first) / step) + 1 if first <= end else 0
        if number <= most:
            break
    return [first + i * step for i in range(number)], step < timedelta(days=1)


def _counts(total: int, most: int) -> list[int]:
    """About so many round numbers from 0, and the total itself as the last."""
    step = next(m * 10**power for power in range(20) for m in (1, 2, 5) if m * 10**power * most >= total)
    return [*(n for n in range(0, total, step) if total - n >= step / 2), total]
