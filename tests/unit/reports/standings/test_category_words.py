"""The table of all categories, and what is said of those that cannot be ranked."""

from __future__ import annotations

import pandas as pd

from eval_core.figures import CATEGORY_GRID_LABELS
from eval_core.ranking import rank
from eval_core.reports.standings.category_words import (
    category_notes,
    category_table,
    category_words,
    without_ranking,
)

ROWS = [("a", "b", "first"), ("b", "a", "first"), ("a", "b", "tie"), ("a", "b", "first")] * 6


def ranked(*more: tuple[str, str, str]):
    return rank(pd.DataFrame([*ROWS, *more], columns=["first", "second", "outcome"]))


def test_one_table_of_all_categories() -> None:
    """A column for each category, a row for each system; what does not exist there is a dash."""
    other = [("a", "c", "first"), ("c", "a", "first")]
    header, rows = category_table({"letters": ranked(), "news": ranked(*other)})
    assert header == ["System", "letters", "news"]
    cells = {row[0]: row[1:] for row in rows}
    assert set(cells) == {"a", "b", "c"}
    assert cells["c"][0] == "–"
    assert cells["a"][0].endswith("]")
    strength, interval = cells["a"][0].split(" ", 1)
    assert float(strength) > 0
    assert interval.startswith("[")


def test_more_categories_than_systems_are_rows() -> None:
    """The table grows downwards: the same cells, turned, under the heads of the systems."""
    many = {name: ranked() for name in ("news", "letters", "speech")}
    header, rows = category_table(many)
    wide = category_table({"news": many["news"], "letters": many["letters"]})[1]
    assert header == ["Category", "a", "b"]
    assert [row[0] for row in rows] == list(many)
    assert [rows[0][1], rows[1][1]] == wide[0][1:]


def test_categories_without_judgments_are_named() -> None:
    """They are not silently missing."""
    assert without_ranking([]) == []
    assert without_ranking(["news"]) == ["In 1 category there is nothing to rank yet: news."]
    assert without_ranking(["a", "b"]) == ["In 2 categories there is nothing to rank yet: a and b."]


def test_small_categories_are_named_and_decisions_too() -> None:
    """A category of four judgments says nothing; where something is decided it is said where."""
    small = rank(pd.DataFrame([("a", "b", "first"), ("b", "a", "first")] * 2, columns=["first", "second", "outcome"]))
    firm = ranked(*[("a", "b", "first")] * 60)
    assert category_notes({"letters": ranked()}) == ["No pair is decided within any category."]
    assert category_notes({"letters": firm, "news": small}) == [
        "A pair of systems is decided in letters.",
        "In 1 category there are too few judgments to say anything, and the figure leaves it empty: news.",
    ]


def test_the_figure_has_its_words() -> None:
    """Every label that it needs, and no other."""
    assert set(category_words()) == set(CATEGORY_GRID_LABELS)
