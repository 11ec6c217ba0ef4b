"""The forest plot of a ranking: rank ranges, names and numbers, and each system's strength with its interval."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import plotly.graph_objects as go

from eval_core.figures.brackets import lanes, runs, undecided_sets
from eval_core.figures.elements import LINE, SMALL, caption, lines, literal_lines, note
from eval_core.figures.forest_rows import axis_range, place_rows, rank_text, runs_up
from eval_core.figures.forest_table import EDGE, ForestTable, interval_columns
from eval_core.figures.models import Table, TableRow
from eval_core.figures.text import Count, Number, decimal_mark, grouped, interval_text, two_decimals, wrap
from eval_core.figures.theme import LIGHT, Theme
from eval_core.ranking.results import Ranking, SystemRow

FOREST_LABELS = (
    "rank",  # heads the rank ranges
    "system",  # heads the names
    "judgments",  # heads the judgments per system
    "win_rate",  # heads the win rates
    "estimate",  # heads the estimates with their intervals: the level belongs here
    "axis",  # under the axis: the scale, and what its zero is
    "bracket",  # under the table: what a bracket means
    "unbounded",  # next to the arrow of a system without a finite estimate
    "group",  # above each group of systems, where there are several; {number} becomes 1, 2, ...
)

_REACH = 0.3  # of a row, above and below its middle, is what a bracket spans
_FOOT = 4  # pixels of a bracket's foot


def forest_plot(
    ranking: Ranking,
    *,
    labels: Mapping[str, str],
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
) -> go.Figure:
    """Draw a ranking as a table with a dot and whisker a row.

    Systems that share a bracket cannot be separated (see `undecided_sets`); where a bracket passes a system that is not
    of its set, it is dotted. A system without a finite estimate has an arrow at the edge towards which
    it runs, and where it won (or lost) everything a line from the limit that this says. The figure
    needs about 760 pixels, or 330 if compact.

    Args:
        labels: the words, one for each of FOREST_LABELS; a newline breaks a line.
        compact: for a phone: rank range, name and axis only; the rest shows on touch.
        number: writes estimates and win rates (0 to 1).
        count: writes judgments.

    Raises:
        KeyError: for a word that is missing.
    """
    model = forest_model(ranking, labels=labels, number=number, count=count)
    return _Forest(model, theme=theme, compact=compact, number=number, count=count).draw()


def forest_model(
    ranking: Ranking, *, labels: Mapping[str, str], number: Number = two_decimals, count: Count = grouped
) -> Table:
    """What the forest plot shows, for a painter. Args, Raises: as `forest_plot`."""
    texts = {key: labels[key] for key in FOREST_LABELS}
    systems, places = ranking.systems, place_rows(ranking.systems)
    y_of = dict(zip((row.system for row in systems), places.ys, strict=True))
    brackets = sorted(
        (tuple(y_of[name] for name in names) for names in undecided_sets(ranking)), key=lambda ys: (ys[0], -ys[-1])
    )
    return Table(
        words=texts,
        rows=tuple(_row(ranking, row, y_of[row.system], texts, number, count) for row in systems),
        height=places.size,
        estimate="estimate",
        before={"rank": tuple(rank_text(row) for row in systems)},
        after={
            "judgments": tuple(count(row.judgments) for row in systems),
            "win_rate": tuple(number(row.win_rate) for row in systems),
            **interval_columns("estimate", [_finite(row) for row in systems], number),
        },
        kept=(),
        span=axis_range(systems),
        headings=tuple((y, texts["group"].replace("{number}", str(group))) for y, group in places.headings),
        brackets=tuple(brackets),
        zero=True,
        decimal=decimal_mark(number),
    )


class _Forest(ForestTable):
    def __init__(self, table: Table, *, theme: Theme, compact: bool, number: Number, count: Count) -> None:
        super().__init__(table, theme=theme, compact=compact, number=number, count=count)
        self.lanes = lanes([(ys[0], ys[-1]) for ys in table.brackets])
        depth = max(self.lanes, default=0) + 1
        self.pitch = min(9.0, (45 if self.compact else 108) / depth)
        self.foot = min(_FOOT, self.pitch / 2)
        self.right = round(14 + depth * self.pitch)

    def draw(self) -> go.Figure:
        axis, depth = self.axis_caption()
        bracket = wrap(self.words["bracket"], SMALL, 330 if self.compact else 700) if self.table.brackets else ""
        below = depth + 10 + LINE * (bracket.count("\n") + 1)
        fig = self.sheet(right=self.right, below=below, span=self.table.span)
        notes = [*self.heads(), self.name_head(), *self._groups(), *self.names(), *self._arrows(), *self.cells(), axis]
        if bracket:
            notes.append(caption("bracket", bracket, below=depth + 4, colour=self.theme.grey, xshift=-self.left))
        fig.update_layout(annotations=notes, shapes=[*self._brackets(), *self._reaches(), self._zero()])
        return fig

    def _groups(self) -> list[dict[str, Any]]:
        """The headings of the components; each has its own ground, which keeps the zero line off it."""
        look = {"font": {"size": self.size}, "bgcolor": self.theme.ground}
        return [
            self.text("group", f"<b>{lines(literal_lines(heading))}</b>", EDGE, y, **look)
            for y, heading in self.table.headings
        ]

    def _arrows(self) -> list[dict[str, Any]]:
        arrows = []
        arrow: dict[str, Any] = {
            "showarrow": True,
            "arrowhead": 2,
            "arrowwidth": 1.5,
            "arrowcolor": self.theme.ink,
            "ay": 0,
        }
        look: dict[str, Any] = {
            "font": {"size": SMALL, "color": self.theme.grey},
            "bgcolor": self.theme.ground,
            "borderpad": 2,
        }
        for row in self.rows:
            if row.runs is None:
                continue
            side: dict[str, Any] = {"x": 0, "ax": 26, "xanchor": "left"}
            if row.runs == "up":
                side = {"x": 1, "ax": -26, "xanchor": "right"}
            text, hover = lines(literal_lines(row.mark)), self.touched[row.y]
            arrows.append(note("unbounded", text, y=row.y, hovertext=hover, **arrow, **side, **look))
        return arrows

    def _reaches(self) -> list[dict[str, Any]]:
        """A line for each limit on one side, to the edge where the arrow is."""
        left, right = self.table.span
        line = {"color": self.theme.ink, "width": 1.5}
        found = []
        for row in self.rows:
            if row.limit is not None:
                ends = {"x0": row.limit, "x1": right if row.runs == "up" else left, "y0": row.y, "y1": row.y}
                found.append({"type": "line", "name": "limit", "layer": "below", "line": line, **ends})
        return found

    def _zero(self) -> dict[str, Any]:
        line = {"color": self.theme.grey, "width": 1, "dash": "dot"}
        ends = {"x0": 0, "x1": 0, "y0": -0.5, "y1": self.height - 0.5}
        return {"type": "line", "layer": "below", "line": line, **ends}

    def _brackets(self) -> list[dict[str, Any]]:
        """Each set's bracket in pieces: solid along rows of its own, dotted past others, a foot at either end."""
        pieces = []
        for ys, lane in zip(self.table.brackets, self.lanes, strict=True):
            x = 8 + _FOOT + lane * self.pitch
            stretches = runs(ys)
            for top, bottom in stretches:
                turn = f"L{x:g},{bottom + _REACH:g}"
                start = f"M{x - self.foot:g},{top - _REACH:g}L" if top == ys[0] else "M"
                end = f"L{x - self.foot:g},{bottom + _REACH:g}" if bottom == ys[-1] else ""
                pieces.append(self._piece("bracket", f"{start}{x:g},{top - _REACH:g}{turn}{end}", "solid"))
            for (_, end_of), (start_of, _) in pairwise(stretches):
                path = f"M{x:g},{end_of + _REACH:g}L{x:g},{start_of - _REACH:g}"
                pieces.append(self._piece("past", path, "dot"))
        return pieces

    def _piece(self, name: str, path: str, dash: str) -> dict[str, Any]:
        place = {"xref": "paper", "xsizemode": "pixel", "xanchor": 1, "yref": "y"}
        line = {"color": self.theme.grey, "width": 1.25, "dash": dash}
        return {"type": "path", "name": name, "path": path, "line": line, **place}


def _row(ranking: Ranking, row: SystemRow, y: int, texts: Mapping[str, str], number: Number, count: Count) -> TableRow:
    """A system's row, with an arrow where it has no finite estimate."""
    one_sided = _one_sided(row, number)
    mark = "" if row.bounded else one_sided or texts["unbounded"]
    facts = {
        "rank": rank_text(row),
        "judgments": count(row.judgments),
        "win_rate": number(row.win_rate),
        "estimate": mark or interval_text(row.strength, row.low, row.high, number),
    }
    up = runs_up(ranking.systems, row)
    return TableRow(
        y,
        row.system,
        *_finite(row),
        facts=tuple((texts[key].replace("\n", " "), text.replace("\n", " ")) for key, text in facts.items()),
        runs=None if row.bounded else "up" if up else "down",
        limit=None if row.bounded else row.low if up else row.high,
        mark=mark,
    )


def _finite(row: SystemRow) -> tuple[float | None, float | None, float | None]:
    """Strength and interval of a system with a finite estimate, else nothing."""
    return (row.strength, row.low, row.high) if row.bounded else (None, None, None)


def _one_sided(row: SystemRow, number: Number) -> str:
    """Above (or below) which a system is that won (or lost) everything; '' where nothing says so."""
    if row.bounded or (row.low is None) == (row.high is None):
        return ""
    return f"> {number(row.low)}" if row.low is not None else f"< {number(row.high or 0.0)}"
