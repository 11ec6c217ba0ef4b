"""The rankings of all categories as words and as one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eval_core.figures.grids.category_grid import by_mean, too_small
from eval_core.locales import gettext as _
from eval_core.locales import interval, ngettext, number
from eval_core.ranking.results import Ranking, SystemRow
from eval_core.reports.ranking_words import listed

_NOTHING = "–"


def category_words() -> dict[str, str]:
    """The words of the figure."""
    return {
        "system": _("System"),
        "category": _("Category"),
        "strength": _("Strength of a system in each category; 0 is the mean of the category."),
        "ranks": _("Below it: the ranks that the system may have there."),
        "rank": _("Rank"),
        "judgments": _("Judgments"),
    }


def category_table(rankings: Mapping[str, Ranking]) -> tuple[list[str], list[list[str]]]:
    """Column heads, and a row for each system: its strength and interval in each category, a dash where it has none.

    Where there are more categories than systems each category has a row instead, so that the table is no wider than
    need be.

    Args:
        rankings: by category; systems with the highest mean strength come first.
    """
    rows = {category: {row.system: row for row in ranking.systems} for category, ranking in rankings.items()}
    systems = by_mean(rankings)
    if len(rankings) > len(systems):
        return [_("Category"), *systems], [
            [category, *(_cell(rows[category].get(name)) for name in systems)] for category in rankings
        ]
    return [_("System"), *rankings], [
        [name, *(_cell(rows[category].get(name)) for category in rankings)] for name in systems
    ]


def without_ranking(categories: Sequence[str]) -> list[str]:
    """Which categories cannot be ranked, in one sentence; nothing where all can."""
    if not categories:
        return []
    return [
        ngettext(
            "In {count} category there is nothing to rank yet: {names}.",
            "In {count} categories there is nothing to rank yet: {names}.",
            len(categories),
            names=listed(categories),
        )
    ]


def category_notes(rankings: Mapping[str, Ranking]) -> list[str]:
    """In which categories any pair is decided, and which have too few judgments for the figure."""
    decided = [name for name, ranking in rankings.items() if any(pair.decided for pair in ranking.pairs)]
    small = [name for name, ranking in rankings.items() if too_small(ranking)]
    notes = [
        _("A pair of systems is decided in {names}.", names=listed(decided))
        if decided
        else _("No pair is decided within any category.")
    ]
    if small:
        notes.append(
            ngettext(
                "In {count} category there are too few judgments to say anything, and the figure leaves it empty: "
                "{names}.",
                "In {count} categories there are too few judgments to say anything, and the figure leaves them empty: "
                "{names}.",
                len(small),
                names=listed(small),
            )
        )
    return notes


def _cell(row: SystemRow | None) -> str:
    if row is None:
        return _NOTHING
    if not row.bounded:
        return _("unbounded")
    strength = number(row.strength, 2)
    return strength if row.low is None or row.high is None else f"{strength} {interval(row.low, row.high)}"
