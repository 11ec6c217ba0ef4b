"""Mails in words: what each says in its reader's language, and how the list of mails calls them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Any

from eval_core.campaigns.mail.dispatch import Envelope
from eval_core.campaigns.my_work.hours import time_zone
from eval_core.campaigns.people.link_address import guide_address, link_address
from eval_core.campaigns.people.link_offers import LASTS
from eval_core.campaigns.watching.watch import Watch
from eval_core.locales import LANGUAGES, N_, day, full_day, in_language, ngettext, number, percent
from eval_core.locales import gettext as _
from eval_core.mail.messages import Written, write_mail
from eval_core.reports.background.invitation_words import invitation_words
from eval_core.reports.background.need_words import need_text

KINDS = {
    "invitation": N_("Invitation"),
    "reminder": N_("Reminder"),
    "summary": N_("Monday summary"),
    "link": N_("New link, asked for"),
}
STATES = {
    "waiting": N_("Waiting"),
    "sending": N_("Being sent"),
    "sent": N_("Sent"),
    "refused": N_("Refused"),
    "dropped": N_("Not sent"),
}
_ANSWERS = {
    "mail_off": N_("Mail is switched off."),
    "not_open": N_("The campaign is not open for it."),
    "not_here": N_("The person has no such role here any more."),
    "not_human": N_("Only people get mail."),
    "no_address": N_("No address is known."),
    "stopped": N_("The person wants no mail like this."),
    "excluded": N_("The person is left out of analyses."),
    "paused": N_("The person is paused."),
    "withdrawn": N_("The person has withdrawn."),
    "out_of_reach": N_("The person takes part in campaigns that you do not lead."),
    "lately": N_("The person has just got one."),
    "unreachable": N_("The mail server does not answer."),
    "login": N_("The mail server refuses our user name or password."),
    "tls": N_("The mail server cannot be reached securely."),
    "utf8": N_("The mail server cannot handle this address."),
    "given_up": N_("The mail server did not take it in the end."),
}


def answer_text(answer: str | None) -> str:
    """Why a mail was not sent, or not yet."""
    if not answer:
        return ""
    if answer in _ANSWERS:
        return _(_ANSWERS[answer])
    if answer.startswith("4"):
        return _("The mail server asks us to try again later ({answer}).", answer=answer)
    if answer in ("550", "551", "553"):
        return _("The address does not exist, or takes no mail from us ({answer}).", answer=answer)
    return _("The mail server refused it ({answer}).", answer=answer)


def language_of(envelope: Envelope) -> str:
    """The language in which a mail is written: one of en, nb and nn."""
    return envelope.language if envelope.language in LANGUAGES else "en"


def letter_of(envelope: Envelope, base: str, *, seen: Watch | None = None, week: int | None = None) -> Written:
    """The mail in its reader's language; in a preview the link shows where it would be.

    Args:
        base: what addresses begin with.
        seen, week: of a summary: the state of the campaign, and what was done in the last seven days.
    """
    language = language_of(envelope)
    with in_language(language):
        facts: dict[str, Any] = {"name": envelope.name, "title": envelope.title}
        if envelope.kind in LASTS:
            # A lost link is about no campaign in particular.
            first = envelope.slug if envelope.kind == "invitation" else ""
            facts["link"] = link_address(envelope.token or f"({_('personal link')})", base, first)
        if envelope.kind == "invitation":
            facts |= _invitation(envelope, base, language)
        elif envelope.kind == "reminder":
            ahead = envelope.deadline is not None and envelope.deadline > envelope.made_at
            limit = _local_day(envelope, envelope.deadline) if envelope.deadline and ahead else ""
            facts |= {"began": envelope.began, "deadline": limit, "again": f"{base}/new-link"}
        elif envelope.kind == "summary" and seen is not None:
            facts |= summary_facts(seen, week or 0, time_zone(envelope.time_zone))
        elif envelope.kind == "link":
            facts["hours"] = number(LASTS["link"].total_seconds() // 3600)
        page = "progress" if envelope.kind == "summary" else "annotate"
        facts["home"] = f"{base}/{page}?campaign={envelope.slug}"
        facts["stop"] = stop_address(envelope, base)
        return write_mail(envelope.kind, language, **facts)


def stop_address(envelope: Envelope, base: str) -> str:
    """Where the reader stops such mails."""
    return f"{base}/stop-mail/{envelope.stop_key if envelope.number else '…'}"


def summary_facts(seen: Watch, week: int, zone: tzinfo) -> dict[str, Any]:
    """What a summary says of a campaign, in the current language and on the clock of `zone`. Names no system."""
    progress = seen.progress
    done, total = progress.done, progress.total
    share = percent(done / total) if total else percent(0)
    about = {"done": number(done), "total": number(total), "share": share}
    if progress.rates:
        made = _("{done} of {total} ratings are done ({share}).", **about)
        lately = ngettext(
            "{count} rated response in the last seven days.", "{count} rated responses in the last seven days.", week
        )
    else:
        made = _("{done} of {total} judgments are made ({share}).", **about)
        lately = ngettext("{count} judgment in the last seven days.", "{count} judgments in the last seven days.", week)
    expected = ""
    if progress.left <= 0:
        expected = _("Everything is done.")
    elif progress.forecast is not None:
        expected = _("Expected finish at this pace: {day}.", day=day(progress.forecast.middle.astimezone(zone)))
    needs: Sequence[str] = [
        need_text(need, deadline=progress.deadline, now=progress.at, zone=zone) for need in seen.needs
    ]
    return {"progress": made, "week": lately, "forecast": expected, "needs": needs}


def _invitation(envelope: Envelope, base: str, language: str) -> dict[str, Any]:
    return {
        "about": " ".join(invitation_words(envelope.invited)),
        "pay": envelope.pay,
        "contact": envelope.contact,
        "until": _local_day(envelope, envelope.until) if envelope.until else "",
        "guide": guide_address(language, base) if envelope.invited.has_guide else "",
    }


def _local_day(envelope: Envelope, moment: datetime) -> str:
    return full_day(moment.astimezone(time_zone(envelope.time_zone)))
