"""The forest plot of rated systems: names and numbers, and each system's score with its interval, highest first."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.forest_table import ForestTable, interval_columns
from eval_core.figures.models import Table, TableRow
from eval_core.figures.text import Count, Number, decimal_mark, grouped, interval_text, two_decimals
from eval_core.figures.theme import LIGHT, Theme
from eval_core.scoring import LevelScore

RATING_FOREST_LABELS = (
    "system",  # heads the names
    "responses",  # heads how many prompts' responses were rated
    "annotators",  # heads how many people, or judges, rated them
    "score",  # heads the scores with their intervals: the level belongs here
    "axis",  # under the axis: what a score is
)
_RIGHT = 24  # pixels of the right margin


def rating_forest(
    levels: Sequence[LevelScore],
    *,
    labels: Mapping[str, str],
    limits: tuple[float, float],
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
) -> go.Figure:
    """Draw the systems' scores as a table with a dot and whisker a row; a score without an interval is a dot only.

    The figure needs about 760 pixels, or 330 if compact.

    Args:
        levels: as `eval_core.scoring.system_scores` gives them.
        labels: the words, one for each of RATING_FOREST_LABELS; a newline breaks a line.
        limits: the lowest and highest score that there can be: the axis goes no further.
        compact: for a phone: name, score and axis only; the rest shows on touch.
        number: writes scores.
        count: writes responses and annotators.

    Raises:
        KeyError: for a word that is missing.
    """
    model = rating_forest_model(levels, labels=labels, limits=limits, number=number, count=count)
    return _RatingForest(model, theme=theme, compact=compact, number=number, count=count).draw()


def rating_forest_model(
    levels: Sequence[LevelScore],
    *,
    labels: Mapping[str, str],
    limits: tuple[float, float],
    number: Number = two_decimals,
    count: Count = grouped,
) -> Table:
    """What the forest plot shows, for a painter. Args, Raises: as `rating_forest`."""
    texts = {key: labels[key] for key in RATING_FOREST_LABELS}
    systems: list[Any] = list(rating_forest_data(levels).itertuples(index=False))
    rows = []
    for y, row in enumerate(systems):
        low, high = _known(row.low), _known(row.high)
        facts = {
            "score": interval_text(row.score, low, high, number),
            "responses": count(row.responses),
            "annotators": count(row.annotators),
        }
        touched = tuple((texts[key].replace("\n", " "), text) for key, text in facts.items())
        rows.append(TableRow(y, row.system, row.score, low, high, touched))
    return Table(
        words=texts,
        rows=tuple(rows),
        height=max(len(rows), 1),
        estimate="score",
        before={},
        after={
            "responses": tuple(count(row.responses) for row in systems),
            "annotators": tuple(count(row.annotators) for row in systems),
            **interval_columns("score", [(row.estimate, row.low, row.high) for row in rows], number),
        },
        kept=("score",),
        span=_span(rows, limits),
        decimal=decimal_mark(number),
    )


def rating_forest_data(levels: Sequence[LevelScore]) -> pd.DataFrame:
    """What the figure shows, a row for each system that has a score, the highest first.

    Columns system, score, se, low, high, df, responses (how many prompts' responses were scored), annotators.
    """
    scored = [level for level in levels if level.score.value is not None]
    annotators = Counter(level.system for level in scored if level.annotator is not None)
    rows = [
        {
            "system": level.system,
            "score": level.score.value,
            "se": level.score.se,
            "low": level.score.low,
            "high": level.score.high,
            "df": level.score.df,
            "responses": level.score.n,
            "annotators": annotators[level.system],
        }
        for level in scored
        if level.annotator is None
    ]
    columns = ["system", "score", "se", "low", "high", "df", "responses", "annotators"]
    frame = pd.DataFrame(rows, columns=columns).astype({"se": float, "low": float, "high": float, "df": "Int64"})
    return frame.sort_values("score", ascending=False, kind="stable", ignore_index=True)


class _RatingForest(ForestTable):
    def draw(self) -> go.Figure:
        axis, depth = self.axis_caption()
        fig = self.sheet(right=_RIGHT, below=depth + 6, span=self.table.span)
        fig.update_layout(annotations=[self.name_head(), *self.heads(), *self.names(), *self.cells(), axis])
        return fig


def _span(rows: Sequence[TableRow], limits: tuple[float, float]) -> tuple[float, float]:
    """All dots and whiskers and a little air, within what the scale allows (and half a dot beyond it)."""
    ends = [x for row in rows for x in (row.estimate, row.low, row.high) if x is not None]
    low, high = min(ends, default=limits[0]), max(ends, default=limits[1])
    whole = limits[1] - limits[0]
    air = max(0.08 * (high - low), 0.02 * whole)
    return max(low - air, limits[0] - 0.01 * whole), min(high + air, limits[1] + 0.01 * whole)


def _known(limit: float) -> float | None:
    return None if math.isnan(limit) else limit
