"""A rater next to the others, and their sheets to read: by what is remarkable, a page at a time."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.quality.case_file.rated_list import RatedRow, read_rated
from eval_core.campaigns.quality.raters import RaterFigures
from eval_core.campaigns.text import first_words
from eval_core.locales import N_, number
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol, load_protocol
from eval_core.reports.annotators.rater_words import level_text, rater_table
from eval_core.ui.lead.case.case_list import PAGE, case_list, choose_filter, turn_pages
from eval_core.ui.parts.html import heading, note, note_html
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.sheet import asked_html, marks_html, response_html
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store
from eval_core.web.shown_text import as_label

_LABELS = {
    "all": N_("All"),
    "same": N_("The same value throughout"),
    "fast": N_("Faster than reading"),
    "apart": N_("Far from the others"),
    "na": N_("N/A"),
}


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
    memory = case_list(slug, person_id)
    found = read_rated(store(), slug, person_id, memory.chosen, limit=PAGE, offset=memory.offset, who=session_id())
    if not found.counts["all"]:
        note(_("{name} has not rated anything here yet.", name=name))
        return
    choose_filter(memory, _LABELS, found.counts)
    protocol = load_protocol(found.protocol)
    for row in found.rows:
        with st.expander(_title(row), key=f"case_rated_{row.seen.sheet.assignment_id}"):
            _show(row, protocol)
    turn_pages(memory, found.counts[memory.chosen])


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
