"""The figures of rated systems say what `system_scores` says, and say nothing else."""

from __future__ import annotations

import pandas as pd
import pytest

from eval_core.figures import (
    DARK,
    RATING_FOREST_LABELS,
    RATING_GRID_LABELS,
    rating_forest,
    rating_forest_data,
    rating_grid,
    rating_grid_data,
)
from eval_core.figures.elements import SMALL
from eval_core.figures.text import width
from eval_core.scoring import LevelScore, Rule, item_scores, system_scores
from tests.unit.figures.building import HOSTILE, texts, trace

FOREST = dict(zip(RATING_FOREST_LABELS, ("Name", "Rated", "By", "Score", "Scale"), strict=True))
GRID = dict(zip(RATING_GRID_LABELS, ("Part", "Of", "Mean.", "Rated"), strict=True))
CRITERIA = {"form": ("Its form", 1, 5), "sense": ("Its sense", 1, 5)}
RULE = Rule((("form", 1, 5), ("sense", 1, 5)), "mean")


def scored(rows: list[tuple[str, str, str, int, int | None]]) -> tuple[LevelScore, ...]:
    """From (item, system, annotator, form, sense)."""
    long = [
        (item, None, system, annotator, key, value)
        for item, system, annotator, *both in rows
        for key, value in zip(("form", "sense"), both, strict=True)
    ]
    frame = pd.DataFrame(long, columns=["item", "document", "system", "annotator", "criterion", "value"])
    return system_scores(item_scores(frame, RULE))


LEVELS = scored(
    [
        *[(f"p{i}", "bad", who, 1 + i % 2, 2) for i in range(6) for who in ("Kari", "Ola")],
        *[(f"p{i}", "good", who, 5 - i % 2, 4 + (who == "Ola")) for i in range(6) for who in ("Kari", "Ola")],
        ("p0", "once", "Kari", 3, None),
    ]
)
OVERALL = {level.system: level for level in LEVELS if level.annotator is None}


def drawn(**options):
    return rating_forest(LEVELS, labels=FOREST, limits=(1, 5), **options)


def test_the_data_are_those_of_the_scores() -> None:
    """A row a system, the highest score first, with the numbers of the mean over all annotators."""
    data = rating_forest_data(LEVELS)
    assert list(data["system"]) == ["good", "once", "bad"]
    assert list(data["score"]) == [OVERALL[name].score.value for name in data["system"]] == [4.5, 3.0, 1.75]
    assert list(data["annotators"]) == [2, 1, 2]
    assert list(data["responses"]) == [6, 1, 6]
    assert data["low"].isna().tolist() == [False, True, False]
    assert data["high"][2] == OVERALL["bad"].score.high


def test_columns_dots_and_whiskers_are_the_data() -> None:
    """Each number is in its column, each dot at its score; what has no interval has no whisker."""
    fig, data = drawn(), rating_forest_data(LEVELS)
    assert texts(fig, "system") == ["good", "once", "bad"]
    assert texts(fig, "score") == ["4.50", "3.00", "1.75"]
    assert texts(fig, "responses") == ["6", "1", "6"]
    assert texts(fig, "annotators") == ["2", "1", "2"]
    assert texts(fig, "low") == [f"[{data['low'][i]:.2f}," for i in (0, 2)]
    assert list(trace(fig, "score").x) == list(data["score"])
    whiskers = trace(fig, "interval")
    assert list(whiskers.x)[:2] == [data["low"][0], data["high"][0]]
    assert list(whiskers.y) == [0, 0, None, 2, 2, None]


def test_the_axis_holds_everything_and_stays_on_the_scale() -> None:
    """Dots and whiskers lie within the axis, which goes beyond the scale by a dot's breadth at most."""
    low, high = drawn().layout.xaxis.range
    data = rating_forest_data(LEVELS)
    assert low < data["low"].min()
    assert data["high"].max() < high <= 5.04


def test_compact_keeps_name_and_score() -> None:
    """On a phone the other columns are left to the hover text."""
    fig = drawn(compact=True, theme=DARK)
    assert texts(fig, "score") == ["4.50", "3.00", "1.75"]
    assert texts(fig, "responses") == texts(fig, "low") == []
    assert "Rated: 6" in trace(fig, "score").hovertext[0]
    assert fig.layout.margin.l < 230


def test_the_grid_holds_the_criterias_means() -> None:
    """A row a criterion, a column a system in the forest's order, empty where nothing was rated; names head columns."""
    fig, data = rating_grid(LEVELS, labels=GRID, criteria=CRITERIA), rating_grid_data(LEVELS)
    assert texts(fig, "system") == ["Its form", "Its sense"]
    (cells,) = fig.data
    assert cells.text[0][0] != cells.text[1][1] == ""
    assert cells.z[0][0] == (OVERALL["good"].criteria["form"].value - 1) / 4
    assert list(fig.layout.xaxis.ticktext) == ["good", "once", "bad"]
    assert len(data) == 5
    assert data["mean"][0] == OVERALL["good"].criteria["form"].value


def test_names_without_room_become_numbers_with_a_key() -> None:
    """On a phone long names are numbered, and the foot says which number is which system."""
    rows = [("p0", f"a system with a long name {i}", "Kari", 3, 3) for i in range(6)]
    fig = rating_grid(scored(rows), labels=GRID, criteria=CRITERIA, compact=True)
    assert fig.layout.xaxis.ticktext[0] == "1"
    assert any("1 a system with a" in note.text.replace("<br>", " ") for note in fig.layout.annotations)


@pytest.mark.parametrize("compact", [True, False])
def test_foreign_names_are_shown_and_do_nothing(compact: bool) -> None:
    """Markup in the names of systems and criteria is text in every figure."""
    levels = scored([("p0", HOSTILE, "Kari", 3, 3), ("p1", "b", "Kari", 3, 3)])
    for fig in (
        rating_forest(levels, labels=FOREST, limits=(1, 5), compact=compact),
        rating_grid(levels, labels=GRID, criteria={"form": (HOSTILE, 1, 5), "sense": ("s", 1, 5)}, compact=compact),
    ):
        assert "<script" not in fig.to_json().replace("\\u003c", "<")
        assert "<a href" not in fig.to_json().replace("\\u003c", "<")


def test_nothing_rated_is_an_empty_figure() -> None:
    """Without ratings there is nothing to draw, and no error."""
    assert texts(rating_forest((), labels=FOREST, limits=(1, 5)), "system") == []
    assert rating_grid_data(()).empty


def test_a_missing_word_is_an_error() -> None:
    """Labels must hold every word, and criteria every criterion that was rated."""
    with pytest.raises(KeyError):
        rating_forest(LEVELS, labels={}, limits=(1, 5))
    with pytest.raises(KeyError):
        rating_grid(LEVELS, labels=GRID, criteria={"form": CRITERIA["form"]})


def test_a_wide_head_pushes_its_neighbours_away() -> None:
    """Without intervals under it, the head of the scores is as wide as its column: it covers no other head."""
    levels = scored([("p0", "once", "Kari", 3, 4)])
    labels = {**FOREST, "score": "Score and its interval"}
    fig = rating_forest(levels, labels=labels, limits=(1, 5))
    ends = {note.text: note.xshift for note in fig.layout.annotations if note.name == "head"}
    assert ends["Score and its interval"] - ends["By"] > width("Score and its interval", SMALL)
