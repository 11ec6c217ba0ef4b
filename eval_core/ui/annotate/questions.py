"""For My work: the annotator's questions to the lead, with the answers, and the lead's messages."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from html import escape

import streamlit as st

from eval_core.campaigns.talk.messages import OwnMessage, mark_messages_read, own_messages
from eval_core.campaigns.talk.questions import OwnQuestion, mark_answers_read, own_questions
from eval_core.errors import RefusedError
from eval_core.locales import gettext as _
from eval_core.locales import number
from eval_core.ui.annotate.my_work import MyWorkState
from eval_core.ui.parts.html import heading_html, note, note_html
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.session import page_state, session_id, store
from eval_core.web.shown_text import plain

_NEW = timedelta(minutes=5)  # so long an answer is marked as new after it was first shown


def _mark_read(slug: str, questions: Sequence[OwnQuestion], messages: Sequence[OwnMessage]) -> None:
    # Somebody who was signed out in the meantime has read them all the same; the next page says what is wrong.
    with suppress(RefusedError):
        if questions:
            mark_answers_read(store(), session_id(), slug, questions)
        if messages:
            mark_messages_read(store(), session_id(), slug, messages)


def news_line(slug: str) -> None:
    """A line that says how many answers and messages are new, and where they are; nothing where there are none."""
    answers = len(_new("answer", own_questions(store(), session_id(), slug)))
    messages = len(_new("message", own_messages(store(), session_id(), slug)))
    if answers or messages:
        text = _("{news}. Read it below.", news=_unread_label(answers, messages))
        st.html(f'<p class="news" role="status">{escape(text)}</p>')


def _unread_label(answers: int, messages: int) -> str:
    if answers and messages:
        return _("{count} answers and messages for you", count=number(answers + messages))
    if messages > 1:
        return _("{count} messages for you", count=number(messages))
    if messages:
        return _("A message for you")
    several = _("{count} of your questions were answered", count=number(answers))
    return several if answers > 1 else _("Your question was answered")


def own_messages_list(slug: str) -> None:
    """All messages of the lead to the annotator, the newest first; nothing where there are none."""
    messages = own_messages(store(), session_id(), slug)
    if messages:
        st.html(f"{heading_html(_('Messages'), 'part')}{_messages_html(messages, _new('message', messages))}")
        _mark_read(slug, (), [message for message in messages if message.unread])


def own_questions_list(slug: str, *, rates: bool = False) -> None:
    """All questions of the annotator in this campaign, with the answers, the newest first."""
    questions = own_questions(store(), session_id(), slug)
    if not questions:
        at_comparison = _("You have not asked anything yet. “Ask us” is at every comparison.")
        at_response = _("You have not asked anything yet. “Ask us” is at every response.")
        note(at_response if rates else at_comparison)
        return
    st.html(_questions_html(questions, _new("answer", questions)))
    _mark_read(slug, [question for question in questions if question.unread], ())


def _new(kind: str, entries: Sequence[OwnQuestion] | Sequence[OwnMessage]) -> set[int]:
    """The entries that were unread a short while ago: they count as read at once, and stay marked as new."""
    news, now = page_state(MyWorkState).news, store().now()
    for entry in entries:
        if entry.unread:
            news.setdefault((kind, entry.id), now)
    return {entry.id for entry in entries if now - news.get((kind, entry.id), datetime.min.replace(tzinfo=UTC)) < _NEW}


def _questions_html(questions: Sequence[OwnQuestion], new: Collection[int]) -> str:
    """Questions with their answers; all that people wrote is escaped."""
    return "".join(
        f'<div class="asked{" new" if question.id in new else ""}">'
        f"{note_html(_about(question))}"
        f'<p class="words" dir="auto">{plain(question.text)}</p>{_answer(question, new=question.id in new)}</div>'
        for question in questions
    )


def _messages_html(messages: Sequence[OwnMessage], new: Collection[int]) -> str:
    """Messages; all that people wrote is escaped."""
    return "".join(
        f'<div class="asked{" new" if message.id in new else ""}">{_new_html() if message.id in new else ""}'
        f"{note_html(_('The lead wrote, {when}:', when=local_moment(message.sent_at)))}"
        f'<p class="words" dir="auto">{plain(message.text)}</p></div>'
        for message in messages
    )


def _new_html() -> str:
    return f'<p class="is-new">{escape(_("New"))}</p>'


def _about(question: OwnQuestion) -> str:
    when = local_moment(question.asked_at)
    if question.about is None:
        return _("You asked, {when}:", when=when)
    return _("You asked about “{prompt}”, {when}:", prompt=question.about, when=when)


def _answer(question: OwnQuestion, *, new: bool) -> str:
    if question.answer is None:
        nothing = _("Closed without an answer.") if question.resolved_at else _("Not answered yet.")
        return note_html(nothing)
    when = local_moment(question.answered_at) if question.answered_at else ""
    return (
        f'<div class="reply">{_new_html() if new else ""}{note_html(_("Answered, {when}:", when=when))}'
        f'<p class="words" dir="auto">{plain(question.answer)}</p></div>'
    )
