"""The page Quality: how far annotators agree, how each of them judges, and whether order matters."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from eval_core.agreement import Agreement
from eval_core.campaigns.quality.doubts import LEVEL
from eval_core.campaigns.quality.exclusions import list_exclusions
from eval_core.campaigns.quality.figures import TrustFigures, trust_figures
from eval_core.figures import agreement_matrix, agreement_matrix_data, agreement_matrix_model
from eval_core.locales import gettext as _
from eval_core.locales import percent
from eval_core.ranking.results import Ranking
from eval_core.reports.agreement_words import (
    agreement_cells,
    agreement_header,
    agreement_notes,
    agreement_verdict,
    ties_note,
)
from eval_core.reports.annotators.doubt_words import doubt_sentence
from eval_core.reports.annotators.habit_words import annotator_table
from eval_core.reports.annotators.trust_words import trust_verdict
from eval_core.reports.effect_words import layout_sentence
from eval_core.reports.figure_words import agreement_matrix_words, numerals
from eval_core.ui.frame.trouble import noting
from eval_core.ui.lead.case.case_link import case_link, case_name
from eval_core.ui.parts.charts import drawing, show_figure
from eval_core.ui.parts.downloads import figure_downloads
from eval_core.ui.parts.html import heading, note, sentence, sentence_html, trouble, verdict
from eval_core.ui.parts.tables import table
from eval_core.ui.session import require, session_id, store

_LOOK_AGAIN = 3  # seconds


def read_figures(slug: str) -> TrustFigures:
    """The page's figures. While newer ones are being computed, a line says so and replaces them when they are ready."""
    figures, up_to_date = trust_figures(store(), slug, session_id())
    if not up_to_date:
        _await_figures(slug)
    return figures


@st.fragment(run_every=_LOOK_AGAIN)
@noting
def _await_figures(slug: str) -> None:
    require("lead", "researcher", drawn=slug)
    text = _("New judgments have arrived since these figures were computed. The figures will be updated in a moment.")
    note(text, role="status")
    if trust_figures(store(), slug, session_id())[1]:
        st.rerun()


def show_trust(slug: str, figures: TrustFigures, *, leads: bool) -> None:
    """The verdict at the top, and each one to look at with what is unusual; nothing where no one has judged.

    Args:
        leads: whether each line leads to the annotator's page.
    """
    if not figures.checks:
        return
    verdict(trust_verdict(figures.agreement, figures.checks, figures.doubts))
    ids = {check.annotator: check.person_id for check in figures.checks}
    for doubt in figures.doubts:
        sentence(doubt_sentence(doubt))
        if leads:
            case_link(slug, ids[doubt.annotator], _("Look at the work of {name}", name=doubt.annotator))


def show_agreement(slug: str, agreement: Agreement, *, compact: bool) -> None:
    """How far annotators agree: in words, the measures as a table, and the matrix of annotators with its data."""
    sentence(agreement_verdict(agreement))
    if agreement.n_items:
        table(agreement_header(), agreement_cells(agreement), numeric=(1, 2, 3), caption=_("Agreement"))
    for text in agreement_notes(agreement):
        trouble(text, role="")
    if not agreement.n_items:
        return
    explained = _(
        "α and AC1: 1 is full agreement, 0 is chance level. Intervals: {level}.",
        level=percent(agreement.level),
    )
    note(f"{explained} {ties_note(agreement)}".strip())
    pairs = pairs_of(agreement)
    if not pairs.empty:
        title = _("Annotator against annotator")
        heading(title)
        look = {"labels": agreement_matrix_words(), **numerals()}
        figure = drawing(agreement_matrix, agreement_matrix_model, pairs, **look)
        show_figure(figure, "agreement_matrix", compact=compact)
        figure_downloads(
            slug, figure, agreement_matrix_data(pairs), f"{slug}-agreement", _("Annotator against annotator")
        )


def show_annotators(slug: str, figures: TrustFigures, *, leads: bool) -> None:
    """One row per annotator: gold, repeats, time, late work, and habits; for leads, names lead to the person's page."""
    if not figures.checks:
        return
    title = _("Per annotator")
    heading(title)
    excluded = {row.name for row in list_exclusions(store(), slug, session_id()) if row.lifted_at is None}
    head, rows = annotator_table(figures.checks, figures.habits, figures.doubts, excluded)
    ids = {check.annotator: check.person_id for check in figures.checks} if leads else {}
    linked = [[case_name(slug, ids.get(row[0]), row[0]), *row[1:]] for row in rows]
    table(head, linked, numeric=range(1, len(head) - (_("Flagged") in head)), caption=title)
    explained = _(
        "Gold and repeats: first answers, with {level} intervals. Time: per regular comparison, without breaks. "
        "Expected: what the others' judgments of the same comparisons predict. Flagged: only what chance hardly "
        "explains ({alarm}, all annotators together), measured against how much these annotators differ, and never "
        "for a habit without gold or repeats that bear it out. A habit is not an error; raise it with the person.",
        level=percent(0.95),
        alarm=percent(LEVEL),
    )
    note(explained)
    if any(check.late for check in figures.checks):
        late = _(
            "Late: judgments that arrived after the time reserved for them was over, for example because the "
            "connection was lost. They count like any other."
        )
        note(late)


def show_order(by_layout: dict[str | None, Ranking]) -> None:
    """Whether it matters which text comes first, for each layout."""
    if not by_layout:
        return
    heading(_("Does it matter which text comes first?"))
    st.html("".join(sentence_html(layout_sentence(layout, ranking)) for layout, ranking in by_layout.items()))


def pairs_of(agreement: Agreement) -> pd.DataFrame:
    """The pairs of annotators as the figure takes them: the share of equal judgments."""
    pairs = agreement.annotator_pairs
    rows = [(pair.annotator, pair.other, pair.n, pair.estimates.percent_agreement) for pair in pairs]
    return pd.DataFrame(rows, columns=["annotator_a", "annotator_b", "n", "agreement"])
