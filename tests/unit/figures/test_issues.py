"""The issue profile draws rates with intervals, one scale for all systems."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from eval_core.figures import issue_data, issue_plot
from tests.unit.figures.building import texts

LABELS = {"axis": "Per 100", "given": "of {number}", "note": "Note."}
ISSUES = {"grammar": "Grammar & form", "flow": "Flow", "spelling": "Spelling"}
PROFILE = pd.DataFrame(
    [
        ("a", "grammar", 50, 40, 4, 10.0, 4.0, 23.0),
        ("a", "flow", 50, 40, 20, 50.0, 35.0, 65.0),
        ("a", "spelling", 50, 40, 0, 0.0, 0.0, 9.0),
        ("b", "grammar", 50, 1200, 600, 50.0, 47.0, 53.0),
        ("b", "flow", 50, 1200, 12, 1.0, 0.5, 1.5),
        ("b", "spelling", 50, 1200, 0, 0.0, 0.0, 0.5),
        ("c", "grammar", 5, 0, 0, np.nan, np.nan, np.nan),
        ("c", "flow", 5, 0, 0, np.nan, np.nan, np.nan),
        ("c", "spelling", 5, 0, 0, np.nan, np.nan, np.nan),
    ],
    columns=["system", "issue", "asked", "given", "ticked", "rate", "low", "high"],
)


def panel(fig, number: int) -> dict[str, object]:
    axis = "x" if number == 0 else f"x{number + 1}"
    return {trace.name: trace for trace in fig.data if trace.xaxis == axis}


def test_dots_and_whiskers_are_the_rates() -> None:
    """Each system's dots are at its rates, whiskers from low to high, in the rows of the issues."""
    fig = issue_plot(PROFILE, labels=LABELS, issues=ISSUES)
    assert [n.text for n in fig.layout.annotations if n.name == "system"] == ["a", "b", "c"]
    dots, whiskers = panel(fig, 0)["rate"], panel(fig, 0)["interval"]
    rows = dict(zip(fig.layout.yaxis.ticktext, fig.layout.yaxis.tickvals, strict=True))
    assert dict(zip(dots.y, dots.x, strict=True)) == {
        rows["Grammar &amp; form"]: 10,
        rows["Flow"]: 50,
        rows["Spelling"]: 0,
    }
    at = list(whiskers.y).index(rows["Flow"])
    assert list(whiskers.x)[at : at + 3] == [35.0, 65.0, None]
    assert len(panel(fig, 2)["rate"].x) == 0


def test_frequent_issues_come_first_on_one_scale() -> None:
    """Rows follow the ticks of all systems together; every panel has the same axis, up to the widest whisker."""
    fig = issue_plot(PROFILE, labels=LABELS, issues=ISSUES)
    assert list(fig.layout.yaxis.ticktext) == ["Grammar &amp; form", "Flow", "Spelling"]
    assert len({tuple(fig.layout[axis].range) for axis in ("xaxis", "xaxis2", "xaxis3")}) == 1
    assert fig.layout.xaxis.range[1] == pytest.approx(65 * 1.05)


def test_a_panel_says_what_it_rests_on() -> None:
    """Next to a system's name is the number of judgments with reasons; touching a dot shows its counts."""
    fig = issue_plot(PROFILE, labels=LABELS, issues=ISSUES)
    given = [n.text for n in fig.layout.annotations if n.name == "given"]
    assert ["of 40" in given[0], "of 1,200" in given[1], "of 0" in given[2]] == [True] * 3
    assert "<b>b</b><br>Grammar &amp; form: 50.00 [47.00, 53.00]<br>600 / 1,200" in panel(fig, 1)["rate"].hovertext


def test_the_callers_order_and_choice_of_systems() -> None:
    """Systems are in the given order, others are left out, of figure, table and the order of issues."""
    fig = issue_plot(PROFILE, labels=LABELS, issues=ISSUES, systems=["c", "a"])
    assert [n.text for n in fig.layout.annotations if n.name == "system"] == ["c", "a"]
    assert list(fig.layout.yaxis.ticktext) == ["Flow", "Grammar &amp; form", "Spelling"]
    data = issue_data(PROFILE, ["c", "a"])
    assert data["system"].tolist() == ["c"] * 3 + ["a"] * 3
    assert data["ticked"].tolist() == [0, 0, 0, 20, 4, 0]
    assert list(data.columns) == list(PROFILE.columns)


def test_long_issues_are_broken_not_lost() -> None:
    """An issue's name too wide for the margin takes two lines; one too long for two ends in an ellipsis."""
    named = ISSUES | {"grammar": "Other language or wrong written standard", "flow": "Very long words & all " * 6}
    fig = issue_plot(PROFILE, labels=LABELS, issues=named)
    first, second, third = fig.layout.yaxis.ticktext
    assert first.replace("<br>", " ") == named["grammar"]
    assert second.count("<br>") == 1
    assert second.endswith("…")
    assert "&amp;" in second
    assert third == "Spelling"


def test_an_issue_without_a_name_is_an_error() -> None:
    """A key of the profile that has no name raises KeyError."""
    with pytest.raises(KeyError, match="flow"):
        issue_plot(PROFILE, labels=LABELS, issues={k: v for k, v in ISSUES.items() if k != "flow"})


def test_words_stand_below() -> None:
    """The axis is named, and the note explains the whiskers."""
    fig = issue_plot(PROFILE, labels=LABELS, issues=ISSUES, compact=True)
    assert (texts(fig, "axis"), texts(fig, "note")) == (["Per 100"], ["Note."])
