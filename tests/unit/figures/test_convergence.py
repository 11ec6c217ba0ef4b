"""The convergence figure draws every system's points and interval in a panel of its own."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.figures import convergence_data, convergence_plot
from eval_core.figures.convergence import _marks
from tests.unit.figures.building import texts

LABELS = {"strength": "Strength", "judgments": "Votes", "note": "Note."}
AT = pd.Timestamp("2026-03-02T09:00", tz="UTC")
POINTS = pd.DataFrame(
    [
        (10, AT, "a", 5.0, -90.0, 100.0),
        (10, AT, "gone", 1.0, 0.5, 1.5),
        (20, AT, "a", -0.5, -1.0, 0.0),
        (20, AT, "b", 0.5, np.nan, np.nan),
        (30, AT, "b", 0.75, 0.25, 1.25),
        (30, AT, "a", -0.25, -0.5, 0.0),
    ],
    columns=["judgments", "at", "system", "strength", "low", "high"],
)


def panel(fig, number: int) -> dict[str, object]:
    """The traces of a panel by name."""
    axis = "x" if number == 0 else f"x{number + 1}"
    return {trace.name: trace for trace in fig.data if trace.xaxis == axis}


def test_each_panel_is_one_system() -> None:
    """Panels follow the last strengths, those without one last; each has its system's line, band and final number."""
    fig = convergence_plot(POINTS, labels=LABELS)
    assert [n.text for n in fig.layout.annotations if n.name == "system"] == ["b", "a", "gone"]
    numbers = [n.text for n in fig.layout.annotations if n.name == "strength"]
    assert ["0.75" in numbers[0], "−0.25" in numbers[1], numbers[2]] == [True, True, ""]
    line, band = panel(fig, 1)["strength"], panel(fig, 1)["interval"]
    assert (list(line.x), list(line.y)) == ([10, 20, 30], [5.0, -0.5, -0.25])
    assert list(band.x) == [10, 20, 30, 30, 20, 10]
    assert list(band.y) == [-90.0, -1.0, -0.5, 0.0, 0.0, 100.0]
    assert list(panel(fig, 0)["interval"].x) == [30, 30]  # no band where there is no interval
    assert panel(fig, 2)["strength"].mode == "markers"


def test_one_scale_that_early_bands_do_not_stretch() -> None:
    """All panels span the same, the later points with their intervals and no more."""
    fig = convergence_plot(POINTS, labels=LABELS)
    ranges = {tuple(fig.layout[name].range) for name in ("yaxis", "yaxis2", "yaxis3")}
    assert len(ranges) == 1
    low, high = ranges.pop()
    assert -1.5 < low < -1.0
    assert 1.25 < high < 2.0


def test_the_others_stand_behind() -> None:
    """Every panel has all lines in grey, parted by gaps."""
    fig = convergence_plot(POINTS, labels=LABELS)
    for number in range(3):
        assert list(panel(fig, number)["others"].y) == [0.5, 0.75, None, 5.0, -0.5, -0.25, None, 1.0, None]


def test_many_others_are_thinned() -> None:
    """Of 59 systems twenty are drawn behind, the strongest among them: the figure stays readable and small."""
    many = pd.concat([POINTS[2:3].assign(system=f"s{i:02}", strength=-float(i)) for i in range(59)])
    behind = [y for y in panel(convergence_plot(many, labels=LABELS), 0)["others"].y if y is not None]
    assert behind == [-3.0 * i for i in range(20)]


def test_hover_tells_the_point() -> None:
    """Touching a point shows strength, interval, judgments and the moment, as the caller writes them."""
    fig = convergence_plot(POINTS, labels=LABELS, moment=lambda at, timed: f"{at:%H} h {timed}")
    text = panel(fig, 1)["strength"].hovertext[1]
    assert text == "<b>a</b><br>Strength: −0.50 [−1.00, 0.00]<br>Votes: 20<br>09 h True"
    unknown = convergence_plot(POINTS.assign(at=pd.NaT), labels=LABELS)
    assert panel(unknown, 0)["strength"].hovertext[0] == "<b>b</b><br>Strength: 0.50<br>Votes: 20"


def test_words_stand_below() -> None:
    """The axis is named, and the note explains the lines."""
    fig = convergence_plot(POINTS, labels=LABELS, compact=True)
    assert texts(fig, "axis") == ["Votes"]
    assert texts(fig, "note") == ["Note."]


def test_the_table_is_what_is_shown() -> None:
    """The download has the points as they came, a system's together, in the order of the panels."""
    data = convergence_data(POINTS)
    assert data["system"].tolist() == ["b", "b", "a", "a", "a", "gone"]
    assert data["judgments"].tolist() == [20, 30, 10, 20, 30, 10]
    assert data["strength"].sum() == pytest.approx(POINTS["strength"].sum())


@given(st.integers(1, 10**7))
def test_marks_are_few_and_inside(total: int) -> None:
    """One to four even marks, none at zero and none beyond the total."""
    marks = _marks(total)
    assert 1 <= len(marks) <= 4
    assert marks[0] > 0
    assert marks[-1] <= total
    assert len({b - a for a, b in pairwise(marks)}) <= 1
