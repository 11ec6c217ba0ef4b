"""The page of one annotator in words: who they are here, their measures, and what leaving them out would do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from eval_core.campaigns.quality.case_file.case_head import CaseHead
from eval_core.campaigns.quality.case_file.measures import Measure
from eval_core.campaigns.watching.forecast import Forecast
from eval_core.campaigns.watching.omission import Omission
from eval_core.locales import N_, interval, ngettext, number, percent
from eval_core.locales import gettext as _
from eval_core.reports.choice_words import STANDARDS

NOTHING = "–"
_TENTHS_BELOW = 10  # seconds
_MIN_FOR_PACE = 5  # judgments: fewer say nothing about a pace
_STATES = {
    "active": N_("At work"),
    "new": N_("Has not begun"),
    "finished": N_("Finished"),
    "gone": N_("No longer an annotator in this campaign"),
}
_SINCE = {"paused": N_("Paused since {when}"), "left_out": N_("Left out since {when}")}
MEASURES = {
    "gold": N_("Gold as expected"),
    "repeats": N_("Repeats alike"),
    "alike": N_("Agrees with the others"),
    "side": N_("A, where one text was chosen"),
    "ties": N_("Ties"),
    "fast": N_("Faster than reading"),
    "seconds": N_("Median time (seconds)"),
}
FILTERS = {
    "all": N_("All"),
    "gold_missed": N_("Gold missed"),
    "repeat_changed": N_("Repeats changed"),
    "apart": N_("Against most others"),
    "fast": N_("Fast"),
    "marked": N_("With reasons"),
    "ties": N_("Ties"),
}
REMARKABLE = {
    "gold_missed": N_("gold missed"),
    "repeat_changed": N_("repeat changed"),
    "apart": N_("against most others"),
    "fast": N_("fast"),
}


def head_facts(head: CaseHead, local: Callable[[datetime], str]) -> str:
    """State, work done, pace, last seen, written standard, as one line.

    Args:
        local: a moment on the reader's clock.
    """
    person = head.person
    state = _(_SINCE[head.state], when=local(head.since)) if head.since and head.state in _SINCE else ""
    facts = [state or _(_STATES.get(head.state, _STATES["active"])), _done(head)]
    if head.pace and person.done >= _MIN_FOR_PACE:
        facts.append(_("{pace} an hour lately", pace=number(head.pace, 0)))
    if person.last_seen:
        facts.append(_("last seen {when}", when=local(person.last_seen)))
    if "annotator" in person.roles:
        standard = person.place.written_standard
        facts.append(_(STANDARDS[standard]) if standard else _("both written standards"))
    return " · ".join(facts)


def _done(head: CaseHead) -> str:
    done, quota = number(head.person.done), head.quota
    if quota is None:
        if head.rates:
            return ngettext("{count} rated response", "{count} rated responses", head.person.done)
        return ngettext("{count} judgment", "{count} judgments", head.person.done)
    if head.rates:
        return _("{done} of {quota} responses rated", done=done, quota=number(quota))
    return _("{done} of {quota} judgments", done=done, quota=number(quota))


def measure_value(measure: Measure) -> str:
    """The annotator's own value with its interval, or that there is too little."""
    if measure.value is None:
        return NOTHING
    if measure.code == "seconds":
        return number(measure.value, 0 if measure.value >= _TENTHS_BELOW else 1)
    counted = "" if measure.k is None else _("{part} of {all}", part=number(measure.k), all=number(measure.n))
    share = percent(measure.value)
    if not measure.enough:
        return _("{counted}: too few to say", counted=counted or share)
    limits = "" if measure.low is None or measure.high is None else interval(measure.low, measure.high, percent)
    said = f"{counted}, {share}" if counted else share
    return f"{said} {limits}".strip()


def measure_others(measure: Measure) -> str:
    """The range of the others, with the middle."""
    others = measure.others
    if others is None:
        return NOTHING
    write = percent if measure.code != "seconds" else lambda value: number(value, 0)
    low, middle, high = map(write, (others.low, others.middle, others.high))
    if low == high:
        return middle
    return _("{low}–{high}, middle {middle}", low=low, high=high, middle=middle)


def omission_sentences(omission: Omission, day: Callable[[datetime], str], *, rates: bool) -> list[str]:
    """What would be lost, what others would have to make again, and when the work would end.

    Args:
        day: the day of a moment on the reader's clock, in words.
    """
    if not omission.judgments:
        return [_("Nothing of theirs counts, so nothing would change.")]
    about = {"all": number(omission.of)}
    if rates:
        lost = ngettext(
            "{count} of {all} rated responses would not count any more.",
            "{count} of {all} rated responses would not count any more.",
            omission.judgments,
            **about,
        )
    else:
        lost = ngettext(
            "{count} of {all} judgments would no longer count.",
            "{count} of {all} judgments would no longer count.",
            omission.judgments,
            **about,
        )
    return [lost, *filter(None, [_again(omission, rates=rates), _ends(omission, day)])]


def _again(omission: Omission, *, rates: bool) -> str:
    if not omission.again:
        return _("No comparison would lack a judgment.")
    if rates:
        text = ngettext(
            "If others rate instead, {count} response is rated again.",
            "If others rate instead, {count} responses are rated again.",
            omission.again,
        )
    else:
        text = ngettext(
            "If others judge instead, {count} judgment is made again.",
            "If others judge instead, {count} judgments are made again.",
            omission.again,
        )
    if omission.hours is None:
        return text
    hours = number(max(omission.hours, 0.1), 1)  # a few minutes: 0.0 would be no work at all
    return f"{text} {_('At their pace that takes about {hours} hours.', hours=hours)}"


def _ends(omission: Omission, day: Callable[[datetime], str]) -> str:
    def when(forecast: Forecast | None) -> str:
        return day(forecast.middle) if forecast else ""

    now, without, served = map(when, (omission.now, omission.without, omission.served))
    if not now or not served:
        return _("It is too early to forecast the end.")
    return _(
        "Expected end now: {now}. Without them: {without}; if others also make their part, {served}.",
        now=now,
        without=without or now,
        served=served,
    )
