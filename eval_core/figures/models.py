"""Figures as records: what each shows, in words and numbers ready to be read; two painters draw them.

Plotly draws them on the screen (`forest`, `grid`, ...), Matplotlib in files (`painted`). Texts are plain: a painter
escapes them as its medium needs. A number that is printed was written by the caller, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Facts = tuple[tuple[str, str], ...]  # word and value, for the hover text
Colour = Literal["low", "even", "high"]  # of a theme


@dataclass(frozen=True)
class TableRow:
    """A system in its row `y`; no dot without an `estimate`, no whisker without both `low` and `high`.

    Attributes:
        facts: what a touch shows besides the name.
        runs: for a system that won (or lost) everything, where it runs to: an arrow at that edge, with `mark` next to
            it, and a line to it from `limit` if that is known.
    """

    y: int
    system: str
    estimate: float | None
    low: float | None
    high: float | None
    facts: Facts = ()
    runs: Literal["up", "down"] | None = None
    limit: float | None = None
    mark: str = ""


@dataclass(frozen=True)
class Table:
    """A table with a dot and whisker a row: the forest plots.

    Attributes:
        words: of the heads by column, of the `axis` and, where there are brackets, of the `bracket`; they may have
            newlines.
        height: rows, headings included.
        estimate: the key of the column whose numbers are drawn.
        before, after: the columns before and after the names: cells by key, one a row, empty where unknown. `low` and
            `high` are the ends of the estimate's interval and have its head.
        kept: the columns after the names that stay where there is little room.
        span: the ends of the axis, in the units of the estimates.
        headings: (y, text) above each group of systems, where there are several.
        brackets: the rows that each bracket joins, sorted; the brackets sorted by their first row.
        zero: whether zero has a line.
        decimal: the decimal mark of the axis.
    """

    words: Mapping[str, str]
    rows: tuple[TableRow, ...]
    height: int
    estimate: str
    before: Mapping[str, tuple[str, ...]]
    after: Mapping[str, tuple[str, ...]]
    kept: tuple[str, ...]
    span: tuple[float, float]
    headings: tuple[tuple[int, str], ...] = ()
    brackets: tuple[tuple[int, ...], ...] = ()
    zero: bool = False
    decimal: str = "."


@dataclass(frozen=True)
class Cells:
    """A grid of coloured cells with (R) named rows and (C) columns.

    Attributes:
        name: what the cells are, in one English word: the name of the trace.
        rows: their names, numbered from 1 if `numbered`.
        columns: their names, or nothing where they are just numbered from 1.
        values: (R, C), NaN where a cell is empty.
        places: (R, C), each value's place from 0 to 1 on the scale of `colours`.
        printed: what the cell of a row and column prints; '' for nothing.
        counted: what is printed below that, where there is room for both; None for a grid that prints no more.
        touched: what a touch shows of a cell: a name, what follows it in the line, and further lines.
        words: `rows` and `columns` head them, `foot` is the text below, `counted` goes on where counts are printed.
        marks: (place, text) on the key to the colours.
    """

    name: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    numbered: bool
    values: Floats
    places: Floats
    printed: Callable[[int, int], str]
    counted: Callable[[int, int], str] | None
    touched: Callable[[int, int], tuple[str, ...]]
    words: Mapping[str, str]
    colours: tuple[Colour, ...]
    marks: tuple[tuple[float, str], ...]


@dataclass(frozen=True)
class Line:
    """A pair that was compared, between two systems of a graph."""

    system: str
    opponent: str
    judgments: int
    printed: str


@dataclass(frozen=True)
class Group:
    """Systems that are joined by judgments: each at its place on the unit circle, and the lines between them."""

    heading: str
    places: Mapping[str, tuple[float, float]]
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Graph:
    """Systems as dots on circles, joined by their judgments.

    Attributes:
        groups: the connected groups, in the order of the ranking.
        judgments: of each system, written.
        most: judgments of the pair that was compared most often.
        words: `judgments` (what is counted), `note` (below the figure).
    """

    groups: tuple[Group, ...]
    judgments: Mapping[str, str]
    most: int
    words: Mapping[str, str]


@dataclass(frozen=True)
class Point:
    """A system's strength after so many judgments, with its interval, and what a touch shows."""

    judgments: int
    strength: float
    low: float | None
    high: float | None
    facts: Facts


@dataclass(frozen=True)
class Curve:
    """How one system's strength converged; `last` is what is printed at the end, or nothing if it ended early."""

    system: str
    points: tuple[Point, ...]
    last: str


@dataclass(frozen=True)
class Curves:
    """A small panel for each system's curve, the best system first.

    Attributes:
        window: judgments at the left and the right end.
        span: the strengths at the lower and the upper end.
        marks: (judgments, text) under the axes.
        widest: the widest number of the vertical axis.
        words: `judgments` under the axes, `note` below the figure.
    """

    curves: tuple[Curve, ...]
    window: tuple[int, int]
    span: tuple[float, float]
    marks: tuple[tuple[int, str], ...]
    number: Callable[[float], str]
    words: Mapping[str, str] = field(default_factory=dict)
