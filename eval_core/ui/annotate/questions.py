"""For My work: the annotator's questions to the lead, with the answers, and the lead's messages."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import streamlit as st

from eval_core.campaigns.talk.messages import OwnMessage, mark_messages_read, own_messages
from eval_core.campaigns.talk.questions import OwnQuestion, mark_answers_read, own_questions
from eval_core.errors import RefusedError
from eval_core.locales import gettext as _
from eval_core.ui.parts.html import heading_html, note, note_html
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.session import session_id, store
from eval_core.web.shown_text import plain


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
