"""Ranking: which system reads best, or is rated best, and how certain is that?"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from eval_core.campaigns.results.ratings import rating_state
from eval_core.locales import gettext as _
from eval_core.ranking.choices import Choices
from eval_core.ui.frame.early_results import require_results
from eval_core.ui.frame.trouble import noting
from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.parts.slice_choice import choose_slices
from eval_core.ui.research.combined_boards import show_joint
from eval_core.ui.research.leaderboard import show_slice
from eval_core.ui.research.method_switches import choose_both_orders, choose_judge, choose_method, choose_whose
from eval_core.ui.research.rankings import board
from eval_core.ui.research.scores import show_scores_page
from eval_core.ui.session import require, session_id, store

REFRESH_SECONDS = 5


def switches(slug: str) -> tuple[list[Choices], bool]:
    """The slices that the reader chose, shown one below the other, and whether with P(best)."""
    with st.container(key="switches", horizontal=True, vertical_alignment="bottom"):
        parts = choose_slices(slug)
        kind = choose_whose(slug)
        judge = choose_judge(slug, kind)
        both = choose_both_orders(kind)
        method, p_best = choose_method()
        shared = Choices(kind=kind, both_orders=both, method=method, judge=judge)
        chosen = [replace(shared, written_standard=standard, category=category) for standard, category in parts]
        partial = [board(slug, part).facts.extent.partial for part in chosen]
        if any(partial) and st.toggle(_("Only prompts that every system answered"), key="common"):
            chosen = [replace(part, common_prompts=some) for part, some in zip(chosen, partial, strict=True)]
    return chosen, p_best


@st.fragment(run_every=REFRESH_SECONDS)
@noting
def rankings(slug: str, chosen: list[Choices], p_best: bool) -> None:
    require("researcher", drawn=slug)
    require_results(slug)
    compact = announce("", "ranking") == "stacked"
    for part in chosen:
        show = show_joint if part.judge else show_slice
        show(slug, part, compact=compact, p_best=p_best)


seat = require("researcher")
require_results(seat.slug)
ratings = rating_state(store(), seat.slug, session_id())
if ratings.rates:
    show_scores_page(seat.slug, ratings)
else:
    rankings(seat.slug, *switches(seat.slug))
