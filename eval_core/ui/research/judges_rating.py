"""The Judges page for judges that rate: the answer for each, its cautions, figure and numbers."""

from __future__ import annotations

import json
from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.results.judges_rating import RatingJudgeReport, rating_judge_reports
from eval_core.figures import judge_agreement_data, judge_agreement_model, judge_agreement_plot
from eval_core.locales import gettext as _
from eval_core.reports import rating_judge_words as judge_words
from eval_core.reports.figure_words import numerals
from eval_core.reports.judge_results.judge_words import interval_note
from eval_core.ui.parts.charts import drawing, show_figure
from eval_core.ui.parts.downloads import download_row, figure_downloads
from eval_core.ui.parts.html import heading, note, trouble
from eval_core.ui.parts.tables import table
from eval_core.ui.research.judge_summaries import show_summaries
from eval_core.ui.session import store
from eval_core.ui.shared_results import of_newest_state


def show_rating_judges(
    slug: str, protocol: str | None, latest: tuple[int, ...], epsilon: float, *, compact: bool
) -> None:
    """Every judge that rated under this protocol (the campaign's own where None), by name."""
    reports = _reports(store().name, slug, latest, protocol, epsilon)
    if not reports:
        note(_("No LLM judge has rated responses in this campaign yet. Start one with “parvis judge run”."))
    for place, report in enumerate(reports, 1):
        _show(slug, report, f"{slug}-rating-judge-{place}", compact=compact)


def _show(slug: str, report: RatingJudgeReport, name: str, *, compact: bool) -> None:
    st.html(
        f'<h2 class="section">{escape(report.judge)}</h2>'
        f'<p class="part-verdict">{escape(judge_words.rating_judge_verdict(report))}</p>'
        f'<p class="sentence">{escape(judge_words.rating_judge_details(report))}</p>'
    )
    for caution in judge_words.rating_judge_cautions(report):
        trouble(caution, role="")
    if report.comparison.common:
        _agreement(slug, report, name, compact=compact)
        _tables(report)
    show_summaries(slug, report.protocol, report.judge)
    whole = partial(json.dumps, report.as_dict(), ensure_ascii=False)
    download_row(slug, name, [("JSON", "json", "application/json", whole)])


def _agreement(slug: str, report: RatingJudgeReport, name: str, *, compact: bool) -> None:
    """The figure of agreement, and its numbers."""
    title = _("Agreement with the annotators")
    heading(title, "criterion")
    names = judge_words.part_names(report)
    data = judge_agreement_data({names[key]: part.comparison for key, part in judge_words.parts(report).items()})
    look = {"labels": judge_words.judge_agreement_words(), **numerals()}
    figure = drawing(judge_agreement_plot, judge_agreement_model, data, **look)
    show_figure(figure, f"{name}_figure", compact=compact)
    with st.expander(_("The numbers as a table")):
        header = judge_words.agreement_header()
        table(
            header,
            judge_words.agreement_rows(report),
            numeric=range(1, len(header)),
            caption=f"{title}: {report.judge}",
        )
        note(interval_note())
    figure_downloads(slug, figure, data, f"{name}-agreement", f"{report.judge}: {title}")


def _tables(report: RatingJudgeReport) -> None:
    title = _("Criterion by criterion")
    heading(title, "criterion")
    header = judge_words.part_header()
    table(header, judge_words.part_rows(report), numeric=range(1, len(header) - 1), caption=f"{title}: {report.judge}")
    title = _("Scores side by side")
    heading(title, "criterion")
    header = judge_words.level_header()
    table(header, judge_words.level_rows(report), numeric=range(1, len(header)), caption=f"{title}: {report.judge}")
    if report.probabilities:
        title = _("Probabilities compared with the annotators")
        heading(title, "criterion")
        header = judge_words.probability_header()
        rows = judge_words.probability_rows(report)
        table(header, rows, numeric=range(2, len(header)), caption=f"{title}: {report.judge}")
    if report.score.test.annotators:
        title = _("Replacing each annotator")
        heading(title, "criterion")
        table(
            judge_words.annotator_header(),
            judge_words.annotator_rows(report),
            numeric=(1, 2, 3, 5),
            caption=f"{title}: {report.judge}",
        )
    title = _("Biases")
    heading(title, "criterion")
    table(judge_words.habit_header(), judge_words.habit_rows(report), numeric=(1,), caption=f"{title}: {report.judge}")
    _confusion_tables(report)


def _confusion_tables(report: RatingJudgeReport) -> None:
    names = judge_words.part_names(report)
    crossed = {names[key]: part.confusion for key, part in judge_words.parts(report).items() if part.confusion}
    if not any(confusion.counts for confusion in crossed.values()):
        return
    with st.expander(_("Judge's and annotators' ratings")):
        for name, confusion in crossed.items():
            if confusion.counts:
                heading(name, "criterion")
                header = judge_words.confusion_header(confusion)
                table(
                    header,
                    judge_words.confusion_rows(confusion),
                    numeric=range(1, len(header)),
                    caption=f"{name}: {report.judge}",
                )


@of_newest_state
def _reports(
    database: str, slug: str, latest: tuple[int, ...], protocol: str | None, epsilon: float
) -> tuple[RatingJudgeReport, ...]:
    return rating_judge_reports(store(), slug, protocol=protocol, epsilon=epsilon)
