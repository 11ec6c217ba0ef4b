"""Progress: shall we finish?"""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.figures import burn_up as burn_up_figure
from eval_core.locales import gettext as _
from eval_core.locales import number
from eval_core.ui.frame.trouble import noting
from eval_core.ui.lead.needs import show_needs
from eval_core.ui.lead.progress_data import COUNTS_SECONDS, FIGURE_SECONDS, counted, curve, stopping, watched
from eval_core.ui.lead.progress_text import details, people_header, person_cells, plan, sentence, stopping_text
from eval_core.ui.lead.timesheet import show_hours
from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.parts.charts import burn_words, figure_theme, moments, show_figure
from eval_core.ui.parts.tables import table
from eval_core.ui.registry import page_file
from eval_core.ui.session import require


@st.fragment(run_every=COUNTS_SECONDS)
@noting
def where_it_stands() -> None:
    slug = require("lead", "researcher").slug
    found = counted(slug)
    st.html(f'<h1 class="verdict">{escape(sentence(found))}</h1><p class="note">{escape(details(found))}</p>')


@st.fragment(run_every=FIGURE_SECONDS)
@noting
def how_it_goes() -> None:
    seat = require("lead", "researcher")
    slug, leads = seat.slug, seat.slug in seat.visitor.campaigns_as("lead")
    found = watched(slug)
    rule = stopping(slug)
    if rule is not None and found.progress.total:
        st.html(f'<p class="sentence">{escape(stopping_text(rule, rates=found.progress.rates))}</p>')
    if leads and found.progress.total == 0:
        st.page_link(page_file("setup"), label=_("Set up the campaign"))
    elif leads:
        show_needs(slug, found)
    made = curve(slug)
    if made:
        drawn = burn_up_figure(
            made,
            total=found.progress.total,
            plan=plan(found.progress, made),
            forecast=found.progress.forecast,
            at=found.progress.at,
            labels=burn_words(rates=found.progress.rates),
            theme=figure_theme(),
            compact=announce("", "progress") == "stacked",
            count=number,
            moment=moments,
        )
        show_figure(drawn, "burn_up", f"{slug}-progress")
    if found.progress.people:
        rows = [person_cells(row) for row in found.progress.people]
        table(people_header(), rows, numeric=(1, 2, 3, 4), caption=_("Annotators"))
    else:
        st.html(f'<p class="note">{escape(_("Nobody is invited yet."))}</p>')
        if leads:
            st.page_link(page_file("people"), label=_("Invite annotators"))


seat = require("lead", "researcher")
where_it_stands()
how_it_goes()
if seat.slug in seat.visitor.campaigns_as("lead"):
    show_hours(seat.slug, rates=counted(seat.slug).rates)
