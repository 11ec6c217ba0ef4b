"""The texts that an LLM judge wrote about whole batches, folded away under its figures on the Judges page."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.results.ratings import rating_state
from eval_core.judges.summaries import BatchSummary, judge_summaries
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol
from eval_core.reports.rating_words import summary_paragraphs
from eval_core.ui.session import session_id, store
from eval_core.web.shown_text import plain


def show_summaries(slug: str, protocol: Protocol, judge: str) -> None:
    """The judge's text for each criterion, batch by batch; nothing where it wrote none."""
    newest = rating_state(store(), slug, session_id()).newest
    written = [summary for summary in _summaries(store().name, slug, protocol.key, newest) if summary.judge == judge]
    if not written:
        return
    with st.expander(_("The judges' summaries of each batch")):
        for about, texts in summary_paragraphs(written, protocol):
            lines = "".join(
                f'<div><dt>{escape(name)}</dt><dd dir="auto">{plain(text)}</dd></div>' for name, text in texts
            )
            st.html(f'<p class="sentence">{escape(about)}</p><dl class="marks">{lines}</dl>')


# Keyed by the newest rating: a summary comes with ratings, or not at all.
@st.cache_data(max_entries=16, show_spinner=False)
def _summaries(database: str, slug: str, protocol: str, newest: int) -> tuple[BatchSummary, ...]:
    return judge_summaries(store(), slug, protocol=protocol)
