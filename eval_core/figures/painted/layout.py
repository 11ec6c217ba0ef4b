"""What painted figures share: the two widths with their sizes of type, names that are wrapped, axes and their ticks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Literal

from eval_core.figures.painted.canvas import Canvas, cut, measure, plain

Width = Literal["one", "two"]
_MILLIMETRE = 72 / 25.4
_BREAKS = " -_/.:"
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_LEAST = 0.4  # of the room that the first line of a wrapped name fills, unless a word is longer


@dataclass(frozen=True)
class Sizes:
    """Of a figure as wide as one column of a journal, or as two: all in points."""

    wide: float
    text: float
    small: float
    gap: float


WIDTHS: dict[Width, Sizes] = {
    "one": Sizes(84 * _MILLIMETRE, 7.0, 6.5, 6.0),
    "two": Sizes(174 * _MILLIMETRE, 8.5, 7.5, 10.0),
}


@dataclass(frozen=True)
class Scale:
    """Where a value of the span (low, high) is between two places in points."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The place of a value."""
        return self.start + (value - self.low) / (self.high - self.low or 1.0) * (self.end - self.start)


def name_lines(name: str, size: float, room: float) -> list[str]:
    """A name in one line or two of at most `room` points: broken after a space or a sign if possible, then cut."""
    text = plain(name)
    if measure(text, size) <= room:
        return [text]
    fits = bisect_right(range(len(text) + 1), room, key=lambda end: measure(text[:end], size)) - 1
    ends = [end for end in range(1, fits + 1) if text[end - 1] in _BREAKS]
    end = ends[-1] if ends and measure(text[: ends[-1]], size) >= _LEAST * room else max(fits, 1)
    return [text[:end].rstrip(), cut(text[end:].lstrip(), size, room)]


def ticks(low: float, high: float, most: int) -> list[float]:
    """At most so many round numbers from low to high, evenly spaced; one at least of a span that is none."""
    span = high - low
    if span <= 0:
        return [low]
    power = 10.0 ** floor(log10(span / max(most, 1)))
    for step in (step * power * more for more in (1, 10, 100) for step in _STEPS):
        first = floor(low / step) + (low / step > floor(low / step))
        number = floor(high / step + 1e-9) - first + 1
        if number <= most:
            return [round((first + i) * step, 12) for i in range(number)]
    return [low]


def tick_texts(values: Sequence[float], decimal: str) -> list[str]:
    """Ticks, all with as many decimals as one of them needs, a true minus, and none before zero."""
    places = next((n for n in range(6) if all(abs(round(value, n) - value) < 1e-9 for value in values)), 6)
    return [f"{value:z.{places}f}".replace("-", "−").replace(".", decimal) for value in values]


def axis_below(canvas: Canvas, scale: Scale, y: float, sizes: Sizes, *, decimal: str, most: int) -> float:
    """An axis at `y` with ticks and numbers below it; answers with how high these are."""
    grey = canvas.theme.grey
    canvas.stroke(((scale.start, y), (scale.end, y)), 0.6, colour=grey)
    marks = ticks(scale.low, scale.high, most)
    for mark, text in zip(marks, tick_texts(marks, decimal), strict=True):
        x = scale.at(mark)
        canvas.stroke(((x, y), (x, y + 2.5)), 0.6, colour=grey)
        canvas.text(x, y + 4 + 0.6 * sizes.small, text, sizes.small, colour=grey, side="center")
    return 4 + 1.3 * sizes.small


def rules_behind(
    canvas: Canvas, across: Scale, up: Scale, sizes: Sizes, *, decimal: str, most: int, texts: bool
) -> None:
    """A pale line at each round number of a vertical scale and, with `texts`, the number to the left of it."""
    marks = ticks(up.low, up.high, most)
    for mark, text in zip(marks, tick_texts(marks, decimal), strict=True):
        y = up.at(mark)
        canvas.stroke(((across.start, y), (across.end, y)), 0.5, colour=canvas.theme.hairline)
        if texts:
            canvas.text(across.start - 3, y, text, sizes.small, colour=canvas.theme.grey, side="right")


def wide_ticks(low: float, high: float, sizes: Sizes, *, decimal: str, most: int) -> float:
    """How much room the numbers of a vertical axis need, in points."""
    return max(measure(text, sizes.small) for text in tick_texts(ticks(low, high, most), decimal)) + 4


@dataclass(frozen=True)
class Panel:
    """The place of one of several small panels, in points, and whether it is at the left and at the bottom."""

    left: float
    right: float
    top: float
    bottom: float
    leftmost: bool
    lowest: bool


def panels(number: int, columns: int, *, left: float, right: float, high: float, gap: float, air: float) -> list[Panel]:
    """Equal panels row by row between `left` and `right`: `gap` is above each, for its title, `air` between two."""
    wide = (right - left - (columns - 1) * air) / columns
    found = []
    for place in range(number):
        row, column = divmod(place, columns)
        x, y = left + column * (wide + air), row * (high + gap) + gap
        found.append(Panel(x, x + wide, y, y + high, column == 0, place + columns >= number))
    return found
