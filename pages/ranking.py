"""Ranking: which system reads best, or is rated best, and how sure is that?"""

from __future__ import annotations

from dataclasses import replace
from html import escape

import streamlit as st

from eval_core.campaigns.rating_state import rating_state
from eval_core.campaigns.votes import slices
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.reports.wording import STANDARDS
from eval_core.ui.announcer import announce
from eval_core.ui.boards import Slice, board
from eval_core.ui.charts import choose_image_format
from eval_core.ui.leaderboard import show_slice
from eval_core.ui.ranking_method import choose_method
from eval_core.ui.rating_board import rating_page
from eval_core.ui.results_gate import require_results
from eval_core.ui.session import require, session_id, store

REFRESH_SECONDS = 5
APART, TOGETHER = "apart", "together"


def switches(slug: str) -> tuple[list[Slice], bool]:
    """What the reader chose to see: the slices, one below the other, and whether with P(best)."""
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
        choose_image_format()
        method, p_best = choose_method()
        shown: list[str | None] = [*standards] if view == APART else [None]
        chosen = [Slice(one, category, method=method) for one in shown]
        if any(board(slug, one).facts.partial for one in chosen):
            common = st.toggle(_("Only prompts that every system answered"), value=True, key="common")
            chosen = [replace(one, common_only=common) for one in chosen]
    return chosen, p_best


@st.fragment(run_every=REFRESH_SECONDS)
def rankings(chosen: list[Slice], p_best: bool) -> None:
    seat = require("researcher")
    require_results(seat.slug)
    compact = announce("", "ranking") == "stacked"
    for one in chosen:
        show_slice(seat.slug, one, compact=compact, p_best=p_best)


seat = require("researcher")
st.html(f'<h1 class="unseen">{escape(_("Ranking"))}</h1>')
require_results(seat.slug)
ratings = rating_state(store(), seat.slug, session_id())
if ratings.rates:
    rating_page(ratings)
else:
    rankings(*switches(seat.slug))
