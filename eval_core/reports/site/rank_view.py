"""A ranking as an HTML table whose last columns are drawn: places are in per cent, so it fits every width.

It paints the same record as the figures on the screen and on paper (`forest_model`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from eval_core.figures import forest_model, win_matrix_model
from eval_core.figures.brackets import lanes, runs
from eval_core.figures.models import Table, TableRow
from eval_core.figures.painted.layout import Scale, tick_texts, ticks
from eval_core.locales import gettext as _
from eval_core.locales import number
from eval_core.ranking.results import Ranking
from eval_core.reports.figure_words import forest_words, matrix_words, numerals
from eval_core.reports.standings.decision_words import ahead

_REACH = 0.3  # of a row: where a bracket begins above its middle
_MATRIX = 14  # systems: with more the shares cannot be read
_LANES = 6  # brackets next to each other: more cannot be read, and the numbers of decided pairs say the same
_SHADES = 10  # between one colour and the other


@dataclass(frozen=True)
class Piece:
    """A line of a bracket within a row: its lane, from and to in per cent of the row, with a foot, dotted or not."""

    lane: int
    top: float
    bottom: float
    feet: tuple[float, ...] = ()
    dotted: bool = False


@dataclass(frozen=True)
class Line:
    """A system: its cells, and in per cent of the axis its dot, its whisker, or the arrow it has instead."""

    system: str
    rank: str
    judgments: str
    win_rate: str
    ahead: str
    behind: str
    estimate: str
    dot: float | None = None
    whisker: tuple[float, float] | None = None
    runs: str | None = None
    limit: float | None = None
    pieces: list[Piece] = field(default_factory=list)
    group: str = ""


@dataclass(frozen=True)
class RankView:
    """A ranking for the template; `ticks` are (per cent, text), `lanes` is how many brackets lie side by side."""

    lines: list[Line]
    words: dict[str, str]
    ticks: list[tuple[float, str]]
    zero: float
    lanes: int


def rank_view(ranking: Ranking) -> RankView:
    """The table in the current language."""
    table = forest_model(ranking, labels=forest_words(ranking), **numerals())
    scale = Scale(*table.span, 0.0, 100.0)
    before = ahead(ranking)
    behind = {name: sum(name in others for others in before.values()) for name in before}
    groups = dict(table.headings)
    lines = []
    for index, row in enumerate(table.rows):
        decided = number(len(before[row.system])), number(behind[row.system])
        lines.append(_line(table, row, index, scale, decided, groups.get(row.y - 1, "")))
    taken = lanes([(ys[0], ys[-1]) for ys in table.brackets])
    depth = max(taken, default=-1) + 1
    place = {row.y: line for row, line in zip(table.rows, lines, strict=True)}
    for ys, lane in zip(table.brackets, taken, strict=True) if depth <= _LANES else ():
        for y, piece in _bracket(ys, lane):
            if y in place:
                place[y].pieces.append(piece)
    words = {key: text.replace("\n", " ") for key, text in table.words.items()}
    words |= {"ahead": _("Ahead of"), "behind": _("Behind")}
    values = ticks(*table.span, 5)
    written = tick_texts(values, table.decimal)
    marks = [(round(scale.at(mark), 2), text) for mark, text in zip(values, written, strict=True)]
    return RankView(lines, words, marks, round(scale.at(0.0), 2), depth if depth <= _LANES else 0)


def _line(table: Table, row: TableRow, index: int, scale: Scale, decided: tuple[str, str], group: str) -> Line:
    written = " ".join(table.after[key][index] for key in ("estimate", "low", "high") if table.after[key][index])
    whisker = None
    if row.low is not None and row.high is not None:
        whisker = round(scale.at(row.low), 2), round(scale.at(row.high), 2)
    return Line(
        system=row.system,
        rank=table.before["rank"][index],
        judgments=table.after["judgments"][index],
        win_rate=table.after["win_rate"][index],
        ahead=decided[0],
        behind=decided[1],
        estimate=row.mark.replace("\n", " ") if row.runs else written,
        dot=None if row.estimate is None else round(scale.at(row.estimate), 2),
        whisker=whisker,
        runs=row.runs,
        limit=None if row.limit is None else round(scale.at(row.limit), 2),
        group=group,
    )


def _bracket(ys: tuple[int, ...], lane: int) -> Iterator[tuple[int, Piece]]:
    """A bracket row by row: solid along rows of its own, dotted past others, a foot at either end."""
    stretches = runs(ys)
    own = {y for first, last in stretches for y in range(first, last + 1)}
    low, high = 50 - 100 * _REACH, 50 + 100 * _REACH
    for y in range(ys[0], ys[-1] + 1):
        top, bottom = (low if y == ys[0] else 0.0), (high if y == ys[-1] else 100.0)
        feet = tuple(end for end, at in ((low, ys[0]), (high, ys[-1])) if at == y)
        yield y, Piece(lane, top, bottom, feet, y not in own)


@dataclass(frozen=True)
class Share:
    """A cell of the win matrix: what it prints, the number below it, its colour from 0 to 10, and what it says."""

    text: str
    count: str
    shade: int
    said: str


@dataclass(frozen=True)
class MatrixView:
    """The win matrix for the template; None is a pair that was never compared."""

    names: tuple[str, ...]
    rows: list[list[Share | None]]
    words: dict[str, str]


def matrix_view(ranking: Ranking) -> MatrixView | None:
    """Which systems were preferred to which, in the current language; None for more systems than a table can show."""
    cells = win_matrix_model(ranking, labels=matrix_words(), **numerals())
    size = len(cells.rows)
    if size > _MATRIX or not cells.counted:
        return None
    rows: list[list[Share | None]] = []
    for i in range(size):
        rows.append([])
        for j in range(size):
            value = float(cells.values[i, j])
            known = value == value
            said = "; ".join(cells.touched(i, j)[3:]) if known else ""
            shade = round(_SHADES * value) if known else 0
            rows[i].append(Share(cells.printed(i, j), cells.counted(i, j), shade, said) if known else None)
    return MatrixView(cells.rows, rows, {key: text.replace("\n", " ") for key, text in cells.words.items()})
