"""Progress: shall we finish?"""

from __future__ import annotations

import streamlit as st

from eval_core.figures import burn_up as burn_up_figure
from eval_core.figures import burn_up_model
from eval_core.locales import gettext as _
from eval_core.locales import number
from eval_core.ui.address import page_link
from eval_core.ui.frame.trouble import noting
from eval_core.ui.lead.case.case_link import case_name
from eval_core.ui.lead.needs import show_needs
from eval_core.ui.lead.progress_data import FIGURE_SECONDS, curve, stopping, watched
from eval_core.ui.lead.progress_text import (
    details,
    forecast_on_clock,
    people_header,
    person_cells,
    plan,
    progress_sentence,
    stopping_text,
    sum_row,
    sum_text,
)
from eval_core.ui.lead.timesheet import show_hours
from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.parts.charts import burn_words, drawing, show_figure
from eval_core.ui.parts.downloads import download_row, figure_files
from eval_core.ui.parts.html import note, note_html, sentence, verdict_html
from eval_core.ui.parts.local_time import axis_moment, local
from eval_core.ui.parts.tables import Link, table
from eval_core.ui.session import require


@st.fragment(run_every=FIGURE_SECONDS)
@noting
def how_it_goes(slug: str) -> None:
    leads = slug in require("lead", "researcher", drawn=slug).visitor.campaigns_as("lead")
    # One reading for headline, rows and what explains their difference.
    watch = watched(slug)
    progress = watch.progress
    st.html(verdict_html(progress_sentence(progress)) + note_html(details(progress)))
    rule = stopping(slug)
    if rule is not None and progress.total:
        sentence(stopping_text(rule, rates=progress.rates))
    if leads and progress.total == 0 and progress.status != "draft":
        page_link("setup", slug, label=_("Set up the campaign"))
    elif leads:
        show_needs(slug, watch)
    made = [(local(at), judged) for at, judged in curve(slug)]
    if made:
        figure = drawing(
            burn_up_figure,
            burn_up_model,
            made,
            total=progress.total,
            plan=plan(progress, made),
            forecast=forecast_on_clock(progress.forecast),
            at=local(progress.at),
            labels=burn_words(rates=progress.rates),
            count=number,
            moment=axis_moment,
        )
        show_figure(figure, "burn_up", compact=announce("", "progress") == "stacked")
        file = f"{slug}-progress"
        download_row(slug, file, figure_files(figure, file, file))
    if progress.people:
        rows: list[list[str | Link]] = [
            [case_name(slug, row.id if leads else None, name), *cells]
            for row in progress.people
            for name, *cells in [person_cells(row)]
        ]
        rows.append(list(sum_row(progress)))
        table(people_header(), rows, numeric=(1, 2, 3, 4), caption=_("Annotators"))
        if explained := sum_text(progress):
            note(explained)
    elif not leads or progress.status != "draft":  # what a draft lacks is listed above
        note(_("Nobody is invited yet."))
        if leads:
            page_link("people", slug, label=_("Invite annotators"))


seat = require("lead", "researcher")
how_it_goes(seat.slug)
if seat.slug in seat.visitor.campaigns_as("lead"):
    show_hours(seat.slug, rates=watched(seat.slug).progress.rates)
