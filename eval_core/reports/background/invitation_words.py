"""What an invitation says: who asks, what for, what one does and about how long. The link's page and the text that a
lead sends say the same.
"""

from __future__ import annotations

from collections.abc import Collection

from eval_core.campaigns.access import ROLES
from eval_core.campaigns.people.invited import InvitedTo
from eval_core.locales import N_, duration, ngettext, said
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol

_MINUTES_FROM, _QUARTERS_FROM = 90, 3600  # seconds
ROLE_LABELS = {"annotator": N_("Annotator"), "lead": N_("Lead"), "researcher": N_("Researcher")}


def roles_text(roles: Collection[str]) -> str:
    """Roles as a list in words."""
    return ", ".join(_(ROLE_LABELS[role]) for role in ROLES if role in roles)


def greeting(name: str) -> str:
    """The first words."""
    return _("Welcome to Parvis, {name}!", name=name)


def invitation_words(place: InvitedTo) -> list[str]:
    """Who asks and what for; for annotators also what they do, and about how long it takes."""
    if place.roles - {"annotator"}:
        what = _(
            "You are invited to “{title}”, with this role: {roles}.", title=place.title, roles=roles_text(place.roles)
        )
    else:
        what = _("You are invited to take part in “{title}”.", title=place.title)
    if place.responsible:
        what += " " + _("The invitation is from {responsible}.", responsible=place.responsible.rstrip("."))
    if "annotator" not in place.roles:
        return [what]
    return [what, _work(place), _time(place)]


def _work(place: InvitedTo) -> str:
    if place.rates:
        return _("You read texts and rate each of them on a few scales.")
    question = said(load_protocol(place.protocol).question)
    return _("You read two texts at a time and answer one question: {question}", question=question)


def _time(place: InvitedTo) -> str:
    pauses = _("You can stop whenever you like and go on another day.")
    if place.seconds is not None:
        return f"{_measured(place, place.seconds)} {pauses}"
    if place.quota is None:
        each = _("A text takes a few minutes.") if place.rates else _("Most comparisons take less than a minute.")
        return f"{each} {_('Do as many as you like.')} {pauses}"
    if place.rates:
        asked = ngettext(
            "You are asked to rate {count} text. It takes a few minutes.",
            "You are asked to rate {count} texts. Each takes a few minutes.",
            place.quota,
        )
    else:
        asked = ngettext(
            "You are asked to judge {count} comparison. It takes about a minute.",
            "You are asked to judge {count} comparisons. Most take less than a minute.",
            place.quota,
        )
    return f"{asked} {pauses}"


def _measured(place: InvitedTo, seconds: float) -> str:
    """What is asked for, and how long it takes the people who have judged here already."""
    if place.quota is None:
        facts = {"time": about_time(seconds)}
        each = (
            _("A text takes about {time} on average.", **facts)
            if place.rates
            else _("A comparison takes about {time} on average.", **facts)
        )
        return f"{each} {_('Do as many as you like.')}"
    facts = {"time": about_time(seconds * place.quota)}
    if place.rates:
        return ngettext(
            "You are asked to rate {count} text. It takes about {time}.",
            "You are asked to rate {count} texts. Together they take about {time}.",
            place.quota,
            **facts,
        )
    return ngettext(
        "You are asked to judge {count} comparison. It takes about {time}.",
        "You are asked to judge {count} comparisons. Together they take about {time}.",
        place.quota,
        **facts,
    )


def about_time(seconds: float) -> str:
    """A time as one speaks of it: to ten seconds, then to minutes, from an hour on to a quarter."""
    if seconds < _MINUTES_FROM:
        return ngettext("{count} second", "{count} seconds", max(10, 10 * round(seconds / 10)))
    step = 1 if seconds < _QUARTERS_FROM else 15
    return duration(step * round(seconds / 60 / step))
