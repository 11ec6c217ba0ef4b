"""Which part of a campaign's results is shown: the written standards apart or together, one category or all."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.results.slices import slices
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.reports.choice_words import STANDARDS
from eval_core.ui.session import session_id, store

APART, TOGETHER = "apart", "together"


def choose_slices(slug: str) -> list[tuple[str | None, str | None]]:
    """Draw the switches that there is something to choose by; (written standard, category) of each slice to show, one
    below the other, None meaning all."""
    available = slices(store(), slug, session_id())
    standards = [standard for standard in STANDARDS if standard in available["written_standard"]]
    view: str | None = TOGETHER
    category = None
    if len(standards) > 1:
        names = {APART: _("Bokmål and Nynorsk separately"), TOGETHER: _("Both together")}
        view = st.segmented_control(
            _("Written standard"),
            list(names),
            format_func=names.__getitem__,
            default=TOGETHER,
            required=True,
            key=f"view_{current_language()}",  # the browser sends back the words that it showed
        )
    if available["category"]:
        every = _("All categories")
        key = f"category_{current_language()}"
        category = st.selectbox(
            _("Category"), [None, *available["category"]], format_func=lambda name: name or every, key=key
        )
    shown: list[str | None] = [*standards] if view == APART else [None]
    return [(standard, category) for standard in shown]
