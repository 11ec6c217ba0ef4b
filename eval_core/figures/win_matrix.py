"""The win matrix: each system's share of the judgments against every other."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pandas as pd
import plotly.graph_objects as go

from eval_core.figures.grid import Grid
from eval_core.figures.models import Cells, Floats
from eval_core.figures.text import Count, Number, grouped, two_decimals
from eval_core.figures.theme import LIGHT, Theme
from eval_core.ranking.results import Ranking

Ints = npt.NDArray[np.int64]

MATRIX_LABELS = (
    "system",  # heads the rows
    "opponent",  # heads the columns: the numbers are those of the rows
    "share",  # under the figure: what a share is
    "n",  # after it, where n is printed: what the number below the share is
    "wins",  # on touch: judgments won by the row's system
    "ties",  # on touch: judged even
    "losses",  # on touch: won by the column's system
)


def win_matrix(
    ranking: Ranking,
    *,
    labels: Mapping[str, str],
    theme: Theme = LIGHT,
    compact: bool = False,
    number: Number = two_decimals,
    count: Count = grouped,
) -> go.Figure:
    """Draw each system's share against every other: a row and a column for each system, in the ranking's order.

    A cell prints the share of judgments that went to the row's system (a tie is half a win) and their number n
    below it; its colour runs from orange (0) to blue (1). Pairs never compared stay empty. Beyond 12 systems (4
    if compact) n, beyond 21 (7) the share is left to the hover text.

    Args:
        labels: the words, one for each of MATRIX_LABELS.
        number: writes shares (0 to 1).
        count: writes judgments.

    Raises:
        KeyError: for a word that is missing.
    """
    cells = win_matrix_model(ranking, labels=labels, number=number, count=count)
    return Grid(cells, theme=theme, compact=compact, number=number, count=count).draw()


def win_matrix_model(
    ranking: Ranking, *, labels: Mapping[str, str], number: Number = two_decimals, count: Count = grouped
) -> Cells:
    """What the win matrix shows, for a painter. Args, Raises: as `win_matrix`."""
    texts = {key: labels[key] for key in MATRIX_LABELS}
    names = tuple(row.system for row in ranking.systems)
    wins, ties, share = _shares(ranking)
    n = wins + ties + wins.T

    def touched(i: int, j: int) -> tuple[str, ...]:
        counts = {"wins": wins[i, j], "ties": ties[i, j], "losses": wins[j, i]}
        summary = f"{number(share[i, j])} ({count(int(n[i, j]))})"
        return names[i], f" – {names[j]}", summary, *(f"{texts[key]}: {count(int(n))}" for key, n in counts.items())

    return Cells(
        name="share",
        rows=names,
        columns=(),
        numbered=True,
        values=share,
        places=share,
        printed=lambda i, j: number(share[i, j]),
        counted=lambda i, j: count(int(n[i, j])),
        touched=touched,
        words={"rows": texts["system"], "columns": texts["opponent"], "foot": texts["share"], "counted": texts["n"]},
        colours=("low", "even", "high"),
        marks=tuple((mark, number(mark)) for mark in (0, 0.5, 1)),
    )


def win_matrix_data(ranking: Ranking) -> pd.DataFrame:
    """What the win matrix shows, a row for each ordered pair that was compared.

    Columns system, opponent, wins, ties, losses (judgments, seen from system), n, share (0 to 1, a tie as half).
    """
    names = [row.system for row in ranking.systems]
    wins, ties, share = _shares(ranking)
    i, j = np.nonzero(np.isfinite(share))
    columns = {"wins": wins[i, j], "ties": ties[i, j], "losses": wins[j, i], "n": (wins + ties + wins.T)[i, j]}
    pairs = {"system": [names[place] for place in i], "opponent": [names[place] for place in j]}
    return pd.DataFrame({**pairs, **columns, "share": share[i, j]})


def _shares(ranking: Ranking) -> tuple[Ints, Ints, Floats]:
    """Wins of the row over the column, ties, and the row's share (NaN: never compared), (K, K) in ranking order."""
    at = {row.system: i for i, row in enumerate(ranking.systems)}
    wins, ties = np.zeros((2, len(at), len(at)), dtype=np.int64)
    for pair in ranking.pairs:
        i, j = at[pair.system], at[pair.opponent]
        wins[i, j], wins[j, i] = pair.wins, pair.losses
        ties[i, j] = ties[j, i] = pair.ties
    n = wins + ties + wins.T
    share: Floats = np.divide(wins + ties / 2, n, out=np.full(n.shape, np.nan), where=n > 0)
    return wins, ties, share
