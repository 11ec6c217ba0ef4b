"""The forest plots on paper: a table whose last column is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from eval_core.figures.brackets import lanes, runs
from eval_core.figures.models import Table, TableRow
from eval_core.figures.painted.canvas import LEADING, Canvas, Painted, Side, cut, measure
from eval_core.figures.painted.layout import WIDTHS, Scale, Width, axis_below, name_lines

_LIMITS = ("low", "high")
_NAMES = {"one": 76.0, "two": 150.0}  # points for the names at most
_AXIS = {"one": 84.0, "two": 130.0}  # points that the axis has at least
_NARROW = 0.6  # of that where rows are crowded, so that names need not be cut to the same few letters
_PACE = {"one": 13.0, "two": 16.0}  # points of a row
# From more rows than this, the pace is so much of it, names have one line, and all rows have so many points together: a
# page has room for them, unless they are so many that texts would touch.
_CROWDED, _TIGHT, _PAGE = 24, 0.72, 590.0
_CLOSEST = 1.2  # sizes of text from one row to the next
_REACH = 0.3  # of a row, above and below its middle, is what a bracket spans
_LANE = 5.0  # points between two brackets


@dataclass(frozen=True)
class _Column:
    """Right-aligned cells that end at `end`; `head` is the key of its head, or '' where another column has it."""

    cells: Sequence[str]
    end: float
    head: str


class _Painter:
    def __init__(self, table: Table, width: Width) -> None:
        self.table, self.sizes, self.width = table, WIDTHS[width], width
        self.canvas = Canvas(self.sizes.wide)
        self.lanes = lanes([(ys[0], ys[-1]) for ys in table.brackets])
        depth = max(self.lanes, default=-1) + 1
        self.crowded = len(table.rows) > _CROWDED
        self.lane = min(_LANE, (30.0 if self.crowded else 60.0) / max(depth, 1))
        self.right = self.sizes.wide - (4 + depth * self.lane if depth else 4.0)
        self._place_columns(self._chosen())
        text = self.sizes.text
        lines = (lambda *name: [cut(*name)]) if self.crowded else name_lines
        self.names = {row.y: lines(row.system, text, self.name_room) for row in table.rows}
        two_lines = max(map(len, self.names.values()), default=1) > 1
        self.pace = max(_PACE[width], 2.3 * text) if two_lines else _PACE[width]
        if self.crowded:
            self.pace = max(min(_TIGHT * self.pace, _PAGE / table.height), _CLOSEST * text)
        heads = ["system", *(column.head for column in self.columns if column.head)]
        most = max(table.words[key].count("\n") + 1 for key in heads)
        self.top = 4 + LEADING * self.sizes.small * most
        self.bottom = self.top + self.pace * table.height
        self.scale = Scale(*table.span, self.left, self.right)

    def _chosen(self) -> Mapping[str, Sequence[str]]:
        """The columns after the names for which there is room."""
        after = self.table.after
        if self.width == "two":
            return after
        return {key: cells for key, cells in after.items() if key == self.table.estimate or key in self.table.kept}

    def _place_columns(self, after: Mapping[str, Sequence[str]]) -> None:
        size, gap, end = self.sizes.text, self.sizes.gap, 1.0
        self.columns: list[_Column] = []
        for key, cells in self.table.before.items():
            end += max(_widest(cells, size), self._head(key))
            self.columns.append(_Column(cells, end, key))
            end += gap
        self.name_start = end
        rooms = {key: _widest(cells, size) for key, cells in after.items()}
        whole = sum(rooms.get(key, 0.0) + 3 for key in (self.table.estimate, *_LIMITS))
        short = max(self._head(self.table.estimate) - whole, 0.0)
        for key, room in rooms.items():
            if key == self.table.estimate:
                rooms[key] = room + short
            elif key not in _LIMITS:
                rooms[key] = max(room, self._head(key))
        taken = sum(room + (3 if key in _LIMITS else gap) for key, room in rooms.items())
        free = self.right - end - taken - gap - _AXIS[self.width] * (_NARROW if self.crowded else 1.0)
        widest = max(_widest([row.system for row in self.table.rows], size), self._head("system"))
        self.name_room = max(min(widest, _NAMES[self.width], free), 30.0)
        end += self.name_room
        last = [key for key in rooms if key in (self.table.estimate, *_LIMITS)][-1:]
        for key, room in rooms.items():
            end += room + (3 if key in _LIMITS else gap)
            own = key not in (self.table.estimate, *_LIMITS)
            self.columns.append(_Column(after[key], end, key if own else self.table.estimate if [key] == last else ""))
        self.left = end + gap

    def _head(self, key: str) -> float:
        return _widest(self.table.words[key].split("\n"), self.sizes.small)

    def paint(self) -> Painted:
        self._rules()
        self._heads()
        for row in self.table.rows:
            self._row(row)
        for y, heading in self.table.headings:
            look: dict[str, Any] = {"bold": True, "ground": self.canvas.theme.ground}
            self.canvas.text(1, self._y(y), heading, self.sizes.text, **look)
        self._brackets()
        return self._foot()

    def _y(self, row: float) -> float:
        return self.top + (row + 0.5) * self.pace

    def _rules(self) -> None:
        theme = self.canvas.theme
        for y in range(self.table.height):
            at = self.top + y * self.pace
            self.canvas.stroke(((0, at), (self.right, at)), 0.5, colour=theme.hairline)
        if self.table.zero:
            x = self.scale.at(0.0)
            self.canvas.stroke(((x, self.top), (x, self.bottom)), 0.6, colour=theme.grey, dash="dotted")

    def _heads(self) -> None:
        def write(key: str, x: float, *, right: bool) -> None:
            lines = self.table.words[key].split("\n")
            for place, line in enumerate(reversed(lines)):
                y = self.top - 3 - (place + 0.5) * LEADING * self.sizes.small
                side: Side = "right" if right else "left"
                self.canvas.text(x, y, line, self.sizes.small, colour=self.canvas.theme.grey, side=side)

        for column in self.columns:
            if column.head:
                write(column.head, column.end, right=True)
        write("system", self.name_start, right=False)

    def _row(self, row: TableRow) -> None:
        y, size, canvas = self._y(row.y), self.sizes.text, self.canvas
        names = self.names[row.y]
        for place, line in enumerate(names):
            canvas.text(self.name_start, y + (place - (len(names) - 1) / 2) * 1.05 * size, line, size)
        index = self.table.rows.index(row)
        for column in self.columns:
            if column.cells[index]:
                canvas.text(column.end, y, column.cells[index], size, side="right")
        if row.low is not None and row.high is not None:
            canvas.stroke(((self.scale.at(row.low), y), (self.scale.at(row.high), y)), 1.0)
        if row.estimate is not None:
            canvas.dot(self.scale.at(row.estimate), y, 2.6)
        if row.runs:
            self._arrow(row, y)

    def _arrow(self, row: TableRow, y: float) -> None:
        """To the edge towards which a system without a finite estimate runs, from its limit if it has one."""
        up = row.runs == "up"
        edge, inwards = (self.right, -1) if up else (self.left, 1)
        start = edge + 16 * inwards if row.limit is None else self.scale.at(row.limit)
        self.canvas.stroke(((start, y), (edge, y)), 1.0)
        tip = ((edge, y), (edge + 4 * inwards, y - 2.2), (edge + 4 * inwards, y + 2.2))
        self.canvas.area(tip, self.canvas.theme.ink)
        look: dict[str, Any] = {"colour": self.canvas.theme.grey, "ground": self.canvas.theme.ground}
        mark = row.mark.replace("\n", " ")
        reach = min(start, edge + 18 * inwards) if up else max(start, edge + 18 * inwards)
        x = reach + 3 * inwards
        # Where a long line leaves no room at its inner end, the words lie on the line.
        room = x - self.left if up else self.right - x
        if room < measure(mark, self.sizes.small):
            x = edge + 18 * inwards
        self.canvas.text(x, y, mark, self.sizes.small, side="right" if up else "left", **look)

    def _brackets(self) -> None:
        grey, foot = self.canvas.theme.grey, min(2.5, self.lane / 2)
        for ys, lane in zip(self.table.brackets, self.lanes, strict=True):
            x = self.right + 4 + foot + lane * self.lane
            stretches = runs(ys)
            for first, last in stretches:
                top, bottom = self._y(first - _REACH), self._y(last + _REACH)
                start = [(x - foot, top)] if first == ys[0] else []
                end = [(x - foot, bottom)] if last == ys[-1] else []
                self.canvas.stroke((*start, (x, top), (x, bottom), *end), 0.8, colour=grey)
            for (_, above), (below, _) in pairwise(stretches):
                past = ((x, self._y(above + _REACH)), (x, self._y(below - _REACH)))
                self.canvas.stroke(past, 0.8, colour=grey, dash="dotted")

    def _foot(self) -> Painted:
        """Axis and texts below the rows."""
        small, grey, most = self.sizes.small, self.canvas.theme.grey, 4 if self.width == "one" else 7
        y = self.bottom + axis_below(
            self.canvas, self.scale, self.bottom, self.sizes, decimal=self.table.decimal, most=most
        )
        look: dict[str, Any] = {"room": self.right - 1, "colour": grey, "side": "right"}
        y += self.canvas.lines(self.right, y + 1, self.table.words["axis"], small, **look)
        if self.table.brackets:
            y += 3 + self.canvas.lines(
                1, y + 4, self.table.words["bracket"], small, room=self.sizes.wide - 2, colour=grey
            )
        return self.canvas.finished(y + 3)


def paint_table(table: Table, width: Width) -> Painted:
    """A forest plot; one column wide it leaves out the columns that a table next to it has."""
    return _Painter(table, width).paint()


def _widest(texts: Sequence[str], size: float) -> float:
    return max((measure(text, size) for text in texts), default=0.0)
