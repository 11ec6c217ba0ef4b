"""What leaving an annotator out would do; to the ranking only for those who see results."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.quality.case_file.case_head import CaseHead
from eval_core.campaigns.results.early_results import results_are_shown
from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.watching.omission import read_omission, read_ranking_without
from eval_core.locales import gettext as _
from eval_core.ranking.robustness import Change
from eval_core.reports.annotators.case_words import omission_sentences, ranking_sentences
from eval_core.ui.parts.html import heading, note, sentence_html
from eval_core.ui.parts.local_time import local_day
from eval_core.ui.session import session_id, store
from eval_core.ui.shared_results import of_newest_state


def show_omission(slug: str, head: CaseHead) -> None:
    """Judgments, work to make again, end date, and the ranking's decisions."""
    heading(_("If {name} is left out", name=head.person.name))
    found = read_omission(store(), slug, head.person.person_id, session_id())
    st.html("".join(map(sentence_html, omission_sentences(found, local_day, rates=head.rates))))
    if head.rates or not found.judgments:
        return
    if not results_are_shown(store(), slug, session_id()):
        text = _(
            "What it does to the ranking is hidden while judging is open: decide by the judgments, not by the "
            "standings."
        )
        note(text)
        return
    change = _change(store().name, slug, latest_change(store(), slug, session_id()), head.person.person_id)
    st.html("".join(f'<p class="sentence">{escape(text)}</p>' for text in ranking_sentences(change)))


@of_newest_state
def _change(database: str, slug: str, latest: tuple[int, ...], person_id: int) -> Change | None:
    return read_ranking_without(store(), slug, person_id, session_id())
