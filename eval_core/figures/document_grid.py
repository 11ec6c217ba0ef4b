"""Documents by system: the score of each system on each document, as a heat map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.elements import lines, words
from eval_core.figures.grid import Floats, Grid, Words
from eval_core.figures.text import Count, Number, bracketed, grouped, literal, two_decimals
from eval_core.figures.theme import LIGHT, Theme
from eval_core.scoring import LevelScore

DOCUMENT_GRID_LABELS = (
    "document",  # heads the rows
    "system",  # heads the columns
    "score",  # under the figure: what a cell is
    "responses",  # on touch: how many responses the score is of
)
DOCUMENTS_SHOWN = 40  # only the first: more could not be read


def document_grid(
    levels: Sequence[LevelScore],
    *,
    systems: Sequence[str],
    labels: Mapping[str, str],
    limits: tuple[float, float],
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
) -> go.Figure:
    """Draw a row for each of the first `DOCUMENTS_SHOWN` documents and a column for each system.

    A cell prints the score and how many responses it is of, where there is room; its colour runs from neutral (the
    lowest score that there can be) to blue (the highest).

    Args:
        levels: as `eval_core.scoring.document_scores` gives them.
        systems: in the order of the columns.
        labels: the words, one for each of DOCUMENT_GRID_LABELS.
        limits: the lowest and highest score that there can be.
        number: writes scores.
        count: writes responses.

    Raises:
        KeyError: for a word that is missing.
    """
    texts = words(labels, DOCUMENT_GRID_LABELS)
    data = document_grid_data(levels)
    documents = list(dict.fromkeys(data["document"]))[:DOCUMENTS_SHOWN]
    wanted = data.pivot(index="document", columns="system", values="score").reindex(
        index=documents, columns=list(systems)
    )
    scores: Floats = wanted.to_numpy(dtype=np.float64)
    rows: dict[Any, Any] = {(row.document, row.system): row for row in data.itertuples(index=False)}
    names = [str(document) for document in documents]
    drawn: dict[str, Any] = {"theme": theme, "compact": compact, "number": number, "count": count}
    grid = Grid(names, len(systems), head=labels["document"], numbered=False, **drawn)

    def hover(i: int, j: int) -> str:
        row = rows[documents[i], systems[j]]
        score = number(row.score)
        if row.low == row.low:
            score += f" {bracketed(row.low, row.high, number)}"
        responses = f"{texts['responses']}: {literal(count(row.responses))}"
        return lines(f"<b>{literal(systems[j])}</b>\n{literal(names[i])}: {literal(score)}\n{responses}")

    heads, key = grid.column_names(systems)
    low, high = limits
    figure = grid.draw(
        "score",
        scores,
        Words(texts["document"], texts["system"], f"{texts['score']}\n{key}" if key else texts["score"]),
        colours=(theme.even, theme.high),
        text=lambda i, j: grid.printed(scores[i, j], rows[documents[i], systems[j]].responses),
        hover=hover,
        place=lambda values: np.asarray((values - low) / (high - low)),
        marks=(low, (low + high) / 2, high),
    )
    if heads:
        figure.update_xaxes(tickvals=list(range(len(systems))), ticktext=heads)
    return figure


def document_grid_data(levels: Sequence[LevelScore]) -> pd.DataFrame:
    """What the figure shows, a row for each document and system that has a score there, over all annotators.

    Columns document, system, score, se, low, high, responses; of every document, also those that are not drawn.
    """
    rows = [
        (level.document, level.system, score.value, score.se, score.low, score.high, score.n)
        for level in levels
        if level.annotator is None and (score := level.score).value is not None
    ]
    frame = pd.DataFrame(rows, columns=["document", "system", "score", "se", "low", "high", "responses"])
    return frame.astype({"score": float, "se": float, "low": float, "high": float})
