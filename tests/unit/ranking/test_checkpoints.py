"""Strength by checkpoint."""

from __future__ import annotations

from itertools import pairwise

import pytest

from eval_core.ranking import rank
from eval_core.ranking.checkpoints import ModelCheckpoint, by_checkpoint
from tests.support.ranking import frame

VOTES = frame(
    ("m 2", "m 1", "first", 12),
    ("m 2", "m 1", "second", 4),
    ("m 1", "n", "first", 9),
    ("m 1", "n", "second", 6),
    ("m 10", "m 2", "first", 5),
    ("m 10", "m 2", "second", 8),
    ("n", "m 10", "tie", 3),
)
KNOWN = [
    ModelCheckpoint("m 10", "m", 10.0),
    ModelCheckpoint("m 2", "m", 2.0),
    ModelCheckpoint("m 1", "m", 1.0),
    ModelCheckpoint("absent", "m", 3.0),
]


def test_rows_in_order_of_training() -> None:
    """By number and not by name; the change is the pair's difference, turned where the names sort the other way."""
    ranking = rank(VOTES)
    rows = by_checkpoint(ranking, KNOWN)
    assert [row.system for row in rows] == ["m 1", "m 2", "m 10"]
    strengths = {row.system: row for row in ranking.systems}
    assert (rows[0].change, rows[0].change_low, rows[0].decided) == (None, None, False)
    for before, row in pairwise(rows):
        assert (row.strength, row.low, row.high) == tuple(
            getattr(strengths[row.system], name) for name in ("strength", "low", "high")
        )
        assert row.strength is not None
        assert before.strength is not None
        assert row.change == pytest.approx(row.strength - before.strength)
        assert row.change_low is not None
        assert row.change_high is not None
        assert row.change_low < row.change < row.change_high


def test_families_do_not_mix() -> None:
    """The first of each family has no change; a system without a bound has no strength."""
    known = [ModelCheckpoint("m 1", "m", 1.0), ModelCheckpoint("m 2", "o", 1.0), ModelCheckpoint("m 10", "o", 2.0)]
    rows = by_checkpoint(rank(VOTES), known)
    assert [(row.family, row.change is None) for row in rows] == [("m", True), ("o", True), ("o", False)]
    lost = by_checkpoint(
        rank(frame(("m 2", "m 1", "first", 5), ("m 2", "n", "tie", 5), ("m 2", "n", "first", 1))), KNOWN
    )
    assert {row.system: (row.bounded, row.strength is None) for row in lost}["m 1"] == (False, True)
    assert by_checkpoint(rank(VOTES), []) == ()
