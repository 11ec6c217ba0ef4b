"""Ranking: which system reads best, and how sure is that?"""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.votes import slices
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.reports.wording import (
    MODELS,
    STANDARDS,
)
from eval_core.ui.announcer import announce
from eval_core.ui.boards import Slice, board
from eval_core.ui.charts import choose_image_format
from eval_core.ui.leaderboard import show_slice
from eval_core.ui.session import require, session_id, store

REFRESH_SECONDS = 5
APART, TOGETHER = "apart", "together"


def switches(slug: str) -> list[Slice]:
    """What the reader chose to see: the slices, one below the other."""
    found = slices(store(), slug, session_id())
    standards = [one for one in STANDARDS if one in found["written_standard"]]
    view: str | None = TOGETHER
    category = None
    with st.container(key="switches", horizontal=True, vertical_alignment="bottom"):
        if len(standards) > 1:
            names = {APART: _("Bokmål and Nynorsk apart"), TOGETHER: _("Both together")}
            view = st.segmented_control(
                _("Written standard"),
                list(names),
                format_func=names.__getitem__,
                default=APART,
                required=True,
                key=f"view_{current_language()}",  # the browser sends back the words that it showed
            )
        if found["category"]:
            every = _("All categories")
            key = f"category_{current_language()}"
            options = [None, *found["category"]]
            category = st.selectbox(_("Category"), options, format_func=lambda one: one or every, key=key)
        model = st.selectbox(_("Model"), list(MODELS), format_func=MODELS.__getitem__, key="model")
        choose_image_format()
        shown: list[str | None] = [*standards] if view == APART else [None]
        chosen = [Slice(one, category, model=model) for one in shown]
        if any(board(slug, one).facts.partial for one in chosen):
            common = st.toggle(_("Only prompts that every system answered"), value=True, key="common")
            chosen = [Slice(one, category, common_only=common, model=model) for one in shown]
    return chosen


@st.fragment(run_every=REFRESH_SECONDS)
def rankings(chosen: list[Slice]) -> None:
    seat = require("researcher")
    compact = announce("", "ranking") == "stacked"
    for one in chosen:
        show_slice(seat.slug, one, compact=compact)


seat = require("researcher")
st.html(f'<h1 class="unseen">{escape(_("Ranking"))}</h1>')
rankings(switches(seat.slug))
