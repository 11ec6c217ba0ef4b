"""The first steps of a lead: a title makes a draft, and the draft's plan says what comes next."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.setup.lifecycle import LONGEST_TITLE, draft_campaign
from eval_core.errors import RefusedError
from eval_core.locales import gettext as _
from eval_core.ui.lead.setup.words import REFUSALS
from eval_core.ui.registry import page_file
from eval_core.ui.session import session_id, store

state = st.session_state


def new_campaign(*, first: bool) -> None:
    """Asks for a title, and says what follows; `first` where there is no campaign yet."""
    title = _("Set up your first campaign") if first else _("Set up a new campaign")
    st.html(f'<h1 class="verdict">{escape(title)}</h1>')
    steps = (
        _("Give it a title. Nobody can judge before you start it."),
        _("Load a file of the systems' responses; Parvis makes the comparisons."),
        _("Write the information letter if annotators have to agree to one."),
        _("Invite annotators: each gets a link."),
        _("Start the campaign."),
    )
    listed = "".join(f"<li>{escape(step)}</li>" for step in steps)
    st.html(f'<ol class="first-steps">{listed}</ol>')
    with st.form("new_campaign", border=False):
        st.text_input(_("Title"), key="new_title", max_chars=LONGEST_TITLE)
        st.form_submit_button(_("Go on"), key="draft", type="primary", on_click=_draft)
    if word := state.pop("new_trouble", None):
        st.html(f'<p class="note trouble" role="alert">{escape(_(REFUSALS[word]))}</p>')
    if state.pop("new_made", False):
        st.switch_page(page_file("setup"))


def _draft() -> None:
    title = state.get("new_title") or ""
    try:
        # The second click of a double click opens what the first one made.
        made = state.get("new_last")
        slug = made[1] if made and made[0] == title else draft_campaign(store(), title, who=session_id())
    except RefusedError as refusal:
        state["new_trouble"] = refusal.code
        return
    state["campaign"], state["new_last"], state["new_made"] = slug, (title, slug), True
