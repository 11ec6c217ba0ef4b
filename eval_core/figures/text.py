"""Text in figures: foreign names are escaped and shortened to a width, digits are equally wide.

Plotly reads a little HTML in every text it draws (links too), so nothing from outside is passed on unescaped.
"""

from __future__ import annotations

import html
import unicodedata
from bisect import bisect_right
from collections.abc import Callable

Number = Callable[[float], str]
Count = Callable[[int], str]
Measure = Callable[[str, float], float]  # of a text and its size: how wide it is, in the same unit

ELLIPSIS = "…"
_TAIL = 6
_NARROW = frozenset("ijltfI.,:;|!'()[] ")
_BROAD = frozenset("mwMW@%")
_SIGNS = frozenset("−+=<>~")
# Source Sans is a narrow face; a browser that lacks it falls back to a broader one.
_SLACK = 1.12


def two_decimals(value: float) -> str:
    """The default way to write a number: a point, two decimals, a true minus, and none before zero."""
    return f"{value:z.2f}".replace("-", "−")


def grouped(value: int) -> str:
    """The default way to write a count: thousands set off by commas."""
    return f"{value:,}"


def literal(text: str) -> str:
    """Text that Plotly shows literally: no tag, entity, control or direction-changing character acts."""
    # Plotly knows &amp; &lt; and &gt; but not &quot;, so quotation marks stay.
    return html.escape(visible(text), quote=False)


def visible(text: str) -> str:
    """Text with a space for each control, direction-changing or half character."""
    return "".join(" " if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"} else c for c in text)


def tabular(text: str) -> str:
    """`text` (already escaped) with all its digits equally wide."""
    return f'<span style="font-variant-numeric:tabular-nums">{text}</span>'


def width(text: str, size: float) -> float:
    """About how many pixels `text` takes at `size` pixels, on the generous side."""
    return sum(map(_em, text)) * size * _SLACK


def shorten(text: str, size: float, room: float, measure: Measure = width) -> str:
    """`text`, or its beginning and an ellipsis where it is wider than `room`.

    Of a name without spaces the end stays too: checkpoints of one model often differ only there.
    """
    if measure(text, size) <= room:
        return text
    for tail in ("" if " " in text else text[-_TAIL:], ""):
        # How much of the beginning is too wide grows with its length, so that halving finds the last that is not.
        end = bisect_right(range(len(text)), room, key=lambda end: measure(text[:end] + ELLIPSIS + tail, size)) - 1
        if end >= len(tail):
            break
    return text[: max(end, 0)].rstrip() + ELLIPSIS + tail


def decimal_mark(number: Number) -> str:
    """The decimal mark that `number` writes: '.' unless it shows another."""
    return next((c for c in number(1.5) if not c.isdigit()), ".")


def grouping_mark(count: Count) -> str:
    """What `count` sets thousands off by; empty where it writes the digits together."""
    return "".join(c for c in count(1000) if not c.isdigit())[:1]


def bracketed(low: float, high: float, number: Number) -> str:
    """An interval: '[1.73, 2.53]'; with a decimal comma '[1,73; 2,53]'."""
    return f"[{number(low)}{';' if decimal_mark(number) == ',' else ','} {number(high)}]"


def interval_text(value: float, low: float | None, high: float | None, number: Number) -> str:
    """An estimate with its interval, if it has one: '2.13 [1.73, 2.53]'."""
    if low is None or high is None:
        return number(value)
    return f"{number(value)} {bracketed(low, high, number)}"


def wrap(text: str, size: float, room: float, measure: Measure = width) -> str:
    """`text` with newlines put in, so that no line is wider than `room` unless a single word is."""
    done = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and measure(longer, size) > room:
                done.append(line)
                line = word
            else:
                line = longer
        done.append(line)
    return "\n".join(done)


def _em(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if character in _NARROW:
        return 0.28
    if unicodedata.east_asian_width(character) in {"W", "F"}:
        return 1.0
    if character in _BROAD:
        return 0.84
    return 0.6 if character.isupper() or character in _SIGNS else 0.51
