"""The burn-up draws what was done, planned and forecast, within a readable window."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.campaigns.watching.progress import Forecast
from eval_core.figures import BURN_LABELS, burn_up
from eval_core.figures.progress import _ticks
from tests.unit.figures.building import BURN, texts

START = datetime(2026, 11, 16, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)
POINTS = [(START + i * HOUR, 10 * i) for i in range(1, 11)]
NOW = START + 12 * HOUR
FORECAST = Forecast(NOW + 20 * HOUR, NOW + 30 * HOUR, NOW + 45 * HOUR, 10.0)


def kinds(fig) -> dict[str, object]:
    return {trace.meta: trace for trace in fig.data}


def wall(moment: datetime) -> datetime:
    return moment.replace(tzinfo=None)


def test_lines_are_the_points() -> None:
    """Done is solid through the points and level until now; the plan is dashed through its own."""
    plan = [(START, 0), (START + 48 * HOUR, 400)]
    drawn = kinds(burn_up(POINTS, total=400, plan=plan, at=NOW, labels=BURN))
    assert list(zip(drawn["done"].x, drawn["done"].y, strict=True)) == [(wall(x), y) for x, y in [*POINTS, (NOW, 100)]]
    assert drawn["done"].line.dash is None
    assert list(zip(drawn["plan"].x, drawn["plan"].y, strict=True)) == [(wall(x), y) for x, y in plan]
    assert drawn["plan"].line.dash == "dash"


def test_the_forecast_is_a_band_from_now_to_the_total() -> None:
    """The band opens at the current count and meets the total from the early to the late end."""
    drawn = kinds(burn_up(POINTS, total=400, forecast=FORECAST, at=NOW, labels=BURN))
    corners = list(zip(drawn["forecast"].x, drawn["forecast"].y, strict=True))
    now = (wall(NOW), 100)
    assert corners == [now, (wall(FORECAST.low), 400), (wall(FORECAST.high), 400), now]
    assert drawn["forecast"].fill == "toself"
    assert list(drawn["middle"].x) == [wall(NOW), wall(FORECAST.middle)]


def test_a_late_end_does_not_press_the_rest_together() -> None:
    """The axis ends at most as far behind the forecast's middle as that is from now."""
    late = Forecast(NOW + HOUR, NOW + 30 * HOUR, NOW + 600 * HOUR, 1.0)
    fig = burn_up(POINTS, total=400, forecast=late, at=NOW, labels=BURN)
    assert fig.layout.xaxis.range[1] == wall(NOW + 60 * HOUR)


def test_words_and_figures_are_the_callers() -> None:
    """Legend, head, counts and dates are written by the caller; the total is the uppermost mark."""
    fig = burn_up(
        POINTS,
        total=1234,
        plan=[(START, 0), (START + 480 * HOUR, 1234)],
        forecast=FORECAST,
        labels=BURN,
        count=lambda n: f"{n} st",
        moment=lambda m, timed: f"{m.day}. {'kl.' if timed else 'dag'}",
    )
    assert {t.name for t in fig.data if t.showlegend is not False} == {"Made", "Planned", "Expected"}
    assert texts(fig, "head") == ["Votes"]
    assert fig.layout.yaxis.tickvals[-1] == 1234
    assert "1234 st" in fig.layout.yaxis.ticktext[-1]
    assert all(text.endswith(". dag") for text in fig.layout.xaxis.ticktext)
    assert len(fig.layout.xaxis.ticktext) >= 3


def test_moments_are_drawn_as_the_clock_on_the_wall() -> None:
    """Moments in a time zone are drawn at their local time, without the zone that Plotly would misread."""
    oslo = START.astimezone(ZoneInfo("Europe/Oslo"))
    (done,) = burn_up([(oslo, 1), (oslo + HOUR, 2)], total=9, labels=BURN).data
    assert done.x[0] == datetime(2026, 11, 16, 10)  # noqa: DTZ001 - the wall's clock has no zone


@given(
    st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)),  # noqa: DTZ001
    st.timedeltas(timedelta(minutes=10), timedelta(days=3000)),
    st.sampled_from([3, 7]),
)
def test_ticks_are_few_even_and_inside(start: datetime, length: timedelta, most: int) -> None:
    """Marks of the time axis lie within it, evenly, at least one and no more than asked; days begin at midnight."""
    ticks, timed = _ticks(start, start + length, most)
    assert 1 <= len(ticks) <= most
    assert start <= ticks[0]
    assert ticks[-1] <= start + length
    assert len({b - a for a, b in pairwise(ticks)}) <= 1
    if not timed:
        assert {(tick.hour, tick.minute) for tick in ticks} == {(0, 0)}


@pytest.mark.parametrize("total", [0, 1, 7, 1500])
def test_nothing_done_yet_is_drawn(total: int) -> None:
    """Without points there is no line and no date; the counts still end at the total."""
    fig = burn_up([], total=total, labels=BURN)
    assert len(fig.data) == 0
    assert fig.layout.yaxis.tickvals[-1] == total
    assert fig.layout.yaxis.range[1] > total
    assert fig.layout.xaxis.ticktext is None


def test_one_judgment_is_a_dot() -> None:
    """A single point, which makes no line, shows as a dot."""
    (done,) = burn_up(POINTS[:1], total=400, labels=BURN).data
    assert done.mode == "markers"


def test_more_than_wanted_stays_inside() -> None:
    """Judgments beyond the total stay within the axis."""
    assert burn_up(POINTS, total=50, labels=BURN).layout.yaxis.range[1] > 100


@pytest.mark.parametrize("key", BURN_LABELS)
def test_a_missing_word_is_an_error(key: str) -> None:
    """A label that is missing raises KeyError."""
    with pytest.raises(KeyError, match=key):
        burn_up(POINTS, total=400, labels={k: v for k, v in BURN.items() if k != key})
