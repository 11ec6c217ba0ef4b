"""Mail on the page People: the campaign's switch, a mail to chosen people after a look at it, and what was sent."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from eval_core.campaigns.mail.dispatch import preview_mail
from eval_core.campaigns.mail.mail_plan import Allowed, change_mail_plan, read_mail_plan
from eval_core.campaigns.mail.outbox import BY_BUTTON, MailRow, ask_for_mails, list_mails
from eval_core.campaigns.people.link_address import checked_base_url
from eval_core.campaigns.people.mail_addresses import AddressRow, change_address, list_addresses
from eval_core.campaigns.people.roster import PersonHere
from eval_core.locales import LANGUAGES, N_, current_language, ngettext
from eval_core.locales import gettext as _
from eval_core.mail.server import mail_server
from eval_core.reports.background.mail_words import KINDS, STATES, answer_text, language_of, letter_of
from eval_core.ui.lead.people.people_state import people_state
from eval_core.ui.parts.html import heading, note, subheading, trouble
from eval_core.ui.parts.local_time import local_moment, zone_name
from eval_core.ui.parts.press import SAVED, attempt, forget_notice, press, show_notice
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store
from eval_core.web.shown_text import plain

_SWITCHES = {
    "sending": N_("This campaign may send mail"),
    "reminders": N_("Remind annotators who have been away for three days, at most once a week"),
    "summaries": N_("Send the leads a summary on Mondays"),
}
_FIRST = 20  # mails in the list at first
state = st.session_state


def mail_to(slug: str) -> str:
    """The key of the field with those who get the next mail."""
    return f"{slug}/mail_to"


def mail(slug: str, title: str, people: Sequence[PersonHere]) -> None:
    """What may be sent, a mail to send, and the list of mails."""
    heading(_("Mail"))
    if mail_server() is None:
        note(_("This server sends no mail. Copy the invitations, or use your own mail program or the QR codes."))
        return
    allowed = read_mail_plan(store(), slug, session_id())
    _switches(slug, allowed)
    if allowed.sending:
        _writing(slug, title, people, list_addresses(store(), slug, session_id()))
    _sent(list_mails(store(), slug, who=session_id()))


def address(slug: str, person: PersonHere) -> None:
    """A person's mail address, to be changed or removed."""
    if person.kind != "human" or not (person.in_reach or person.is_you):
        return
    stored = list_addresses(store(), slug, session_id()).get(person.person_id)
    before = stored.address if stored else ""
    place = f"address/{person.person_id}"
    # The stored value is part of the key: where another lead changes it, the field shows that.
    key = f"{place}/{before}"
    heading(_("Mail address"), "who")
    with st.form(f"form/{key}", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(_("Mail address"), before, key=key, max_chars=254, width=420, label_visibility="collapsed")
        st.form_submit_button(_("Save"), key="people_address", on_click=_save_address, args=(slug, person, key, place))
    if stored and stored.stopped:
        note(_("Wants no mail but a new link."))
    elif not stored:
        note(_("Kept apart from judgments, in no export, and deleted with the person."))
    show_notice("people", place)


def _switches(slug: str, allowed: Allowed) -> None:
    for name, label in _SWITCHES.items():
        key = f"{slug}/mail_{name}"
        state[key] = getattr(allowed, name)
        idle = name != "sending" and not allowed.sending
        st.toggle(_(label), key=key, disabled=idle, on_change=_switch, args=(slug,))
    if not allowed.sending:
        note(_("Nothing is sent before you turn this on."))
    show_notice("people", "mail_switches")


def _switch(slug: str) -> None:
    wanted = Allowed(**{name: bool(state.get(f"{slug}/mail_{name}")) for name in _SWITCHES})
    press(
        "people",
        lambda: change_mail_plan(store(), slug, wanted, session_id(), time_zone=zone_name()),
        done=SAVED,
        place="mail_switches",
    )


def _writing(slug: str, title: str, people: Sequence[PersonHere], addresses: dict[int, AddressRow]) -> None:
    reachable = {person.person_id: person.name for person in people if person.person_id in addresses}
    without = sum(person.kind == "human" and person.person_id not in addresses for person in people)
    subheading(_("Write to people"))
    if not reachable:
        note(_("No address is known yet. Paste addresses with the names, or open a person below."))
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        kind = st.segmented_control(
            _("Mail"), BY_BUTTON, default="invitation", format_func=lambda one: _(KINDS[one]), key="mail_kind"
        )
        language = st.segmented_control(
            _("Language, unless the person has chosen one"),
            list(LANGUAGES),
            default=current_language(),
            format_func=lambda code: LANGUAGES[code],
            key="mail_language",
        )
    key = mail_to(slug)
    state[key] = [one for one in state.get(key) or [] if one in reachable]
    chosen = st.multiselect(
        _("To"), list(reachable), format_func=lambda one: reachable[one], key=key, placeholder=_("Choose people")
    )
    if without:
        note(ngettext("{count} person has no address.", "{count} people have no address.", without))
    if chosen:
        _look(slug, title, kind or "invitation", chosen, language or current_language())
    _outcome()


def _look(slug: str, title: str, kind: str, chosen: Sequence[int], language: str) -> None:
    """The mail as the first of them gets it, and the button."""
    seen = attempt(lambda: preview_mail(store(), slug, kind, chosen[0], language, session_id()))
    if seen.result is None:
        trouble(refusal_text(seen.refused, "people"))
        return
    envelope = seen.result
    letter = letter_of(envelope, checked_base_url())
    whose = _("As {name} gets it, with a link of their own:", name=envelope.name)
    if kind == "reminder":
        whose = _("As {name} gets it:", name=envelope.name)
    note(whose)
    with st.container(border=True, key="mail_letter"):
        st.html(
            f'<div lang="{language_of(envelope)}"><p class="sentence"><strong>{escape(letter.subject)}</strong></p>'
            f'<p class="words" dir="auto">{plain(letter.text.strip())}</p></div>'
        )
    if kind == "invitation":
        label = ngettext(
            "Send {count} invitation to “{title}”", "Send {count} invitations to “{title}”", len(chosen), title=title
        )
    else:
        label = ngettext(
            "Send {count} reminder of “{title}”", "Send {count} reminders of “{title}”", len(chosen), title=title
        )
    st.button(label, key="mail_send", type="primary", on_click=_send, args=(slug, kind, tuple(chosen), language))


def _send(slug: str, kind: str, chosen: tuple[int, ...], language: str) -> None:
    forget_notice("people")
    asked = press(
        "people", lambda: ask_for_mails(store(), slug, kind, chosen, language, session_id()), place="mail_send"
    )
    people_state().asked = asked.result
    if asked.result is not None:
        state[mail_to(slug)] = []


def _outcome() -> None:
    """What became of the last mails that were asked for."""
    asked = people_state().asked
    if asked is None:
        show_notice("people", "mail_send")
        return
    if asked.queued:
        text = ngettext("{count} mail is on its way.", "{count} mails are on their way.", asked.queued)
        note(text, role="status")
    for name, why in asked.left_out:
        trouble(f"{_('No mail to {name}.', name=name)} {answer_text(why)}", role="status")


def _sent(mails: Sequence[MailRow]) -> None:
    if not mails:
        return
    subheading(_("Mails"))
    everything = len(mails) <= _FIRST or st.toggle(_("Show all"), key="mail_all")
    # What became of it comes before who asked: on a phone the last columns are out of sight.
    rows = [
        [
            row.name,
            _(KINDS[row.kind]),
            " – ".join(filter(None, (_(STATES[row.state]), answer_text(row.answer)))),
            local_moment(row.sent_at or row.queued_at),
            row.asked_by or (_("The person") if row.kind == "link" else _("By rule")),
        ]
        for row in (mails if everything else mails[:_FIRST])
    ]
    with st.container(key="people_mails"):
        table([_("Name"), _("Mail"), _("State"), _("When"), _("Asked for by")], rows, caption=_("Mails"))


def _save_address(slug: str, person: PersonHere, key: str, place: str) -> None:
    wanted = str(state.get(key) or "")
    zone = zone_name() if person.is_you else None
    people_state().person, people_state().place = person.person_id, place
    press(
        "people",
        lambda: change_address(store(), slug, person.person_id, wanted, session_id(), time_zone=zone),
        done=SAVED,
        place=place,
    )
