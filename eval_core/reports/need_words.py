"""What needs a lead, in one or two sentences each, and the label of the button next to it. Names no system."""

from __future__ import annotations

from datetime import datetime, timedelta

from eval_core.campaigns.quality.doubts import RATER_REASONS, REASONS, Doubt, Reason
from eval_core.campaigns.watching.needs import HAND_OVER, Need
from eval_core.locales import N_, day, moment, ngettext, percent
from eval_core.locales import gettext as _
from eval_core.ranking.habits import Share
from eval_core.reports.annotators.doubt_words import doubt_sentence, range_text

_SURE = 0.995
_LABELS = {
    "setup": N_("Change the plan"),
    "quality": N_("Open Quality"),
    "inbox": N_("Open the inbox"),
    "gold": N_("Open the gold comparisons"),
}


def need_text(need: Need, *, deadline: datetime | None, now: datetime) -> str:
    """The fact and its uncertainty."""
    sentences = {
        "disconnected": _disconnected,
        "questions": _questions,
        "agreement": _agreement,
    }
    if need.code in sentences:
        return sentences[need.code](need)
    if need.code == "deadline" and deadline is not None:
        return _deadline(need, deadline, now)
    return _of_people(need, now)


def button_label(need: Need, *, rates: bool = False) -> str:
    """What the button does; `rates` where responses are rated."""
    if need.action == HAND_OVER and rates:
        return ngettext("Hand over {count} response", "Hand over {count} responses", need.count)
    if need.action == HAND_OVER:
        return ngettext("Hand over {count} comparison", "Hand over {count} comparisons", need.count)
    if need.action == "people":
        return _("Write to {name}", name=need.people[0])
    return _(_LABELS[need.action])


def handed_over_text(count: int, *, rates: bool = False) -> str:
    """The outcome of handing over."""
    if not count:
        return _("Nothing is assigned to them.")
    if rates:
        return ngettext("{count} response goes to others now.", "{count} responses go to others now.", count)
    return ngettext("{count} comparison goes to others now.", "{count} comparisons go to others now.", count)


def more_text(count: int) -> str:
    """The text below the lines that are shown."""
    return ngettext("{count} more", "{count} more", count)


def _disconnected(need: Need) -> str:
    return ngettext(
        "{count} group of systems was never compared with the others, so it cannot be ranked together with them.",
        "{count} groups of systems were never compared with each other, so they cannot be ranked together.",
        need.count,
    )


def _questions(need: Need) -> str:
    waiting = ngettext("{count} annotator's question waits.", "{count} annotators' questions wait.", need.count)
    return (
        f"{waiting} {_('The first has been waiting since {when} UTC.', when=moment(need.at))}" if need.at else waiting
    )


def _agreement(need: Need) -> str:
    return _(
        "Agreement has fallen: {lately} of pairs judged alike lately, {before} before.",
        lately=_interval(need.lately),
        before=_interval(need.before),
    )


def _deadline(need: Need, deadline: datetime, now: datetime) -> str:
    limit = day(deadline)
    if deadline <= now:
        return _("The deadline, {deadline}, has passed.", deadline=limit)
    if need.chance is None or need.at is None:
        return _(
            "The deadline is {deadline}, and there are too few recent judgments to forecast the end.", deadline=limit
        )
    about = {"deadline": limit, "middle": day(need.at)}
    if need.chance > _SURE:
        return _("The deadline, {deadline}, will not be met. Expected finish at this pace: {middle}.", **about)
    return _(
        "The deadline, {deadline}, will be missed with {chance} probability. Expected finish at this pace: {middle}.",
        chance=percent(need.chance),
        **about,
    )


def _of_people(need: Need, now: datetime) -> str:
    name = need.people[0]
    if need.code in (*REASONS, *RATER_REASONS):
        reason = Reason(need.code, need.share, need.others, {"A": "first", "B": "second"}.get(need.side, ""))
        sentence = doubt_sentence(Doubt(name, 0.0, (reason,), need.alone))
    elif need.code == "no_gold":
        sentence = _(
            "{name} cannot go on: there are too few gold comparisons that {name} may be given in training and test.",
            name=name,
        )
    else:
        sentence = _away(need, name, now)
    others = len(need.people) - 1
    more = ngettext("The same holds for {count} other.", "The same holds for {count} others.", others)
    return f"{sentence} {more}" if others else sentence


def _away(need: Need, name: str, now: datetime) -> str:
    days = _days(now - need.at) if need.at else ""
    if need.usual is None:
        return _("{name} has been away for {days}.", name=name, days=days)
    return _(
        "{name} has been away for {days}; the longest break before was {usual}.",
        name=name,
        days=days,
        usual=_days(need.usual),
    )


def _days(span: timedelta) -> str:
    days = span // timedelta(days=1)
    return ngettext("{count} day", "{count} days", days) if days else _("less than a day")


def _interval(share: Share | None) -> str:
    if share is None or share.share is None:
        return "–"
    return f"{percent(share.share)} {range_text(share)}"
