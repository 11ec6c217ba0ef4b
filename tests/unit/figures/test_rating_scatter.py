"""Two protocols over the same texts: every dot is where its scores are, and names hide nothing."""

from __future__ import annotations

import pandas as pd
import pytest

from eval_core.figures import (
    DARK,
    DOCUMENT_GRID_LABELS,
    DOCUMENTS_SHOWN,
    RATING_SCATTER_LABELS,
    document_grid,
    document_grid_data,
    rating_scatter,
)
from eval_core.scoring import Rule, document_scores, item_scores
from tests.unit.figures.building import HOSTILE, texts, trace

WORDS = dict(zip(RATING_SCATTER_LABELS, ("This", "That", "Rated", "Dots."), strict=True))
GRID = dict(zip(DOCUMENT_GRID_LABELS, ("Text", "Of", "Score.", "Rated"), strict=True))
COLUMNS = ["unit", "item", "document", "system", "one", "other"]
POINTS = pd.DataFrame(
    [
        ("item", "p0", "d", "a", 1.0, 2.0),
        ("item", "p1", "d", "a", 1.0, 2.0),
        ("item", "p0", "d", "b", 3.0, 3.0),
        ("document", None, "d", "a", 1.0, 2.0),
        ("document", None, "d", "b", 3.0, 3.0),
        ("system", None, None, "a", 1.0, 2.0),
        ("system", None, None, "b", 3.0, 3.0),
    ],
    columns=COLUMNS,
)


def drawn(points: pd.DataFrame = POINTS, **options):
    return rating_scatter(points, labels=WORDS, **options)


def test_things_are_where_their_scores_are() -> None:
    """Systems are named dots, documents rings, and two responses in one place one larger dot that says so."""
    fig = drawn(limits=((1, 5), (1, 5)))
    systems, documents, items = (trace(fig, name) for name in ("system", "document", "item"))
    assert list(zip(systems.x, systems.y, strict=True)) == [(1, 2), (3, 3)]
    assert texts(fig, "system") == ["a", "b"]
    assert documents.marker.symbol == "circle-open"
    assert list(zip(items.x, items.y, strict=True)) == [(1, 2), (3, 3)]
    assert items.marker.size[0] > items.marker.size[1]
    assert "Rated: 2" in items.hovertext[0]
    assert "This: 1.00" in items.hovertext[0]
    assert "That: 2.00" in items.hovertext[0]


def test_the_line_of_equal_scores_needs_one_scale() -> None:
    """The dotted line is drawn where both scales have the same ends, and nowhere else."""
    line = trace(drawn(limits=((1, 5), (1, 5))), "equal")
    assert list(line.x) == list(line.y)
    for limits in (((1, 5), (0, 1)), ((1, 5), None)):
        assert [trace.name for trace in drawn(limits=limits).data] == ["item", "document", "system"]


@pytest.mark.parametrize("compact", [True, False])
def test_names_do_not_lie_on_each_other(compact: bool) -> None:
    """Of systems in one place only so many bear names as there is room around; all show on touch."""
    points = pd.DataFrame([("system", None, None, f"system {i}", 1.0, 2.0) for i in range(9)], columns=COLUMNS)
    fig = drawn(points, compact=compact, theme=DARK)
    assert 1 <= len(texts(fig, "system")) <= 4
    assert len(trace(fig, "system").hovertext) == 9


@pytest.mark.parametrize("compact", [True, False])
def test_foreign_names_do_nothing(compact: bool) -> None:
    """Markup in the names of systems, documents and scores is text."""
    fig = rating_scatter(
        POINTS.replace("a", HOSTILE).replace("d", HOSTILE), labels=WORDS | {"one": HOSTILE}, compact=compact
    )
    assert "<script" not in fig.to_json().replace("\\u003c", "<")
    assert "<a href" not in fig.to_json().replace("\\u003c", "<")


def test_an_empty_scatter_and_a_missing_word() -> None:
    """Without points there is nothing to draw and no error; without a word there is one."""
    assert texts(drawn(POINTS[:0]), "system") == []
    with pytest.raises(KeyError):
        rating_scatter(POINTS, labels={})


def scores(documents: int):
    rows = [
        (f"p{d}.{i}", f"text {d}", system, who, "form", 1 + (d + k + i) % 5)
        for d in range(documents)
        for i in range(2)
        for k, system in enumerate("ab")
        for who in ("Kari", "Ola")
        if (d, system) != (1, "b")
    ]
    frame = pd.DataFrame(rows, columns=["item", "document", "system", "annotator", "criterion", "value"])
    return document_scores(item_scores(frame, Rule((("form", 1, 5),), "mean")))


def test_the_grid_of_documents() -> None:
    """A row a document, a column a system in the order that is asked for; cells print score and number of responses,
    and what nobody rated is empty."""
    fig = document_grid(scores(3), systems=["b", "a"], labels=GRID, limits=(1, 5))
    (cells,) = fig.data
    assert texts(fig, "system") == ["text 0", "text 1", "text 2"]
    assert list(fig.layout.xaxis.ticktext) == ["b", "a"]
    assert cells.text[1][0] == ""
    assert "1.50" in cells.text[0][1]
    assert ">2<" in cells.text[0][1]
    assert cells.z[0][1] == pytest.approx((1.5 - 1) / 4)
    assert "Rated: 2" in cells.hovertext[0][1]


def test_many_documents_are_drawn_in_part() -> None:
    """The figure ends after so many rows; its data do not."""
    table = scores(DOCUMENTS_SHOWN + 5)
    assert len(texts(document_grid(table, systems=["a"], labels=GRID, limits=(1, 5)), "system")) == DOCUMENTS_SHOWN
    assert document_grid_data(table)["document"].nunique() == DOCUMENTS_SHOWN + 5
