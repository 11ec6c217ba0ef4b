"""One painter for all figures: a record of a figure becomes a sheet of one of two widths."""

from __future__ import annotations

from eval_core.figures.models import Cells, Table
from eval_core.figures.painted.canvas import Painted
from eval_core.figures.painted.grids import paint_cells
from eval_core.figures.painted.layout import WIDTHS, Width
from eval_core.figures.painted.tables import paint_table

__all__ = ["WIDTHS", "Model", "Width", "paint"]

Model = Table | Cells


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
