"""Whether the judgments of a campaign can be trusted, in a sentence or two that name what speaks against it."""

from __future__ import annotations

from collections.abc import Sequence

from eval_core.agreement import Agreement
from eval_core.campaigns.quality.doubts import Doubt, checked
from eval_core.campaigns.quality.gold_and_repeats import AnnotatorChecks
from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.reports.agreement_words import HARDLY
from eval_core.reports.ranking_words import listed

_REASONS = {
    "too_fast": N_("Look at the judgments of {names} first: most were made faster than either text can be read."),
    "one_side": N_("Look at the judgments of {names} first: they mostly take the same side, and miss gold or repeats."),
    "below_mark": N_("Look at the judgments of {names} first: they missed too many gold comparisons."),
    "gold": N_("Look at the judgments of {names} first: they missed more gold comparisons than the others."),
    "repeats": N_("Look at the judgments of {names} first: their repeats differ more often than the others'."),
}


def trust_verdict(agreement: Agreement, checks: Sequence[AnnotatorChecks], doubts: Sequence[Doubt]) -> str:
    """The verdict of the page Quality, about the annotators whose judgments count.

    Args:
        doubts: whose judgments to look at, each named for the most telling reason.
    """
    alpha, interval = agreement.estimates.alpha_ordinal, agreement.intervals.alpha_ordinal
    if interval is not None and interval[1] < HARDLY:
        return _("Do not trust these judgments yet: the annotators agree hardly more than by chance.")
    if doubts:
        return " ".join(_named(code, doubts) for code in _REASONS if _named(code, doubts))
    if not checked([check for check in checks if check.counts]):
        return _(
            "Not checked: there are too few gold comparisons and repeats to say whether the judgments can be trusted."
        )
    if alpha is None:
        return _("It is too early to say whether the judgments can be trusted.")
    if interval is None or interval[0] <= 0:
        return _(
            "It is not known yet whether to trust these judgments: the annotators may agree no more than by chance."
        )
    return _("There is no sign of a problem with these judgments.")


def _named(code: str, doubts: Sequence[Doubt]) -> str:
    first = {doubt.annotator: next(one.code for one in doubt.reasons if one.code in _REASONS) for doubt in doubts}
    names = [name for name, reason in first.items() if reason == code]
    return _(_REASONS[code], names=listed(names)) if names else ""
