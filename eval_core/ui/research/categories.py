"""All categories in one figure and one table, on demand: each is a ranking of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from eval_core.campaigns.results.slices import slices
from eval_core.figures import category_grid, category_grid_data
from eval_core.locales import gettext as _
from eval_core.locales import natural
from eval_core.ranking.choices import Choices
from eval_core.ranking.results import Ranking
from eval_core.reports.category_words import category_table, category_words, without_ranking
from eval_core.ui.parts.charts import show_figure
from eval_core.ui.parts.downloads import figure_downloads
from eval_core.ui.parts.html import note
from eval_core.ui.parts.tables import table
from eval_core.ui.research.rankings import board
from eval_core.ui.session import session_id, store


def show_categories(slug: str, chosen: Choices, name: str, drawn: dict[str, Any]) -> None:
    """A part that opens, where the ranking is of several categories; nothing is ranked before it is opened."""
    categories = sorted(slices(store(), slug, session_id())["category"], key=natural)
    if chosen.category is not None or len(categories) < 2:
        return
    title = _("All categories")
    with st.expander(title, key=f"categories_{name}", on_change="rerun") as part:
        if not part.open:
            return
        found: dict[str, Ranking] = {}
        for category in categories:
            ranking = board(slug, replace(chosen, category=category)).ranking
            if ranking is not None:
                found[category] = ranking
        for text in without_ranking([category for category in categories if category not in found]):
            note(text)
        if not found:
            return
        figure = category_grid(found, labels=category_words(), **drawn)
        show_figure(figure, f"categories_{name}", f"{name}-categories")
        header, rows = category_table(found)
        table(header, rows, numeric=range(1, len(header)), caption=title)
        note(_("Each category is a ranking of its own: its intervals and ranks hold within it."))
        figure_downloads(slug, figure, category_grid_data(found), f"{name}-categories", title)
