"""Small multiples: equal panels in rows, each with axes of its own and a title above it."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

import plotly.graph_objects as go

from eval_core.figures.elements import note


@dataclass(frozen=True)
class Panels:
    """The places of panels, filled row by row.

    Attributes:
        number, columns: panels in all, and side by side.
        tall: pixels of one panel's axes.
        gap: pixels above each, for its title; also what separates one row from the next.
        between: what separates two columns, as a share of the figure's axes.
    """

    number: int
    columns: int
    tall: int
    gap: int
    between: float

    @property
    def rows(self) -> int:
        """Panels one below the other."""
        return max(ceil(self.number / self.columns), 1)

    @property
    def height(self) -> int:
        """Pixels of all of them with their gaps."""
        return self.rows * (self.tall + self.gap)

    def axis(self, letter: str, panel: int) -> str:
        """The name of a panel's axis as traces and annotations know it: 'x', 'x2', ..."""
        return f"{letter}{panel + 1}" if panel else letter

    def leftmost(self, panel: int) -> bool:
        """Whether nothing is to the left of a panel."""
        return panel % self.columns == 0

    def lowest(self, panel: int) -> bool:
        """Whether nothing is below a panel."""
        return panel + self.columns >= self.number

    def place(self, fig: go.Figure, panel: int, x: dict[str, Any], y: dict[str, Any]) -> None:
        """Give a panel its axes, with these settings."""
        row, column = divmod(panel, self.columns)
        wide = (1 - (self.columns - 1) * self.between) / self.columns
        left = column * (wide + self.between)
        top = 1 - (row * (self.tall + self.gap) + self.gap) / self.height
        plain = {"fixedrange": True, "zeroline": False, "showgrid": False}
        for letter, other, domain, settings in (
            ("x", "y", (left, left + wide), x),
            ("y", "x", (max(top - self.tall / self.height, 0.0), top), y),
        ):
            name = f"{letter}axis{panel + 1 if panel else ''}"
            fig.layout[name] = {**plain, "domain": domain, "anchor": self.axis(other, panel), **settings}

    def title(self, name: str, text: str, panel: int, **options: Any) -> dict[str, Any]:
        """Text above a panel, at its left edge."""
        where = {"xref": f"{self.axis('x', panel)} domain", "yref": f"{self.axis('y', panel)} domain"}
        return note(name, text, x=0, y=1, **{**where, "yanchor": "bottom", "yshift": 4, **options})
