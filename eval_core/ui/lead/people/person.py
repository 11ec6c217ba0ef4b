"""People: who is here, and what a lead does about one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import streamlit as st

from eval_core.campaigns.access import ROLES
from eval_core.campaigns.people.erasure import erase_person
from eval_core.campaigns.people.memberships import change_place, give_new_link, take_link
from eval_core.campaigns.people.roster import PersonHere, Place
from eval_core.campaigns.talk.messages import send_message, sent_messages
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.errors import RefusedError
from eval_core.locales import N_, ngettext, number
from eval_core.locales import gettext as _
from eval_core.reports.ranking_words import STANDARDS
from eval_core.ui.lead.people.invitations import forget_invitation, keep_invitations
from eval_core.ui.lead.people.labels import REFUSALS, ROLE_LABELS, roles_text
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.tables import table
from eval_core.ui.parts.text import plain
from eval_core.ui.session import session_id, store

_BOTH = "both"
_FIELD = 420  # pixels: a name
_DONE = {
    "saved": N_("Saved."),
    "unchanged": N_("Not saved: nothing was changed."),
    "renewed": N_("The new link is shown above, ready to send. The old one no longer works."),
    "revoked": N_("Revoked. The link no longer works; everyone signed in with it is signed out."),
    "sent": N_("Sent."),
}
_KINDS = {"simulated": N_("simulated annotator"), "judge": N_("language model")}
# What a second click on the same button meets.
_MEANWHILE = ("stale_link", "stale_person", "unknown_person")
state = st.session_state


def headline(people: Sequence[PersonHere], *, rates: bool = False) -> str:
    """How many are here, how many of them judge (or, in a campaign of ratings, rate), and who has not come yet."""
    judging = sum("annotator" in one.roles for one in people)
    waiting = sum(one.link == "live" and not one.signed_in for one in people)
    if rates:
        some = ngettext("{count} of them rates.", "{count} of them rate.", judging)
        working = some if judging else _("Nobody rates yet.")
    else:
        some = ngettext("{count} of them judges.", "{count} of them judge.", judging)
        working = some if judging else _("Nobody judges yet.")
    said = [ngettext("{count} person is here.", "{count} people are here.", len(people)), working]
    if waiting:
        said.append(
            ngettext("{count} has not opened their link yet.", "{count} have not opened their links yet.", waiting)
        )
    return " ".join(said)


def overview(people: Sequence[PersonHere], *, rates: bool = False) -> None:
    """One row a person, and a warning for each who judges and may know which system wrote what."""
    made = _("Rated responses") if rates else _("Judgments")
    header = [_("Name"), _("Roles"), _("Written standard"), _("Link"), _("Last seen"), made]
    with st.container(key="people_all"):
        table(header, [_cells(one) for one in people], numeric=(5,), caption=_("People"))
    for one in people:
        if one.judges_knowing:
            text, advice = _rates_knowing(one) if rates else _judges_knowing(one)
            st.html(f'<p class="note trouble">{escape(f"{text} {advice}")}</p>')


def _judges_knowing(one: PersonHere) -> tuple[str, str]:
    text = (
        _("{name} judges, and has seen the results.", name=one.name)
        if one.names == "shown"
        else _("{name} judges, and has a role that may see system names.", name=one.name)
    )
    return text, _("Judge blind: before you look at any results, and with the role of an annotator.")


def _rates_knowing(one: PersonHere) -> tuple[str, str]:
    text = (
        _("{name} rates, and has seen the results.", name=one.name)
        if one.names == "shown"
        else _("{name} rates, and has a role that may see system names.", name=one.name)
    )
    return text, _("Rate blind: before you look at any results, and with the role of an annotator.")


def _cells(one: PersonHere) -> list[str]:
    marks = [_(_KINDS[one.kind])] if one.kind in _KINDS else []
    if one.is_you:
        marks.append(_("you"))
    if one.excluded:
        marks.append(_("left out of analyses"))
    standard = one.place.written_standard
    return [
        f"{one.name} ({', '.join(marks)})" if marks else one.name,
        roles_text(one.roles),
        _(STANDARDS[standard]) if standard else _("Both") if "annotator" in one.roles else "",
        _link_text(one),
        local_moment(one.last_seen) if one.last_seen else "",
        number(one.done) if one.done or "annotator" in one.roles else "",
    ]


def _link_text(one: PersonHere) -> str:
    if one.link == "live":
        return _("In use") if one.signed_in else _("Not opened yet")
    if one.kind != "human":
        return ""
    return _("Revoked") if one.link == "revoked" else _("None")


def choose_person(people: Sequence[PersonHere]) -> PersonHere | None:
    """Somebody of the list to do something about, None before one is chosen."""
    by_id = {one.person_id: one for one in people}
    if state.get("people_person") not in by_id:
        state["people_person"] = None
    chosen = st.selectbox(
        _("Choose a person"),
        list(by_id),
        index=None,
        format_func=lambda person: by_id[person].name,
        placeholder=_("Choose a person"),
        key="people_person",
        width=_FIELD,
        on_change=lambda: state.update(people_notice=None),
    )
    person, _done, word = state.get("people_notice") or (None, "", None)
    if person is not None and person not in by_id:  # nothing else is left to say it beside
        if word:
            st.html(f'<p class="note trouble" role="alert">{escape(_(REFUSALS[word]))}</p>')
        else:
            st.html(f'<p class="note" role="status">{escape(_("Removed from the campaign."))}</p>')
    return by_id.get(chosen) if chosen is not None else None


def show_person(slug: str, one: PersonHere) -> None:
    """Roles and written standard, the link, and messages."""
    with st.container(key="people_one"):
        _roles(slug, one)
        _links(slug, one)
        if "annotator" in one.roles and one.kind == "human":
            _messages(slug, one)


def _roles(slug: str, one: PersonHere) -> None:
    if one.everywhere:
        held = roles_text(one.everywhere)
        _note(_("In every campaign: {roles}. Change this on the command line.", roles=held))
    # Keyed by what is stored: where another lead changes it, the fields say so.
    stored = f"{one.person_id}_{'-'.join(one.place.roles)}_{one.place.written_standard}"
    roles, standard = f"roles_{stored}", f"standard_{stored}"
    with st.form(f"place_{stored}", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.pills(
            _("Roles"),
            ROLES,
            default=one.place.roles,
            selection_mode="multi",
            format_func=lambda role: _(ROLE_LABELS[role]),
            key=roles,
        )
        st.segmented_control(
            _("Written standard to judge"),
            (_BOTH, *STANDARDS),
            default=one.place.written_standard or _BOTH,
            format_func=lambda code: _(STANDARDS[code]) if code in STANDARDS else _("Both"),
            key=standard,
        )
        st.form_submit_button(_("Save"), key="people_save", on_click=_save, args=(slug, one, roles, standard))
    if one.place.roles and not (one.is_you and "lead" in one.place.roles):
        with st.popover(_("Remove from the campaign"), key="people_removing"):
            st.text(_("Their work is kept. They keep the link too, but it no longer opens this campaign."))
            args = ("removed", change_place, slug, one, one.place, Place())
            st.button(_("Yes, remove"), key="people_remove", on_click=_press, args=args)
    _notice(one, "saved", "unchanged")


def _links(slug: str, one: PersonHere) -> None:
    st.html(f'<h3 class="who">{escape(_("Link"))}</h3>')
    if one.kind != "human":
        _note(_("No link: only people sign in."))
        return
    if one.is_you:
        _note(
            _(
                "This is your own link: another lead or the command line has to renew it, because you would not see "
                "the new one."
            )
        )
        return
    if not one.in_reach:
        _note(_("Opens campaigns that you do not lead: a lead of all of them, or the command line, can renew it."))
        return
    with st.container(horizontal=True):
        with st.popover(_("Renew the link"), key="people_renewing"):
            st.text(_("The old link stops working and signs out everyone who uses it."))
            args: tuple[Any, ...] = ("renewed", give_new_link, slug, one, one.link_id)
            st.button(_("Yes, renew"), key="people_renew", on_click=_press, args=args)
        if one.link == "live":
            with st.popover(_("Revoke the link"), key="people_revoking"):
                st.text(_("Nobody can sign in with it any more. Roles and work are kept."))
                args = ("revoked", take_link, slug, one, one.link_id)
                st.button(_("Yes, revoke"), key="people_revoke", on_click=_press, args=args)
        with st.popover(_("Erase the person"), key="people_erasing"):
            st.text(
                _(
                    "Name, link, roles and everything the person wrote are deleted for good, here and in every other "
                    "campaign. The judgments stay under a neutral name. Do this when the person asks for it."
                )
            )
            st.button(
                _("Yes, erase for good"),
                key="people_erase",
                on_click=_press,
                args=("removed", erase_person, slug, one),
            )
    _notice(one, "renewed", "revoked")


def _messages(slug: str, one: PersonHere) -> None:
    key = f"message_{one.person_id}"
    # What is begun to one person must not go to the next, and is not lost by a look at another one.
    st.text_area(_("Message"), key=key, max_chars=TEXT_LIMIT, height=96, persist_state="session")
    st.button(_("Send the message"), key="people_send", on_click=_send, args=(slug, one, key))
    _notice(one, "sent")
    for sent in sent_messages(store(), slug, one.person_id, session_id())[:5]:
        when = local_moment(sent.sent_at)
        by = _("{name} wrote, {when}:", name=sent.sent_by or _("Command line"), when=when)
        read = (
            _("The message was read, {when}.", when=local_moment(sent.read_at))
            if sent.read_at
            else _("The message is not read yet.")
        )
        st.html(
            f'<div class="asked"><p class="note">{escape(by)}</p><p class="words" dir="auto">{plain(sent.text)}</p>'
            f'<p class="note">{escape(read)}</p></div>'
        )


def _save(slug: str, one: PersonHere, roles: str, standard: str) -> None:
    chosen = state.get(standard)
    wanted = Place(tuple(state.get(roles) or ()), chosen if chosen in STANDARDS else None)
    if not wanted.roles:
        state["people_notice"] = (one.person_id, "saved", "no_role")
        return
    _deed("saved", change_place, slug, one, one.place, wanted)


def _send(slug: str, one: PersonHere, key: str) -> None:
    text = state.get(key) or ""
    if not text.strip() and state.get("people_notice") == (one.person_id, "sent", None):
        return  # the second click of a double click
    if _deed("sent", send_message, slug, one, text):
        state[key] = ""


def _press(done: str, service: Callable[..., Any], slug: str, one: PersonHere, *args: Any) -> None:
    _deed(done, service, slug, one, *args)


def _deed(done: str, service: Callable[..., Any], slug: str, one: PersonHere, *args: Any) -> bool:
    """Run one service about a person on a click, and keep what to say of it; whether it was not refused."""
    this = (done, slug, one.person_id, *args)
    try:
        found = service(store(), slug, one.person_id, *args, who=session_id())
    except RefusedError as refusal:
        if refusal.code in _MEANWHILE and state.get("people_done") == this:
            return False  # the second click of a double click
        state["people_notice"] = (one.person_id, done, refusal.code)
        return False
    state["people_done"], state["people_notice"] = this, (one.person_id, done, None)
    if done == "renewed":
        keep_invitations(slug, [(one.name, one.roles, found.token)])
    elif done == "revoked":
        forget_invitation(slug, one.name)
    elif done == "saved" and not found:
        state["people_notice"] = (one.person_id, "unchanged", None)
    return True


def _notice(one: PersonHere, *deeds: str) -> None:
    """What became of the last click on this person, beside where it was made."""
    person, done, word = state.get("people_notice") or (None, "", None)
    if person != one.person_id or ("saved" if done == "removed" else done) not in deeds:
        return
    if word:
        st.html(f'<p class="note trouble" role="alert">{escape(_(REFUSALS[word]))}</p>')
    elif done in _DONE:
        st.html(f'<p class="note" role="status">{escape(_(_DONE[done]))}</p>')


def _note(text: str) -> None:
    st.html(f'<p class="note">{escape(text)}</p>')
