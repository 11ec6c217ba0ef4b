"""Two parts of the data compared, in plain words."""

from __future__ import annotations

from eval_core.locales import gettext as _
from eval_core.locales import interval, number, percent
from eval_core.ranking.slices import SliceComparison
from eval_core.reports.ranking_words import CLUSTERS, listed, short


def slice_verdict(comparison: SliceComparison, first: str, second: str) -> str:
    """Which systems differ between the parts called `first` and `second`, in at most two sentences."""
    if all(row.difference is None for row in comparison.rows):
        return _("The two parts have no system in common whose strength is known in both.")
    higher = [row.system for row in comparison.rows if row.decided and (row.difference or 0) > 0]
    lower = [row.system for row in comparison.rows if row.decided and (row.difference or 0) < 0]
    if not higher and not lower:
        return _("No system clearly differs between the two parts.")
    sentences = []
    if higher:
        sentences.append(
            _(
                "Stronger in the first part ({part}): {systems}.",
                part=first,
                systems=listed([short(name) for name in higher]),
            )
        )
    if lower:
        sentences.append(
            _(
                "Stronger in the second part ({part}): {systems}.",
                part=second,
                systems=listed([short(name) for name in lower]),
            )
        )
    return " ".join(sentences)


def slice_notes(comparison: SliceComparison) -> list[str]:
    """What the columns mean, and the judgments that they are computed from."""
    first, second = (number(count) for count in comparison.n_judgments)
    return [
        _(
            "Difference: the first minus the second, with its {level} interval. Strengths are measured from the mean "
            "of the systems that both parts have.",
            level=percent(comparison.level),
        ),
        _("{one} and {two} judgments, {clusters}.", one=first, two=second, clusters=_(CLUSTERS[comparison.cluster])),
    ]


def slice_header(first: str, second: str) -> list[str]:
    """Column heads of `slice_cells`."""
    return [_("System"), first, second, _("Difference"), _("Interval")]


def slice_cells(comparison: SliceComparison) -> list[list[str]]:
    """One row for each system, the largest difference first; what does not exist is a dash."""

    def cell(value: float | None) -> str:
        return "–" if value is None else number(value, 2)

    rows = sorted(comparison.rows, key=lambda row: -abs(row.difference or 0))
    return [
        [
            row.system,
            cell(row.first),
            cell(row.second),
            cell(row.difference),
            "–" if row.low is None or row.high is None else interval(row.low, row.high),
        ]
        for row in rows
    ]
