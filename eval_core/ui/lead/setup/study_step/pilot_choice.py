"""How much people and prompts differ: assumed, or as in judgments that are there already."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.setup.pilots import list_pilots, read_pilot
from eval_core.locales import gettext as _
from eval_core.ranking.diagnostics.pilot import Pilot
from eval_core.reports.plan_words import pilot_text
from eval_core.ui.lead.setup.setup_state import setup_state
from eval_core.ui.lead.setup.unsaved import follow_stored, keep
from eval_core.ui.parts.html import note
from eval_core.ui.session import session_id, store


def choose_pilot(slug: str) -> Pilot | None:
    """Let the lead choose a campaign with judgments, and say what they say; None to assume."""
    pilots = dict(list_pilots(store(), slug, session_id()))
    if not pilots:
        return None
    key = f"{slug}/pilot"
    follow_stored(key, None)
    chosen = st.selectbox(
        _("How much people and prompts differ"),
        [None, *pilots],
        format_func=lambda pilot: pilots[pilot] if pilot else _("Assumed: moderately"),
        key=key,
        on_change=keep,
        args=(key,),
        placeholder=_("Assumed: moderately"),  # Streamlit shows a choice of None as no choice at all
        help=_("From judgments that are there already: of this campaign, or of an earlier one. No system is named."),
    )
    if chosen is None:
        return None
    found = _read(slug, chosen)
    if found is None:
        note(_("The judgments there are too few to say how much people and prompts differ."))
    else:
        note(pilot_text(found))
    return found


def _read(slug: str, chosen: str) -> Pilot | None:
    """What the pilot says, read once for as long as it stays chosen: the page follows every slider."""
    known = setup_state().pilots
    if (slug, chosen) not in known:
        known.clear()
        known[slug, chosen] = read_pilot(store(), slug, chosen, session_id())
    return known[slug, chosen]
