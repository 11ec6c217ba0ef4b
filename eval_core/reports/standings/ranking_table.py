"""A ranking's numbers as a table of texts."""

from __future__ import annotations

from eval_core.locales import gettext as _
from eval_core.locales import interval, number
from eval_core.ranking.results import Ranking, SystemRow
from eval_core.reports.standings.decision_words import ahead, chances_between, out_of_ten

_NOTHING = "–"
NAMES = 2  # the column of the systems' names; those before and after it are numbers


def ranking_table(ranking: Ranking, *, p_best: bool = True) -> tuple[list[str], list[list[str]]]:
    """Column heads, and one row for each system in the ranking's order; what does not exist is a dash.

    Columns: the rank range of all systems at once, that of one system alone, the name, judgments, win rate and its
    interval, strength and its interval, standard error, of how many systems it is decided to be ahead (and behind),
    how often of 10 times it is preferred to the next one (and how many are ties), and P(best).
    """
    head = [
        _("Rank"),
        _("Alone"),
        _("System"),
        _("Judgments"),
        _("Win rate"),
        _("Interval"),
        _("Strength"),
        _("Interval"),
        _("Standard error"),
        _("Ahead of"),
        _("Behind"),
        _("Of 10 against the next"),
        *([_("First in draws")] if p_best else []),
    ]
    before = ahead(ranking)
    behind = {row.system: sum(row.system in names for names in before.values()) for row in ranking.systems}
    following = [*ranking.systems[1:], None]
    rows = []
    for row, after in zip(ranking.systems, following, strict=True):
        cells = [*_own(row), number(len(before[row.system])), number(behind[row.system]), _against(ranking, row, after)]
        rows.append([*cells, *([_cell(row.p_best)] if p_best else [])])
    return head, rows


def rank_range(low: int, high: int) -> str:
    """A range of ranks, such as '1–3'."""
    return number(low) if low == high else f"{number(low)}–{number(high)}"


def table_notes(ranking: Ranking) -> str:
    """What the columns mean that do not explain themselves."""
    ties = _("Against the next: how often of 10 times it would be preferred to the system in the next row.")
    if any(group.tie is not None and group.tie.nu for group in ranking.groups):
        ties = _(
            "Against the next: how often of 10 times it would be preferred to the system in the next row, and how "
            "often it would be a tie."
        )
    return " ".join(
        [
            _("Rank: holds for all systems at once. Alone: for one system that was chosen before looking."),
            _("Ahead of, behind: for how many systems that is decided."),
            ties,
        ]
    )


def _own(row: SystemRow) -> list[str]:
    return [
        rank_range(row.rank_low, row.rank_high),
        rank_range(row.rank_low_alone, row.rank_high_alone),
        row.system,
        number(row.judgments),
        _cell(row.win_rate),
        _interval(row.win_rate_low, row.win_rate_high),
        _cell(row.strength) if row.bounded else _("unbounded"),
        _interval(row.low, row.high),
        _cell(row.se),
    ]


def _against(ranking: Ranking, row: SystemRow, after: SystemRow | None) -> str:
    chances = None if after is None else chances_between(ranking, row.system, after.system)
    if chances is None:
        return _NOTHING
    if not chances[1]:
        return out_of_ten(chances[0])
    return _("{wins}, {ties} equal", wins=out_of_ten(chances[0]), ties=out_of_ten(chances[1]))


def _cell(value: float | None) -> str:
    return _NOTHING if value is None else number(value, 2)


def _interval(low: float | None, high: float | None) -> str:
    """An interval; with one limit '> 0.21' or '< −0.21'."""
    if low is not None and high is not None:
        return interval(low, high)
    if low is not None:
        return f">\N{NO-BREAK SPACE}{number(low, 2)}"
    return _NOTHING if high is None else f"<\N{NO-BREAK SPACE}{number(high, 2)}"
