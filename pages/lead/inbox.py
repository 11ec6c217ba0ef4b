"""Inbox: who needs an answer?"""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.desk.supply.qualification import waiting_newcomers
from eval_core.campaigns.talk.inbox import inbox
from eval_core.locales import gettext as _
from eval_core.ui.frame.rating_notices import rates
from eval_core.ui.lead.inbox.clarification import clarifying
from eval_core.ui.lead.inbox.entries import (
    choose_entry,
    entries_of,
    headline,
    questions_text,
    settled_entries,
    skips_text,
)
from eval_core.ui.lead.inbox.entry import show_entry
from eval_core.ui.parts.browser.drafts import keep_drafts
from eval_core.ui.parts.html import note, sentence, verdict
from eval_core.ui.session import require, session_id, store

seat = require("lead")
received = inbox(store(), seat.slug, session_id())
newcomers = waiting_newcomers(store(), seat.slug, session_id())
verdict(headline(received, newcomers))
if more := questions_text(received):
    sentence(more)
if received.skipped:
    sentence(skips_text(received))
if entries_of(received, newcomers) or settled_entries(received):
    with st.container(key="inbox"):
        list_side, entry_side = st.columns([2, 5], gap="large")
    with list_side:
        chosen = choose_entry(received, newcomers)
    with entry_side:
        if chosen is not None:
            show_entry(seat.slug, chosen, received)
    keep_drafts()
else:
    text = (
        _("Questions from annotators and skipped responses come up here.")
        if rates(seat.slug)
        else _("Questions from annotators, newcomers who did not pass the test and skipped comparisons come up here.")
    )
    note(text)
clarifying(seat.slug)
