"""Questions to the lead, asked without leaving the comparison; the lead's answers and messages."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.desk.rating_sheets import RatedResponse
from eval_core.campaigns.talk.messages import OwnMessage, mark_messages_read, own_messages
from eval_core.campaigns.talk.questions import OwnQuestion, ask_question, mark_answers_read, own_questions
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.errors import RefusedError
from eval_core.locales import N_, number
from eval_core.locales import gettext as _
from eval_core.ui.annotate.rating_skip import which
from eval_core.ui.parts.browser.drafts import keep_drafts
from eval_core.ui.parts.html import heading_html, note, note_html
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.press import forget_notice, press, show_notice, was_done
from eval_core.ui.session import require, session_id, store
from eval_core.web.shown_text import plain

_SENT = N_("Sent. The answer will appear here and under My work.")


def ask(slug: str, assignment_id: int | None, sheets: Sequence[RatedResponse] = ()) -> None:
    """A dialog to ask about a comparison, or about one of the responses to rate; the texts stay visible above it.

    Args:
        assignment_id: the comparison; None where the question is about none.
        sheets: the responses to rate, where responses are rated.
    """
    forget_notice("questions")
    st.dialog(_("Ask us"), width="large")(_question_form)(slug, assignment_id, sheets)


def _question_form(slug: str, assignment_id: int | None, sheets: Sequence[RatedResponse]) -> None:
    require("annotator")
    label = _("Your question about this comparison") if assignment_id else _("Your question")
    with st.container(key="ask_form"):
        sheet = which(sheets, "ask_which")
        if sheet:
            label, assignment_id = _("Your question about this response"), sheet.assignment_id
        # A key of its own: the draft about one comparison must not appear at the next.
        key = f"question_{'sheet_' if sheet else ''}{assignment_id or 'general'}"
        st.text_area(
            label,
            key=key,
            max_chars=TEXT_LIMIT,
            height=96,
            persist_state="session",  # the draft survives closing the dialog
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(_("Send"), key="send_question", on_click=_send, args=(slug, assignment_id, key, bool(sheet)))
            show_notice("questions")
    keep_drafts()


def _send(slug: str, assignment_id: int | None, key: str, rated: bool) -> None:
    text = st.session_state.get(key, "")
    if was_done("questions", _SENT) and not text.strip():
        return  # the second click of a double click
    if press(
        "questions",
        lambda: ask_question(store(), session_id(), slug, assignment_id, text, rated=rated),
        done=_SENT,
    ):
        st.session_state[key] = ""


def answers_line(slug: str, answers: int, messages: int = 0) -> None:
    """A button that says that there are unread answers or messages, and opens them; nothing where there are none."""
    if (answers or messages) and st.button(_unread_label(answers, messages), key="answers", type="tertiary"):
        answers_dialog(slug)


def _unread_label(answers: int, messages: int) -> str:
    if answers and messages:
        return _("{count} answers and messages for you", count=number(answers + messages))
    if messages > 1:
        return _("{count} messages for you", count=number(messages))
    if messages:
        return _("A message for you")
    several = _("{count} of your questions were answered", count=number(answers))
    return several if answers > 1 else _("Your question was answered")


def answers_dialog(slug: str) -> None:
    """The unread answers and messages; closing the dialog marks them read."""
    messages = [message for message in own_messages(store(), session_id(), slug) if message.unread]
    questions = [question for question in own_questions(store(), session_id(), slug) if question.unread]
    title = _("From the lead") if messages else _("Answers")
    mark_read = partial(_mark_read, slug, questions, messages)
    st.dialog(title, width="medium", on_dismiss=mark_read)(_dialog_content)(questions, messages)


def _dialog_content(questions: Sequence[OwnQuestion], messages: Sequence[OwnMessage]) -> None:
    require("annotator")
    st.html(_messages_html(messages) + _questions_html(questions) or f"<p>{escape(_('There is no new answer.'))}</p>")


def _mark_read(slug: str, questions: Sequence[OwnQuestion], messages: Sequence[OwnMessage]) -> None:
    # Somebody who was signed out in the meantime has read them all the same; the next page says what is wrong.
    with suppress(RefusedError):
        if questions:
            mark_answers_read(store(), session_id(), slug, questions)
        if messages:
            mark_messages_read(store(), session_id(), slug, messages)


def own_messages_list(slug: str) -> None:
    """All messages of the lead to the annotator, the newest first; nothing where there are none."""
    messages = own_messages(store(), session_id(), slug)
    if messages:
        st.html(f"{heading_html(_('Messages'), 'part')}{_messages_html(messages)}")
        _mark_read(slug, (), [message for message in messages if message.unread])


def own_questions_list(slug: str, *, rates: bool = False) -> None:
    """All questions of the annotator in this campaign, with the answers, the newest first."""
    questions = own_questions(store(), session_id(), slug)
    if not questions:
        above_comparison = _("You have not asked anything yet. “Ask us” is above every comparison.")
        above_response = _("You have not asked anything yet. “Ask us” is above every response.")
        note(above_response if rates else above_comparison)
        return
    st.html(_questions_html(questions))
    _mark_read(slug, [question for question in questions if question.unread], ())


def _questions_html(questions: Sequence[OwnQuestion]) -> str:
    """Questions with their answers; all that people wrote is escaped."""
    return "".join(
        '<div class="asked">'
        f"{note_html(_about(question))}"
        f'<p class="words" dir="auto">{plain(question.text)}</p>{_answer(question)}</div>'
        for question in questions
    )


def _messages_html(messages: Sequence[OwnMessage]) -> str:
    """Messages; all that people wrote is escaped."""
    return "".join(
        f'<div class="asked">{note_html(_("The lead wrote, {when}:", when=local_moment(message.sent_at)))}'
        f'<p class="words" dir="auto">{plain(message.text)}</p></div>'
        for message in messages
    )


def _about(question: OwnQuestion) -> str:
    when = local_moment(question.asked_at)
    if question.about is None:
        return _("You asked, {when}:", when=when)
    return _("You asked about “{prompt}”, {when}:", prompt=question.about, when=when)


def _answer(question: OwnQuestion) -> str:
    if question.answer is None:
        nothing = _("Closed without an answer.") if question.resolved_at else _("Not answered yet.")
        return note_html(nothing)
    when = local_moment(question.answered_at) if question.answered_at else ""
    return (
        f'<div class="reply">{note_html(_("Answered, {when}:", when=when))}'
        f'<p class="words" dir="auto">{plain(question.answer)}</p></div>'
    )
