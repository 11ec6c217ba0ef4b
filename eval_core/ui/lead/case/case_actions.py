"""What a lead does about an annotator, on the spot: write, pause, leave out, hand over, a new link.

Each names the person and the campaign before it is done.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from eval_core.campaigns.people.memberships import give_new_link
from eval_core.campaigns.quality.case_file.case_head import CaseHead
from eval_core.campaigns.quality.exclusions import REASON_LIMIT, exclude_person, lift_exclusion
from eval_core.campaigns.quality.pauses import pause_person, resume_person
from eval_core.campaigns.talk.messages import send_message
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.campaigns.watching.hand_over import hand_over
from eval_core.locales import N_, ngettext
from eval_core.locales import gettext as _
from eval_core.ui.lead.people.invitations import invitations
from eval_core.ui.lead.people.people_state import keep_invitations
from eval_core.ui.lead.progress_data import look_again
from eval_core.ui.parts.browser.drafts import keep_drafts
from eval_core.ui.parts.html import note
from eval_core.ui.parts.press import Outcome, press, show_notice, was_done
from eval_core.ui.session import session_id, store

_SENT, _RENEWED = N_("Sent."), N_("The new link is shown below, ready to send. The old one no longer works.")
_LEFT_OUT, _COUNTS = N_("Left out: nothing of theirs counts from now on."), N_("Included again: their work counts.")
_PAUSED, _RESUMED = N_("Paused: they get no new work."), N_("The pause is over: they get work again.")
_HANDED_OVER = N_("Handed over: others get what they held.")
state = st.session_state


def show_actions(slug: str, head: CaseHead) -> None:
    """A button for everything that can be done about this person now, and what became of the last click."""
    person = head.person
    writes = person.kind == "human" and "annotator" in person.roles
    with st.container(key="case_actions", horizontal=True):
        if writes:
            _dialog(_("Write a message"), "write", head, partial(_writing, slug, head))
        if head.state == "paused":
            _dialog(_("End the pause"), "resume", head, partial(_resuming, slug, head))
        elif head.state in ("active", "new"):
            _dialog(_("Pause"), "pause", head, partial(_pausing, slug, head))
        if head.held:
            label = ngettext("Hand over {count} open one", "Hand over {count} open ones", head.held)
            _dialog(label, "hand_over", head, partial(_handing_over, slug, head))
        if person.kind == "human" and person.in_reach and not person.is_you:
            _dialog(_("New link"), "link", head, partial(_renewing, slug, head))
        if person.excluded:
            _dialog(_("Include again"), "lift", head, partial(_lifting, slug, head))
        elif person.done:
            _dialog(_("Leave out"), "exclude", head, partial(_excluding, slug, head))
    show_notice("case", str(person.person_id))
    invitations(slug)
    keep_drafts()


def _dialog(label: str, key: str, head: CaseHead, draw: Callable[[], None]) -> None:
    with st.popover(label, key=f"case_{key}_open"):
        st.text(_("{name}, in “{campaign}”", name=head.person.name, campaign=head.campaign))
        draw()


def _act(slug: str, head: CaseHead, done: str, service: Callable[[], object]) -> Outcome[object]:
    outcome = press("case", service, done=done, place=str(head.person.person_id))
    look_again()
    return outcome


def _click(slug: str, head: CaseHead, done: str, service: Callable[[], object]) -> None:
    _act(slug, head, done, service)


def _writing(slug: str, head: CaseHead) -> None:
    key = f"case_message_{slug}_{head.person.person_id}"
    st.text_area(_("Message"), key=key, max_chars=TEXT_LIMIT, height=128, persist_state="session")
    st.button(_("Send the message"), key="case_send", type="primary", on_click=_send, args=(slug, head, key))


def _send(slug: str, head: CaseHead, key: str) -> None:
    text = str(state.get(key) or "")
    if not text.strip() and was_done("case", _SENT, str(head.person.person_id)):
        return  # the second click of a double click
    send = partial(send_message, store(), slug, head.person.person_id, text, session_id())
    if _act(slug, head, _SENT, send):
        state[key] = ""


def _pausing(slug: str, head: CaseHead) -> None:
    note(
        _(
            "They get nothing new until you end the pause, and their page says so. What they have done counts, and "
            "others get what they hold."
        )
    )
    pause = partial(pause_person, store(), slug, head.person.person_id, session_id())
    st.button(_("Yes, pause"), key="case_pause", on_click=_click, args=(slug, head, _PAUSED, pause))


def _resuming(slug: str, head: CaseHead) -> None:
    note(_("They get work again at once."))
    resume = partial(resume_person, store(), slug, head.person.person_id, session_id())
    st.button(_("Yes, end the pause"), key="case_resume", on_click=_click, args=(slug, head, _RESUMED, resume))


def _handing_over(slug: str, head: CaseHead) -> None:
    note(_("Others get what they hold unfinished. If they have been back since, nothing is handed over."))
    give = partial(hand_over, store(), slug, head.person.name, head.person.last_seen, session_id())
    st.button(_("Yes, hand over"), key="case_hand_over", on_click=_click, args=(slug, head, _HANDED_OVER, give))


def _renewing(slug: str, head: CaseHead) -> None:
    note(_("The old link stops working and signs out everyone who uses it."))
    st.button(_("Yes, renew"), key="case_link", on_click=_renew, args=(slug, head))


def _renew(slug: str, head: CaseHead) -> None:
    person = head.person
    place = str(person.person_id)
    renewed = press(
        "case",
        lambda: give_new_link(store(), slug, person.person_id, person.link_id, session_id()),
        done=_RENEWED,
        place=place,
    )
    if renewed.result:
        keep_invitations(slug, [(person.name, person.roles, renewed.result.token)])


def _excluding(slug: str, head: CaseHead) -> None:
    key = f"case_reason_{slug}_{head.person.person_id}"
    st.text_area(_("Why"), key=key, max_chars=REASON_LIMIT, height=96, persist_state="session")
    judged, rated = _("Let others judge these comparisons instead"), _("Let others rate these responses instead")
    st.checkbox(rated if head.rates else judged, key=f"{key}_put_back", persist_state="session")
    note(
        _(
            "Everything is kept and can count again later. The person gets nothing more to do: explain why. The reason "
            "is shown in the log and in the report."
        )
    )
    st.button(_("Leave them out"), key="case_exclude", type="primary", on_click=_exclude, args=(slug, head, key))


def _exclude(slug: str, head: CaseHead, key: str) -> None:
    reason, put_back = str(state.get(key) or ""), bool(state.get(f"{key}_put_back"))
    leave_out = partial(
        exclude_person, store(), slug, head.person.person_id, reason, put_back=put_back, who=session_id()
    )
    if _act(slug, head, _LEFT_OUT, leave_out):
        state[key] = ""


def _lifting(slug: str, head: CaseHead) -> None:
    if head.exclusion is not None:
        st.text(_("Left out because: {reason}", reason=head.exclusion.reason))
    lift = partial(lift_exclusion, store(), slug, head.person.person_id, session_id())
    st.button(_("Yes, include again"), key="case_lift", on_click=_click, args=(slug, head, _COUNTS, lift))
