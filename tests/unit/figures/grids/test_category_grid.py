"""All categories in one figure: each cell is a category's own ranking, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from eval_core.figures import CATEGORY_GRID_LABELS, category_grid, category_grid_data, category_grid_model
from eval_core.ranking.results import RankWarning
from tests.unit.figures.building import ranking, row, trace

LABELS = {key: key for key in CATEGORY_GRID_LABELS}
LETTERS = ranking([row("alfa", 1, strength=1.5), row("bravo", 2, strength=-0.5)])
NEWS = ranking([row("bravo", 1, strength=0.25), row("charlie", 2, strength=-3.0, bounded=False)])
BOTH = {"letters": LETTERS, "news": NEWS}


def test_a_cell_is_the_strength_in_its_category() -> None:
    """Rows by their mean strength, columns by category; who is not there, or has no finite strength, has no cell."""
    model = category_grid_model(BOTH, labels=LABELS)
    assert model.rows[0] == "alfa"
    assert set(model.rows) == {"alfa", "bravo", "charlie"}
    assert model.columns == ("letters", "news")
    at = {name: i for i, name in enumerate(model.rows)}
    assert model.values[at["alfa"], 0] == 1.5
    assert model.values[at["bravo"]].tolist() == [-0.5, 0.25]
    assert np.isnan(model.values[at["alfa"], 1])
    assert np.isnan(model.values[at["charlie"]]).all()
    assert model.printed(at["bravo"], 0) == "−0.50"
    assert model.counted is not None
    assert model.counted(at["alfa"], 0) == "1–2"
    assert "1.73, 2.53" in " ".join(model.touched(at["alfa"], 0))


def test_a_category_with_too_few_judgments_is_empty() -> None:
    """Its strengths are chance: no cell has a colour, though the table behind the figure keeps the rows."""
    small = replace(LETTERS, warnings=(RankWarning("few_judgments", "too few"),))
    model = category_grid_model({"letters": small, "news": NEWS}, labels=LABELS)
    assert np.isnan(model.values[:, 0]).all()
    assert np.isfinite(model.values[:, 1]).any()
    assert len(category_grid_data({"letters": small, "news": NEWS})) == 4
    assert category_grid({"letters": small}, labels=LABELS).layout.height > 0


def test_colours_part_at_the_mean() -> None:
    """Zero is in the middle of the scale, and a stronger system is further along it."""
    model = category_grid_model(BOTH, labels=LABELS)
    places = model.places[np.isfinite(model.places)]
    values = model.values[np.isfinite(model.values)]
    assert ((places > 0.5) == (values > 0)).all()
    assert {text: place for place, text in model.marks}["0.00"] == pytest.approx(0.5)


def test_the_table_behind_it_has_every_row() -> None:
    """A row for each category and system, the unbounded ones too."""
    data = category_grid_data(BOTH)
    assert list(zip(data["category"], data["system"], strict=True)) == [
        ("letters", "alfa"),
        ("letters", "bravo"),
        ("news", "bravo"),
        ("news", "charlie"),
    ]
    assert data["bounded"].tolist() == [True, True, True, False]


@pytest.mark.parametrize("compact", [False, True])
def test_it_is_drawn(compact: bool) -> None:
    """Every number of the model is in the figure; with no category at all there is an empty one."""
    assert (
        np.isfinite(np.array(trace(category_grid(BOTH, labels=LABELS, compact=compact), "strength").z, float)).sum()
        == 3
    )
    assert category_grid({}, labels=LABELS).layout.height > 0
    with pytest.raises(KeyError, match="ranks"):
        category_grid(BOTH, labels={key: key for key in CATEGORY_GRID_LABELS if key != "ranks"})
