"""The first steps of a lead: a title makes a draft, and the draft's plan says what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import streamlit as st

from eval_core.campaigns.setup.lifecycle import LONGEST_TITLE, draft_campaign
from eval_core.locales import gettext as _
from eval_core.ui.address import go_to
from eval_core.ui.parts.html import verdict
from eval_core.ui.parts.press import press, show_notice
from eval_core.ui.session import page_state, session_id, store

state = st.session_state


@dataclass
class NewCampaign:
    """What the page remembers: the last title, the address of the draft made from it, and whether to open it now."""

    title: str = ""
    slug: str = ""
    just_made: bool = False


def new_campaign(*, first: bool) -> None:
    """Asks for a title, and says what follows; `first` where there is no campaign yet."""
    title = _("Set up your first campaign") if first else _("Set up a new campaign")
    verdict(title)
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
    show_notice("new_campaign", once=True)
    memory = page_state(NewCampaign)
    if memory.just_made:
        memory.just_made = False
        go_to("setup", memory.slug)


def _draft() -> None:
    title = state.get("new_title") or ""
    memory = page_state(NewCampaign)
    # The second click of a double click opens what the first one made.
    if not memory.slug or memory.title != title:
        made = press("new_campaign", lambda: draft_campaign(store(), title, who=session_id()))
        if not made.result:
            return
        memory.title, memory.slug = title, made.result
    memory.just_made = True
