"""Figures for files and for paper: drawn by Matplotlib from the same records as on the screen, always light.

May import: figures. Matplotlib is imported when a text is measured or a file is made, not before.
Tests: tests/unit/figures/painted.
"""

from eval_core.figures.painted.canvas import Painted
from eval_core.figures.painted.painter import WIDTHS, Model, Width, paint

__all__ = ["WIDTHS", "Model", "Painted", "Width", "paint"]
