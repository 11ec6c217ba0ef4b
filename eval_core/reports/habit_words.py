"""What stands out in how an annotator judges, in plain words. A habit is not an error."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from eval_core.campaigns.quality.gold_and_repeats import AnnotatorChecks
from eval_core.locales import N_, interval, number, percent
from eval_core.locales import gettext as _
from eval_core.ranking.habits import AnnotatorHabits, Habit, Share, share_with_interval

LEVEL = 0.05
_NOTHING = "–"
# Habit -> the phrases for a positive and a negative z.
_SAID = {
    "discrimination": (N_("agrees less with the others"), N_("agrees closely with the others")),
    "side": (N_("favours the first text"), N_("favours the second text")),
    "ties": (N_("more “equally fluent” than the others"), N_("fewer “equally fluent” than the others")),
    "drift": (N_("agrees more over time"), N_("agrees less over time")),
}


def annotator_table(
    checks: Sequence[AnnotatorChecks], habits: Sequence[AnnotatorHabits], excluded: Collection[str] = ()
) -> tuple[list[str], list[list[str]]]:
    """Column heads and one row for each annotator, by name; a missing value is a dash; empty columns are left out.

    Args:
        excluded: whose judgments are left out, which the last column says.
    """
    by_name = {habit.annotator: habit for habit in habits}
    head = [
        _("Annotator"),
        _("Judgments"),
        _("Gold as expected"),
        _("Repeats alike"),
        _("Median time (seconds)"),
        _("Late"),
        _("Equally fluent"),
        _("Expected"),
        _("Flagged habits"),
    ]
    rows = [_cells(check, by_name.get(check.annotator), check.annotator in excluded) for check in checks]
    columns = [place for place in range(len(head)) if place == 0 or any(row[place] != _NOTHING for row in rows)]
    return [head[place] for place in columns], [[row[place] for place in columns] for row in rows]


def _cells(checks: AnnotatorChecks, habits: AnnotatorHabits | None, left_out: bool) -> list[str]:
    return [
        checks.annotator,
        number(habits.judgments) if habits else _NOTHING,
        _counted(share_with_interval(checks.gold_right, checks.gold)),
        _counted(share_with_interval(checks.repeats_alike, checks.repeats)),
        _NOTHING if checks.seconds is None else number(checks.seconds, 0),
        number(checks.late) if checks.late else _NOTHING,
        _percent(habits.tie_share if habits else None),
        _percent(habits.expected_tie_share if habits else None),
        _("left out") if left_out else unusual_habits(habits) if habits else _NOTHING,
    ]


def _counted(share: Share) -> str:
    if share.low is None or share.high is None:
        return _NOTHING
    counted = _("{part} of {all}", part=number(share.k), all=number(share.n))
    return f"{counted} {interval(share.low, share.high, percent)}"


def _percent(value: float | None) -> str:
    return _NOTHING if value is None else percent(value)


def unusual_habits(habits: AnnotatorHabits) -> str:
    """The habits that the tests find, adjusted for all annotators together; a dash where there are none."""
    phrases = []
    for name, (more, less) in _SAID.items():
        habit: Habit | None = getattr(habits, name)
        if habit is not None and habit.z is not None and habit.p_adjusted is not None and habit.p_adjusted < LEVEL:
            phrases.append(_(more if habit.z > 0 else less))
    return "; ".join(phrases) or _NOTHING
