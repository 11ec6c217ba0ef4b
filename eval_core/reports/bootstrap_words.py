"""Intervals from resampling next to those of the formula, in plain words."""

from __future__ import annotations

from statistics import fmean

from eval_core.locales import N_, interval, number, percent
from eval_core.locales import gettext as _
from eval_core.ranking.results import Ranking, SystemRow
from eval_core.reports.ranking_words import CLUSTERS

_ALIKE = 0.005  # of the width
_MANY_CLUSTERS = 30  # with fewer, a bootstrap of clusters is known to be too narrow
_DIFFERENCES = {
    "wider": N_("They are on average {percent} wider than those of the figure."),
    "narrower": N_("They are on average {percent} narrower than those of the figure."),
    "alike": N_("They are as wide as those of the figure."),
    "none": N_("They cannot be compared with those of the figure: too few of the resamples give strengths."),
}


def bootstrap_sentences(formula: Ranking, drawn: Ranking, resamples: int) -> list[str]:
    """The number and kind of resamples, and how far the two kinds of intervals differ."""
    clusters = _(CLUSTERS[drawn.cluster])
    opening = _("Intervals from {count} resamples, {clusters}.", count=number(resamples), clusters=clusters)
    code, share = _difference(formula, drawn)
    sentences = [f"{opening} {_(_DIFFERENCES[code], percent=percent(share))}"]
    if code == "narrower" and drawn.df is not None and drawn.df < _MANY_CLUSTERS:
        sentences.append(
            _("With so few people or prompts, resampling understates the uncertainty: use the figure's intervals.")
        )
    return sentences


def bootstrap_header() -> list[str]:
    """Column heads of `bootstrap_cells`."""
    return [_("System"), _("Strength"), _("Interval of the figure"), _("Interval by resampling")]


def bootstrap_cells(formula: Ranking, drawn: Ranking) -> list[list[str]]:
    """One row for each system, in the ranking's order; what does not exist is a dash."""
    again = {row.system: row for row in drawn.systems}
    return [
        [
            row.system,
            number(row.strength, 2) if row.bounded else _("unbounded"),
            _interval(row),
            _interval(again[row.system]),
        ]
        for row in formula.systems
    ]


def _difference(formula: Ranking, drawn: Ranking) -> tuple[str, float]:
    """Which kind is wider, and by what share of the formula's width on average over the systems."""
    again = {row.system: _width(row) for row in drawn.systems}
    widths = [(_width(row), again[row.system]) for row in formula.systems]
    ratios = [second / first for first, second in widths if first and second]
    if not ratios:
        return "none", 0.0
    ratio = fmean(ratios)
    code = "alike" if abs(ratio - 1) < _ALIKE else "wider" if ratio > 1 else "narrower"
    return code, abs(ratio - 1)


def _width(row: SystemRow) -> float | None:
    return None if row.low is None or row.high is None else row.high - row.low


def _interval(row: SystemRow) -> str:
    return "–" if row.low is None or row.high is None else interval(row.low, row.high)
