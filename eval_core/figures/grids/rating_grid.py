"""Criteria by system: what every criterion got in the mean, as a heat map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.grid import Grid
from eval_core.figures.models import Cells, Floats
from eval_core.figures.rating_forest import rating_forest_data
from eval_core.figures.text import Count, Number, grouped, two_decimals
from eval_core.figures.theme import LIGHT, Theme
from eval_core.scoring import LevelScore

RATING_GRID_LABELS = (
    "criterion",  # heads the rows
    "system",  # heads the columns
    "mean",  # under the figure: what a cell is
    "responses",  # on touch: how many prompts' responses the mean is of
)


def rating_grid(
    levels: Sequence[LevelScore],
    *,
    labels: Mapping[str, str],
    criteria: Mapping[str, tuple[str, int, int]],
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
) -> go.Figure:
    """Draw a row for each criterion and a column for each system, in the order of `rating_forest`.

    A cell prints the mean where there is room; its colour runs from neutral (the lowest point of all the scales) to
    blue (the highest). Columns are headed by the systems' names, or by numbers where these have no room:
    the foot then lists the names.

    Args:
        levels: as `eval_core.scoring.system_scores` gives them.
        labels: the words, one for each of RATING_GRID_LABELS.
        criteria: name, lowest and highest point of each criterion, by its key and in order.
        number: writes means.

    Raises:
        KeyError: for a word or a criterion that is missing.
    """
    cells = rating_grid_model(levels, labels=labels, criteria=criteria, number=number, count=count)
    return Grid(cells, theme=theme, compact=compact, number=number, count=count).draw()


def rating_grid_model(
    levels: Sequence[LevelScore],
    *,
    labels: Mapping[str, str],
    criteria: Mapping[str, tuple[str, int, int]],
    number: Number = two_decimals,
    count: Count = grouped,
) -> Cells:
    """What the grid shows, for a painter. Args, Raises: as `rating_grid`."""
    texts = {key: labels[key] for key in RATING_GRID_LABELS}
    data = rating_grid_data(levels)
    systems = tuple(dict.fromkeys(data["system"]))
    keys = sorted(data["criterion"].unique(), key={key: place for place, key in enumerate(criteria)}.__getitem__)
    names = tuple(criteria[key][0] for key in keys)
    wanted = data.pivot(index="criterion", columns="system", values="mean").reindex(index=keys, columns=list(systems))
    means: Floats = wanted.to_numpy(dtype=np.float64)
    counts = data.set_index(["system", "criterion"])["responses"].to_dict()
    low = min((criteria[key][1] for key in keys), default=0)
    high = max((criteria[key][2] for key in keys), default=1)

    def touched(i: int, j: int) -> tuple[str, ...]:
        rated = count(int(counts[systems[j], keys[i]]))
        return systems[j], "", f"{names[i]}: {number(means[i, j])}", f"{texts['responses']}: {rated}"

    return Cells(
        name="mean",
        rows=names,
        columns=systems,
        numbered=False,
        values=means,
        places=np.asarray((means - low) / (high - low)),
        printed=lambda i, j: number(means[i, j]),
        counted=None,
        touched=touched,
        words={"rows": texts["criterion"], "columns": texts["system"], "foot": texts["mean"]},
        colours=("even", "high"),
        marks=((0.0, number(low)), (0.5, number((low + high) / 2)), (1.0, number(high))),
    )


def rating_grid_data(levels: Sequence[LevelScore]) -> pd.DataFrame:
    """What the figure shows, a row for each system and criterion that was rated.

    Columns system, criterion, mean, low, high, responses; systems in the order of `rating_forest_data`.
    """
    overall = {level.system: level for level in levels if level.annotator is None}
    rows = [
        (system, key, mean.value, mean.low, mean.high, mean.n)
        for system in rating_forest_data(levels)["system"]
        for key, mean in overall[system].criteria.items()
        if mean.value is not None
    ]
    frame = pd.DataFrame(rows, columns=["system", "criterion", "mean", "low", "high", "responses"])
    return frame.astype({"mean": float, "low": float, "high": float})
