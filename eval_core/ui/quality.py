"""Can the judgments be trusted? How far the annotators agree, all and two by two."""

from __future__ import annotations

from html import escape

import pandas as pd
import streamlit as st

from eval_core.agreement import Agreement, agreement
from eval_core.campaigns.checks import annotator_checks
from eval_core.campaigns.leaderboard import latest_change
from eval_core.campaigns.votes import read_votes
from eval_core.figures import agreement_matrix, agreement_matrix_data
from eval_core.locales import gettext as _
from eval_core.locales import number
from eval_core.ranking.habits import AnnotatorHabits, annotator_habits
from eval_core.reports.agreement_words import (
    agreement_cells,
    agreement_header,
    agreement_notes,
    agreement_verdict,
)
from eval_core.reports.figure_words import agreement_matrix_words, numerals
from eval_core.reports.habit_words import check_cells, check_header, habit_cells, habit_header
from eval_core.ui.charts import figure_theme, show_figure
from eval_core.ui.downloads import figure_downloads
from eval_core.ui.session import session_id, store
from eval_core.ui.tables import table

# Behind the intervals on the screen; the command line draws more.
_RESAMPLES = 1000


def show_agreement(slug: str, *, compact: bool) -> None:
    """Verdict, the measures as a table, and the matrix of annotators with its data."""
    found = _agreement(store().name, slug, latest_change(store(), slug, session_id()))
    st.html(f'<p class="verdict">{escape(agreement_verdict(found))}</p>')
    if not found.n_items:
        return
    table(agreement_header(), agreement_cells(found), numeric=(1, 2, 3), caption=_("Agreement"))
    for text in agreement_notes(found):
        st.html(f'<p class="note trouble">{escape(text)}</p>')
    explained = _(
        "1 is full agreement, 0 what chance would give. The intervals hold for {level} %.",
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


def show_checks(slug: str) -> None:
    """Gold, repeats and time of each annotator, by their first answers."""
    found = annotator_checks(store(), slug, session_id())
    if not found:
        return
    title = _("Gold, repeats and time")
    st.html(f'<h2 class="section">{escape(title)}</h2>')
    table(check_header(), check_cells(found), numeric=(1, 2, 3), caption=title)
    explained = _(
        "First answers count, with the interval in which the share lies with {level} % certainty. The time is per "
        "regular comparison, breaks left out.",
        level=95,
    )
    st.html(f'<p class="note">{escape(explained)}</p>')


def show_habits(slug: str) -> None:
    """Each annotator's habits, held against the others."""
    found = _habits(store().name, slug, latest_change(store(), slug, session_id()))
    if len(found) < 2:
        return
    st.html(f'<h2 class="section">{escape(_("Habits"))}</h2>')
    table(habit_header(), habit_cells(found), numeric=(1, 2, 3), caption=_("Habits"))
    explained = _(
        "Expected is what the others' judgments of the same comparisons would give. Only what chance hardly explains "
        "stands out (5 %, all annotators looked at together). A habit is no fault: talk about it."
    )
    st.html(f'<p class="note">{escape(explained)}</p>')


@st.cache_data(max_entries=64, show_spinner=False)
def _habits(database: str, slug: str, latest: tuple[int, ...]) -> tuple[AnnotatorHabits, ...]:
    votes = read_votes(store(), slug, times=True)
    return annotator_habits(votes, position_effect=False) if len(votes) else ()


@st.cache_data(max_entries=64, show_spinner=False)
def _agreement(database: str, slug: str, latest: tuple[int, ...]) -> Agreement:
    return agreement(read_votes(store(), slug), resamples=_RESAMPLES)


def pairs_of(found: Agreement) -> pd.DataFrame:
    """The pairs of annotators as the figure takes them: the share of equal judgments."""
    rows = [(one.annotator, one.other, one.n, one.estimates.percent_agreement) for one in found.annotator_pairs]
    return pd.DataFrame(rows, columns=["annotator_a", "annotator_b", "n", "agreement"])
