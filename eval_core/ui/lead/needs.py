"""What needs the lead: at most three lines, each with one button that acts."""

from __future__ import annotations

from datetime import datetime
from html import escape

import streamlit as st

from eval_core.campaigns.watching.hand_over import hand_over
from eval_core.campaigns.watching.needs import HAND_OVER, Need
from eval_core.campaigns.watching.watch import Watch
from eval_core.errors import RefusedError
from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.reports.need_words import button_label, handed_over_text, more_text, need_text
from eval_core.ui.lead.progress_data import look_again
from eval_core.ui.parts.refusals import TROUBLES
from eval_core.ui.registry import page_file
from eval_core.ui.session import session_id, store

SHOWN = 3
_REFUSALS = {
    **TROUBLES,
    "came_back": N_("Not saved: {name} has been back in the meantime, so nothing was handed over."),
    "unknown_person": N_("Not saved: {name} is no longer in the campaign."),
    "not_allowed": N_("Not saved: this needs the role of a lead."),
    "signed_out": N_("Not saved: you have been signed out. Open your personal link again."),
}
state = st.session_state


def show_needs(slug: str, found: Watch) -> None:
    """The most urgent lines; a quiet word where there are none."""
    st.html(f'<h2 class="section">{escape(_("Needs attention"))}</h2>')
    said = state.pop("handed_over", None)
    if said:
        st.html(f'<p class="note" role="status">{escape(said)}</p>')
    if not found.needs:
        st.html(f'<p class="note">{escape(_("Nothing needs your attention."))}</p>')
        return
    for need in found.needs[:SHOWN]:
        _line(slug, found, need)
    hidden = len(found.needs) - SHOWN
    if hidden > 0:
        st.html(f'<p class="note">{escape(more_text(hidden))}</p>')


def _line(slug: str, found: Watch, need: Need) -> None:
    progress = found.progress
    text = need_text(need, deadline=progress.deadline, now=progress.at)
    with st.container(key=f"need_{need.code}", horizontal=True, vertical_alignment="center"):
        st.html(f'<p class="need">{escape(text)}</p>')
        if need.action == HAND_OVER:
            seen = {one.name: one.last_seen for one in progress.people if one.name in need.people}
            label = button_label(need, rates=progress.rates)
            st.button(label, key=f"hand_over_{need.code}", on_click=_hand_over, args=(slug, seen, progress.rates))
        elif st.button(button_label(need), key=f"act_{need.code}"):
            if need.action == "people":
                state["people_person"] = found.ids.get(need.people[0])
            st.switch_page(page_file(need.action))


def _hand_over(slug: str, seen: dict[str, datetime | None], rates: bool) -> None:
    """Release what lies with these people, as they were seen last; says what became of it."""
    count, refused = 0, []
    for name, seen_at in seen.items():
        try:
            count += hand_over(store(), slug, name, seen_at, session_id())
        except RefusedError as refusal:
            refused.append(_(_REFUSALS[refusal.code], name=name))
    state["handed_over"] = " ".join(
        [*refused, *([handed_over_text(count, rates=rates)] if count or not refused else [])]
    )
    look_again()
