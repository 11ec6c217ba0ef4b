"""The rank heat map shows the shares that it is given, in the ranking's order."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest

from eval_core.figures import DARK, LIGHT, rank_heat_map, rank_heat_map_data
from eval_core.figures.theme import blend, contrast
from tests.unit.figures.building import ranking, row, texts, trace

LABELS = {"system": "Name", "rank": "Rank", "share": "Share."}
SHARES = pd.DataFrame(
    [("b", 1, 0.25), ("b", 2, 0.746), ("b", 3, 0.004), ("a", 1, 0.75), ("a", 2, 0.25), ("a", 3, 0.0)],
    columns=["system", "rank", "share"],
)
MADE = ranking([row("a", 1), row("lost", 2, bounded=False), row("b", 3)])


def test_cells_are_the_shares() -> None:
    """Rows follow the ranking, columns are the ranks; a cell prints its share, and nothing below 0.005."""
    fig = rank_heat_map(MADE, SHARES, labels=LABELS)
    cells = trace(fig, "share")
    assert texts(fig, "system") == ["a", "b"]
    assert list(fig.layout.xaxis.ticktext) == ["1", "2", "3"]
    assert [[re.sub(r"<[^>]*>", "", text) for text in line] for line in cells.text] == [
        ["0.75", "0.25", ""],
        ["0.25", "0.75", ""],
    ]
    assert np.asarray(cells.z, dtype=float) == pytest.approx(np.sqrt([[0.75, 0.25, 0.0], [0.25, 0.746, 0.004]]))
    assert "Rank 3: 0.00" in cells.hovertext[1][2]


def test_the_key_names_true_shares() -> None:
    """The marks of the key are where their shares' colours are: at the square root."""
    bar = trace(rank_heat_map(MADE, SHARES, labels=LABELS), "share").colorbar
    assert [float(text) for text in bar.ticktext] == pytest.approx([value**2 for value in bar.tickvals])


def test_groups_have_their_own_ranks() -> None:
    """In a group of two among groups of three the third rank stays empty."""
    small = SHARES[(SHARES["system"] == "a") & (SHARES["rank"] < 3) | (SHARES["system"] == "b")]
    cells = trace(rank_heat_map(MADE, small, labels=LABELS), "share")
    assert np.isnan(cells.z[0][2])
    assert cells.hovertext[0][2] == ""


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_text_reads_on_every_share(theme) -> None:
    """The ink has a contrast of 4.5 or more on every colour of the scale."""
    cells = trace(rank_heat_map(MADE, SHARES, labels=LABELS, theme=theme), "share")
    (_, low), (_, high) = cells.colorscale
    assert min(contrast(cells.textfont.color, blend(low, high, s / 50)) for s in range(51)) >= 4.5


def test_the_table_is_what_is_shown() -> None:
    """The download has a row for each drawn cell, in the ranking's order, with the shares as they came."""
    data = rank_heat_map_data(MADE, SHARES)
    assert list(data.columns) == ["system", "rank", "share"]
    assert data.to_numpy().tolist() == [*SHARES[3:].to_numpy().tolist(), *SHARES[:3].to_numpy().tolist()]
