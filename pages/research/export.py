"""Export: take the data away, whole or in parts."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.results.ratings import rating_state
from eval_core.locales import gettext as _
from eval_core.ui.frame.early_results import results_or_button
from eval_core.ui.research import export as exporting
from eval_core.ui.session import require, session_id, store

seat = require("researcher")
st.html(f'<h1 class="verdict">{escape(_("Download data"))}</h1>')
judged = latest_change(store(), seat.slug, session_id())[0] > 0
ratings = rating_state(store(), seat.slug, session_id())
rated = bool(ratings.protocols)
shown = not (judged or rated) or results_or_button(seat.slug)  # judgments, ratings and data set name the systems
if not judged and not ratings.rates:
    st.html(f'<p class="note">{escape(_("There are no judgments to export yet."))}</p>')
elif judged and shown:
    exporting.judgments(seat.slug)
if not rated and ratings.rates:
    st.html(f'<p class="note">{escape(_("There are no ratings to export yet."))}</p>')
elif rated and shown:
    exporting.ratings(seat.slug, ratings.protocols)
if "lead" in seat.visitor.roles[seat.slug]:
    exporting.everything(seat.slug)
    if shown:
        exporting.dataset(seat.slug)
    exporting.tokens(seat.slug)
