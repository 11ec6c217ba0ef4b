"""What stands out in how somebody judges, in plain words. It is no verdict on anybody."""

from __future__ import annotations

from collections.abc import Sequence

from eval_core.campaigns.checks import AnnotatorChecks
from eval_core.locales import N_, number
from eval_core.locales import gettext as _
from eval_core.ranking.habits import AnnotatorHabits, Habit, Share, share_with_interval

_LEVEL = 0.05
# Habit -> what a positive and a negative z say.
_SAID = {
    "discrimination": (N_("follows the others less"), N_("follows the others closely")),
    "side": (N_("leans to the first text"), N_("leans to the second text")),
    "ties": (N_("more “equally fluent” than the others"), N_("fewer “equally fluent” than the others")),
    "drift": (N_("agrees more as time goes on"), N_("agrees less as time goes on")),
}


def habit_header() -> list[str]:
    """Column heads of `habit_cells`."""
    return [_("Annotator"), _("Judgments"), _("Equally fluent"), _("Expected"), _("What stands out")]


def habit_cells(found: Sequence[AnnotatorHabits]) -> list[list[str]]:
    """One row for each annotator; what does not exist is a dash."""
    return [
        [
            one.annotator,
            number(one.judgments),
            _percent(one.tie_share),
            _percent(one.expected_tie_share),
            standing_out(one),
        ]
        for one in found
    ]


def check_header() -> list[str]:
    """Column heads of `check_cells`."""
    return [
        _("Annotator"),
        _("Gold comparisons answered as expected"),
        _("Repeats answered alike"),
        _("Median time (seconds)"),
    ]


def check_cells(found: Sequence[AnnotatorChecks]) -> list[list[str]]:
    """One row for each annotator; what does not exist is a dash."""
    return [
        [
            one.annotator,
            _counted(share_with_interval(one.gold_right, one.gold)),
            _counted(share_with_interval(one.repeats_alike, one.repeats)),
            "–" if one.seconds is None else number(one.seconds, 0),
        ]
        for one in found
    ]


def _counted(share: Share) -> str:
    if share.low is None or share.high is None:
        return "–"
    return _(
        "{k} of {n} ({low} to {high})",
        k=number(share.k),
        n=number(share.n),
        low=_percent(share.low),
        high=_percent(share.high),
    )


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{number(100 * value, 0)}\N{NO-BREAK SPACE}%"


def standing_out(one: AnnotatorHabits) -> str:
    """The habits that the tests find, all annotators looked at together; a dash where there are none."""
    said = []
    for name, (more, less) in _SAID.items():
        habit: Habit | None = getattr(one, name)
        if habit is not None and habit.z is not None and habit.p_adjusted is not None and habit.p_adjusted < _LEVEL:
            said.append(_(more if habit.z > 0 else less))
    return "; ".join(said) or "–"
