"""What stands out in how an annotator judges, in plain words. A habit is not an error."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from eval_core.campaigns.quality.doubts import CHECKS, LEVEL, Doubt
from eval_core.campaigns.quality.gold_and_repeats import AnnotatorChecks
from eval_core.locales import N_, interval, number, percent
from eval_core.locales import gettext as _
from eval_core.ranking.habits import AnnotatorHabits, Habit, Share, share_with_interval

_NOTHING = "–"
# Habit -> the phrases for a positive and a negative z.
_SAID = {
    "discrimination": (N_("agrees less with the others"), N_("agrees closely with the others")),
    "side": (N_("favours the first text"), N_("favours the second text")),
    "ties": (N_("more ties than the others"), N_("fewer ties than the others")),
    "drift": (N_("agrees more over time"), N_("agrees less over time")),
}
# Reason of a doubt -> the phrase. The two habits among the reasons have theirs above.
_FOUND = {
    "too_fast": N_("faster than reading"),
    "below_mark": N_("misses gold"),
    "gold": N_("misses gold"),
    "repeats": N_("repeats differ"),
}


def annotator_table(
    checks: Sequence[AnnotatorChecks],
    habits: Sequence[AnnotatorHabits],
    doubts: Sequence[Doubt] = (),
    excluded: Collection[str] = (),
) -> tuple[list[str], list[list[str]]]:
    """Column heads and one row for each annotator, by name; a missing value is a dash; empty columns are left out.

    Args:
        doubts: about whom the last column says anything: no one is flagged for a habit alone.
        excluded: whose judgments are left out, which the last column says.
    """
    by_name = {habit.annotator: habit for habit in habits}
    flagged = {doubt.annotator: flags(doubt, by_name.get(doubt.annotator)) for doubt in doubts}
    flagged |= {name: _("left out") for name in excluded}
    head = [
        _("Annotator"),
        _("Judgments"),
        _("Gold as expected"),
        _("Repeats alike"),
        _("Median time (seconds)"),
        _("Late"),
        _("Ties"),
        _("Expected"),
        _("Flagged"),
    ]
    rows = [_cells(check, by_name.get(check.annotator), flagged.get(check.annotator, _NOTHING)) for check in checks]
    columns = [place for place in range(len(head)) if place == 0 or any(row[place] != _NOTHING for row in rows)]
    return [head[place] for place in columns], [[row[place] for place in columns] for row in rows]


def _cells(checks: AnnotatorChecks, habits: AnnotatorHabits | None, flagged: str) -> list[str]:
    return [
        checks.annotator,
        number(habits.judgments) if habits else _NOTHING,
        _counted(share_with_interval(checks.gold_right, checks.gold)),
        _counted(share_with_interval(checks.repeats_alike, checks.repeats)),
        _NOTHING if checks.seconds is None else number(checks.seconds, 0),
        number(checks.late) if checks.late else _NOTHING,
        _percent(habits.tie_share if habits else None),
        _percent(habits.expected_tie_share if habits else None),
        flagged,
    ]


def _counted(share: Share) -> str:
    if share.low is None or share.high is None:
        return _NOTHING
    counted = _("{part} of {all}", part=number(share.k), all=number(share.n))
    return f"{counted} {interval(share.low, share.high, percent)}"


def _percent(value: float | None) -> str:
    return _NOTHING if value is None else percent(value)


def flags(doubt: Doubt, habits: AnnotatorHabits | None) -> str:
    """What speaks against an annotator, and the habits that the tests find, if gold or repeats bear them out."""
    phrases = {_(_FOUND[reason.code]): None for reason in doubt.reasons if reason.code in _FOUND}
    side = doubt.of("one_side")
    if side is not None:
        phrases[_(_SAID["side"][side.side == "second"])] = None
    if doubt.of("apart") is not None:
        phrases[_(_SAID["discrimination"][0])] = None
    borne_out = any(reason.code in CHECKS for reason in doubt.reasons)
    for name, (more, less) in _SAID.items() if borne_out else ():
        habit: Habit | None = getattr(habits, name, None)
        if habit is not None and habit.z is not None and habit.p_adjusted is not None and habit.p_adjusted < LEVEL:
            phrases[_(more if habit.z > 0 else less)] = None
    return "; ".join(phrases)
