"""A rater next to the others, and their sheets to read: by what is remarkable, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from eval_core.campaigns.quality.case_file.rated_list import RATED_FILTERS, RatedPage, RatedRow, read_rated
from eval_core.campaigns.quality.raters import RaterFigures
from eval_core.campaigns.text import first_words
from eval_core.locales import N_, current_language, number
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol, load_protocol
from eval_core.reports.annotators.rater_words import level_text, rater_table
from eval_core.ui.parts.html import heading, note, note_html
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.sheet import asked_html, marks_html, response_html
from eval_core.ui.parts.tables import table
from eval_core.ui.session import page_state, session_id, store
from eval_core.web.shown_text import as_label

_PAGE = 10
_LABELS = {
    "all": N_("All"),
    "same": N_("The same value throughout"),
    "fast": N_("Faster than reading"),
    "apart": N_("Far from the others"),
    "na": N_("N/A"),
}
state = st.session_state


@dataclass
class RatedState:
    """What the page remembers of the list: whose, which filter, and which of its pages, counted from 0."""

    person: int = 0
    chosen: str = "all"
    page: int = 0


def show_beside_others(name: str, figures: RaterFigures) -> None:
    """The rater's numbers in the first row, and everyone else's below it."""
    mine = [check for check in figures.checks if check.annotator == name]
    if not mine:
        return
    title = _("Next to the others")
    heading(title)
    head, rows = rater_table([*mine, *(check for check in figures.checks if check not in mine)], figures.doubts)
    table(head, rows, numeric=range(1, len(head) - (_("Flagged") in head)), caption=title)


def show_rated(slug: str, person_id: int, name: str) -> None:
    """The rater's sheets with filters and pages."""
    heading(_("Ratings"))
    memory = page_state(RatedState)
    if memory.person != person_id:
        memory.person, memory.chosen, memory.page = person_id, "all", 0
    offset = memory.page * _PAGE
    found = read_rated(store(), slug, person_id, memory.chosen, limit=_PAGE, offset=offset, who=session_id())
    if not found.counts["all"]:
        note(_("{name} has not rated anything here yet.", name=name))
        return
    _choose(memory, found, person_id)
    protocol = load_protocol(found.protocol)
    for row in found.rows:
        with st.expander(_title(row), key=f"case_rated_{row.seen.sheet.assignment_id}"):
            _show(row, protocol)
    _pages(memory, found.counts[memory.chosen])


def _choose(memory: RatedState, found: RatedPage, person_id: int) -> None:
    key = f"case_rated_filter_{person_id}_{current_language()}"
    state[key] = memory.chosen
    some = [code for code in RATED_FILTERS if found.counts[code] or code in ("all", memory.chosen)]

    def choose() -> None:
        memory.chosen, memory.page = state[key] or "all", 0

    st.pills(
        _("Show"),
        some,
        format_func=lambda code: f"{_(_LABELS[code])} {number(found.counts[code])}",
        key=key,
        on_change=choose,
        label_visibility="collapsed",
    )


def _title(row: RatedRow) -> str:
    facts = (
        [] if row.seconds is None else [_("{seconds} s", seconds=number(row.seconds, 0 if row.seconds >= 10 else 1))]
    )
    facts += [_(_LABELS[code]) for code in row.remarkable]
    return as_label(" · ".join([*facts, first_words(row.seen.sheet.response, 60)]))


def _show(row: RatedRow, protocol: Protocol) -> None:
    about = [] if row.rated_at is None else [local_moment(row.rated_at)]
    if row.apart is not None:
        about.append(f"{_('Compared with the others')}: {level_text(row.apart)}")
    seen = row.seen
    st.html(
        note_html(" · ".join(about))
        + asked_html(seen, protocol)
        + response_html(seen, seen.sheet, _("Response"), 100)
        + marks_html(seen.sheet.scores, protocol)
    )


def _pages(memory: RatedState, rows: int) -> None:
    last = max(0, (rows - 1) // _PAGE)
    if not last:
        return

    def turn(by: int) -> None:
        memory.page = min(max(memory.page + by, 0), last)

    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(_("Back"), key="case_rated_back", disabled=memory.page == 0, on_click=turn, args=(-1,))
        st.text(_("Page {page} of {pages}", page=number(memory.page + 1), pages=number(last + 1)))
        st.button(_("More"), key="case_rated_more", disabled=memory.page >= last, on_click=turn, args=(1,))
