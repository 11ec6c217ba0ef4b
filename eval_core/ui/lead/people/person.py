"""People: who is here, and what a lead can do about one of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TypeVar

import streamlit as st

from eval_core.campaigns.access import ROLES
from eval_core.campaigns.people.erasure import erase_person
from eval_core.campaigns.people.memberships import change_place, give_new_link, take_link
from eval_core.campaigns.people.roster import PersonHere, Place
from eval_core.campaigns.people.sign_ins.open_sign_ins import end_sign_ins, person_sign_ins
from eval_core.campaigns.talk.messages import send_message, sent_messages
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.locales import N_, ngettext, number
from eval_core.locales import gettext as _
from eval_core.reports.background.invitation_words import ROLE_LABELS, roles_text
from eval_core.reports.choice_words import STANDARDS
from eval_core.ui.frame.campaign_line import campaign_line
from eval_core.ui.frame.sign_in_list import SIGNED_OUT, own_sign_in_list, sign_in_list
from eval_core.ui.lead.case.case_link import case_name
from eval_core.ui.lead.people.mail import address
from eval_core.ui.lead.people.people_state import forget_invitation, keep_invitations, people_state
from eval_core.ui.lead.people.provider_account import account_place, provider_account
from eval_core.ui.parts.html import heading, note, note_html, trouble
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.press import (
    NOTHING_CHANGED,
    SAVED,
    Notice,
    Outcome,
    attempt,
    forget_notice,
    leave_notice,
    show_notice,
    was_done,
)
from eval_core.ui.parts.tables import Link, table
from eval_core.ui.session import session_id, store
from eval_core.web.shown_text import plain

_BOTH = "both"
_FIELD = 420  # pixels: a name
_KINDS = {"simulated": N_("simulated annotator"), "judge": N_("language model")}
# How the second click of a double click is refused.
_REPEATED = ("stale_link", "stale_person", "unknown_person")
_SENT = N_("Sent.")
Result = TypeVar("Result")
CHOSEN_PERSON = "people_person"  # key of the field that chooses a person, by their number
state = st.session_state


def headline(people: Sequence[PersonHere], *, rates: bool = False) -> str:
    """How many are here, how many of them judge (or, in a campaign of ratings, rate), and who has not come yet."""
    judging = sum("annotator" in person.roles for person in people)
    waiting = sum(person.link == "live" and not person.signed_in for person in people)
    if rates:
        some = ngettext("{count} of them rates.", "{count} of them rate.", judging)
        working = some if judging else _("Nobody rates yet.")
    else:
        some = ngettext("{count} of them judges.", "{count} of them judge.", judging)
        working = some if judging else _("Nobody judges yet.")
    sentences = [ngettext("{count} person is here.", "{count} people are here.", len(people)), working]
    if waiting:
        sentences.append(
            ngettext("{count} has not opened their link yet.", "{count} have not opened their links yet.", waiting)
        )
    return " ".join(sentences)


def overview(slug: str, people: Sequence[PersonHere], *, rates: bool = False) -> None:
    """A table with one row per person, and a warning for each annotator who may know which system wrote what.

    The name of an annotator leads to the page about their work.
    """
    made = _("Rated responses") if rates else _("Judgments")
    header = [_("Name"), _("Roles"), _("Written standard"), _("Link"), _("Last seen"), made]
    with st.container(key="people_all"):
        rows = [_named(slug, person, _cells(person)) for person in people]
        table(header, rows, numeric=(5,), caption=_("People"))
    for person in people:
        if person.judges_knowing:
            text, advice = _rates_knowing(person) if rates else _judges_knowing(person)
            trouble(f"{text} {advice}", role="")


def _named(slug: str, person: PersonHere, cells: list[str]) -> list[str | Link]:
    judges = person.person_id if "annotator" in person.roles or person.done else None
    return [case_name(slug, judges, cells[0]), *cells[1:]]


def _judges_knowing(person: PersonHere) -> tuple[str, str]:
    text = (
        _("{name} judges, and has seen the results.", name=person.name)
        if person.names == "shown"
        else _("{name} judges, and has a role that may see system names.", name=person.name)
    )
    return text, _("Judge blind: before you look at any results, and with the role of an annotator.")


def _rates_knowing(person: PersonHere) -> tuple[str, str]:
    text = (
        _("{name} rates, and has seen the results.", name=person.name)
        if person.names == "shown"
        else _("{name} rates, and has a role that may see system names.", name=person.name)
    )
    return text, _("Rate blind: before you look at any results, and with the role of an annotator.")


def _cells(person: PersonHere) -> list[str]:
    marks = [_(_KINDS[person.kind])] if person.kind in _KINDS else []
    if person.is_you:
        marks.append(_("you"))
    if person.excluded:
        marks.append(_("left out of analyses"))
    elif person.paused:
        marks.append(_("paused"))
    standard = person.place.written_standard
    return [
        f"{person.name} ({', '.join(marks)})" if marks else person.name,
        roles_text(person.roles),
        _(STANDARDS[standard]) if standard else _("Both") if "annotator" in person.roles else "",
        _link_text(person),
        local_moment(person.last_seen) if person.last_seen else "",
        number(person.done) if person.done or "annotator" in person.roles else "",
    ]


def _link_text(person: PersonHere) -> str:
    if person.link == "live":
        return _("In use") if person.signed_in else _("Not opened yet")
    if person.kind != "human":
        return ""
    return _("Revoked") if person.link == "revoked" else _("None")


def choose_person(people: Sequence[PersonHere]) -> PersonHere | None:
    """The person that the lead chose from the list, None before that."""
    by_id = {person.person_id: person for person in people}
    if state.get(CHOSEN_PERSON) not in by_id:
        state[CHOSEN_PERSON] = None
    chosen = st.selectbox(
        _("Choose a person"),
        list(by_id),
        index=None,
        format_func=lambda person: by_id[person].name,
        placeholder=_("Choose a person"),
        key=CHOSEN_PERSON,
        width=_FIELD,
        on_change=forget_notice,
        args=("people",),
    )
    memory = people_state()
    if memory.person is not None and memory.person not in by_id:  # removed: there is no other place to say so
        show_notice("people", memory.place)
    return by_id.get(chosen) if chosen is not None else None


def show_person(slug: str, person: PersonHere) -> None:
    """Roles and written standard, the link, and messages."""
    with st.container(key="people_one"):
        _roles(slug, person)
        _links(slug, person)
        address(slug, person)
        provider_account(slug, person)
        if "annotator" in person.roles and person.kind == "human":
            _messages(slug, person)


def _roles(slug: str, person: PersonHere) -> None:
    if person.everywhere:
        held = roles_text(person.everywhere)
        note(_("In every campaign: {roles}. Change this on the command line.", roles=held))
    # The key has the stored values in it: where another lead changes them, the fields show that.
    stored = f"{person.person_id}_{'-'.join(person.place.roles)}_{person.place.written_standard}"
    roles, standard = f"roles_{stored}", f"standard_{stored}"
    with st.form(f"place_{stored}", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.pills(
            _("Roles"),
            ROLES,
            default=person.place.roles,
            selection_mode="multi",
            format_func=lambda role: _(ROLE_LABELS[role]),
            key=roles,
        )
        st.segmented_control(
            _("Written standard to judge"),
            (_BOTH, *STANDARDS),
            default=person.place.written_standard or _BOTH,
            format_func=lambda code: _(STANDARDS[code]) if code in STANDARDS else _("Both"),
            key=standard,
        )
        st.form_submit_button(_("Save"), key="people_save", on_click=_save, args=(slug, person, roles, standard))
    if person.place.roles and not (person.is_you and "lead" in person.place.roles):
        with st.popover(_("Remove from the campaign"), key="people_removing"):
            campaign_line(slug)
            st.text(_("Their work is kept. They keep the link too, but it no longer opens this campaign."))
            st.button(_("Yes, remove"), key="people_remove", on_click=_remove, args=(slug, person))
    show_notice("people", _place(person, "roles"))


def _links(slug: str, person: PersonHere) -> None:
    heading(_("Link"), "who")
    if person.kind != "human":
        note(_("No link: only people sign in."))
        return
    if person.is_you:
        note(
            _(
                "This is your own link: another lead or the command line has to renew it, because you would not see "
                "the new one."
            )
        )
        own_sign_in_list("people")
        return
    if not person.in_reach:
        note(_("Opens campaigns that you do not lead: a lead of all of them, or the command line, can renew it."))
        return
    with st.container(horizontal=True):
        with st.popover(_("Renew the link"), key="people_renewing"):
            campaign_line(slug)
            st.text(_("The old link stops working and signs out everyone who uses it."))
            st.button(_("Yes, renew"), key="people_renew", on_click=_renew, args=(slug, person))
        if person.link == "live":
            with st.popover(_("Revoke the link"), key="people_revoking"):
                campaign_line(slug)
                st.text(_("Nobody can sign in with it any more. Roles and work are kept."))
                if signs_in_at := account_place(slug, person):
                    st.text(_("They can still sign in at {provider}; you can end that below.", provider=signs_in_at))
                st.button(_("Yes, revoke"), key="people_revoke", on_click=_revoke, args=(slug, person))
        with st.popover(_("Erase the person"), key="people_erasing"):
            campaign_line(slug)
            st.text(
                _(
                    "Name, link, roles and everything the person wrote are deleted for good, here and in every other "
                    "campaign. The judgments stay under a neutral name. Do this when the person asks for it."
                )
            )
            st.button(_("Yes, erase for good"), key="people_erase", on_click=_erase, args=(slug, person))
    show_notice("people", _place(person, "link"))
    _sign_ins(slug, person)


def _sign_ins(slug: str, person: PersonHere) -> None:
    """Where the person is signed in; nothing where they are not."""
    listed = attempt(lambda: person_sign_ins(store(), slug, person.person_id, session_id())).result
    if listed:
        sign_in_list(listed, partial(_sign_out, slug, person))
    show_notice("people", _place(person, "sign_ins"))


def _messages(slug: str, person: PersonHere) -> None:
    key = f"message_{person.person_id}"
    # A key per person: a draft to one must not go to the next, and is kept while another person is shown.
    st.text_area(_("Message"), key=key, max_chars=TEXT_LIMIT, height=96, persist_state="session")
    st.button(_("Send the message"), key="people_send", on_click=_send, args=(slug, person, key))
    show_notice("people", _place(person, "message"))
    for sent in sent_messages(store(), slug, person.person_id, session_id())[:5]:
        when = local_moment(sent.sent_at)
        by = _("{name} wrote, {when}:", name=sent.sent_by or _("Command line"), when=when)
        read = (
            _("The message was read, {when}.", when=local_moment(sent.read_at))
            if sent.read_at
            else _("The message is not read yet.")
        )
        st.html(
            f'<div class="asked">{note_html(by)}<p class="words" dir="auto">{plain(sent.text)}</p>'
            f"{note_html(read)}</div>"
        )


def _save(slug: str, person: PersonHere, roles: str, standard: str) -> None:
    chosen = state.get(standard)
    wanted = Place(tuple(state.get(roles) or ()), chosen if chosen in STANDARDS else None)
    if not wanted.roles:
        people_state().person = person.person_id
        leave_notice("people", Notice(_place(person, "roles"), refused="no_role"))
        return
    saved = _act(person, "roles", change_place, slug, person.place, wanted, done=SAVED)
    if saved and not saved.result:
        leave_notice("people", Notice(_place(person, "roles"), done=NOTHING_CHANGED))


def _remove(slug: str, person: PersonHere) -> None:
    _act(person, "roles", change_place, slug, person.place, Place(), done=N_("Removed from the campaign."))


def _erase(slug: str, person: PersonHere) -> None:
    _act(person, "link", erase_person, slug, done=N_("Removed from the campaign."))


def _renew(slug: str, person: PersonHere) -> None:
    done = N_("The new link is shown above, ready to send. The old one no longer works.")
    renewed = _act(person, "link", give_new_link, slug, person.link_id, done=done)
    if renewed.result:
        keep_invitations(slug, [(person.name, person.roles, renewed.result.token)])


def _revoke(slug: str, person: PersonHere) -> None:
    done = N_("Revoked. The link no longer works; everyone signed in with it is signed out.")
    if _act(person, "link", take_link, slug, person.link_id, done=done):
        forget_invitation(slug, person.name)


def _sign_out(slug: str, person: PersonHere, ended: Collection[int]) -> None:
    _act(person, "sign_ins", end_sign_ins, slug, ended, done=SIGNED_OUT)


def _send(slug: str, person: PersonHere, key: str) -> None:
    text = state.get(key) or ""
    if not text.strip() and was_done("people", _SENT, _place(person, "message")):
        return  # the second click of a double click
    if _act(person, "message", send_message, slug, text, done=_SENT):
        state[key] = ""


def _act(
    person: PersonHere, section: str, service: Callable[..., Result], slug: str, *args: object, done: str
) -> Outcome[Result]:
    """Run a service about a person on a click, and leave a notice for the section where the button is."""
    memory, action = people_state(), (section, done, slug, person.person_id, *args)
    outcome = attempt(partial(service, store(), slug, person.person_id, *args, who=session_id()))
    if outcome.refused in _REPEATED and memory.last == action:
        return outcome  # the second click of a double click
    if outcome:
        memory.last = action
    memory.person, memory.place = person.person_id, _place(person, section)
    leave_notice("people", Notice(memory.place, "" if outcome.refused else done, outcome.refused))
    return outcome


def _place(person: PersonHere, section: str) -> str:
    return f"{section}/{person.person_id}"
