"""A judge's exam on the campaign's own gold: a button that queues it, and the certificates of those that are done."""

from __future__ import annotations

import json
from functools import partial
from html import escape

import streamlit as st

from eval_core.jobs.exam_work import ExamRun, ask_for_exam, read_exams
from eval_core.judges.certificate import Certificate
from eval_core.judges.exam_gold import gold_of_campaign
from eval_core.judges.server_address import server_endpoint
from eval_core.locales import N_, current_language, ngettext
from eval_core.locales import gettext as _
from eval_core.reports.judge_results.exam_words import (
    certificate_text,
    exam_answer,
    exam_header,
    exam_note,
    exam_rows,
    exam_sentences,
    exam_setting,
    issue_header,
    issue_rows,
)
from eval_core.ui.lead.judge_desk.judge_choice import chosen_now
from eval_core.ui.parts.downloads import download_row
from eval_core.ui.parts.html import heading, note, sentence
from eval_core.ui.parts.press import press, show_notice
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store


def offer_exam(slug: str, *, leads: bool) -> None:
    """What an exam would ask, and the button that starts it; nothing where responses are rated."""
    gold = gold_of_campaign(store(), slug, session_id())
    if gold.protocol.kind != "pairwise" or gold.protocol.judge is None:
        return
    heading(_("Exam on gold"))
    if not gold.pairs:
        note(_("Gold comparisons show what a judge knows before it judges: this campaign has none yet."))
        return
    sentence(
        ngettext(
            "Before it judges here, the judge can be asked about {count} gold comparison in both orders. Nothing is"
            " stored but its certificate.",
            "Before it judges here, the judge can be asked about {count} gold comparisons in both orders. Nothing is"
            " stored but its certificate.",
            len(gold.pairs),
        )
    )
    if leads and server_endpoint():
        st.button(_("Examine the judge"), key="judge_examine", on_click=_examine, args=(slug, current_language()))
        show_notice("judge_desk", "exam")


def show_exams(slug: str) -> None:
    """The newest certificate of each judge."""
    newest: dict[str, Certificate] = {}
    for exam in read_exams(store(), slug, session_id()):
        newest.setdefault(exam.judge, exam)
    for place, exam in enumerate(newest.values(), 1):
        _show(slug, exam, place)


def _show(slug: str, exam: Certificate, place: int) -> None:
    heading(exam.judge, "criterion")
    st.html(f'<p class="part-verdict">{escape(exam_answer(exam))}</p>')
    for text in exam_sentences(exam):
        sentence(text)
    table(exam_header(), exam_rows(exam), numeric=(1, 2), caption=f"{_('Exam on gold')}: {exam.judge}")
    if rows := issue_rows(exam):
        table(issue_header(), rows, numeric=(1, 2, 3), caption=f"{_('Issue')}: {exam.judge}")
    note(exam_note())
    note(exam_setting(exam))
    whole = partial(json.dumps, exam.as_dict(), ensure_ascii=False)
    files = [
        (_("Certificate"), "md", "text/markdown", partial(certificate_text, exam)),
        ("JSON", "json", "application/json", whole),
    ]
    download_row(slug, f"{slug}-exam-{place}", files)


def _examine(slug: str, language: str) -> None:
    chosen = chosen_now(slug, language)
    state = st.session_state
    wanted = ExamRun(
        chosen.model,
        chosen.temperature,
        prompt_price=state.get("judge_price_prompt"),
        reply_price=state.get("judge_price_reply"),
    )
    press(
        "judge_desk",
        lambda: ask_for_exam(store(), slug, wanted, session_id(), key=chosen.key),
        done=N_("The exam is in the list below; its certificate will be shown here."),
        place="exam",
    )
