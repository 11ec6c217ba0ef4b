"""One painter for all figures: a record of a figure becomes a sheet of one of two widths."""

from __future__ import annotations

from eval_core.figures.models import Burn, Cells, Curves, Graph, Profile, Scatter, Sides, Table, Trends
from eval_core.figures.painted.canvas import Painted
from eval_core.figures.painted.curves import paint_burn, paint_curves, paint_trends
from eval_core.figures.painted.graphs import paint_graph
from eval_core.figures.painted.grids import paint_cells
from eval_core.figures.painted.layout import WIDTHS, Width
from eval_core.figures.painted.profiles import paint_profile, paint_sides
from eval_core.figures.painted.scatters import paint_scatter
from eval_core.figures.painted.tables import paint_table

__all__ = ["WIDTHS", "Model", "Width", "paint"]

Model = Table | Cells | Graph | Curves | Burn | Profile | Sides | Scatter | Trends


def paint(model: Model, width: Width = "two") -> Painted:
    """Paint a figure for paper: light whatever the screen, as wide as one column (84 mm) or two (174 mm).

    Args:
        model: the figure as its module gives it: `forest_model`, `win_matrix_model` and so on.
        width: of the figure; its height follows from what it shows.
    """
    match model:
        case Table():
            return paint_table(model, width)
        case Cells():
            return paint_cells(model, width)
        case Graph():
            return paint_graph(model, width)
        case Curves():
            return paint_curves(model, width)
        case Burn():
            return paint_burn(model, width)
        case Profile():
            return paint_profile(model, width)
        case Sides():
            return paint_sides(model, width)
        case Scatter():
            return paint_scatter(model, width)
        case Trends():
            return paint_trends(model, width)
