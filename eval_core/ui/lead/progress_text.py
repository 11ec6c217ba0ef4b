"""Progress in sentences and table cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from eval_core.campaigns.watching.forecast import Forecast
from eval_core.campaigns.watching.progress import CampaignProgress, PersonProgress
from eval_core.campaigns.watching.stopping_rule import Stopping
from eval_core.locales import N_, ngettext, number
from eval_core.locales import gettext as _
from eval_core.ui.parts.local_time import local, local_day, local_days, local_moment

NOTHING = "–"
_MIN_FOR_PACE = 5  # judgments: fewer say nothing about a pace
_STATUS = {
    "draft": N_("Not started yet"),
    "paused": N_("Paused"),
    "closed": N_("Closed"),
    "archived": N_("Archived"),
}


def progress_sentence(progress: CampaignProgress) -> str:
    """How far the campaign is, and when it may be finished."""
    done, total = number(progress.done), number(progress.total)
    if progress.total == 0:
        return _("There is nothing to rate yet.") if progress.rates else _("There is nothing to judge yet.")
    if progress.left == 0:
        if progress.rates:
            return _("All responses have been rated, {total} times in all.", total=total)
        return _("All {total} judgments are done.", total=total)
    if progress.rates:
        counts = _("Responses have been rated {done} of {total} times.", done=done, total=total)
    else:
        counts = _("{done} of {total} judgments.", done=done, total=total)
    if progress.status in ("draft", "closed", "archived"):
        return counts
    if progress.forecast is None:
        return f"{counts} " + _("It is too early for a forecast.")
    return f"{counts} {_pace(progress.forecast, progress.deadline)}"


def stopping_text(stopping: Stopping, *, rates: bool = False) -> str:
    """How far the stopping rule is from being met; once it is, that the campaign can be closed."""
    if stopping.rule == "judgments":
        facts = {"now": number(stopping.now or 0), "target": number(stopping.target)}
        if rates and stopping.reached:
            return _("Responses have been rated {target} times, as planned: the campaign can be closed.", **facts)
        if rates:
            return _("Goal: responses rated {target} times; so far {now} times.", **facts)
        if stopping.reached:
            return _("The goal of {target} judgments is reached: the campaign can be closed.", **facts)
        return _("Goal: {target} judgments; there are {now}.", **facts)
    target = number(stopping.target, 2)
    if stopping.now is None:
        return _("Goal: no interval wider than ±{target}; there are no intervals yet.", target=target)
    now = number(stopping.now, 2)
    if stopping.reached:
        return _("No interval is wider than ±{target}: the campaign can be closed.", target=target)
    return _("Goal: no interval wider than ±{target}; the widest is ±{now}.", target=target, now=now)


def _pace(forecast: Forecast, deadline: datetime | None) -> str:
    when, span = local_day(forecast.middle), local_days(forecast.low, forecast.high)
    if local(forecast.low).date() == local(forecast.high).date():
        return _("At this pace: {day}.", day=when)
    if deadline is None:
        return _("At this pace: {day} ({span}).", day=when, span=span)
    early = (local(deadline).date() - local(forecast.middle).date()).days
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


def details(progress: CampaignProgress) -> str:
    """The smaller facts under the sentence."""
    facts = {"done": number(progress.comparisons_done), "all": number(progress.comparisons)}
    parts = [_(_STATUS[progress.status])] if progress.status in _STATUS else []
    if not progress.rates and progress.comparisons:
        parts.append(_("{done} of {all} comparisons have all their judgments", **facts))
    elif progress.rates and progress.total:
        parts.append(_("{done} of {all} responses are rated as often as planned", **facts))
    elif progress.rates:
        parts.append(_("No response is loaded"))
    if progress.forecast:
        pace = number(24 * progress.forecast.per_hour, 0)
        many = _("{pace} responses a day lately", pace=pace)
        parts.append(many if progress.rates else _("{pace} judgments a day lately", pace=pace))
    if progress.skipped:
        parts.append(ngettext("{count} skip", "{count} skips", progress.skipped))
    if progress.identical:
        parts.append(
            ngettext("{count} identical pair is not shown", "{count} identical pairs are not shown", progress.identical)
        )
    return "; ".join([*parts, _("as of {moment}", moment=local_moment(progress.at))]) + "."


def plan(progress: CampaignProgress, made: Sequence[tuple[datetime, int]]) -> list[tuple[datetime, int]]:
    """The planned line from the first judgment to the deadline; empty without a deadline after that judgment."""
    if progress.deadline is None or not made or progress.deadline <= made[0][0]:
        return []
    return [(made[0][0], 0), (local(progress.deadline), progress.total)]


def forecast_on_clock(forecast: Forecast | None) -> Forecast | None:
    """The same forecast on the browser's clock, as a figure draws it."""
    if forecast is None:
        return None
    return replace(forecast, low=local(forecast.low), middle=local(forecast.middle), high=local(forecast.high))


def people_header() -> list[str]:
    """Column heads of `person_cells`."""
    return [
        _("Annotator"),
        _("Done"),
        _("Left"),
        _("Per hour"),
        _("Skipped"),
        _("Last seen"),
        _("Expected finish"),
    ]


def person_cells(row: PersonProgress) -> list[str]:
    """One person's row. Simulated annotators are marked."""
    name = _("{name} (simulated)", name=row.name) if row.kind == "simulated" else row.name
    return [
        name,
        number(row.done),
        NOTHING if row.excluded else number(row.left),
        number(row.pace, 0) if row.pace and row.done >= _MIN_FOR_PACE else NOTHING,
        number(row.skipped),
        local_moment(row.last_seen) if row.last_seen else NOTHING,
        _finish(row),
    ]


def _finish(row: PersonProgress) -> str:
    """When someone may be finished, or why that is not forecast."""
    if row.excluded:
        return _("left out")
    if row.paused:
        return _("paused")
    if row.done and not row.left:
        return _("finished")
    return local_days(row.forecast.low, row.forecast.high) if row.forecast else NOTHING


def sum_row(progress: CampaignProgress) -> list[str]:
    """The row below the people: what all of them have done and skipped. What is left is shared, so it has no sum."""
    return [_("All"), number(progress.sum), "", "", number(progress.skipped), "", ""]


def sum_text(progress: CampaignProgress) -> str:
    """Why the rows add up to another number than the headline; '' where they do not."""
    if progress.sum == progress.done:
        return ""
    parts = []
    if progress.checks:
        parts.append(
            ngettext(
                "{count} of them is a gold comparison or a repeat",
                "{count} of them are gold comparisons and repeats",
                progress.checks,
            )
        )
    if progress.surplus > 0:
        parts.append(
            ngettext(
                "{count} is more than planned, withdrawn or given to others instead",
                "{count} are more than planned, withdrawn or given to others instead",
                progress.surplus,
            )
        )
    if progress.surplus < 0:
        parts.append(
            ngettext(
                "the headline has {count} more, by people who are not listed",
                "the headline has {count} more, by people who are not listed",
                -progress.surplus,
            )
        )
    about = {"sum": number(progress.sum), "done": number(progress.done), "reasons": "; ".join(parts)}
    return _("All rows together have {sum}, and the headline {done}: {reasons}.", **about)
