"""Progress in sentences and table cells."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from eval_core.campaigns.watching.forecast import Forecast
from eval_core.campaigns.watching.progress import CampaignProgress, PersonProgress
from eval_core.campaigns.watching.stopping_rule import Stopping
from eval_core.locales import N_, day, day_span, moment, ngettext, number
from eval_core.locales import gettext as _

NOTHING = "–"
_MIN_FOR_PACE = 5  # judgments: fewer say nothing about a pace
_STATUS = {
    "draft": N_("Not started yet"),
    "paused": N_("Paused"),
    "closed": N_("Closed"),
    "archived": N_("Archived"),
}


def sentence(found: CampaignProgress) -> str:
    """Where the campaign stands and when it may be finished, as one would say it."""
    done, total = number(found.done), number(found.total)
    if found.total == 0:
        return _("There is nothing to rate yet.") if found.rates else _("There is nothing to judge yet.")
    if found.left == 0:
        if found.rates:
            return _("All responses have been rated, {total} times in all.", total=total)
        return _("All {total} judgments are done.", total=total)
    if found.rates:
        counts = _("Responses have been rated {done} of {total} times.", done=done, total=total)
    else:
        counts = _("{done} of {total} judgments.", done=done, total=total)
    if found.forecast is None:
        return f"{counts} " + _("It is too early for a forecast.")
    return f"{counts} {_pace(found.forecast, found.deadline)}"


def stopping_text(found: Stopping, *, rates: bool = False) -> str:
    """How far the stopping rule is, and that it is time to close once it is reached."""
    if found.rule == "judgments":
        facts = {"now": number(found.now or 0), "target": number(found.target)}
        if rates and found.reached:
            return _("Responses have been rated {target} times, as planned: the campaign can be closed.", **facts)
        if rates:
            return _("Goal: responses rated {target} times; so far {now} times.", **facts)
        if found.reached:
            return _("The goal of {target} judgments is reached: the campaign can be closed.", **facts)
        return _("Goal: {target} judgments; there are {now}.", **facts)
    target = number(found.target, 2)
    if found.now is None:
        return _("Goal: no interval wider than ±{target}; there are no intervals yet.", target=target)
    now = number(found.now, 2)
    if found.reached:
        return _("No interval is wider than ±{target}: the campaign can be closed.", target=target)
    return _("Goal: no interval wider than ±{target}; the widest is ±{now}.", target=target, now=now)


def _pace(forecast: Forecast, deadline: datetime | None) -> str:
    when, span = day(forecast.middle), day_span(forecast.low, forecast.high)
    if forecast.low.date() == forecast.high.date():
        return _("At this pace: {day}.", day=when)
    if deadline is None:
        return _("At this pace: {day} ({span}).", day=when, span=span)
    early = (deadline.date() - forecast.middle.date()).days
    if early == 1:
        margin = _("one day early")
    elif early == -1:
        margin = _("one day late")
    elif early > 0:
        margin = ngettext("{count} day early", "{count} days early", early)
    elif early < 0:
        margin = ngettext("{count} day late", "{count} days late", -early)
    else:
        margin = _("just in time")
    return _("At this pace: {day}, {margin} ({span}).", day=when, margin=margin, span=span)


def details(found: CampaignProgress) -> str:
    """The smaller facts under the sentence."""
    facts = {"done": number(found.comparisons_done), "all": number(found.comparisons)}
    parts = [_(_STATUS[found.status])] if found.status in _STATUS else []
    if not found.rates:
        parts.append(_("{done} of {all} comparisons have all their judgments", **facts))
    elif found.total:
        parts.append(_("{done} of {all} responses are rated as often as planned", **facts))
    else:
        parts.append(_("No response is loaded"))
    if found.forecast:
        pace = number(24 * found.forecast.per_hour, 0)
        many = _("{pace} responses a day lately", pace=pace)
        parts.append(many if found.rates else _("{pace} judgments a day lately", pace=pace))
    if found.skipped:
        parts.append(ngettext("{count} skip", "{count} skips", found.skipped))
    if found.identical:
        parts.append(
            ngettext("{count} identical pair is not shown", "{count} identical pairs are not shown", found.identical)
        )
    return "; ".join([*parts, _("as of {moment} UTC", moment=moment(found.at))]) + "."


def plan(found: CampaignProgress, made: Sequence[tuple[datetime, int]]) -> list[tuple[datetime, int]]:
    """The way from the first judgment to the deadline; none without a deadline, or where it was passed at once."""
    if found.deadline is None or not made or found.deadline <= made[0][0]:
        return []
    return [(made[0][0], 0), (found.deadline, found.total)]


def people_header() -> list[str]:
    """Column heads of `person_cells`."""
    return [
        _("Annotator"),
        _("Done"),
        _("Left"),
        _("Per hour"),
        _("Skipped"),
        _("Last seen (UTC)"),
        _("Expected finish"),
    ]


def person_cells(row: PersonProgress) -> list[str]:
    """One person's line. A simulated annotator is marked as such."""
    name = _("{name} (simulated)", name=row.name) if row.kind == "simulated" else row.name
    finish = day_span(row.forecast.low, row.forecast.high) if row.forecast else NOTHING
    return [
        name,
        number(row.done),
        number(row.left),
        number(row.pace, 0) if row.pace and row.done >= _MIN_FOR_PACE else NOTHING,
        number(row.skipped),
        moment(row.last_seen) if row.last_seen else NOTHING,
        _("finished") if row.done and not row.left else finish,
    ]
