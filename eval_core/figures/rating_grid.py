"""Criteria by system: what every criterion got in the mean, as a heat map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.elements import lines, words
from eval_core.figures.grid import Floats, Grid, Words
from eval_core.figures.rating_forest import rating_forest_data
from eval_core.figures.text import Count, Number, grouped, literal, two_decimals
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
    texts = words(labels, RATING_GRID_LABELS)
    data = rating_grid_data(levels)
    systems = list(dict.fromkeys(data["system"]))
    keys = sorted(data["criterion"].unique(), key={key: place for place, key in enumerate(criteria)}.__getitem__)
    names = [criteria[key][0] for key in keys]
    wanted = data.pivot(index="criterion", columns="system", values="mean").reindex(index=keys, columns=systems)
    means: Floats = wanted.to_numpy(dtype=np.float64)
    counts = data.set_index(["system", "criterion"])["responses"].to_dict()
    grid = Grid(
        names,
        len(systems),
        head=labels["criterion"],
        numbered=False,
        theme=theme,
        compact=compact,
        number=number,
        count=count,
    )
    low = min((criteria[key][1] for key in keys), default=0)
    high = max((criteria[key][2] for key in keys), default=1)

    def hover(i: int, j: int) -> str:
        mean = f"{literal(names[i])}: {literal(number(means[i, j]))}"
        rated = literal(count(int(counts[systems[j], keys[i]])))
        return lines(f"<b>{literal(systems[j])}</b>\n{mean}\n{texts['responses']}: {rated}")

    heads, key = grid.column_names(systems)
    foot = f"{texts['mean']}\n{key}" if key else texts["mean"]
    figure = grid.draw(
        "mean",
        means,
        Words(texts["criterion"], texts["system"], foot),
        colours=(theme.even, theme.high),
        text=lambda i, j: grid.printed(means[i, j]),
        hover=hover,
        place=lambda values: np.asarray((values - low) / (high - low)),
        marks=(low, (low + high) / 2, high),
    )
    if heads:
        figure.update_xaxes(tickvals=list(range(len(systems))), ticktext=heads)
    return figure


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
