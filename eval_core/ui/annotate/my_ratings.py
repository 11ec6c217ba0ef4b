"""My work where responses are rated: one rated response to read and change its ratings, and its history."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.desk.rating_sheets import missing_scores, revise_ratings
from eval_core.campaigns.my_work.own_ratings import OwnSheet, own_rating
from eval_core.errors import RefusedError
from eval_core.locales import N_, number
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol, load_protocol
from eval_core.reports.protocol_words import criterion_names
from eval_core.ui.annotate.my_judgments import SHOWN_LANGUAGE
from eval_core.ui.annotate.my_work import MyWorkState, close_button, prompt_fold
from eval_core.ui.annotate.sheet_form import Fields, chosen, sheet_form
from eval_core.ui.parts.comparison import is_long
from eval_core.ui.parts.html import heading, note, trouble, verdict
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.marked_text import Span
from eval_core.ui.parts.press import Notice, leave_notice, press, show_notice
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.parts.sheet import asked_html, marks_html, missing_text, response_html
from eval_core.ui.session import page_state, session_id, store


def open_sheet(slug: str, assignment_id: int) -> OwnSheet | None:
    """The rated response of this assignment, if it is in the campaign's list."""
    try:
        return own_rating(store(), session_id(), slug, assignment_id)
    except RefusedError as refusal:
        leave_notice("my_ratings", Notice("list", refused=refusal.code))
        return None


def rated_response(slug: str, response: OwnSheet, text_size: int) -> None:
    """One rated response as it was shown, its ratings, to be changed where the lead allows it, and its history."""
    protocol = load_protocol(response.protocol)
    close_button()
    title = _("No. {number}", number=number(response.number))
    verdict(title, focusable=True)
    work = page_state(MyWorkState)
    missing, work.missing = work.missing, []
    if missing:
        trouble(missing_text(protocol, missing), role="status")
    else:
        show_notice("my_ratings", once=True, always=True)
    with st.container(key="rerating"):
        left, right = st.columns([5, 8], gap="large")
        with left:
            response_title = _("Response")
            whole = prompt_fold(foldable=is_long(response.source))
            st.html(
                asked_html(response, protocol, short=not whole)
                + response_html(response, response.sheet, response_title, text_size, _spans(response, protocol))
            )
        with right:
            if response.fixed:
                note(refusal_text(response.fixed, "my_ratings"))
                st.html(marks_html(response.sheet.scores, protocol))
            else:
                note(_("Change your ratings and save. Earlier ratings are kept."))
                sheet_form(response.sheet, protocol, "rerate", partial(_revise, slug, response, protocol))
    heading(_("History"), "part")
    entries = "".join(
        f"<li>{escape(local_moment(revision.decided_at))}"
        f"{marks_html(revision.marks, protocol) if revision.marks else ': ' + escape(_('Undone'))}</li>"
        for revision in response.history
    )
    st.html(f'<ol class="history">{entries}</ol>')


def _spans(response: OwnSheet, protocol: Protocol) -> list[Span]:
    """The marked words, each under its criterion's name."""
    labels = criterion_names(protocol)
    return [(start, end, labels.get(issue, issue)) for start, end, issue in response.marks]


def _revise(slug: str, response: OwnSheet, protocol: Protocol, fields: Fields) -> None:
    sheet, language = response.sheet, st.session_state.get(SHOWN_LANGUAGE)
    marks = chosen(fields)
    missing = missing_scores(protocol.rated, marks)
    if missing:
        page_state(MyWorkState).missing = missing
        return
    if _content(marks) == _content(sheet.scores):
        leave_notice("my_ratings", Notice(done=N_("These are already your ratings.")))
        return
    press(
        "my_ratings",
        lambda: revise_ratings(store(), session_id(), slug, sheet.assignment_id, sheet.revision, marks, language),
        done=N_("Changed. Your new ratings are saved."),
    )


def _content(marks: Mapping[str, Score]) -> dict[str, tuple[int | None, str]]:
    """Ratings for comparing: white space around an explanation makes no difference."""
    return {criterion: (mark.value, mark.explanation.strip()) for criterion, mark in marks.items()}
