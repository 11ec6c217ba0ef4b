"""Asking the lead without leaving the comparison, and reading what the lead answers or writes unasked."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from eval_core.campaigns.desk.rating_desk import Sheet
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
from eval_core.ui.parts.text import plain
from eval_core.ui.session import require, session_id, store

_SENT = N_("Sent. The answer will appear here and under My work.")
state = st.session_state


def ask(slug: str, assignment_id: int | None, sheets: Sequence[Sheet] = ()) -> None:
    """A dialog to ask about a comparison, or one of the responses to rate; they stay in sight above it."""
    forget_notice("questions")
    st.dialog(_("Ask us"), width="large")(_question_form)(slug, assignment_id, sheets)


def _question_form(slug: str, assignment_id: int | None, sheets: Sequence[Sheet]) -> None:
    require("annotator")
    label = _("Your question about this comparison") if assignment_id else _("Your question")
    with st.container(key="ask_form"):
        sheet = which(sheets, "ask_which")
        if sheet:
            label, assignment_id = _("Your question about this response"), sheet.assignment_id
        # A key for each: a question begun about one must not carry over to the next.
        key = f"question_{'sheet_' if sheet else ''}{assignment_id or 'general'}"
        st.text_area(
            label,
            key=key,
            max_chars=TEXT_LIMIT,
            height=96,
            persist_state="session",  # closing the dialog loses nothing
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(_("Send"), key="send_question", on_click=_send, args=(slug, assignment_id, key, bool(sheet)))
            show_notice("questions")
    keep_drafts()


def _send(slug: str, assignment_id: int | None, key: str, rated: bool) -> None:
    text = state.get(key, "")
    if was_done("questions", _SENT) and not text.strip():
        return  # the second click of a double click
    if press(
        "questions",
        lambda: ask_question(store(), session_id(), slug, assignment_id, text, rated=rated),
        done=_SENT,
    ):
        state[key] = ""


def answers_line(slug: str, answers: int, messages: int = 0) -> None:
    """A button that says that the lead has answered or written, nothing where that is read; it opens the words."""
    if (answers or messages) and st.button(_news(answers, messages), key="answers", type="tertiary"):
        answers_dialog(slug)


def _news(answers: int, messages: int) -> str:
    if answers and messages:
        return _("{count} answers and messages for you", count=number(answers + messages))
    if messages > 1:
        return _("{count} messages for you", count=number(messages))
    if messages:
        return _("A message for you")
    several = _("{count} of your questions were answered", count=number(answers))
    return several if answers > 1 else _("Your question was answered")


def answers_dialog(slug: str) -> None:
    """What is unread; closing the dialog marks read what stood in it."""
    written = [one for one in own_messages(store(), session_id(), slug) if one.unread]
    unread = [one for one in own_questions(store(), session_id(), slug) if one.unread]
    title = _("From the lead") if written else _("Answers")
    st.dialog(title, width="medium", on_dismiss=lambda: _read(slug, unread, written))(_answers)(unread, written)


def _answers(unread: Sequence[OwnQuestion], written: Sequence[OwnMessage]) -> None:
    require("annotator")
    st.html(_messages(written) + _listed(unread) or f"<p>{escape(_('There is no new answer.'))}</p>")


def _read(slug: str, shown: Sequence[OwnQuestion], written: Sequence[OwnMessage] = ()) -> None:
    # Whoever was signed out meanwhile has read them all the same; the next page tells them so.
    try:
        if shown:
            mark_answers_read(store(), session_id(), slug, shown)
        if written:
            mark_messages_read(store(), session_id(), slug, written)
    except RefusedError:
        return


def own_messages_list(slug: str) -> None:
    """All that the lead has written to the annotator, newest first; nothing where that is nothing."""
    found = own_messages(store(), session_id(), slug)
    if found:
        st.html(f"{heading_html(_('Messages'), 'part')}{_messages(found)}")
        _read(slug, (), [one for one in found if one.unread])


def own_questions_list(slug: str, *, rates: bool = False) -> None:
    """All that the annotator has asked here, with the answers, newest first."""
    found = own_questions(store(), session_id(), slug)
    if not found:
        compared = _("You have not asked anything yet. “Ask us” is above every comparison.")
        rated = _("You have not asked anything yet. “Ask us” is above every response.")
        note(rated if rates else compared)
        return
    st.html(_listed(found))
    unread = [one for one in found if one.unread]
    if unread:
        _read(slug, unread)


def _listed(questions: Sequence[OwnQuestion]) -> str:
    """Questions and answers as a list of HTML; every word of people is escaped."""
    return "".join(
        '<div class="asked">'
        f"{note_html(_about(one))}"
        f'<p class="words" dir="auto">{plain(one.text)}</p>{_answer(one)}</div>'
        for one in questions
    )


def _messages(messages: Sequence[OwnMessage]) -> str:
    """Messages as a list of HTML; every word of people is escaped."""
    return "".join(
        f'<div class="asked">{note_html(_("The lead wrote, {when}:", when=local_moment(one.sent_at)))}'
        f'<p class="words" dir="auto">{plain(one.text)}</p></div>'
        for one in messages
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
