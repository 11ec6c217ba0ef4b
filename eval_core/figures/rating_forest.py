"""The forest plot of rated systems: names and numbers, and each system's score with its interval, highest first."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.elements import words
from eval_core.figures.forest_table import (
    ForestTable,
    Style,
    TableRow,
    hover_text,
    interval_columns,
    interval_text,
)
from eval_core.figures.text import Count, Number, grouped, literal, two_decimals
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
    style = Style(words(labels, RATING_FOREST_LABELS), theme, compact, number, count)
    return _RatingForest(rating_forest_data(levels), style, limits).draw()


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
    estimate = "score"

    def __init__(self, data: pd.DataFrame, style: Style, limits: tuple[float, float]) -> None:
        self.limits = limits
        systems: list[Any] = list(data.itertuples(index=False))
        rows = [
            TableRow(y, row.system, row.score, _known(row.low), _known(row.high), _hover(row, style))
            for y, row in enumerate(systems)
        ]
        super().__init__(style, rows, height=max(len(rows), 1), head_keys=RATING_FOREST_LABELS[:4])
        self.place_columns({}, self._numbers(systems))

    def draw(self) -> go.Figure:
        axis, depth = self.axis_caption()
        fig = self.sheet(right=_RIGHT, below=depth + 6, span=self._span())
        fig.update_layout(annotations=[self.name_head(), *self.heads(), *self.names(), *self.cells(), axis])
        return fig

    def _numbers(self, systems: Sequence[Any]) -> dict[str, list[str]]:
        scores = interval_columns("score", [(row.estimate, row.low, row.high) for row in self.rows], self.number)
        if self.compact:
            return {"score": scores["score"]}
        return {
            "responses": [self.count(row.responses) for row in systems],
            "annotators": [self.count(row.annotators) for row in systems],
            **scores,
        }

    def _span(self) -> tuple[float, float]:
        """All dots and whiskers and a little air, within what the scale allows (and half a dot beyond it)."""
        ends = [x for row in self.rows for x in (row.estimate, row.low, row.high) if x is not None]
        low, high = min(ends, default=self.limits[0]), max(ends, default=self.limits[1])
        whole = self.limits[1] - self.limits[0]
        air = max(0.08 * (high - low), 0.02 * whole)
        return max(low - air, self.limits[0] - 0.01 * whole), min(high + air, self.limits[1] + 0.01 * whole)


def _known(limit: float) -> float | None:
    return None if math.isnan(limit) else limit


def _hover(row: Any, style: Style) -> str:
    facts = {
        "score": interval_text(row.score, _known(row.low), _known(row.high), style.number),
        "responses": literal(style.count(row.responses)),
        "annotators": literal(style.count(row.annotators)),
    }
    return hover_text(row.system, facts, style.words)
