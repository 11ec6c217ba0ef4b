"""Whether the judgments of a campaign can be trusted, in one sentence that names what speaks against it."""

from __future__ import annotations

from collections.abc import Sequence

from eval_core.agreement import Agreement
from eval_core.campaigns.quality.gold_and_repeats import AnnotatorChecks
from eval_core.locales import gettext as _
from eval_core.ranking.habits import AnnotatorHabits, share_with_interval
from eval_core.reports.habit_words import LEVEL
from eval_core.reports.ranking_words import listed


def trust_verdict(
    agreement: Agreement, checks: Sequence[AnnotatorChecks], habits: Sequence[AnnotatorHabits], mark: float
) -> str:
    """The verdict of the page Quality.

    Args:
        mark: the share of gold comparisons that annotators should answer as expected, 0 to 1. Whoever is below it
            with certainty (95 %) is named, and so is anyone who agrees with the others less than chance explains.
    """
    alpha, interval = agreement.estimates.alpha_ordinal, agreement.intervals.alpha_ordinal
    careless = [check.annotator for check in checks if _under(check, mark)]
    apart = [habit.annotator for habit in habits if _apart(habit) and habit.annotator not in careless]
    if alpha is not None and (alpha <= 0 or (interval is not None and interval[1] <= 0)):
        return _("Do not trust these judgments yet: the annotators agree no more than by chance.")
    if careless:
        return _(
            "Look at the judgments of {names} first: they missed too many gold comparisons.", names=listed(careless)
        )
    if apart:
        return _("Look at the judgments of {names} first: they agree less with the others.", names=listed(apart))
    if alpha is None:
        return _("It is too early to say whether the judgments can be trusted.")
    if interval is not None and interval[0] <= 0:
        return _("There is no sign of a problem, but there are too few judgments to be sure that annotators agree.")
    return _("There is no sign of a problem with these judgments.")


def _under(check: AnnotatorChecks, mark: float) -> bool:
    high = share_with_interval(check.gold_right, check.gold).high
    return high is not None and high < mark


def _apart(habit: AnnotatorHabits) -> bool:
    discrimination = habit.discrimination
    return (
        discrimination.z is not None
        and discrimination.z > 0
        and discrimination.p_adjusted is not None
        and discrimination.p_adjusted < LEVEL
    )
