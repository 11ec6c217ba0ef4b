"""Can the judgments be trusted? How far annotators agree, how each of them judges, and whether order matters."""

from __future__ import annotations

from html import escape

import pandas as pd
import streamlit as st

from eval_core.agreement import Agreement
from eval_core.campaigns.quality.exclusions import list_exclusions
from eval_core.campaigns.quality.figures import TrustFigures, trust_figures
from eval_core.campaigns.rules import read_rules
from eval_core.figures import agreement_matrix, agreement_matrix_data
from eval_core.locales import gettext as _
from eval_core.locales import number
from eval_core.ranking.results import Ranking
from eval_core.reports.agreement_words import (
    agreement_cells,
    agreement_header,
    agreement_notes,
    agreement_verdict,
)
from eval_core.reports.effect_words import layout_sentence
from eval_core.reports.figure_words import agreement_matrix_words, numerals
from eval_core.reports.habit_words import annotator_table
from eval_core.reports.trust_words import trust_verdict
from eval_core.ui.frame.trouble import noting
from eval_core.ui.parts.charts import figure_theme, show_figure
from eval_core.ui.parts.downloads import figure_downloads
from eval_core.ui.parts.tables import table
from eval_core.ui.session import require, session_id, store

_LOOK_AGAIN = 3  # seconds


def read_figures(slug: str) -> TrustFigures:
    """What the page shows; where newer figures are still being computed, a line says so and brings them."""
    found, newest = trust_figures(store(), slug, session_id())
    if not newest:
        _await_figures()
    return found


@st.fragment(run_every=_LOOK_AGAIN)
@noting
def _await_figures() -> None:
    slug = require("lead", "researcher").slug
    said = _("New judgments have arrived since these figures were computed. The figures will be updated in a moment.")
    st.html(f'<p class="note" role="status">{escape(said)}</p>')
    if trust_figures(store(), slug, session_id())[1]:
        st.rerun()


def show_trust(slug: str, figures: TrustFigures) -> None:
    """The verdict over the page; nothing where nobody has judged."""
    if figures.checks:
        mark = read_rules(store(), slug).pass_mark
        found = trust_verdict(figures.agreement, figures.checks, figures.habits, mark)
        st.html(f'<p class="verdict">{escape(found)}</p>')


def show_agreement(slug: str, found: Agreement, *, compact: bool) -> None:
    """How far annotators agree: in words, the measures as a table, and the matrix of annotators with its data."""
    st.html(f'<p class="sentence">{escape(agreement_verdict(found))}</p>')
    if found.n_items:
        table(agreement_header(), agreement_cells(found), numeric=(1, 2, 3), caption=_("Agreement"))
    for text in agreement_notes(found):
        st.html(f'<p class="note trouble">{escape(text)}</p>')
    if not found.n_items:
        return
    explained = _(
        "1 is full agreement, 0 is chance level. Intervals: {level} %.",
        level=number(100 * found.level, 0),
    )
    st.html(f'<p class="note">{escape(explained)}</p>')
    pairs = pairs_of(found)
    if not pairs.empty:
        title = _("Annotator against annotator")
        st.html(f'<h2 class="section">{escape(title)}</h2>')
        drawn = {"theme": figure_theme(), "compact": compact, **numerals()}
        figure = agreement_matrix(pairs, labels=agreement_matrix_words(), **drawn)
        show_figure(figure, "agreement_matrix", f"{slug}-agreement")
        figure_downloads(
            slug, figure, agreement_matrix_data(pairs), f"{slug}-agreement", _("Annotator against annotator")
        )


def show_annotators(slug: str, figures: TrustFigures) -> None:
    """One row for each annotator: gold, repeats, time, and habits held against the others."""
    if not figures.checks:
        return
    title = _("Per annotator")
    st.html(f'<h2 class="section">{escape(title)}</h2>')
    excluded = {one.name for one in list_exclusions(store(), slug, session_id()) if one.lifted_at is None}
    head, rows = annotator_table(figures.checks, figures.habits, excluded)
    table(head, rows, numeric=range(1, len(head) - (_("Flagged habits") in head)), caption=title)
    explained = _(
        "Gold and repeats: first answers, with {level} % intervals. Time: per regular comparison, without breaks. "
        "Expected: what the others' judgments of the same comparisons predict. Flagged habits: only what chance "
        "hardly explains (5 %, all annotators together). A habit is not an error; raise it with the person.",
        level=95,
    )
    st.html(f'<p class="note">{escape(explained)}</p>')


def show_order(found: dict[str | None, Ranking]) -> None:
    """Whether it matters which text stands first, in each layout apart."""
    if not found:
        return
    st.html(f'<h2 class="section">{escape(_("Does it matter which text comes first?"))}</h2>')
    said = (layout_sentence(layout, ranking) for layout, ranking in found.items())
    st.html("".join(f'<p class="sentence">{escape(one)}</p>' for one in said))


def pairs_of(found: Agreement) -> pd.DataFrame:
    """The pairs of annotators as the figure takes them: the share of equal judgments."""
    rows = [(one.annotator, one.other, one.n, one.estimates.percent_agreement) for one in found.annotator_pairs]
    return pd.DataFrame(rows, columns=["annotator_a", "annotator_b", "n", "agreement"])
