"""A sheet on which texts, lines, areas and dots are placed in points, and the files that Matplotlib makes of it.

The origin is the upper left corner, y goes down. Nothing in a file depends on the moment or the machine: the same sheet
gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

from eval_core.figures.painted import typeface
from eval_core.figures.text import shorten, visible, wrap
from eval_core.figures.theme import LIGHT, Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Side = Literal["left", "center", "right"]
Mark = Literal["circle", "diamond"]
Dash = Literal["solid", "dotted", "dashed"]
LEADING = 1.25  # from one line to the next, in sizes
_MIDDLE = 0.33  # of a size, from the middle of its capitals down to the base line
_DASHES: dict[Dash, Any] = {"solid": "solid", "dotted": (0, (1, 2)), "dashed": (0, (4, 2))}
_COMPACT = [
    (re.compile(pattern, re.DOTALL), shorter)
    for pattern, shorter in (
        (rb"<!--.*?-->", b""),
        (rb' id="(?:figure|axes|patch|line2d|text)_\d+"', b""),
        (rb" ?\n", b" "),
        (rb"> +<", b"><"),
        # A letter and where it is: moving by x is what this translation does.
        (rb'"#SourceSansPro-', b'"#S'),
        (rb'id="SourceSansPro-', b'id="S'),
        (rb'(<use [^>]*?) transform="translate\(([-\d.]+) 0\)"/>', rb'\1 x="\2"/>'),
    )
]
# Matplotlib's settings are global: one thread at a time has ours.
_SETTINGS = Lock()


@dataclass(frozen=True)
class Text:
    """One line of text; x is its left, centre or right, y the middle of its capitals."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    side: Side = "left"
    bold: bool = False
    ground: str | None = None

    @property
    def wide(self) -> float:
        """Points from its beginning to its end."""
        return typeface.wide(self.text, self.size, bold=self.bold)

    @property
    def box(self) -> Box:
        """Left, top, right and bottom."""
        left = self.x - {"left": 0.0, "center": self.wide / 2, "right": self.wide}[self.side]
        return left, self.y - 0.55 * self.size, left + self.wide, self.y + 0.55 * self.size


@dataclass(frozen=True)
class Stroke:
    """A line through points."""

    points: tuple[Point, ...]
    colour: str
    width: float
    dash: Dash = "solid"
    opacity: float = 1.0


@dataclass(frozen=True)
class Area:
    """Filled polygons of one colour."""

    polygons: tuple[tuple[Point, ...], ...]
    fill: str
    opacity: float = 1.0


@dataclass(frozen=True)
class Dot:
    """A filled mark with an edge around it."""

    x: float
    y: float
    radius: float
    fill: str
    edge: str
    mark: Mark = "circle"
    opacity: float = 1.0


Shape = Text | Stroke | Area | Dot


@dataclass(frozen=True)
class Painted:
    """A finished sheet: `wide` and `high` are its size in points (72 to an inch)."""

    wide: float
    high: float
    shapes: tuple[Shape, ...]
    ground: str = LIGHT.ground

    def svg(self) -> bytes:
        """An SVG in which letters are outlines: it looks the same without the typeface, and nothing in it runs."""
        return _compact(self._file("svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None}))

    def pdf(self) -> bytes:
        """A PDF of one page with the typeface embedded (TrueType, type 42), so that text can be found in it."""
        return self._file("pdf", metadata={"CreationDate": None, "Creator": None, "Producer": None})

    def png(self, dpi: int = 300) -> bytes:
        """An image with so many dots to an inch."""
        return self._file("png", dpi=dpi, metadata={"Software": None})

    def texts(self) -> tuple[str, ...]:
        """What is written on it, in the order of painting."""
        return tuple(shape.text for shape in self.shapes if isinstance(shape, Text))

    def _file(self, kind: str, **options: Any) -> bytes:
        with _settings():
            file = BytesIO()
            self._figure().savefig(file, format=kind, facecolor=self.ground, **options)
        return file.getvalue()

    def _figure(self) -> Figure:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(self.wide / 72, self.high / 72))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, self.wide)
        axes.set_ylim(self.high, 0)
        for order, shape in enumerate(self.shapes):
            _place(axes, shape, order)
        return figure


@dataclass
class Canvas:
    """A sheet in the making; what is placed later lies on top."""

    wide: float
    theme: Theme = LIGHT
    shapes: list[Shape] = field(default_factory=list)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        colour: str | None = None,
        side: Side = "left",
        bold: bool = False,
        ground: str | None = None,
    ) -> Text:
        """Write one line of `plain` text."""
        written = Text(x, y, plain(text), size, colour or self.theme.ink, side, bold, ground)
        self.shapes.append(written)
        return written

    def lines(self, x: float, top: float, text: str, size: float, *, room: float, **look: Any) -> float:
        """Write text below `top`, broken to fit into `room` points; answers with how high it is."""
        broken = fitting(text, size, room)
        for place, line in enumerate(broken):
            self.text(x, top + (place + 0.5) * LEADING * size, line, size, **look)
        return len(broken) * LEADING * size

    def stroke(
        self, points: Sequence[Point], width: float, *, colour: str | None = None, dash: Dash = "solid", **look: float
    ) -> None:
        """Draw a line."""
        self.shapes.append(Stroke(tuple(points), colour or self.theme.ink, width, dash, **look))

    def area(self, points: Sequence[Point], fill: str, opacity: float = 1.0) -> None:
        """Fill a polygon."""
        self.shapes.append(Area((tuple(points),), fill, opacity))

    def boxes(self, boxes: Iterable[Box], fill: str) -> None:
        """Fill rectangles with one colour."""
        found = tuple(
            ((left, top), (right, top), (right, bottom), (left, bottom)) for left, top, right, bottom in boxes
        )
        self.shapes.append(Area(found, fill))

    def dot(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        fill: str | None = None,
        edge: str | None = None,
        mark: Mark = "circle",
        opacity: float = 1.0,
    ) -> None:
        """Place a mark."""
        self.shapes.append(Dot(x, y, radius, fill or self.theme.accent, edge or self.theme.ground, mark, opacity))

    def finished(self, high: float) -> Painted:
        """The sheet, so many points high."""
        return Painted(self.wide, high, tuple(self.shapes), self.theme.ground)


def plain(text: str) -> str:
    """Text that can be drawn: a space for each control character, � for what no typeface has."""
    return typeface.drawable(visible(text))


def measure(text: str, size: float) -> float:
    """The width of one line in points, as `text.wrap` and `text.shorten` ask for it."""
    return typeface.wide(plain(text), size)


def cut(text: str, size: float, room: float) -> str:
    """One line of at most `room` points: the text, or its beginning and an ellipsis."""
    return shorten(plain(text), size, room, measure)


def fitting(text: str, size: float, room: float) -> list[str]:
    """Text in lines of at most `room` points; a word that is longer is cut."""
    return [cut(line, size, room) for line in wrap(text, size, room, measure).split("\n")]


@contextmanager
def _settings() -> Iterator[None]:
    """Our settings while a file is made; a program that uses Matplotlib itself has its own again afterwards."""
    import matplotlib as mpl

    typeface.load()
    ours: Any = {
        "font.family": list(typeface.FAMILY),
        "svg.fonttype": "path",
        "svg.hashsalt": "parvis",
        "pdf.fonttype": 42,
        "path.simplify": False,
        "text.usetex": False,
        "axes.unicode_minus": True,
    }
    with _SETTINGS, mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(ours)
        yield


def _compact(svg: bytes) -> bytes:
    """The same picture in half as many bytes: without comments, indents and names that nothing refers to."""
    for pattern, shorter in _COMPACT:
        svg = pattern.sub(shorter, svg)
    return svg


def _place(axes: Axes, shape: Shape, order: int) -> None:
    """Put a shape onto the axes, above those with a lower order."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Circle, PathPatch, Polygon
    from matplotlib.path import Path

    match shape:
        case Text():
            _write(axes, shape, order)
        case Stroke():
            xs, ys = zip(*shape.points, strict=True)
            look: dict[str, Any] = {"solid_capstyle": "butt", "alpha": shape.opacity, "clip_on": False}
            line = Line2D(xs, ys, color=shape.colour, lw=shape.width, ls=_DASHES[shape.dash], zorder=order, **look)
            axes.add_line(line)
        case Area():
            path = Path.make_compound_path(*(Path((*points, points[0]), closed=True) for points in shape.polygons))
            patch = PathPatch(path, fc=shape.fill, ec="none", alpha=shape.opacity, lw=0)
            patch.set_zorder(order)
            axes.add_patch(patch)
        case Dot():
            r = shape.radius
            look = {"fc": shape.fill, "ec": shape.edge, "lw": 0.8, "alpha": shape.opacity, "clip_on": False}
            corners = [(shape.x, shape.y - r), (shape.x + r, shape.y), (shape.x, shape.y + r), (shape.x - r, shape.y)]
            dot = Circle((shape.x, shape.y), r, **look) if shape.mark == "circle" else Polygon(corners, **look)
            dot.set_zorder(order)
            axes.add_patch(dot)


def _write(axes: Axes, shape: Text, order: int) -> None:
    ground = {"fc": shape.ground, "ec": "none", "pad": 1.0} if shape.ground else None
    axes.text(
        shape.x,
        shape.y + _MIDDLE * shape.size,
        shape.text,
        fontsize=shape.size,
        color=shape.colour,
        ha=shape.side,
        va="baseline",
        fontweight="bold" if shape.bold else "regular",
        # A system called "$x$" is a name, not a formula.
        parse_math=False,
        bbox=ground,
        zorder=order,
    )
