"""My work where responses are rated: the list of them, and one with its ratings to read and revise."""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.desk.rating_sheets import missing_marks, record_ratings
from eval_core.campaigns.my_work.own_ratings import OwnRating, OwnRatings, OwnSheet, own_rating, own_ratings
from eval_core.errors import RefusedError
from eval_core.locales import N_, ngettext, number
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol, load_protocol
from eval_core.ui.annotate.my_work import PAGE, turning
from eval_core.ui.annotate.rating_clicks import chosen
from eval_core.ui.annotate.sheet_form import Fields, sheet_form
from eval_core.ui.parts.html import heading, note, trouble, verdict
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.press import Notice, forget_notice, leave_notice, press, show_notice
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.parts.sheet import asked_html, marks_html, missing_text, response_html
from eval_core.ui.parts.text import plain
from eval_core.ui.session import session_id, store

state = st.session_state


def summary(total: int, today: int) -> str:
    """How many responses the person has rated in all, and today."""
    if not total:
        return _("No response is rated yet.")
    rated = ngettext("{count} response is rated.", "{count} responses are rated.", total)
    return f"{rated} " + _("Today: {count}.", count=number(today)) if today else rated


def listed(slug: str) -> OwnRatings:
    """The part of the list that was asked for, by search and paging."""
    search, before = state.get("work_search") or "", state.get("work_before") or [None]
    return own_ratings(store(), session_id(), slug, search=search, limit=PAGE, before=before[-1])


def opened(slug: str) -> OwnSheet | None:
    """The response that was opened, as long as it is in this campaign's list."""
    assignment_id = state.get("opened_rating")
    if assignment_id is None:
        return None
    try:
        return own_rating(store(), session_id(), slug, assignment_id)
    except RefusedError as refusal:
        state["opened_rating"] = None
        leave_notice("my_ratings", Notice(refused=refusal.code))
        return None


def ratings(page: OwnRatings) -> None:
    """The list with its search field; a button at each row opens the response."""
    heading(_("Rated responses"), "part")
    show_notice("my_ratings", once=True, always=True)
    if not page.total:
        note(_("Your ratings will appear here."))
        return
    st.text_input(
        _("Search in prompts, responses and your explanations"),
        key="work_search",
        max_chars=200,
        on_change=lambda: state.update(work_before=[None]),
        persist_state="session",
    )
    if state.get("work_search"):
        note(ngettext("{count} response found", "{count} responses found", page.found))
    for row in page.rows:
        with st.container(key=f"work_row_{row.assignment_id}", horizontal=True, vertical_alignment="top"):
            label = _("No. {number}", number=number(row.number))
            st.button(label, key=f"open_{row.assignment_id}", on_click=_open, args=(row.assignment_id,))
            st.html(_row(row))
    turning(page.before)


def rated(slug: str, found: OwnSheet, text_size: int) -> None:
    """One rated response as it was shown, its ratings, to be changed where the lead allows it, and its history."""
    protocol = load_protocol(found.protocol)
    st.button(_("Back to My work"), key="close_rating", type="tertiary", on_click=_open, args=(None,))
    title = _("No. {number}", number=number(found.number))
    verdict(title, focusable=True)
    if missing := state.pop("missing_marks", None):
        trouble(missing_text(protocol, missing), role="status")
    else:
        show_notice("my_ratings", once=True, always=True)
    with st.container(key="rerating"):
        left, right = st.columns([5, 8], gap="large")
        with left:
            about = _("Response")
            st.html(asked_html(found, protocol) + response_html(found, found.sheet, about, text_size))
        with right:
            if found.fixed:
                note(refusal_text(found.fixed, "my_ratings"))
                st.html(marks_html(found.sheet.marks, protocol))
            else:
                note(_("Change your ratings and save. Earlier ratings are kept."))
                sheet_form(found.sheet, protocol, "rerate", partial(_revise, slug, found, protocol))
    heading(_("History"), "part")
    entries = "".join(
        f"<li>{escape(local_moment(one.decided_at))}"
        f"{marks_html(one.marks, protocol) if one.marks else ': ' + escape(_('Undone'))}</li>"
        for one in found.history
    )
    st.html(f'<ol class="history">{entries}</ol>')


def _open(assignment_id: int | None) -> None:
    state["opened_rating"] = assignment_id
    forget_notice("my_ratings")


def _revise(slug: str, found: OwnSheet, protocol: Protocol, fields: Fields) -> None:
    marks = chosen(fields)
    lacking = missing_marks(protocol.rated, marks)
    if lacking:
        state["missing_marks"] = lacking
        return
    if {key: (one.value, one.explanation.strip()) for key, one in marks.items()} == {
        key: (one.value, one.explanation) for key, one in found.sheet.marks.items()
    }:
        leave_notice("my_ratings", Notice(done=N_("These are already your ratings.")))
        return
    sheet, language = found.sheet, state.get("shown_language")
    press(
        "my_ratings",
        lambda: record_ratings(store(), session_id(), slug, sheet.assignment_id, sheet.revision, marks, language),
        done=N_("Changed. Your new ratings are saved."),
    )


def _row(row: OwnRating) -> str:
    about = [local_moment(row.decided_at)]
    if row.revision > 1:
        about.append(_("changed"))
    return (
        f'<p class="beginning" dir="auto"{_lang(row.language)}>{plain(row.beginning)}</p>'
        f'<p class="note" dir="auto"{_lang(row.source_language or row.language)}>{plain(row.asked)}</p>'
        f'<p class="note">{escape(" · ".join(about))}</p>'
    )


def _lang(code: str | None) -> str:
    return f' lang="{escape(code)}"' if code else ""
