"""What pages about comparisons say where responses are rated."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.kinds import protocol_kind
from eval_core.locales import gettext as _
from eval_core.ui.registry import page_file
from eval_core.ui.session import Seat, session_id, store


def rates(slug: str) -> bool:
    """Whether responses are rated in the campaign, not compared."""
    return protocol_kind(store(), session_id(), slug) == "rating"


def rated_instead(seat: Seat, text: str) -> None:
    """That responses are rated here, what follows from it, and the way to the scores for those who may see them."""
    st.html(f'<p class="sentence">{escape(_("Responses are rated in this campaign."))} {escape(text)}</p>')
    if seat.slug in seat.visitor.campaigns_as("researcher"):
        st.page_link(page_file("ranking"), label=_("See the scores"))
