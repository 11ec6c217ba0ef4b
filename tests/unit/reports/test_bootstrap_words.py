"""The sentences on intervals by resampling, compared with those of the formula."""

from __future__ import annotations

from dataclasses import replace

import pytest

from eval_core.ranking.results import Ranking, SystemRow
from eval_core.reports.bootstrap_words import bootstrap_cells, bootstrap_header, bootstrap_sentences

ROW = SystemRow("alfa", 0, 1, 1, 2, 0.5, 0.25, 0.0, 1.0, 0.6, 0.7, 20, True, 1, 2)


def ranking(*rows: SystemRow, cluster: str = "annotator", df: int | None = 8) -> Ranking:
    return Ranking(
        "davidson", "newton", 40, 5, 0.95, 0, None, cluster, {}, df, True, (), rows, (), None, None
    )  # fmt: skip


def wide(width: float | None) -> Ranking:
    """A ranking of one system whose interval has this width."""
    return ranking(replace(ROW, low=None, high=None) if width is None else replace(ROW, low=0.0, high=width))


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (1.2, "They are on average 20% wider than those of the figure."),
        (0.9, "They are on average 10% narrower than those of the figure."),
        (1.004, "They are as wide as those of the figure."),
        (
            None,
            "They cannot be compared with those of the figure: too few of the resamples give strengths.",
        ),
    ],
)
def test_how_the_widths_differ(width: float | None, expected: str) -> None:
    """How many resamples of what, and the mean ratio of the widths in per cent."""
    sentences = bootstrap_sentences(wide(1.0), wide(width), 1000)[0]
    assert sentences == f"Intervals from 1,000 resamples, clustered by annotator. {expected}"


@pytest.mark.parametrize(("df", "warned"), [(8, True), (29, True), (30, False), (None, False)])
def test_narrower_intervals_of_few_clusters_are_not_trusted(df: int | None, warned: bool) -> None:
    """Few clusters resampled feign certainty; many, or independent judgments, do not."""
    drawn = replace(wide(0.8), df=df)
    assert (len(bootstrap_sentences(wide(1.0), drawn, 1000)) == 2) is warned
    assert len(bootstrap_sentences(wide(1.0), replace(wide(1.2), df=df), 1000)) == 1


def test_both_intervals_side_by_side() -> None:
    """Rows go by the ranking, not by the resamples' order; what does not exist is a dash."""
    far = replace(ROW, system="bravo", bounded=False, low=None, high=None)
    cells = bootstrap_cells(ranking(ROW, far), ranking(far, replace(ROW, low=-0.5, high=1.5)))
    assert len(bootstrap_header()) == len(cells[0])
    assert cells == [["alfa", "0.50", "[0.00, 1.00]", "[−0.50, 1.50]"], ["bravo", "unbounded", "–", "–"]]
