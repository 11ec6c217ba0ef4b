"""The agreement matrix: how often each pair of annotators made the same choice."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.elements import lines, words
from eval_core.figures.grid import Grid, Words
from eval_core.figures.text import Count, Number, grouped, literal, two_decimals
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
    texts = words(labels, AGREEMENT_LABELS)
    data = agreement_matrix_data(pairs)
    names = sorted({*data["annotator_a"], *data["annotator_b"]}, key=natural)
    at = {name: i for i, name in enumerate(names)}
    value, n = np.full((len(names), len(names)), np.nan), np.zeros((len(names), len(names)), dtype=np.int64)
    i, j = (data[side].map(at).to_numpy(dtype=int) for side in ("annotator_a", "annotator_b"))
    for row, column in ((i, j), (j, i)):
        value[row, column], n[row, column] = data["agreement"], data["n"]
    grid = Grid(
        names,
        len(names),
        head=labels["annotator"],
        numbered=True,
        theme=theme,
        compact=compact,
        number=number,
        count=count,
    )

    def hover(i: int, j: int) -> str:
        both = f"<b>{literal(names[i])}</b> – <b>{literal(names[j])}</b>"
        return lines(f"{both}\n{literal(number(value[i, j]))} ({literal(count(int(n[i, j])))})")

    foot = " ".join(texts[key] for key in (("agreement", "n") if grid.prints_n else ("agreement",)))
    return grid.draw(
        "agreement",
        value,
        Words(texts["annotator"], texts["other"], foot),
        colours=(theme.even, theme.high),
        text=lambda i, j: grid.printed(value[i, j], int(n[i, j])),
        hover=hover,
    )


def agreement_matrix_data(pairs: pd.DataFrame) -> pd.DataFrame:
    """What the matrix shows: annotator_a (sorts first), annotator_b, n, agreement; pairs that share a comparison."""
    names = pairs[["annotator_a", "annotator_b"]].astype(str)
    data = pairs.assign(annotator_a=names.min(axis=1), annotator_b=names.max(axis=1))
    data = data[(data["annotator_a"] != data["annotator_b"]) & data["agreement"].notna()]
    data = data.drop_duplicates(["annotator_a", "annotator_b"]).sort_values(["annotator_a", "annotator_b"])
    return data[["annotator_a", "annotator_b", "n", "agreement"]].reset_index(drop=True)
