"""The grids of coloured cells on paper: win matrix, chances of ranks, agreement, criteria and documents by system."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from eval_core.figures.models import Cells
from eval_core.figures.painted.canvas import LEADING, Box, Canvas, Painted, cut, measure
from eval_core.figures.painted.layout import WIDTHS, Width, name_lines
from eval_core.figures.text import ELLIPSIS
from eval_core.figures.theme import blend

_NAMES = {"one": 74.0, "two": 140.0}  # points for the names at most
_WIDEST = {"one": 46.0, "two": 70.0}  # points of a cell
_LOWEST, _TALLEST = 6.0, 18.0  # points of a row
_KEY, _BAR, _STEPS = 90.0, 5.0, 48  # the key to the colours: its length and height in points, and its shades
_SHADES = 100
_SMALLEST = 5.5  # points of the type in a cell


class _Painter:
    def __init__(self, cells: Cells, width: Width) -> None:
        self.cells, self.sizes, self.width = cells, WIDTHS[width], width
        self.canvas = Canvas(self.sizes.wide)
        self.columns = max(cells.values.shape[1], 1)
        self.full = np.isfinite(cells.values)
        size = self.sizes.text
        self.number = measure(str(len(cells.rows)), size) if cells.numbered else 0.0
        self.name_start = self.number + 6 if cells.numbered else 1.0
        head = max(measure(line, self.sizes.small) for line in cells.words["rows"].split("\n"))
        widest = max((measure(name, size) for name in cells.rows), default=0.0)
        self.name_room = max(min(widest, _NAMES[width]), head - self.name_start, 20.0)
        self.left = self.name_start + self.name_room + 6
        self.cell = min((self.sizes.wide - self.left - 2) / self.columns, _WIDEST[width])
        self.type, self.counts, self.row = self._choice()
        self.size = min(self.sizes.text, max(self.row - 0.5, _SMALLEST))
        self.names = [name_lines(name, self.size, self.name_room) for name in cells.rows]
        if max(map(len, self.names), default=1) > 1:
            self.row = max(self.row, 2.2 * self.size)

    def _choice(self) -> tuple[float, bool, float]:
        """The size of type for which cells have room (0: none), whether they print counts, and how high a row is."""
        printed, small = self._widest(self.cells.printed), self.sizes.small
        size = next(
            (size for size in (small, 6.0, _SMALLEST) if size <= small and printed * size + 2 <= self.cell), 0.0
        )
        if not size:
            return 0.0, False, max(_LOWEST, min(self.cell, 12.0))
        if size == small and self.cells.counted is not None:
            counted = self._widest(self.cells.counted)
            if counted * _below(size) + 2 <= self.cell:
                return size, True, 2.9 * size
        return size, False, 1.9 * size if self.columns > 12 else _TALLEST

    def _widest(self, write: Callable[[int, int], str]) -> float:
        """The widest text of a cell, in sizes; many cells are not all asked."""
        rows, columns = np.nonzero(self.full)
        some = range(0, len(rows), max(len(rows) // 400, 1))
        texts = {write(int(rows[i]), int(columns[i])) for i in some}
        return max((measure(text, 1.0) for text in texts), default=0.0)

    def paint(self) -> Painted:
        self._heads()
        self._shade()
        self._names()
        return self._foot()

    def _heads(self) -> None:
        """What rows and columns are, and the columns' names or numbers."""
        canvas, small, words = self.canvas, self.sizes.small, self.cells.words
        look: dict[str, Any] = {"colour": canvas.theme.grey}
        room = self.sizes.wide - self.left
        above = 2 + canvas.lines(self.left, 2, words["columns"], small, room=room, **look)
        heads = self._column_heads()
        self.top = above + LEADING * small * max(len(head) for head in heads) + 2
        for column, head in enumerate(heads):
            for place, line in enumerate(head):
                y = above + (place + 0.5) * LEADING * small
                canvas.text(self.left + (column + 0.5) * self.cell, y, line, small, side="center", **look)
        for place, line in enumerate(reversed(words["rows"].split("\n"))):
            canvas.text(self.name_start, self.top - 2 - (place + 0.5) * LEADING * small, line, small, **look)

    def _column_heads(self) -> list[Sequence[str]]:
        """Names where they fit in two lines and stay different, else numbers where they fit."""
        small, names = self.sizes.small, self.cells.columns
        self.named = False
        if names:
            heads = [name_lines(name, small, self.cell - 4) for name in names]
            if not any(ELLIPSIS in line for head in heads for line in head):
                self.named = True
                return [*heads]
        every = next((n for n in (1, 5, 10) if self.cell * n >= measure("00", small) + 2), 20)
        return [[str(i + 1)] if (i + 1) % every == 0 or i == 0 else [] for i in range(self.columns)]

    def _shade(self) -> None:
        """The cells with what they print."""
        boxes: dict[str, list[Box]] = defaultdict(list)
        air = 0.4 if self.cell > 8 else 0.15
        filled = [(int(i), int(j), *self._corner(int(i), int(j))) for i, j in np.argwhere(self.full)]
        for i, j, x, y in filled:
            fill = self._colour(float(self.cells.places[i, j]))
            boxes[fill].append((x + air, y + air, x + self.cell - air, y + self.row - air))
        for fill, places in boxes.items():
            self.canvas.boxes(places, fill)
        for i, j, x, y in filled if self.type else ():
            self._print(i, j, x + self.cell / 2, y + self.row / 2)

    def _corner(self, i: int, j: int) -> tuple[float, float]:
        return self.left + j * self.cell, self.top + i * self.row

    def _print(self, i: int, j: int, x: float, y: float) -> None:
        text = self.cells.printed(i, j)
        if not text:
            return
        if not self.counts or self.cells.counted is None:
            self.canvas.text(x, y, text, self.type, side="center")
            return
        small = _below(self.type)
        self.canvas.text(x, y - 0.6 * self.type, text, self.type, side="center")
        self.canvas.text(x, y + 0.7 * self.type, self.cells.counted(i, j), small, side="center")

    def _colour(self, place: float) -> str:
        """The colour at a place from 0 to 1 on the scale of evenly spaced colours."""
        colours = [getattr(self.canvas.theme, name) for name in self.cells.colours]
        # In steps that no eye tells apart, so that cells of one colour are one shape.
        at = round(min(max(place, 0.0), 1.0) * _SHADES) / _SHADES * (len(colours) - 1)
        first = min(int(at), len(colours) - 2)
        return blend(colours[first], colours[first + 1], at - first)

    def _names(self) -> None:
        for i, lines in enumerate(self.names):
            y = self.top + (i + 0.5) * self.row
            if self.cells.numbered:
                self.canvas.text(self.number, y, str(i + 1), self.size, side="right")
            for place, line in enumerate(lines):
                shift = (place - (len(lines) - 1) / 2) * 1.05 * self.size
                self.canvas.text(self.name_start, y + shift, line, self.size)

    def _foot(self) -> Painted:
        """The key to the colours, what a cell is, and which number is which name."""
        canvas, small, grey = self.canvas, self.sizes.small, self.canvas.theme.grey
        y = self.top + self.row * max(len(self.cells.rows), 1) + 6
        for step in range(_STEPS):
            left = self.left + step * _KEY / _STEPS
            # A little further than the next begins, so that no seam shows.
            right = min(left + _KEY / _STEPS + 0.3, self.left + _KEY)
            canvas.boxes([(left, y, right, y + _BAR)], self._colour((step + 0.5) / _STEPS))
        for place, text in self.cells.marks:
            x = self.left + place * _KEY
            canvas.text(x, y + _BAR + 2 + 0.6 * small, text, small, colour=grey, side="center")
        y += _BAR + 4 + 1.2 * small
        foot = self.cells.words["foot"]
        if self.counts and "counted" in self.cells.words:
            foot = f"{foot} {self.cells.words['counted']}"
        y += canvas.lines(1, y, foot, small, room=self.sizes.wide - 2, colour=grey)
        if self.cells.columns and not self.named:
            room = self.sizes.wide - 2
            key = "; ".join(f"{n} {cut(name, small, room / 2)}" for n, name in enumerate(self.cells.columns, 1))
            y += canvas.lines(1, y, key, small, room=room, colour=grey)
        return canvas.finished(y + 3)


def _below(size: float) -> float:
    """The size of the count below a value."""
    return max(size - 1.0, 5.0)


def paint_cells(cells: Cells, width: Width) -> Painted:
    """A grid; what its cells have no room for, they do not print."""
    return _Painter(cells, width).paint()
