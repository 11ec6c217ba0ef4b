"""Documents by system: the score of each system on each document, as a heat map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.grid import Grid
from eval_core.figures.models import Cells, Floats
from eval_core.figures.text import Count, Number, grouped, interval_text, two_decimals
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
    cells = document_grid_model(levels, systems=systems, labels=labels, limits=limits, number=number, count=count)
    return Grid(cells, theme=theme, compact=compact, number=number, count=count).draw()


def document_grid_model(
    levels: Sequence[LevelScore],
    *,
    systems: Sequence[str],
    labels: Mapping[str, str],
    limits: tuple[float, float],
    number: Number = two_decimals,
    count: Count = grouped,
) -> Cells:
    """What the grid shows, for a painter. Args, Raises: as `document_grid`."""
    texts = {key: labels[key] for key in DOCUMENT_GRID_LABELS}
    data = document_grid_data(levels)
    documents = list(dict.fromkeys(data["document"]))[:DOCUMENTS_SHOWN]
    wanted = data.pivot(index="document", columns="system", values="score").reindex(
        index=documents, columns=list(systems)
    )
    scores: Floats = wanted.to_numpy(dtype=np.float64)
    rows: dict[Any, Any] = {(row.document, row.system): row for row in data.itertuples(index=False)}
    names = tuple(str(document) for document in documents)

    def touched(i: int, j: int) -> tuple[str, ...]:
        row = rows[documents[i], systems[j]]
        known = row.low == row.low
        score = interval_text(row.score, row.low if known else None, row.high if known else None, number)
        return systems[j], "", f"{names[i]}: {score}", f"{texts['responses']}: {count(row.responses)}"

    low, high = limits
    return Cells(
        name="score",
        rows=names,
        columns=tuple(systems),
        numbered=False,
        values=scores,
        places=np.asarray((scores - low) / (high - low)),
        printed=lambda i, j: number(scores[i, j]),
        counted=lambda i, j: count(rows[documents[i], systems[j]].responses),
        touched=touched,
        words={"rows": texts["document"], "columns": texts["system"], "foot": texts["score"]},
        colours=("even", "high"),
        marks=((0.0, number(low)), (0.5, number((low + high) / 2)), (1.0, number(high))),
    )


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
