"""Plotly figures from result objects: pure functions, no screen.

Words come from the caller (`labels`, one for each key of FOREST_LABELS, MATRIX_LABELS, BURN_LABELS), and so do the
ways to write numbers, counts and moments. Names from outside are made harmless here.
"""

from eval_core.figures.forest import FOREST_LABELS, forest_plot
from eval_core.figures.matrix import MATRIX_LABELS, win_matrix
from eval_core.figures.output import config, standalone_html
from eval_core.figures.progress import BURN_LABELS, burn_up
from eval_core.figures.theme import DARK, LIGHT, Theme

__all__ = [
    "BURN_LABELS",
    "DARK",
    "FOREST_LABELS",
    "LIGHT",
    "MATRIX_LABELS",
    "Theme",
    "burn_up",
    "config",
    "forest_plot",
    "standalone_html",
    "win_matrix",
]
