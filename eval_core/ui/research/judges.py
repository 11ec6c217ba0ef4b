"""Each LLM judge compared with the annotators: the answer and its figures; here for judges that compare."""

from __future__ import annotations

import json
from functools import partial
from html import escape

import streamlit as st

from eval_core.agreement.alternative_annotator import EPSILON
from eval_core.campaigns.results.judges_compared import JudgeReport, judge_reasons, judge_reports
from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.results.ratings import RatingState, rating_state
from eval_core.jobs.judge_certificates import certificates_of_judges
from eval_core.judges.certificate import Certificate
from eval_core.locales import current_language, number, said
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.ranking.choices import Choices
from eval_core.reports.combined_words import judge_sentences, refusal_sentence
from eval_core.reports.judge_results.exam_words import exam_answer, exam_setting
from eval_core.reports.judge_results.judge_words import (
    confusion_cells,
    confusion_header,
    interval_note,
    judge_cells,
    judge_details,
    judge_header,
    judge_verdict,
    left_out_cells,
    left_out_header,
)
from eval_core.ui.parts.downloads import download_row
from eval_core.ui.parts.html import heading, note, sentence
from eval_core.ui.parts.tables import table
from eval_core.ui.research.judges_rating import show_rating_judges
from eval_core.ui.research.rankings import joint_board
from eval_core.ui.session import session_id, store
from eval_core.ui.shared_results import of_newest_state

_PROMPT = 80  # characters of a prompt in a table
_COMPARISONS = ""  # in place of a protocol's key
# How much worse a judge may be than the annotators, since it costs less: against a crowd, in between, experts.
_EPSILONS = (0.1, EPSILON, 0.2)


def show_judges(slug: str, *, compact: bool) -> None:
    """Every judge of the campaign, by name: of its comparisons, or of its responses under a rating protocol."""
    label = _("How much worse may a judge be (ε)? 0.1 against a crowd, 0.2 against experts.")
    state = rating_state(store(), slug, session_id())
    with st.container(key="switches"):
        protocol = _choose_protocol(state)
        # With the language: the browser sends back the words that it showed.
        key = f"epsilon_{current_language()}"
        epsilon = st.radio(
            label, _EPSILONS, format_func=lambda value: number(value, 2), index=1, horizontal=True, key=key
        )
    latest = (state.newest, *latest_change(store(), slug, session_id()))
    with st.container(key="judges"):
        if protocol != _COMPARISONS:
            show_rating_judges(slug, protocol, latest, float(epsilon or EPSILON), compact=compact)
            return
        reports = _reports(store().name, slug, latest, float(epsilon or EPSILON))
        if not reports:
            text = _("No LLM judge has compared responses in this campaign yet. Start one with “parvis judge run”.")
            note(text)
        gold = certificates_of_judges(store(), slug, session_id()) if reports else {}
        for place, report in enumerate(reports, 1):
            _show(slug, report, place, gold.get(report.judge))


def _choose_protocol(state: RatingState) -> str | None:
    """The rating protocol to look at (None: the campaign's own), or comparisons; asked only where there is a choice."""
    choices = [*([] if state.rates else [_COMPARISONS]), *state.protocols]
    if len(choices) < 2:
        return choices[0] if choices else None
    names = {key: said(load_protocol(key).title) if key else _("Comparisons") for key in choices}
    key = f"judged_{current_language()}"
    return st.selectbox(_("Results for"), choices, format_func=lambda key: names[key], key=key)


def _show(slug: str, report: JudgeReport, place: int, exam: Certificate | None) -> None:
    st.html(
        f'<h2 class="section">{escape(report.judge)}</h2><p class="part-verdict">{escape(judge_verdict(report))}</p>'
        f'<p class="sentence">{escape(judge_details(report))}</p>'
        + "".join(f'<p class="sentence">{escape(text)}</p>' for text in _worth(slug, report.judge))
    )
    if exam is not None:
        heading(_("Exam on gold"), "criterion")
        sentence(exam_answer(exam))
        note(exam_setting(exam))
    heading(title := _("Compared with the annotators"), "criterion")
    table(judge_header(), judge_cells(report), numeric=(1, 2), caption=f"{title}: {report.judge}")
    note(interval_note())
    if report.common:
        heading(title := _("Judge's and annotators' choices"), "criterion")
        table(confusion_header(), confusion_cells(report), numeric=(1, 2, 3), caption=f"{title}: {report.judge}")
    if report.test.annotators:
        heading(title := _("Replacing each annotator"), "criterion")
        table(left_out_header(), left_out_cells(report.test), numeric=(1, 2, 3), caption=f"{title}: {report.judge}")
    _reasons(slug, report.judge, place)
    document = report.as_dict() | {"gold": exam.as_dict() if exam else None}
    whole = partial(json.dumps, document, ensure_ascii=False)
    download_row(slug, f"{slug}-judge-{place}", [("JSON", "json", "application/json", whole)])


def _reasons(slug: str, judge: str, place: int) -> None:
    """A part that opens: what the judge wrote about its newest choices."""
    title = _("The judge's newest reasons")
    with st.expander(title, key=f"reasons_{place}", on_change="rerun") as part:
        if not part.open:
            return
        rows = judge_reasons(store(), slug, judge, who=session_id())
        if not rows:
            note(_("No reasons are known of this judge."))
            return
        shown = [
            [
                f"{prompt[:_PROMPT]}…" if len(prompt) > _PROMPT else prompt,
                _("Tie") if choice == "tie" else choice,
                reason,
            ]
            for prompt, choice, reason in rows
        ]
        table([_("Prompt"), _("Choice"), _("Reasons")], shown, caption=f"{title}: {judge}")


def _worth(slug: str, judge: str) -> list[str]:
    """What the judge is worth next to people, or why it cannot be added to their ranking."""
    computed = joint_board(slug, Choices(judge=judge))
    if computed.ranking is not None:
        return judge_sentences(computed.ranking)
    return [refusal_sentence(computed.refused)] if computed.refused else []


@of_newest_state
def _reports(database: str, slug: str, latest: tuple[int, ...], epsilon: float) -> tuple[JudgeReport, ...]:
    return judge_reports(store(), slug, epsilon=epsilon)
