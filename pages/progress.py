"""Progress: shall we finish?"""

from __future__ import annotations

from datetime import datetime
from html import escape

import streamlit as st

from eval_core.campaigns.progress import CampaignProgress, burn_up, campaign_progress
from eval_core.figures import burn_up as burn_up_figure
from eval_core.locales import gettext as _
from eval_core.locales import number
from eval_core.ui.announcer import announce
from eval_core.ui.charts import burn_words, figure_theme, moments, show_figure
from eval_core.ui.progress_text import details, people_header, person_cells, sentence
from eval_core.ui.session import require, store
from eval_core.ui.tables import table

COUNTS_SECONDS = 5
FIGURE_SECONDS = 30


# All who watch share these: a refresh costs the annotators one count, however many leads look.
@st.cache_data(ttl=2, show_spinner=False)
def counted(database: str, slug: str) -> CampaignProgress:
    return campaign_progress(store(), slug)


@st.cache_data(ttl=FIGURE_SECONDS, show_spinner=False)
def curve(database: str, slug: str) -> list[tuple[datetime, int]]:
    return burn_up(store(), slug)


@st.fragment(run_every=COUNTS_SECONDS)
def live() -> None:
    slug = require("lead", "researcher").slug
    found = counted(store().name, slug)
    st.html(f'<h1 class="verdict">{escape(sentence(found))}</h1><p class="note">{escape(details(found))}</p>')
    if found.total == 0:
        command = f"parvis import responses FILE --campaign {slug}"
        st.html(f'<p class="note">{escape(_("Load responses: {command}", command=command))}</p>')
    made = curve(store().name, slug)
    if made:
        drawn = burn_up_figure(
            made,
            total=found.total,
            forecast=found.forecast,
            at=found.at,
            labels=burn_words(),
            theme=figure_theme(),
            compact=announce("", "progress") == "stacked",
            count=number,
            moment=moments,
        )
        show_figure(drawn, "burn_up", f"{slug}-progress")
    if found.people:
        rows = [person_cells(row) for row in found.people]
        table(people_header(), rows, numeric=(1, 2, 3, 4), caption=_("Annotators"))
    else:
        command = f"parvis person add NAME --role annotator --campaign {slug}"
        st.html(f'<p class="note">{escape(_("Nobody is invited yet. Invite: {command}", command=command))}</p>')


live()
