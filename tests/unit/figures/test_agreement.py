"""The agreement matrix is symmetric and says on how much each agreement rests."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest

from eval_core.figures import agreement_matrix, agreement_matrix_data
from tests.unit.figures.building import texts, trace

LABELS = {"annotator": "Name", "other": "With", "agreement": "Alike.", "n": "Count."}
PAIRS = pd.DataFrame(
    [("Ola", "Kari", 12, 0.5), ("Ola", "Per", 1234, -0.1), ("Kari", "Per", 0, np.nan)],
    columns=["annotator_a", "annotator_b", "n", "agreement"],
)


def test_both_halves_tell_the_same() -> None:
    """Each pair's agreement and n are on both sides of an empty diagonal; a pair that shares nothing has no cell."""
    fig = agreement_matrix(PAIRS, labels=LABELS)
    cells = trace(fig, "agreement")
    assert texts(fig, "system") == ["Kari", "Ola", "Per"]
    assert texts(fig, "place") == ["1", "2", "3"]
    printed = [[re.sub(r"<(?!br)[^>]*>", "", text) for text in line] for line in cells.text]
    assert printed == [["", "0.50<br>12", ""], ["0.50<br>12", "", "−0.10<br>1,234"], ["", "−0.10<br>1,234", ""]]
    assert np.asarray(cells.z, dtype=float)[1] == pytest.approx([0.5, np.nan, -0.1], nan_ok=True)
    assert "0.50 (12)" in cells.hovertext[0][1]


def test_a_full_square_is_read_as_well() -> None:
    """Pairs in both directions and a diagonal give the same figure and table."""
    mirrored = PAIRS.rename(columns={"annotator_a": "annotator_b", "annotator_b": "annotator_a"})
    diagonal = pd.DataFrame([("Ola", "Ola", 99, 1.0)], columns=PAIRS.columns)
    square = pd.concat([PAIRS, mirrored, diagonal])
    pd.testing.assert_frame_equal(agreement_matrix_data(square), agreement_matrix_data(PAIRS))
    assert agreement_matrix(square, labels=LABELS) == agreement_matrix(PAIRS, labels=LABELS)


def test_the_table_is_what_is_shown() -> None:
    """The download has each pair once, the name that sorts first before the other."""
    assert agreement_matrix_data(PAIRS).to_numpy().tolist() == [["Kari", "Ola", 12, 0.5], ["Ola", "Per", 1234, -0.1]]


def test_small_cells_print_less() -> None:
    """On a phone n is left out beyond four annotators, and so are its words."""
    names = [f"p{i}" for i in range(6)]
    many = pd.DataFrame([(a, b, 5, 0.5) for a in names for b in names if a < b], columns=PAIRS.columns)
    fig = agreement_matrix(many, labels=LABELS, compact=True)
    assert re.sub(r"<(?!br)[^>]*>", "", trace(fig, "agreement").text[0][1]) == "0.50"
    assert texts(fig, "agreement") == ["Alike."]
