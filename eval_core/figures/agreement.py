"""The agreement matrix: how often each pair of annotators made the same choice."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.grid import Grid
from eval_core.figures.models import Cells
from eval_core.figures.text import Count, Number, grouped, two_decimals
from eval_core.figures.theme import LIGHT, Theme
from eval_core.locales import natural

AGREEMENT_LABELS = (
    "annotator",  # heads the rows
    "other",  # heads the columns: the numbers are those of the rows
    "agreement",  # under the figure: what the agreement is
    "n",  # after it, where n is printed: what the number below the agreement is
)


def agreement_matrix(
    pairs: pd.DataFrame,
    *,
    labels: Mapping[str, str],
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
) -> go.Figure:
    """Draw the agreement of each pair of annotators, in the order of their names.

    A cell prints the agreement and the number n of comparisons behind it; its colour runs from neutral (0 and
    below) to blue (1). Pairs that share nothing leave it empty. Beyond 12 annotators (4 if compact) n, beyond 21 (7)
    the agreement is left to the hover text.

    Args:
        pairs: columns annotator_a, annotator_b, n, agreement (at most 1); each pair once or in both directions.
        labels: the words, one for each of AGREEMENT_LABELS.
        number: writes agreements.
        count: writes comparisons.

    Raises:
        KeyError: for a word that is missing.
    """
    cells = agreement_matrix_model(pairs, labels=labels, number=number, count=count)
    return Grid(cells, theme=theme, compact=compact, number=number, count=count).draw()


def agreement_matrix_model(
    pairs: pd.DataFrame, *, labels: Mapping[str, str], number: Number = two_decimals, count: Count = grouped
) -> Cells:
    """What the matrix shows, for a painter. Args, Raises: as `agreement_matrix`."""
    texts = {key: labels[key] for key in AGREEMENT_LABELS}
    data = agreement_matrix_data(pairs)
    names = tuple(sorted({*data["annotator_a"], *data["annotator_b"]}, key=natural))
    at = {name: i for i, name in enumerate(names)}
    value, n = np.full((len(names), len(names)), np.nan), np.zeros((len(names), len(names)), dtype=np.int64)
    i, j = (data[side].map(at).to_numpy(dtype=int) for side in ("annotator_a", "annotator_b"))
    for row, column in ((i, j), (j, i)):
        value[row, column], n[row, column] = data["agreement"], data["n"]
    words = {"rows": texts["annotator"], "columns": texts["other"], "foot": texts["agreement"], "counted": texts["n"]}
    return Cells(
        name="agreement",
        rows=names,
        columns=(),
        numbered=True,
        values=value,
        places=value,
        printed=lambda i, j: number(value[i, j]),
        counted=lambda i, j: count(int(n[i, j])),
        touched=lambda i, j: (names[i], f" – {names[j]}", f"{number(value[i, j])} ({count(int(n[i, j]))})"),
        words=words,
        colours=("even", "high"),
        marks=tuple((mark, number(mark)) for mark in (0, 0.5, 1)),
    )


def agreement_matrix_data(pairs: pd.DataFrame) -> pd.DataFrame:
    """What the matrix shows: annotator_a (sorts first), annotator_b, n, agreement; pairs that share a comparison."""
    names = pairs[["annotator_a", "annotator_b"]].astype(str)
    data = pairs.assign(annotator_a=names.min(axis=1), annotator_b=names.max(axis=1))
    data = data[(data["annotator_a"] != data["annotator_b"]) & data["agreement"].notna()]
    data = data.drop_duplicates(["annotator_a", "annotator_b"]).sort_values(["annotator_a", "annotator_b"])
    return data[["annotator_a", "annotator_b", "n", "agreement"]].reset_index(drop=True)
