"""Systems by category: the strength of every system in each category, in one figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.forest_rows import rank_text
from eval_core.figures.grid import Grid
from eval_core.figures.models import Cells, Floats
from eval_core.figures.text import Count, Number, grouped, interval_text, two_decimals
from eval_core.figures.theme import LIGHT, Theme
from eval_core.ranking.results import Ranking, SystemRow

CATEGORY_GRID_LABELS = (
    "system",  # heads the rows
    "category",  # heads the columns
    "strength",  # under the figure: what a cell is
    "ranks",  # after it, where ranks are printed: what the range below the strength is
    "rank",  # on touch: before the rank range
    "judgments",  # on touch: before the judgments
)
_MARKS = (-2.0, 0.0, 2.0)


def category_grid(
    rankings: Mapping[str, Ranking],
    *,
    labels: Mapping[str, str],
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
) -> go.Figure:
    """Draw a row for each system and a column for each category.

    A cell prints the strength and the rank range below it, where there is room; its colour runs from orange (weaker
    than the mean of the category) to blue (stronger). A system without a finite strength there has an empty cell, and
    so has every system of a category with too few judgments to say anything: colours would show chance.

    Args:
        rankings: by category, in the order of the columns; the rows are in the order of the first that has them.
        labels: the words, one for each of CATEGORY_GRID_LABELS.
        number: writes strengths.
        count: writes judgments.

    Raises:
        KeyError: for a word that is missing.
    """
    cells = category_grid_model(rankings, labels=labels, number=number, count=count)
    return Grid(cells, theme=theme, compact=compact, number=number, count=count).draw()


def category_grid_model(
    rankings: Mapping[str, Ranking],
    *,
    labels: Mapping[str, str],
    number: Number = two_decimals,
    count: Count = grouped,
) -> Cells:
    """What the grid shows, for a painter. Args, Raises: as `category_grid`."""
    texts = {key: labels[key] for key in CATEGORY_GRID_LABELS}
    systems, categories = by_mean(rankings), list(rankings)
    found: dict[Any, SystemRow] = {
        (row.system, category): row
        for category, ranking in rankings.items()
        if not too_small(ranking)
        for row in ranking.systems
        if row.bounded
    }
    strengths: Floats = np.array(
        [[found[s, c].strength if (s, c) in found else np.nan for c in categories] for s in systems], dtype=np.float64
    ).reshape(len(systems), len(categories))

    def row_of(i: int, j: int) -> SystemRow:
        return found[systems[i], categories[j]]

    def touched(i: int, j: int) -> tuple[str, ...]:
        row = row_of(i, j)
        strength = interval_text(row.strength, row.low, row.high, number)
        facts = f"{texts['rank']}: {rank_text(row)}", f"{texts['judgments']}: {count(row.judgments)}"
        return systems[i], "", f"{categories[j]}: {strength}", *facts

    return Cells(
        name="strength",
        rows=tuple(systems),
        columns=tuple(categories),
        numbered=False,
        values=strengths,
        places=_place(strengths),
        printed=lambda i, j: number(strengths[i, j]),
        counted=lambda i, j: rank_text(row_of(i, j)),
        touched=touched,
        words={
            "rows": texts["system"],
            "columns": texts["category"],
            "foot": texts["strength"],
            "counted": texts["ranks"],
        },
        colours=("low", "even", "high"),
        marks=tuple((float(_place(np.array(mark))), number(mark)) for mark in _MARKS),
    )


def too_small(ranking: Ranking) -> bool:
    """Whether the ranking itself says that its judgments are too few to say anything."""
    return any(warning.code == "few_judgments" for warning in ranking.warnings)


def by_mean(rankings: Mapping[str, Ranking]) -> list[str]:
    """All systems, those with the highest mean strength over the categories first."""
    rows = [(row.system, row.strength) for ranking in rankings.values() for row in ranking.systems]
    means = pd.DataFrame(rows, columns=["system", "strength"]).groupby("system")["strength"].mean()
    return [str(name) for name in means.sort_values(ascending=False, kind="stable").index]


def category_grid_data(rankings: Mapping[str, Ranking]) -> pd.DataFrame:
    """What the figure shows, a row for each category and system.

    Columns category, system, strength, low, high, rank_low, rank_high, judgments, bounded.
    """
    columns = ["strength", "low", "high", "rank_low", "rank_high", "judgments", "bounded"]
    rows = [
        (category, row.system, *(getattr(row, column) for column in columns))
        for category, ranking in rankings.items()
        for row in ranking.systems
    ]
    return pd.DataFrame(rows, columns=["category", "system", *columns])


def _place(strength: Floats) -> Floats:
    """The chance to be preferred to the category's mean: it puts a strength between 0 and 1."""
    return np.asarray(1 / (1 + np.exp(-strength)))
