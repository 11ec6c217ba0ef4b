"""The rank heat map: how likely every rank is for every system."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.grid import Grid
from eval_core.figures.models import Cells
from eval_core.figures.text import Count, Number, grouped, two_decimals
from eval_core.figures.theme import LIGHT, Theme
from eval_core.ranking.results import Ranking

HEAT_MAP_LABELS = (
    "system",  # heads the rows
    "rank",  # heads the columns
    "share",  # under the figure: what a share is
)
HEAT_MAP_FROM = 6  # systems: with fewer, the rank ranges say as much
_SMALLEST = 0.005  # of a share that is printed


def rank_heat_map(
    ranking: Ranking,
    shares: pd.DataFrame,
    *,
    labels: Mapping[str, str],
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
) -> go.Figure:
    """Draw the probability of every rank: a row for each system in the ranking's order, a column for each rank.

    A cell's colour runs from neutral (0) to blue (1) with the square root of the probability, so that a spread over
    many ranks shows; it prints its probability from 0.005 on, where there is room (up to 21 systems, 7 if compact).
    Ranks are within components; systems without probabilities are left out.

    Args:
        shares: columns system, rank (from 1), share (0 to 1), as `eval_core.ranking.rank_probabilities` gives them.
        labels: the words, one for each of HEAT_MAP_LABELS.
        number: writes probabilities.

    Raises:
        KeyError: for a word that is missing.
    """
    cells = rank_heat_map_model(ranking, shares, labels=labels, number=number)
    return Grid(cells, theme=theme, compact=compact, number=number, count=count).draw()


def rank_heat_map_model(
    ranking: Ranking, shares: pd.DataFrame, *, labels: Mapping[str, str], number: Number = two_decimals
) -> Cells:
    """What the heat map shows, for a painter. Args, Raises: as `rank_heat_map`."""
    texts = {key: labels[key] for key in HEAT_MAP_LABELS}
    data = rank_heat_map_data(ranking, shares)
    names = tuple(dict.fromkeys(data["system"]))
    size = int(data["rank"].max()) if len(data) else 0
    values = np.full((len(names), size), np.nan)
    at = {name: i for i, name in enumerate(names)}
    values[data["system"].map(at).to_numpy(dtype=int), data["rank"].to_numpy(dtype=int) - 1] = data["share"]
    return Cells(
        name="share",
        rows=names,
        columns=(),
        numbered=False,
        values=values,
        places=np.sqrt(values),
        printed=lambda i, j: number(values[i, j]) if values[i, j] >= _SMALLEST else "",
        counted=None,
        touched=lambda i, j: (names[i], "", f"{texts['rank']} {j + 1}: {number(values[i, j])}"),
        words={"rows": texts["system"], "columns": texts["rank"], "foot": texts["share"]},
        colours=("even", "high"),
        marks=tuple((mark**0.5, number(mark)) for mark in (0, 0.1, 0.5, 1)),
    )


def rank_heat_map_data(ranking: Ranking, shares: pd.DataFrame) -> pd.DataFrame:
    """What the heat map shows: columns system, rank, share, in the ranking's order."""
    order = {row.system: i for i, row in enumerate(ranking.systems)}
    ranked = shares[shares["system"].isin(list(order))]
    ranked = ranked.assign(place=ranked["system"].map(order)).sort_values(["place", "rank"], ignore_index=True)
    return ranked[["system", "rank", "share"]]
