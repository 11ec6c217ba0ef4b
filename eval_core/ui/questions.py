"""Asking the lead without leaving the comparison, and reading the answers."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from eval_core.campaigns.questions import LIMIT, OwnQuestion, ask_question, mark_answers_read, own_questions
from eval_core.errors import RefusedError
from eval_core.locales import N_, number
from eval_core.locales import gettext as _
from eval_core.ui.drafts import keep_drafts
from eval_core.ui.local_time import local_moment
from eval_core.ui.session import require, session_id, store
from eval_core.ui.text import plain

# What was refused here is a question, not a choice.
REFUSALS = {
    "empty_question": N_("Not sent: write your question first."),
    "too_long": N_("Not sent: a question has at most 2,000 characters."),
    "not_allowed": N_("Not sent: this comparison is not yours."),
    "closed": N_("Not sent: the campaign is closed."),
    "signed_out": N_("Not sent: you have been signed out. Open your personal link again."),
}
state = st.session_state


def ask(slug: str, assignment_id: int | None) -> None:
    """A dialog to ask about a comparison; the comparison stays in sight above it."""
    state["asked"] = None
    st.dialog(_("Ask us"), width="large")(_question_form)(slug, assignment_id)


def _question_form(slug: str, assignment_id: int | None) -> None:
    require("annotator")
    # A key per comparison: a question begun about one must not carry over to the next.
    key = f"question_{assignment_id or 'general'}"
    with st.container(key="ask_form"):
        st.text_area(
            _("Your question about this comparison") if assignment_id else _("Your question"),
            key=key,
            max_chars=LIMIT,
            height=96,
            persist_state="session",  # closing the dialog loses nothing
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(_("Send"), key="send_question", on_click=_send, args=(slug, assignment_id, key))
            word = state.get("asked")
            if word == "sent":
                text = _("Sent. The answer will come to you here and on My work.")
                st.html(f'<p class="note" role="status">{escape(text)}</p>')
            elif word:
                st.html(f'<p class="note trouble" role="alert">{escape(_(REFUSALS[word]))}</p>')
    keep_drafts()


def _send(slug: str, assignment_id: int | None, key: str) -> None:
    text = state.get(key, "")
    if state.get("asked") == "sent" and not text.strip():
        return  # the second click of a double click
    try:
        ask_question(store(), session_id(), slug, assignment_id, text)
    except RefusedError as refusal:
        state["asked"] = refusal.code
    else:
        state["asked"], state[key] = "sent", ""


def answers_line(slug: str, count: int) -> None:
    """A button that says that answers have come, nothing where there is none; it opens them."""
    if not count:
        return
    several = _("{count} of your questions were answered", count=number(count))
    label = several if count > 1 else _("Your question was answered")
    if st.button(label, key="answers", type="tertiary"):
        answers_dialog(slug)


def answers_dialog(slug: str) -> None:
    """The unread answers; closing the dialog marks read what stood in it."""
    unread = [one for one in own_questions(store(), session_id(), slug) if one.unread]
    st.dialog(_("Answers"), width="medium", on_dismiss=lambda: _read(slug, unread))(_answers)(unread)


def _answers(unread: Sequence[OwnQuestion]) -> None:
    require("annotator")
    st.html(_listed(unread) or f"<p>{escape(_('There is no new answer.'))}</p>")


def _read(slug: str, shown: Sequence[OwnQuestion]) -> None:
    # Whoever was signed out meanwhile has read them all the same; the next page tells them so.
    try:
        mark_answers_read(store(), session_id(), slug, shown)
    except RefusedError:
        return


def own_questions_list(slug: str) -> None:
    """All that the annotator has asked here, with the answers, newest first."""
    found = own_questions(store(), session_id(), slug)
    if not found:
        text = _("You have not asked anything yet. “Ask us” stands above every comparison.")
        st.html(f'<p class="note">{escape(text)}</p>')
        return
    st.html(_listed(found))
    unread = [one for one in found if one.unread]
    if unread:
        _read(slug, unread)


def _listed(questions: Sequence[OwnQuestion]) -> str:
    """Questions and answers as a list of HTML; every word of people is escaped."""
    return "".join(
        '<div class="asked">'
        f'<p class="note">{escape(_about(one))}</p>'
        f'<p class="words" dir="auto">{plain(one.text)}</p>{_answer(one)}</div>'
        for one in questions
    )


def _about(question: OwnQuestion) -> str:
    when = local_moment(question.asked_at)
    if question.about is None:
        return _("You asked, {when}:", when=when)
    return _("You asked about “{prompt}”, {when}:", prompt=question.about, when=when)


def _answer(question: OwnQuestion) -> str:
    if question.answer is None:
        nothing = _("Closed without an answer.") if question.resolved_at else _("Not answered yet.")
        return f'<p class="note">{escape(nothing)}</p>'
    when = local_moment(question.answered_at) if question.answered_at else ""
    return (
        f'<div class="reply"><p class="note">{escape(_("Answered, {when}:", when=when))}</p>'
        f'<p class="words" dir="auto">{plain(question.answer)}</p></div>'
    )
