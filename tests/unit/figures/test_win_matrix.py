"""The win matrix prints shares and counts in the ranking's order, on colours that text reads on."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest

from eval_core.figures import DARK, LIGHT, MATRIX_LABELS, win_matrix
from eval_core.figures.theme import blend, contrast
from tests.unit.figures.building import HOSTILE, MATRIX, judged, ranking, row, texts, trace


def bare(cell: str) -> str:
    return re.sub(r"<(?!br)[^>]*>", "", cell)


def named(size: int):
    return ranking([row(f"s{i:02}", i) for i in range(1, size + 1)])


def test_cells_are_shares_and_counts() -> None:
    """A cell is (wins + ties / 2) / n of the row against the column; the one across the diagonal is the rest."""
    made = judged(("b", "a", "first"), ("b", "a", "first"), ("a", "b", "tie"), ("a", "b", "first"))
    fig = win_matrix(made, labels=MATRIX)
    cells = trace(fig, "share")
    assert texts(fig, "system") == ["b", "a"]
    assert cells.z[0][1] == pytest.approx(2.5 / 4)
    assert cells.z[1][0] == pytest.approx(1.5 / 4)
    assert bare(cells.text[0][1]) == "0.62<br>4"
    assert np.isnan(cells.z[0][0])
    assert cells.text[0][0] == ""
    assert all(part in cells.hovertext[0][1] for part in ("Won: 2", "Even: 1", "Lost: 1"))
    assert all(part in cells.hovertext[1][0] for part in ("Won: 1", "Even: 1", "Lost: 2"))


def test_rows_and_columns_follow_the_ranking() -> None:
    """Rows are named and numbered from the top in the ranking's order, columns bear the same numbers."""
    made = ranking([row("z", 1), row("m", 2), row("a", 3)])
    fig = win_matrix(made, labels=MATRIX)
    assert texts(fig, "system") == ["z", "m", "a"]
    assert texts(fig, "place") == list(fig.layout.xaxis.ticktext) == ["1", "2", "3"]
    top = fig.layout.yaxis.range
    assert top[0] > top[1]  # row 0 is the uppermost
    assert trace(fig, "share").z[2][0] == pytest.approx(3.5 / 6)  # "a" sorts first: the pair is seen from its side
    assert trace(fig, "share").z[0][2] == pytest.approx(2.5 / 6)


def test_pairs_never_compared_stay_empty() -> None:
    """Without a judgment a cell has no colour, no text and no hover text."""
    cells = trace(win_matrix(judged(("a", "b", "tie"), ("c", "d", "tie")), labels=MATRIX), "share")
    order = [0, 1, 2, 3]
    empty = [(i, j) for i in order for j in order if i == j or (i < 2) != (j < 2)]
    assert all(np.isnan(cells.z[i][j]) and cells.text[i][j] == "" == cells.hovertext[i][j] for i, j in empty)
    assert int(np.isfinite(cells.z).sum()) == 4


@pytest.mark.parametrize(
    ("size", "compact", "shown"),
    [
        *[(12, False, "0.58<br>6"), (13, False, "0.58"), (21, False, "0.58"), (22, False, ""), (60, False, "")],
        *[(4, True, "0.58<br>6"), (5, True, "0.58"), (7, True, "0.58"), (8, True, "")],
    ],
)
def test_small_cells_print_less(size: int, compact: bool, shown: str) -> None:
    """The more systems, the less is printed: share and n, the share, nothing; the hover text has all of it."""
    fig = win_matrix(named(size), labels=MATRIX, compact=compact)
    cells = trace(fig, "share")
    assert bare(cells.text[0][1]) == shown
    assert "0.58 (6)" in cells.hovertext[0][1]
    assert len(texts(fig, "system")) == size
    assert texts(fig, "share")[0].endswith("Count.") == ("<br>" in shown)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_text_reads_on_every_share(theme) -> None:
    """The ink has a contrast of 4.5 or more on every colour between orange, neutral and blue."""
    fig = win_matrix(named(3), labels=MATRIX, theme=theme)
    cells = trace(fig, "share")
    scale = [colour for _, colour in cells.colorscale]
    steps = [blend(a, b, s / 50) for a, b in pairwise(scale) for s in range(51)]
    assert min(contrast(cells.textfont.color, colour) for colour in steps) >= 4.5
    assert len(scale) == 3
    assert (cells.zmin, cells.zmax) == (0, 1)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_ends_of_the_scale_differ_without_red_and_green(theme) -> None:
    """Seen without red-green difference, the ends still differ: one is far bluer than the other."""
    blue = [int(colour[5:7], 16) - int(colour[1:3], 16) for colour in (theme.low, theme.high)]
    assert blue[0] < -80
    assert blue[1] > 80


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_secondary_text_reads_on_the_ground(theme) -> None:
    """Grey text has a contrast of 4.5 or more on the ground, and so has ink."""
    assert min(contrast(theme.grey, theme.ground), contrast(theme.ink, theme.ground)) >= 4.5


def test_contrast_is_that_of_wcag() -> None:
    """Black on white has a contrast of 21; the grey #767676 is known to pass 4.5 on white just so."""
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.005)


def test_hostile_names_are_only_text() -> None:
    """Markup in a name is escaped next to the rows and in hover texts."""
    fig = win_matrix(ranking([row(HOSTILE, 1), row("b", 2)]), labels=MATRIX)
    hover = [n.hovertext for n in fig.layout.annotations if n.name == "system"]
    for text in (*texts(fig, "system"), *hover, trace(fig, "share").hovertext[0][1]):
        assert "<script" not in text
        assert "<a" not in text


@pytest.mark.parametrize("key", MATRIX_LABELS)
def test_a_missing_word_is_an_error(key: str) -> None:
    """A label that is missing raises KeyError."""
    with pytest.raises(KeyError, match=key):
        win_matrix(named(2), labels={k: v for k, v in MATRIX.items() if k != key})


def test_an_empty_ranking_is_drawn() -> None:
    """No systems make a figure without cells."""
    assert texts(win_matrix(ranking([]), labels=MATRIX), "system") == []
