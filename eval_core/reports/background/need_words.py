"""What needs a lead, in one or two sentences each, and the label of the button next to it. Names no system."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

from eval_core.campaigns.watching.needs import Need
from eval_core.locales import N_, day, moment, ngettext, number, percent
from eval_core.locales import gettext as _
from eval_core.ranking.habits import Share
from eval_core.reports.annotators.doubt_words import range_text, whole_doubt
from eval_core.reports.choice_words import STANDARDS

_SURE = 0.995
_PLAIN = {
    "no_texts": N_("There is nothing to judge yet. Load responses first."),
    "no_people": N_("Nobody is invited yet. You can start anyway, and invite people later."),
    "no_letter": N_("There is no letter, so annotators are not asked for consent."),
    "ready": N_("There is something to judge, so the campaign can start."),
}
_LABELS = {
    "no_texts": N_("Load texts"),
    "disconnected": N_("Look at the texts"),
    "gold_short": N_("Open the gold comparisons"),
    "no_gold": N_("Open the gold comparisons"),
    "controls_short": N_("Open the control responses"),
    "no_controls": N_("Open the control responses"),
    "no_people": N_("Invite annotators"),
    "no_hands": N_("Invite annotators"),
    "no_letter": N_("Write the letter"),
    "ready": N_("Go to the start"),
    "deadline": N_("Change the plan"),
    "agreement": N_("Open Quality"),
}


def need_text(need: Need, *, deadline: datetime | None, now: datetime, zone: tzinfo = UTC) -> str:
    """The fact and its uncertainty; of a person all that there is.

    Args:
        zone: of the reader, whose clock gives the times.
    """
    if need.person is not None:
        return _of_person(need, now, zone)
    if need.code in _PLAIN:
        return _(_PLAIN[need.code])
    if need.code == "deadline" and deadline is not None:
        return _deadline(need, deadline, now, zone)
    return _OF_CAMPAIGN[need.code](need)


def button_label(need: Need) -> str:
    """What the button of a need of the campaign does."""
    return _(_LABELS[need.code])


def person_label(need: Need) -> str:
    """The label of the button that opens the page of the person whom a need is about."""
    return _("Look at {name}", name=need.person.name if need.person else "")


def answer_label(need: Need) -> str:
    """The label of the button that opens what the person waits for in the inbox."""
    return _("Answer") if need.waits and need.waits[0].question else _("Open the inbox")


def hand_over_label(need: Need, *, rates: bool = False) -> str:
    """The label of the button that hands over what lies with a person; `rates` where responses are rated."""
    count = need.person.leases if need.person else 0
    if rates:
        return ngettext("Hand over {count} response", "Hand over {count} responses", count)
    return ngettext("Hand over {count} comparison", "Hand over {count} comparisons", count)


def handed_over_text(count: int, *, rates: bool = False) -> str:
    """The outcome of handing over."""
    if not count:
        return _("Nothing is assigned to them.")
    if rates:
        return ngettext("{count} response goes to others now.", "{count} responses go to others now.", count)
    return ngettext("{count} comparison goes to others now.", "{count} comparisons go to others now.", count)


def more_text(count: int) -> str:
    """The label of the part that has the other lines."""
    return ngettext("Show {count} more", "Show {count} more", count)


def newcomers_label(need: Need) -> str:
    """The label of the part that names the newcomers."""
    return ngettext("Show {count} person", "Show {count} people", len(need.people))


def _disconnected(need: Need) -> str:
    return ngettext(
        "{count} group of systems was never compared with the others, so it cannot be ranked together with them.",
        "{count} groups of systems were never compared with each other, so they cannot be ranked together.",
        need.count,
    )


def _gold_short(need: Need) -> str:
    about = {"have": number(need.have), "need": number(need.count)}
    if need.standard is None:
        return _("Training and test take {need} gold comparisons, and there are {have}.", **about)
    return _(
        "Training and test take {need} gold comparisons, and there are {have} for those who judge only {standard}.",
        standard=_(STANDARDS[need.standard]),
        **about,
    )


def _no_gold(need: Need) -> str:
    if len(need.people) == 1 and need.standard is None:
        return _(
            "{name} cannot go on: there are too few gold comparisons that {name} may be given in training and test.",
            name=need.people[0].name,
        )
    count = len(need.people)
    if need.standard is None:
        return ngettext(
            "{count} newcomer cannot go on: there are too few gold comparisons for training and test.",
            "{count} newcomers cannot go on: there are too few gold comparisons for training and test.",
            count,
        )
    return ngettext(
        "{count} newcomer cannot go on: there are too few gold comparisons in {standard} for training and test.",
        "{count} newcomers cannot go on: there are too few gold comparisons in {standard} for training and test.",
        count,
        standard=_(STANDARDS[need.standard]),
    )


def _controls_short(need: Need) -> str:
    about = {"have": number(need.have), "need": number(need.count)}
    if need.standard is None:
        return _("Training and test take {need} control responses, and there are {have}.", **about)
    return _(
        "Training and test take {need} control responses, and there are {have} for those who rate only {standard}.",
        standard=_(STANDARDS[need.standard]),
        **about,
    )


def _no_controls(need: Need) -> str:
    count = len(need.people)
    if need.standard is None:
        return ngettext(
            "{count} newcomer cannot go on: there are too few control responses for training and test.",
            "{count} newcomers cannot go on: there are too few control responses for training and test.",
            count,
        )
    return ngettext(
        "{count} newcomer cannot go on: there are too few control responses in {standard} for training and test.",
        "{count} newcomers cannot go on: there are too few control responses in {standard} for training and test.",
        count,
        standard=_(STANDARDS[need.standard]),
    )


def _no_hands(need: Need) -> str:
    return ngettext(
        "{count} judgment is left, and none of the annotators may make it.",
        "{count} judgments are left, and none of the annotators may make them.",
        need.count,
    )


def _agreement(need: Need) -> str:
    return _(
        "Agreement has fallen: {lately} of pairs judged alike lately, {before} before.",
        lately=_interval(need.lately),
        before=_interval(need.before),
    )


def _deadline(need: Need, deadline: datetime, now: datetime, zone: tzinfo) -> str:
    limit = day(deadline.astimezone(zone))
    if deadline <= now:
        return _("The deadline, {deadline}, has passed.", deadline=limit)
    if need.chance is None or need.at is None:
        return _(
            "The deadline is {deadline}, and there are too few recent judgments to forecast the end.", deadline=limit
        )
    about = {"deadline": limit, "middle": day(need.at.astimezone(zone))}
    if need.chance > _SURE:
        return _("The deadline, {deadline}, will not be met. Expected finish at this pace: {middle}.", **about)
    return _(
        "The deadline, {deadline}, will be missed with {chance} probability. Expected finish at this pace: {middle}.",
        chance=percent(need.chance),
        **about,
    )


def _of_person(need: Need, now: datetime, zone: tzinfo) -> str:
    """All that there is about one person: what speaks against their judgments, what they wait for, their absence."""
    name = need.person.name if need.person else ""
    said = []
    if need.doubt is not None:
        said.append(whole_doubt(need.doubt))
    if need.waits:
        said.append(_waits(need, name, zone))
    if need.away:
        said.append(_away(need, name, now))
    return " ".join(filter(None, said))


def _waits(need: Need, name: str, zone: tzinfo) -> str:
    first = need.waits[0]
    about = {"name": name, "when": moment(first.since.astimezone(zone))}
    if not first.question:
        return _("{name} did not pass the test and has waited for another try since {when}.", **about)
    if len(need.waits) == 1:
        return _("{name} has waited for an answer since {when}: “{words}”", words=first.words, **about)
    return ngettext(
        "{name} has waited for {count} answer since {when}.",
        "{name} has waited for {count} answers, for the first since {when}.",
        len(need.waits),
        **about,
    )


def _away(need: Need, name: str, now: datetime) -> str:
    last_seen, usual = (need.person.last_seen, need.person.longest_break) if need.person else (None, None)
    days = _days(now - last_seen) if last_seen else ""
    if usual is None:
        return _("{name} has been away for {days}.", name=name, days=days)
    return _(
        "{name} has been away for {days}; the longest break before was {usual}.",
        name=name,
        days=days,
        usual=_days(usual),
    )


def _days(span: timedelta) -> str:
    days = span // timedelta(days=1)
    return ngettext("{count} day", "{count} days", days) if days else _("less than a day")


def _interval(share: Share | None) -> str:
    if share is None or share.share is None:
        return "–"
    return f"{percent(share.share)} {range_text(share)}"


_OF_CAMPAIGN = {
    "disconnected": _disconnected,
    "gold_short": _gold_short,
    "no_gold": _no_gold,
    "controls_short": _controls_short,
    "no_controls": _no_controls,
    "no_hands": _no_hands,
    "agreement": _agreement,
}
