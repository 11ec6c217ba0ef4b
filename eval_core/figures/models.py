"""Figures as records: what each shows, in words and numbers ready to be read; two painters draw them.

Plotly draws them on the screen (`forest`, `grid`, ...), Matplotlib in files (`painted`). Texts are plain: a painter
escapes them as its medium needs. A number that is printed was written by the caller, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
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
    """A pair that was compared, between two systems of a graph; `printed` is the number of its judgments."""

    system: str
    opponent: str
    judgments: int
    printed: str


@dataclass(frozen=True)
class Group:
    """Systems that are joined by judgments: each at its place on the unit circle, y upwards, and their lines."""

    heading: str
    places: Mapping[str, tuple[float, float]]
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Graph:
    """Systems as dots on circles, joined by their judgments.

    Attributes:
        groups: the connected groups, in the order of the ranking.
        judgments: of each system, written.
        most: judgments of the pair that was compared most often; 1 without any.
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
    facts: tuple[str, ...]


@dataclass(frozen=True)
class Curve:
    """How one system's strength converged; `last` is what is printed at its end, '' if it ended early."""

    system: str
    points: tuple[Point, ...]
    last: str


@dataclass(frozen=True)
class Curves:
    """A small panel for each system's curve, the best system first.

    Attributes:
        judged: judgments at the right end.
        span: the strengths at the lower and the upper end.
        marks: (judgments, text) under the axes.
        words: `judgments` under the axes, `note` below the figure.
        decimal: the decimal mark of the axis.
    """

    curves: tuple[Curve, ...]
    judged: int
    span: tuple[float, float]
    marks: tuple[tuple[int, str], ...]
    words: Mapping[str, str]
    decimal: str = "."


@dataclass(frozen=True)
class Burn:
    """Judgments made against time, the plan, and the expected finish; all moments as the clock on the wall shows them.

    Attributes:
        done, planned: (moment, judgments until then).
        made: judgments until `now`.
        total: judgments wanted.
        forecast: when the total may be reached: early, in the middle, late.
        window: the moments at the left and the right end; None without any.
        counts: (judgments, text) at the vertical axis.
        dates: (moment, text) below, at most so many.
        touched: what a touch of a point shows, in lines.
        words: of the lines and above the vertical axis, one for each of BURN_LABELS.
    """

    done: tuple[tuple[datetime, int], ...]
    planned: tuple[tuple[datetime, int], ...]
    made: int
    total: int
    now: datetime | None
    forecast: tuple[datetime, datetime, datetime] | None
    window: tuple[datetime, datetime] | None
    counts: tuple[tuple[int, str], ...]
    dates: Callable[[int], list[tuple[datetime, str]]]
    touched: Callable[[datetime, int], tuple[str, str]]
    words: Mapping[str, str]


@dataclass(frozen=True)
class Rate:
    """How often one issue (by its row) was found in a system's texts, per 100, with its interval."""

    row: int
    rate: float
    low: float
    high: float
    facts: tuple[str, ...]


@dataclass(frozen=True)
class Profile:
    """A small panel for each system, a row for each issue.

    Attributes:
        issues: their names.
        panels: (system, how many judgments it is of, rates).
        span: the ends of the axis.
        words: `axis`, `note`.
        decimal: the decimal mark of the axis.
    """

    issues: tuple[str, ...]
    panels: tuple[tuple[str, str, tuple[Rate, ...]], ...]
    span: tuple[float, float]
    words: Mapping[str, str]
    decimal: str = "."


@dataclass(frozen=True)
class Agreed:
    """An agreement with its interval; None where not defined; `printed` is the number, or a dash."""

    value: float | None
    low: float | None
    high: float | None
    printed: str


@dataclass(frozen=True)
class JudgeRow:
    """One criterion: how far the judge agrees with people, and people among themselves."""

    criterion: str
    judge: Agreed
    people: Agreed
    facts: Facts


@dataclass(frozen=True)
class Sides:
    """Two dots with whiskers a row: a filled diamond for the judge, a hollow circle for people.

    Attributes:
        span: the ends of the axis.
        words: one for each of JUDGE_AGREEMENT_LABELS.
        decimal: the decimal mark of the axis.
    """

    rows: tuple[JudgeRow, ...]
    span: tuple[float, float]
    words: Mapping[str, str]
    decimal: str = "."


@dataclass(frozen=True)
class Place:
    """A dot of a scatter plot: its two scores, its name (a system's or a document's), and what a touch shows.

    `many` is how many responses are in one place.
    """

    one: float
    other: float
    name: str
    facts: tuple[str, ...]
    many: int = 1


@dataclass(frozen=True)
class Scatter:
    """Two protocols' scores of the same texts.

    Attributes:
        responses, documents, systems: pale dots, rings, and dots with names.
        x, y: the ends of the axes.
        equal: the ends of the line on which both scores are the same, where they can be.
        words: `one` below the x axis, `other` over the y axis, `note` below the figure.
        decimal: the decimal mark of the axes.
    """

    responses: tuple[Place, ...]
    documents: tuple[Place, ...]
    systems: tuple[Place, ...]
    x: tuple[float, float]
    y: tuple[float, float]
    equal: tuple[float, float] | None
    words: Mapping[str, str]
    decimal: str = "."


@dataclass(frozen=True)
class Step:
    """A checkpoint of a family: the strength of its system with its interval, and what a touch shows."""

    checkpoint: float
    system: str
    strength: float
    low: float | None
    high: float | None
    facts: tuple[str, ...]


@dataclass(frozen=True)
class Trend:
    """One family's checkpoints in their order; `marks` are (checkpoint, text) under its axis, `window` its ends."""

    family: str
    steps: tuple[Step, ...]
    window: tuple[float, float]
    marks: tuple[tuple[float, str], ...]


@dataclass(frozen=True)
class Trends:
    """A small panel for each family of models: strength by checkpoint.

    Attributes:
        span: the strengths at the lower and the upper end.
        words: `checkpoint` under the axes, `note` below the figure.
        decimal: the decimal mark of the vertical axis.
    """

    trends: tuple[Trend, ...]
    span: tuple[float, float]
    words: Mapping[str, str]
    decimal: str = "."
