"""Two parts of the data held against each other, in plain words."""

from __future__ import annotations

from eval_core.locales import gettext as _
from eval_core.locales import number
from eval_core.ranking.slices import SliceComparison
from eval_core.reports.ranking_words import CLUSTERS, listed


def slice_verdict(found: SliceComparison, one: str, two: str) -> str:
    """Which systems differ between the parts called `one` and `two`, in at most two sentences."""
    if all(row.difference is None for row in found.rows):
        return _("The two parts have no system in common whose strength is known in both.")
    higher = [row.system for row in found.rows if row.decided and (row.difference or 0) > 0]
    lower = [row.system for row in found.rows if row.decided and (row.difference or 0) < 0]
    if not higher and not lower:
        return _("No system clearly differs between the two parts.")
    said = []
    if higher:
        said.append(_("Stronger in the first part ({part}): {systems}.", part=one, systems=listed(higher)))
    if lower:
        said.append(_("Stronger in the second part ({part}): {systems}.", part=two, systems=listed(lower)))
    return " ".join(said)


def slice_notes(found: SliceComparison) -> list[str]:
    """What the columns mean, and what lies behind them."""
    one, two = (number(count) for count in found.n_judgments)
    return [
        _(
            "Difference: the first minus the second, with its {level} % interval. Strengths are measured from the mean "
            "of the systems that both parts have.",
            level=number(100 * found.level, 0),
        ),
        _("{one} and {two} judgments, {clusters}.", one=one, two=two, clusters=_(CLUSTERS[found.cluster])),
    ]


def slice_header(one: str, two: str) -> list[str]:
    """Column heads of `slice_cells`."""
    return [_("System"), one, two, _("Difference"), _("Interval")]


def slice_cells(found: SliceComparison) -> list[list[str]]:
    """One row for each system, the largest difference first; what does not exist is a dash."""

    def cell(value: float | None) -> str:
        return "–" if value is None else number(value, 2)

    rows = sorted(found.rows, key=lambda row: -abs(row.difference or 0))
    return [
        [
            row.system,
            cell(row.one),
            cell(row.two),
            cell(row.difference),
            "–" if row.low is None or row.high is None else f"[{number(row.low, 2)}; {number(row.high, 2)}]",
        ]
        for row in rows
    ]
