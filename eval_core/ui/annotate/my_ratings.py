"""My work where responses are rated: the list of rated responses, and one of them to read and change its ratings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.desk.rating_sheets import missing_scores, revise_ratings
from eval_core.campaigns.my_work.own_ratings import OwnRating, OwnRatings, OwnSheet, own_rating, own_ratings
from eval_core.errors import RefusedError
from eval_core.locales import N_, ngettext, number
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol, load_protocol
from eval_core.ui.annotate.my_work import (
    LIST_LIMIT,
    SHOWN_LANGUAGE,
    MyWorkState,
    list_row,
    page_buttons,
    search_field,
    searched_page,
)
from eval_core.ui.annotate.sheet_form import Fields, chosen, sheet_form
from eval_core.ui.parts.html import heading, note, note_html, trouble, verdict
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.press import Notice, forget_notice, leave_notice, press, show_notice
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.parts.sheet import asked_html, marks_html, missing_text, response_html
from eval_core.ui.session import page_state, session_id, store
from eval_core.web.shown_text import plain


def summary(total: int, count_today: int) -> str:
    """How many responses the person has rated in all, and today."""
    if not total:
        return _("No response is rated yet.")
    rated = ngettext("{count} response is rated.", "{count} responses are rated.", total)
    return f"{rated} " + _("Today: {count}.", count=number(count_today)) if count_today else rated


def own_ratings_page(slug: str) -> OwnRatings:
    """The chosen page of the rated responses that match the search."""
    search, before = searched_page()
    return own_ratings(store(), session_id(), slug, search=search, limit=LIST_LIMIT, before=before)


def open_sheet(slug: str) -> OwnSheet | None:
    """The response that is open, as long as it is in this campaign's list."""
    work = page_state(MyWorkState)
    if work.rating is None:
        return None
    try:
        return own_rating(store(), session_id(), slug, work.rating)
    except RefusedError as refusal:
        work.rating = None
        leave_notice("my_ratings", Notice(refused=refusal.code))
        return None


def ratings(page: OwnRatings) -> None:
    """The list with its search field; a button in each row opens the response."""
    heading(_("Rated responses"), "part")
    show_notice("my_ratings", once=True, always=True)
    if not page.total:
        note(_("Your ratings will appear here."))
        return
    if search_field(_("Search in prompts, responses and your explanations")):
        note(ngettext("{count} response found", "{count} responses found", page.found))
    for row in page.rows:
        list_row(row.assignment_id, row.number, _row_html(row), _open)
    page_buttons(page.before)


def rated_response(slug: str, response: OwnSheet, text_size: int) -> None:
    """One rated response as it was shown, its ratings, to be changed where the lead allows it, and its history."""
    protocol = load_protocol(response.protocol)
    st.button(_("Back to My work"), key="close_rating", type="tertiary", on_click=_open, args=(None,))
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
            st.html(asked_html(response, protocol) + response_html(response, response.sheet, response_title, text_size))
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


def _open(assignment_id: int | None) -> None:
    page_state(MyWorkState).rating = assignment_id
    forget_notice("my_ratings")


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


def _row_html(row: OwnRating) -> str:
    details = [local_moment(row.decided_at)]
    if row.revision > 1:
        details.append(_("changed"))
    return (
        f'<p class="beginning" dir="auto"{_lang(row.language)}>{plain(row.beginning)}</p>'
        f'<p class="note" dir="auto"{_lang(row.source_language or row.language)}>{plain(row.asked)}</p>'
        f"{note_html(' · '.join(details))}"
    )


def _lang(code: str | None) -> str:
    return f' lang="{escape(code)}"' if code else ""
