"""The comparison of published with computed numbers finds what differs, and forgives rounding only."""

from __future__ import annotations

import pandas as pd
import pytest

from eval_core.reports.bundle.recomputation import controls_of, differences

PUBLISHED = {"a": [1, 2.5, None], "b": {"name": "x", "yes": True}}


def test_what_is_the_same() -> None:
    """Every value is looked at; the last digits may differ."""
    assert differences(PUBLISHED, PUBLISHED) == (5, 5, [])
    assert differences(PUBLISHED, PUBLISHED | {"a": [1, 2.5 + 1e-12, None]}) == (5, 4, [])


@pytest.mark.parametrize(
    ("again", "place"),
    [
        (PUBLISHED | {"a": [1, 2.501, None]}, "/a/1"),
        (PUBLISHED | {"a": [1, 2.5, 0]}, "/a/2"),
        (PUBLISHED | {"a": [1, 2.5]}, "/a/2"),
        (PUBLISHED | {"b": {"name": "y", "yes": True}}, "/b/name"),
        (PUBLISHED | {"c": 1}, "/c"),
    ],
)
def test_what_differs_is_named(again: dict[str, object], place: str) -> None:
    """Planted: another number, one for nothing, one too few, another word, one too many."""
    _number, _equal, found = differences(PUBLISHED, again)
    assert [line.partition(":")[0] for line in found] == [place]


def test_control_answers_are_counted() -> None:
    """Gold and repeats apart; answers of those who are left out do not count."""
    rows = [("gold", True, True), ("gold", False, True), ("gold", True, False), ("repeat", True, True)]
    found = controls_of(pd.DataFrame(rows, columns=["kind", "as_expected", "counts"]))
    assert (found["gold"].answers, found["gold"].as_expected) == (2, 1)
    assert (found["repeats"].answers, found["repeats"].as_expected) == (1, 1)
