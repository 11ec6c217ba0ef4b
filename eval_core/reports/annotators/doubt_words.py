"""What is unusual about an annotator: the fact, and how many good annotators would look like it.

Quality, what needs the lead, and the page of the annotator say it in these very words.
"""

from __future__ import annotations

from eval_core.campaigns.quality.doubts import Doubt, Reason
from eval_core.locales import N_, interval, number, percent
from eval_core.locales import gettext as _
from eval_core.ranking.habits import Share

_MOST = 1_000_000  # further out, no model of people can be trusted
_ROUND = 100  # from here on, one significant digit
_USUAL = 0.2
_SIDES = {"first": "A", "second": "B"}
# Fewer than the others, whose share is known.
_FEWER = {
    "gold": N_("{name} answered {k} of {n} gold comparisons as expected {interval}, fewer than the others ({others})."),
    "repeats": N_("{name} judged {k} of {n} repeats as before {interval}, fewer than the others ({others})."),
}


def reason_sentence(name: str, reason: Reason) -> str:
    """One thing that speaks against an annotator, with its uncertainty."""
    share = reason.share
    about = {"name": name, "k": number(share.k), "n": number(share.n), "interval": range_text(share)} if share else {}
    if reason.code == "one_side":
        side = _SIDES.get(reason.side, "")
        return _(
            "{name} chose {side} in {k} of the {n} judgments that took a side {interval}. Half is expected.",
            side=side,
            **about,
        )
    if reason.code == "too_fast":
        return _("{name} made {k} of {n} judgments faster than either text can be read {interval}.", **about)
    if reason.code == "below_mark":
        return _("{name} answered {k} of {n} gold comparisons as expected {interval}: below the pass mark.", **about)
    if reason.code == "hasty":
        return _("{name} rated {k} of {n} responses faster than one can be read and rated {interval}.", **about)
    if reason.code == "controls":
        return _("{name} rated {k} of {n} control responses as expected {interval}: below the pass mark.", **about)
    if reason.code == "one_value":
        return _(
            "{name} gave {k} of {n} responses the same value on every criterion {interval}; the others did so with "
            "{others}.",
            others=percent(reason.others or 0),
            **about,
        )
    if reason.code == "quick":
        return _("{name} is much quicker than the others.", name=name)
    if reason.code in _FEWER:
        return _(_FEWER[reason.code], others=percent(reason.others or 0), **about)
    return _("{name} follows the other annotators less than they differ among themselves.", name=name)


def doubt_sentence(doubt: Doubt) -> str:
    """The most telling reason, and how many would look like it."""
    said = [reason_sentence(doubt.annotator, doubt.reasons[0])] if doubt.reasons else []
    return " ".join([*said, chance_sentence(doubt.alone)]).strip()


def whole_doubt(doubt: Doubt) -> str:
    """Every reason, and how many would look like it."""
    said = [reason_sentence(doubt.annotator, reason) for reason in doubt.reasons]
    return " ".join([*said, chance_sentence(doubt.alone)]).strip()


def chance_sentence(alone: float | None) -> str:
    """How many good annotators of the campaign would look as unusual; '' where that is not known."""
    if alone is None:
        return ""
    return _("At most {odds} good annotators of this campaign would look like this.", odds=odds(alone))


def verdict_sentence(doubt: Doubt | None, others: int, *, rates: bool = False) -> str:
    """What to think of one annotator, whether unusual or not.

    Args:
        doubt: as `examined` has it; None for who has not judged.
        others: how many other annotators count.
        rates: whether responses are rated in the campaign.
    """
    if doubt is None or doubt.alone is None:
        if rates:
            return _("Too few ratings to say anything yet.")
        return _("Too few gold comparisons, repeats and judgments to say anything yet.")
    if doubt.alarms:
        return doubt_sentence(doubt)
    if doubt.alone >= _USUAL:
        return _("Nothing unusual: good annotators of this campaign look like this.")
    return _(
        "No alarm: at most {odds} good annotators of this campaign would look like this, which is no surprise among "
        "{people}.",
        odds=odds(doubt.alone),
        people=number(others + 1),
    )


def odds(share: float) -> str:
    """A small share as '1 of 400', rounded so that it is never smaller than it is."""
    one_in = _MOST if share * _MOST <= 1 else int(1 / share + 1e-9)
    if one_in >= _ROUND:
        digit = 10 ** (len(str(one_in)) - 1)
        one_in -= one_in % digit
    return _("1 of {count}", count=number(max(one_in, 1)))


def range_text(share: Share) -> str:
    """The interval of a share, in parentheses."""
    return interval(share.low or 0, share.high or 0, percent)
