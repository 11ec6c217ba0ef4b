"""Each LLM judge beside the people: the answer, and the figures behind it."""

from __future__ import annotations

import json
from functools import partial
from html import escape

import streamlit as st

from eval_core.agreement.alternative import EPSILON
from eval_core.campaigns.judge_results import JudgeReport, judge_reports
from eval_core.campaigns.leaderboard import latest_change
from eval_core.locales import current_language, number
from eval_core.locales import gettext as _
from eval_core.reports.judge_words import (
    confusion_cells,
    confusion_header,
    judge_cells,
    judge_details,
    judge_header,
    judge_verdict,
    left_out_cells,
    left_out_header,
)
from eval_core.ui.downloads import download_row
from eval_core.ui.session import session_id, store
from eval_core.ui.tables import table

# What a judge may be worse by, since it costs less, by who the annotators are.
_EPSILONS = (0.1, EPSILON, 0.2)


def show_judges(slug: str) -> None:
    """Every judge of the campaign, by name."""
    label = _("What may a judge be worse by (ε)? 0.1 beside a crowd, 0.2 beside experts.")
    st.html(f'<h1 class="unseen">{escape(_("Judges"))}</h1>')
    # With the language: a browser that was told other words would send those back.
    key = f"epsilon_{current_language()}"
    epsilon = st.radio(label, _EPSILONS, format_func=lambda one: number(one, 2), index=1, horizontal=True, key=key)
    found = _reports(store().name, slug, latest_change(store(), slug, session_id()), float(epsilon or EPSILON))
    if not found:
        said = _("No LLM judge has compared responses in this campaign yet: “parvis judge run” lets one do so.")
        st.html(f'<p class="note">{escape(said)}</p>')
    with st.container(key="judges"):
        for place, one in enumerate(found, 1):
            _show(slug, one, place)


def _show(slug: str, one: JudgeReport, place: int) -> None:
    st.html(
        f'<h2 class="section">{escape(one.judge)}</h2><p class="part-verdict">{escape(judge_verdict(one))}</p>'
        f'<p class="sentence">{escape(judge_details(one))}</p>'
    )
    _heading(title := _("Beside the annotators"))
    table(judge_header(), judge_cells(one), numeric=(1, 2), caption=title)
    if one.common:
        _heading(title := _("Who said what"))
        table(confusion_header(), confusion_cells(one), numeric=(1, 2, 3), caption=title)
    if one.test.annotators:
        _heading(title := _("In the place of each annotator"))
        table(left_out_header(), left_out_cells(one), numeric=(1, 2, 3), caption=title)
    made = partial(json.dumps, one.as_dict(), ensure_ascii=False)
    download_row(slug, f"{slug}-judge-{place}", [("JSON", "json", "application/json", made)])


def _heading(text: str) -> None:
    st.html(f'<h3 class="criterion">{escape(text)}</h3>')


@st.cache_data(max_entries=32, show_spinner=False)
def _reports(database: str, slug: str, latest: tuple[int, ...], epsilon: float) -> tuple[JudgeReport, ...]:
    return judge_reports(store(), slug, epsilon=epsilon)
