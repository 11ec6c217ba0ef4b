"""The Judges page for judges who rate: the answer for each, what to mind, the figure and the numbers behind it."""

from __future__ import annotations

import json
from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.results.judges_rating import RatingJudgeReport, rating_judge_reports
from eval_core.figures import beside_data, beside_plot
from eval_core.locales import gettext as _
from eval_core.reports import rating_judge_words as said
from eval_core.reports.figure_words import numerals
from eval_core.reports.judge_words import interval_note
from eval_core.ui.memo import of_newest_state
from eval_core.ui.parts.charts import figure_theme, show_figure
from eval_core.ui.parts.downloads import download_row, figure_downloads
from eval_core.ui.parts.tables import table
from eval_core.ui.research.judge_summaries import show_summaries
from eval_core.ui.session import store


def show_rating_judges(
    slug: str, protocol: str | None, latest: tuple[int, ...], epsilon: float, *, compact: bool
) -> None:
    """Every judge that rated under this protocol (the campaign's own where None), by name."""
    found = _reports(store().name, slug, latest, protocol, epsilon)
    if not found:
        none = _("No LLM judge has rated responses in this campaign yet. Start one with “parvis judge run”.")
        st.html(f'<p class="note">{escape(none)}</p>')
    for place, one in enumerate(found, 1):
        _show(slug, one, f"{slug}-rating-judge-{place}", compact=compact)


def _show(slug: str, one: RatingJudgeReport, name: str, *, compact: bool) -> None:
    st.html(
        f'<h2 class="section">{escape(one.judge)}</h2>'
        f'<p class="part-verdict">{escape(said.rating_judge_verdict(one))}</p>'
        f'<p class="sentence">{escape(said.rating_judge_details(one))}</p>'
    )
    for caution in said.rating_judge_cautions(one):
        st.html(f'<p class="note trouble">{escape(caution)}</p>')
    if one.beside.common:
        _agreement(slug, one, name, compact=compact)
        _tables(one)
    show_summaries(slug, one.protocol, one.judge)
    whole = partial(json.dumps, one.as_dict(), ensure_ascii=False)
    download_row(slug, name, [("JSON", "json", "application/json", whole)])


def _agreement(slug: str, one: RatingJudgeReport, name: str, *, compact: bool) -> None:
    """The figure of agreement, and its numbers."""
    title = _("Agreement with the annotators")
    _heading(title)
    names = said.part_names(one)
    data = beside_data({names[key]: part.beside for key, part in said.parts(one).items()})
    drawn = {"theme": figure_theme(), "compact": compact, **numerals()}
    figure = beside_plot(data, labels=said.beside_words(), **drawn)
    show_figure(figure, f"{name}_figure", f"{name}-agreement")
    with st.expander(_("The numbers as a table")):
        header = said.agreement_header()
        table(header, said.agreement_rows(one), numeric=range(1, len(header)), caption=f"{title}: {one.judge}")
        st.html(f'<p class="note">{escape(interval_note())}</p>')
    figure_downloads(slug, figure, data, f"{name}-agreement", f"{one.judge}: {title}")


def _tables(one: RatingJudgeReport) -> None:
    title = _("Criterion by criterion")
    _heading(title)
    header = said.part_header()
    table(header, said.part_rows(one), numeric=range(1, len(header) - 1), caption=f"{title}: {one.judge}")
    title = _("Scores side by side")
    _heading(title)
    header = said.level_header()
    table(header, said.level_rows(one), numeric=range(1, len(header)), caption=f"{title}: {one.judge}")
    if one.score.test.annotators:
        title = _("Replacing each annotator")
        _heading(title)
        table(said.annotator_header(), said.annotator_rows(one), numeric=(1, 2, 3, 5), caption=f"{title}: {one.judge}")
    title = _("Biases")
    _heading(title)
    table(said.habit_header(), said.habit_rows(one), numeric=(1,), caption=f"{title}: {one.judge}")
    _who_gave_what(one)


def _who_gave_what(one: RatingJudgeReport) -> None:
    names = said.part_names(one)
    crossed = {names[key]: part.confusion for key, part in said.parts(one).items() if part.confusion}
    if not any(found.counts for found in crossed.values()):
        return
    with st.expander(_("Judge's and annotators' ratings")):
        for name, found in crossed.items():
            if found.counts:
                _heading(name)
                header = said.confusion_header(found)
                table(header, said.confusion_rows(found), numeric=range(1, len(header)), caption=f"{name}: {one.judge}")


def _heading(text: str) -> None:
    st.html(f'<h3 class="criterion">{escape(text)}</h3>')


@of_newest_state
def _reports(
    database: str, slug: str, latest: tuple[int, ...], protocol: str | None, epsilon: float
) -> tuple[RatingJudgeReport, ...]:
    return rating_judge_reports(store(), slug, protocol=protocol, epsilon=epsilon)
