"""My work: what of it is open, by the page's address, and the list of what the annotator judged or rated."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.my_work.work_list import SEARCH_LIMIT, WorkPage, WorkRow, list_work
from eval_core.locales import gettext as _
from eval_core.locales import ngettext, number
from eval_core.protocols import Protocol, load_protocol
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.protocol_words import asked_language, choice_labels, text_language
from eval_core.ui.parts.html import heading, note, note_html
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.press import forget_notice, show_notice
from eval_core.ui.session import page_state, session_id, store
from eval_core.web.shown_text import plain

LIST_LIMIT = 10  # rows on one page of the list
SEARCH = "work_search"  # key of a widget
LETTER = "letter"
_OPEN = "open"  # the part of the address that says what is open: an assignment's number, or the letter


@dataclass
class MyWorkState:
    """What My work remembers.

    Attributes:
        place: the campaign that was drawn last, and what of it was open.
        whole_prompt: whether the open entry's long prompt is unfolded.
        missing: (criterion, 'value' or 'explanation') that the ratings just sent lack; said once.
        page_starts: where each page of the list begins, up to the one that is shown; None for the newest.
        news: the answers and messages that were unread, by kind and number, and when they were first shown.
    """

    place: tuple[str, int | str | None] = ("", None)
    whole_prompt: bool = False
    missing: list[tuple[str, str]] = field(default_factory=list)
    page_starts: list[int | None] = field(default_factory=lambda: [None])
    news: dict[tuple[str, int], datetime] = field(default_factory=dict)


def opened(slug: str) -> int | str | None:
    """What is open, as the address says: an assignment, LETTER, or nothing (None).

    It is in the address so that the browser's Back closes it, and the link to the page opens the list.
    """
    written, work = st.query_params.get(_OPEN, ""), page_state(MyWorkState)
    # Digits of ASCII, and no more than a database's integer holds.
    is_number = written.isascii() and written.isdigit() and len(written) < 10
    found: int | str | None = int(written) if is_number else LETTER if written == LETTER else None
    if work.place[0] not in ("", slug):
        work.page_starts = [None]
        if found != LETTER:
            found = None  # what was open belongs to the other campaign
            open_entry(None)
    if work.place != (slug, found):
        if work.place[1] is not None or found is not None:
            forget_notice("my_work")
            forget_notice("my_ratings")
        work.place, work.whole_prompt, work.missing = (slug, found), False, []
    return found


def open_entry(entry: int | str | None) -> None:
    """Open something, or close what is open (None), on a click."""
    if entry is None:
        st.query_params.pop(_OPEN, None)
    else:
        st.query_params[_OPEN] = str(entry)


def close_button() -> None:
    """The way back to the list."""
    st.button(_("Back to My work"), key="close_entry", type="tertiary", on_click=open_entry, args=(None,))


def prompt_fold(*, foldable: bool) -> bool:
    """Whether to show a prompt whole; a button unfolds a long one, as at the desk."""
    work = page_state(MyWorkState)
    if foldable:
        label = _("Show less") if work.whole_prompt else _("Show all")
        st.button(label, key="whole_prompt", type="tertiary", on_click=_fold)
    return work.whole_prompt or not foldable


def _fold() -> None:
    work = page_state(MyWorkState)
    work.whole_prompt = not work.whole_prompt


def read_list(slug: str) -> WorkPage:
    """The chosen page of what matches the search."""
    search, starts = st.session_state.get(SEARCH) or "", page_state(MyWorkState).page_starts
    return list_work(store(), session_id(), slug, search=search, limit=LIST_LIMIT, before=starts[-1])


def work_list(page: WorkPage, *, rates: bool) -> None:
    """The list with its search field; each row, wherever it is clicked, opens what it stands for."""
    heading(_("Rated responses") if rates else _("Judgments"), "part")
    show_notice("my_ratings" if rates else "my_work", "list", once=True, always=True)
    if not page.total:
        note(_("Your ratings will appear here.") if rates else _("Your judgments will appear here."))
        return
    label = (
        _("Search in prompts, responses and your explanations")
        if rates
        else _("Search in prompts, responses and your comments")
    )
    # A search begins at the newest again.
    if st.text_input(
        label, key=SEARCH, max_chars=SEARCH_LIMIT, on_change=_turn_to, args=([None],), persist_state="session"
    ):
        found = (
            ngettext("{count} response found", "{count} responses found", page.found)
            if rates
            else ngettext("{count} judgment found", "{count} judgments found", page.found)
        )
        note(found)
    row_html = partial(_rated_html if rates else _judged_html, protocol=load_protocol(page.protocol))
    for row in page.rows:
        with st.container(key=f"work_row_{row.assignment_id}", horizontal=True, vertical_alignment="top"):
            st.button(
                _("No. {number}", number=number(row.number)),
                key=f"open_{row.assignment_id}",
                type="tertiary",
                on_click=open_entry,
                args=(row.assignment_id,),
            )
            st.html(row_html(row))
    _page_buttons(page.before)


def _page_buttons(older: int | None) -> None:
    """Buttons to the newer and the older page of the list; `older` is where the older one begins, None for no page."""
    starts = page_state(MyWorkState).page_starts
    with st.container(key="work_pages", horizontal=True):
        if len(starts) > 1:
            st.button(_("Newer"), key="newer", on_click=_turn_to, args=(starts[:-1],))
        if older is not None:
            st.button(_("Older"), key="older", on_click=_turn_to, args=([*starts, older],))


def _turn_to(page_starts: list[int | None]) -> None:
    page_state(MyWorkState).page_starts = page_starts


def _judged_html(row: WorkRow, protocol: Protocol) -> str:
    """The prompt's first words; where these tell too little, those of both responses and then the prompt's."""
    lang = row.language or text_language(protocol.key)
    asked = asked_language(protocol, None, row.written_standard)
    if row.alike:
        said = "".join(
            f'<p class="beginning" dir="auto" lang="{lang}"><span class="side">{side}</span> {plain(words)}</p>'
            for side, words in zip("AB", row.responses, strict=True)
        )
        said += f'<p class="note" dir="auto" lang="{asked}">{plain(row.prompt)}</p>' if row.prompt else ""
    else:
        said = f'<p class="beginning" dir="auto" lang="{asked}">{plain(row.prompt)}</p>'
    details = [_(STANDARDS[lang])] if lang in STANDARDS else []
    return said + _details_html(row, [*details, choice_labels(protocol)[row.choice or "tie"]])


def _rated_html(row: WorkRow, protocol: Protocol) -> str:
    (response,) = row.responses
    lang = asked_language(protocol, row.source_language, row.written_standard)
    asked = f'<p class="note" dir="auto" lang="{escape(lang)}">{plain(row.prompt)}</p>' if row.prompt else ""
    return f'<p class="beginning" dir="auto"{_lang(row.language)}>{plain(response)}</p>{asked}{_details_html(row, [])}'


def _details_html(row: WorkRow, details: list[str]) -> str:
    changed = [_("changed")] if row.revision > 1 else []
    return note_html(" · ".join([*details, local_moment(row.decided_at), *changed]))


def _lang(code: str | None) -> str:
    return f' lang="{escape(code or "")}"'  # '' is an unknown language, not that of the page
