"""Figures from result objects: pure functions, no screen. Plotly draws them for it, Matplotlib for files (`painted`).

Words come from the caller (`labels`, one for each key of FOREST_LABELS, MATRIX_LABELS, BURN_LABELS and so on), and so
do the ways to write numbers, counts and moments. Names from outside are escaped here. A figure's `..._data` function
gives what it shows as a table, for the download.

May import: campaigns and what is below.
Tests: tests/unit/figures.
"""

from eval_core.figures.agreement import (
    AGREEMENT_LABELS,
    agreement_matrix,
    agreement_matrix_data,
    agreement_matrix_model,
)
from eval_core.figures.convergence import CONVERGENCE_LABELS, convergence_data, convergence_model, convergence_plot
from eval_core.figures.forest import FOREST_LABELS, forest_model, forest_plot
from eval_core.figures.graph import GRAPH_LABELS, comparison_graph, comparison_graph_data, comparison_graph_model
from eval_core.figures.grids.category_grid import (
    CATEGORY_GRID_LABELS,
    category_grid,
    category_grid_data,
    category_grid_model,
)
from eval_core.figures.grids.document_grid import (
    DOCUMENT_GRID_LABELS,
    DOCUMENTS_SHOWN,
    document_grid,
    document_grid_data,
    document_grid_model,
)
from eval_core.figures.grids.rating_grid import RATING_GRID_LABELS, rating_grid, rating_grid_data, rating_grid_model
from eval_core.figures.heat_map import (
    HEAT_MAP_FROM,
    HEAT_MAP_LABELS,
    rank_heat_map,
    rank_heat_map_data,
    rank_heat_map_model,
)
from eval_core.figures.issues import ISSUE_LABELS, issue_data, issue_model, issue_plot
from eval_core.figures.judge_agreement import (
    JUDGE_AGREEMENT_LABELS,
    judge_agreement_data,
    judge_agreement_model,
    judge_agreement_plot,
)
from eval_core.figures.output import SCREEN, standalone_html
from eval_core.figures.progress import BURN_LABELS, burn_up, burn_up_model
from eval_core.figures.rating_forest import RATING_FOREST_LABELS, rating_forest, rating_forest_data, rating_forest_model
from eval_core.figures.rating_scatter import RATING_SCATTER_LABELS, rating_scatter, rating_scatter_model
from eval_core.figures.theme import DARK, LIGHT, Theme
from eval_core.figures.win_matrix import MATRIX_LABELS, win_matrix, win_matrix_data, win_matrix_model

__all__ = [
    "AGREEMENT_LABELS",
    "BURN_LABELS",
    "CATEGORY_GRID_LABELS",
    "CONVERGENCE_LABELS",
    "DARK",
    "DOCUMENTS_SHOWN",
    "DOCUMENT_GRID_LABELS",
    "FOREST_LABELS",
    "GRAPH_LABELS",
    "HEAT_MAP_FROM",
    "HEAT_MAP_LABELS",
    "ISSUE_LABELS",
    "JUDGE_AGREEMENT_LABELS",
    "LIGHT",
    "MATRIX_LABELS",
    "RATING_FOREST_LABELS",
    "RATING_GRID_LABELS",
    "RATING_SCATTER_LABELS",
    "SCREEN",
    "Theme",
    "agreement_matrix",
    "agreement_matrix_data",
    "agreement_matrix_model",
    "burn_up",
    "burn_up_model",
    "category_grid",
    "category_grid_data",
    "category_grid_model",
    "comparison_graph",
    "comparison_graph_data",
    "comparison_graph_model",
    "convergence_data",
    "convergence_model",
    "convergence_plot",
    "document_grid",
    "document_grid_data",
    "document_grid_model",
    "forest_model",
    "forest_plot",
    "issue_data",
    "issue_model",
    "issue_plot",
    "judge_agreement_data",
    "judge_agreement_model",
    "judge_agreement_plot",
    "rank_heat_map",
    "rank_heat_map_data",
    "rank_heat_map_model",
    "rating_forest",
    "rating_forest_data",
    "rating_forest_model",
    "rating_grid",
    "rating_grid_data",
    "rating_grid_model",
    "rating_scatter",
    "rating_scatter_model",
    "standalone_html",
    "win_matrix",
    "win_matrix_data",
    "win_matrix_model",
]
