"""The figure by checkpoint draws each family's strengths and bands at their checkpoints."""

from __future__ import annotations

import pytest

from eval_core.figures.checkpoints import _marks, checkpoint_data, checkpoint_plot
from eval_core.ranking.checkpoints import CheckpointRow

LABELS = {"strength": "Strength", "checkpoint": "Step", "note": "Note."}


def row(family: str, checkpoint: float, strength: float | None, half: float | None = 0.5) -> CheckpointRow:
    low, high = (None, None) if half is None or strength is None else (strength - half, strength + half)
    system = f"{family} <{checkpoint:g}>"
    return CheckpointRow(
        family, checkpoint, system, 0, strength, low, high, strength is not None, None, None, None, False
    )


ROWS = [row("a", 500, -1.0), row("a", 1000, 0.25), row("a", 4000, 1.0, None), row("b", 0.5, 0.0), row("b", 9, None)]


@pytest.mark.parametrize("compact", [False, True])
def test_points_and_bands(compact: bool) -> None:
    """A panel a family; a point without an interval has no band, and one without a strength is left out."""
    fig = checkpoint_plot(ROWS, labels=LABELS, compact=compact)
    assert [note.text for note in fig.layout.annotations if note.name == "family"] == ["a", "b"]
    curves = {(trace.xaxis, trace.name): trace for trace in fig.data}
    first = curves["x", "strength"]
    assert (list(first.x), list(first.y)) == ([500, 1000, 4000], [-1.0, 0.25, 1.0])
    band = curves["x", "interval"]
    assert list(band.x) == [500, 1000, 1000, 500]
    assert list(band.y) == [-1.5, -0.25, 0.75, -0.5]
    assert list(curves["x2", "strength"].x) == [0.5]
    assert "a &lt;500&gt;" in first.hovertext[0]
    assert "Step: 1,000" in first.hovertext[1]
    assert fig.layout.yaxis.range == fig.layout.yaxis2.range
    low, high = fig.layout.yaxis.range
    assert low < -1.5
    assert high > 1.0


def test_the_table_has_every_checkpoint() -> None:
    """Also those that the figure leaves out."""
    assert checkpoint_data(ROWS)["system"].tolist() == [one.system for one in ROWS]
    assert list(checkpoint_data([]).columns) == list(checkpoint_data(ROWS).columns)


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (0, 1000, [0, 200, 400, 600, 800, 1000]),
        (250, 10000, [2000, 4000, 6000, 8000, 10000]),
        (7, 7, [7]),
        (0.1, 0.3, [0.1, 0.15, 0.2, 0.25, 0.3]),
    ],
)
def test_round_numbers(first: float, last: float, expected: list[float]) -> None:
    """Marks are round and inside."""
    assert _marks(first, last) == pytest.approx(expected)
