"""My work: the annotator's hours, the list of their judgments, and one judgment to read and change."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from html import escape

import pandas as pd
import streamlit as st

from eval_core.campaigns.access import Who
from eval_core.campaigns.desk.judgments import Context, revise_judgment
from eval_core.campaigns.my_work.hours import NOTE_LIMIT, Day, note_hours, own_hours, time_zone
from eval_core.campaigns.my_work.own_judgments import (
    OwnComparison,
    OwnJudgment,
    OwnPage,
    OwnRemark,
    own_judgment,
    own_judgments,
)
from eval_core.errors import RefusedError
from eval_core.files import table_bytes
from eval_core.locales import N_, current_language, hours_minutes, ngettext, number, short_day
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.reports.ranking_words import STANDARDS
from eval_core.ui.parts.comparison import CHOICES, is_long, reading
from eval_core.ui.parts.html import heading, note, note_html, verdict
from eval_core.ui.parts.local_time import local_moment, zone_name
from eval_core.ui.parts.press import Notice, forget_notice, leave_notice, press, show_notice, was_done
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.parts.tables import table
from eval_core.ui.session import page_state, session_id, store
from eval_core.web.desk_json import QUALITY_LABELS
from eval_core.web.shown_text import plain

CHOICE_LABELS = dict(CHOICES)
LIST_LIMIT = 25  # judgments, or rated responses, on one page of the list
# Keys of the session that the desk sets: how the texts were laid out, and the language in which they were shown.
LAYOUT, SHOWN_LANGUAGE = "layout", "shown_language"
SEARCH, _NOTE_DAY, _NOTE_TIME, _NOTE_TEXT = "work_search", "note_day", "note_time", "note_text"  # keys of widgets
_RECENT_DAYS = 7  # are shown at first
_HOURS_MINUTES = re.compile(r"\s*(\d{1,2})[:.](\d{2})\s*")
_NOTE_SAVED = N_("Your note is saved.")


@dataclass
class MyWorkState:
    """What My work remembers.

    Attributes:
        judgment: the assignment of the judgment that is open; None where the whole page is shown.
        rating: the same where responses are rated.
        missing: (criterion, 'value' or 'explanation') that the ratings just sent lack; said once.
        page_starts: where each page of the list begins, up to the one that is shown; None for the newest.
    """

    judgment: int | None = None
    rating: int | None = None
    missing: list[tuple[str, str]] = field(default_factory=list)
    page_starts: list[int | None] = field(default_factory=lambda: [None])


def today() -> date:
    """Today's date in the browser's time zone."""
    return store().now().astimezone(time_zone(zone_name())).date()


def summary(total: int, days: Sequence[Day]) -> str:
    """How many judgments are saved in all, and today."""
    if not total:
        return _("No judgment is saved yet.")
    saved = ngettext("{count} judgment is saved.", "{count} judgments are saved.", total)
    count_today = saved_today(days)
    return f"{saved} " + _("Today: {count}.", count=number(count_today)) if count_today else saved


def saved_today(days: Sequence[Day]) -> int:
    """How many judgments or responses were saved today, in the browser's time zone."""
    return next((row.saved for row in days if row.day == today()), 0)


def hours(slug: str, days: Sequence[Day], *, rates: bool = False) -> None:
    """A table with one row a day, the rule for pauses, a download, and a form for a note."""
    heading(_("Hours"), "part")
    with st.container(key="hours"):
        if days:
            show_all = len(days) <= _RECENT_DAYS or st.toggle(_("Show all days"), key="all_days")
            _hours_table(days if show_all else days[:_RECENT_DAYS], rates=rates)
        elif rates:
            note(_("There are no hours yet. They are counted from your first response on."))
        else:
            note(_("There are no hours yet. They are counted from your first comparison on."))
        rule = _(
            "Pauses of up to five minutes count. A longer pause counts as five minutes, or not at all if you left and "
            "came back."
        )
        included = _("Questions are included.") if rates else _("Training, guidelines and questions are included.")
        note(f"{rule} {included}")
        with st.container(horizontal=True):
            if days:
                st.download_button(
                    _("Download as CSV"),
                    partial(hours_file, session_id(), slug, zone_name()),
                    f"{slug}-hours.csv",
                    "text/csv",
                    key="hours_file",
                    on_click="ignore",
                )
            with st.popover(_("Add a note"), key="add_note"):
                _note_form(slug)
                show_notice("my_work", "hours", once=True, always=True)


def hours_file(who: Who, slug: str, zone: str | None) -> bytes:
    """The person's hours as CSV, made when it is downloaded.

    Raises:
        RefusedError: if the person may no longer read them.
    """
    rows = [
        {
            "day": row.day.isoformat(),
            "start": _time_of_day(row.start, row.day),
            "end": _time_of_day(row.end, row.day),
            "active_minutes": row.active_minutes,
            "corrected_minutes": row.corrected_minutes,
            "judgments": row.count,
            "note": row.note,
        }
        for row in own_hours(store(), who, slug, zone)
    ]
    frame = pd.DataFrame(rows).astype({"corrected_minutes": "Int64"})
    return table_bytes(frame, ".csv", spreadsheet_safe=True)


def searched_page() -> tuple[str, int | None]:
    """The words that the list is searched for, and where the shown page of it begins."""
    return st.session_state.get(SEARCH) or "", page_state(MyWorkState).page_starts[-1]


def open_judgment(slug: str) -> OwnComparison | None:
    """The judgment that is open, as long as it is in this campaign's list."""
    work = page_state(MyWorkState)
    if work.judgment is None:
        return None
    try:
        return own_judgment(store(), session_id(), slug, work.judgment)
    except RefusedError as refusal:
        work.judgment = None
        leave_notice("my_work", Notice("list", refused=refusal.code))
        return None


def own_judgments_page(slug: str) -> OwnPage:
    """The chosen page of the judgments that match the search."""
    search, before = searched_page()
    return own_judgments(store(), session_id(), slug, search=search, limit=LIST_LIMIT, before=before)


def judgments(page: OwnPage) -> None:
    """The list with its search field; a button in each row opens the judgment."""
    heading(_("Judgments"), "part")
    show_notice("my_work", "list", once=True, always=True)
    if not page.total:
        note(_("Your judgments will appear here."))
        return
    if search_field(_("Search in prompts, responses and your comments")):
        note(ngettext("{count} judgment found", "{count} judgments found", page.found))
    for row in page.rows:
        list_row(row.assignment_id, row.number, _row_html(row), _open)
    page_buttons(page.before)


def search_field(label: str) -> str:
    """The field that searches the list, and what it holds. A search begins at the newest again."""
    return st.text_input(label, key=SEARCH, max_chars=200, on_change=_turn_to, args=([None],), persist_state="session")


def list_row(assignment_id: int, running_number: int, row_html: str, open_row: Callable[[int], None]) -> None:
    """One row of the list, with the button that opens it."""
    with st.container(key=f"work_row_{assignment_id}", horizontal=True, vertical_alignment="top"):
        label = _("No. {number}", number=number(running_number))
        st.button(label, key=f"open_{assignment_id}", on_click=open_row, args=(assignment_id,))
        st.html(row_html)


def page_buttons(older: int | None) -> None:
    """Buttons to the newer and the older page of the list; `older` is where the older one begins, None for no page."""
    starts = page_state(MyWorkState).page_starts
    with st.container(horizontal=True):
        if len(starts) > 1:
            st.button(_("Newer"), key="newer", on_click=_turn_to, args=(starts[:-1],))
        if older is not None:
            st.button(_("Older"), key="older", on_click=_turn_to, args=([*starts, older],))


def _turn_to(page_starts: list[int | None]) -> None:
    page_state(MyWorkState).page_starts = page_starts


def judgment(slug: str, comparison: OwnComparison, text_size: int) -> None:
    """One judgment: both texts as they were presented, the choice, buttons to change it, and its history."""
    st.button(_("Back to My work"), key="close_judgment", type="tertiary", on_click=_open, args=(None,))
    title = _("No. {number}", number=number(comparison.number))
    verdict(title, focusable=True)
    with st.container(key="judged"):
        st.html(reading(comparison.task, comparison.text_view, expanded=True, size=text_size))
    choice_text = _("Your choice: {choice}", choice=_(CHOICE_LABELS[comparison.choice]))
    st.html(f'<p class="chosen">{escape(choice_text)}</p>')
    if comparison.fixed:
        note(refusal_text(comparison.fixed, "my_work"))
    else:
        note(_("To change it, choose another one. The earlier choice is kept in the history."))
        with st.container(key="revise", horizontal=True):
            for choice, label in CHOICE_LABELS.items():
                args = (slug, comparison, choice)
                st.button(_(label), key=f"revise_{choice}", on_click=_revise, args=args, width="stretch")
    show_notice("my_work", "judgment", once=True, always=True)
    heading(_("History"), "part")
    protocol = load_protocol(comparison.protocol_key)
    issues = {issue.key: issue.label[current_language()] for issue in protocol.issues}
    entries = "".join(
        f"<li>{escape(local_moment(revision.decided_at))}: "
        f"{escape(_(CHOICE_LABELS[revision.choice]) if revision.choice else _('Undone'))}"
        f"{_remark_html(revision.remark, issues)}</li>"
        for revision in comparison.history
    )
    st.html(f'<ol class="history">{entries}</ol>')


def _hours_table(days: Sequence[Day], *, rates: bool) -> None:
    counted = _("Responses") if rates else _("Judgments")
    header = [_("Day"), _("Start"), _("End"), _("Active time"), counted, _("Note")]
    rows = [
        [
            short_day(row.day),
            _time_of_day(row.start, row.day),
            _time_of_day(row.end, row.day),
            hours_minutes(row.active_minutes),
            number(row.count),
            row.note or "",
        ]
        for row in days
    ]
    if any(row.corrected_minutes is not None for row in days):
        header.insert(4, _("Corrected to"))
        for cells, row in zip(rows, days, strict=True):
            cells.insert(4, "" if row.corrected_minutes is None else hours_minutes(row.corrected_minutes))
    table(header, rows, numeric=range(1, len(header) - 1), caption=_("Hours"))


def _note_form(slug: str) -> None:
    with st.form("hours_note", border=False):
        st.date_input(_("Day"), value=today(), max_value=today(), key=_NOTE_DAY, format="DD.MM.YYYY")
        st.text_input(_("Correct time as h:mm, if the measured one is wrong"), key=_NOTE_TIME, max_chars=5)
        st.text_area(_("Note"), key=_NOTE_TEXT, max_chars=NOTE_LIMIT, height=96)
        st.form_submit_button(_("Save the note"), key="save_note", on_click=_add_note, args=(slug,))


def _add_note(slug: str) -> None:
    fields = st.session_state
    day, typed_time, text = fields.get(_NOTE_DAY), fields.get(_NOTE_TIME) or "", fields.get(_NOTE_TEXT) or ""
    if was_done("my_work", _NOTE_SAVED, "hours") and not (text.strip() or typed_time.strip()):
        leave_notice("my_work", Notice("hours", _NOTE_SAVED))  # the second click of a double click
        return
    if not isinstance(day, date):
        leave_notice("my_work", Notice("hours", refused="unknown_day"))
        return
    minutes = _typed_minutes(typed_time)
    if press(
        "my_work",
        lambda: note_hours(store(), session_id(), slug, day, minutes, text),
        done=_NOTE_SAVED,
        place="hours",
    ):
        fields[_NOTE_TIME] = fields[_NOTE_TEXT] = ""


def _typed_minutes(typed: str) -> int | None:
    """A time such as '1:15' in minutes; None where nothing is typed, -1, which the service refuses, for no time."""
    if not typed.strip():
        return None
    time = _HOURS_MINUTES.fullmatch(typed)
    return int(time[1]) * 60 + int(time[2]) if time and int(time[2]) < 60 else -1


def _open(assignment_id: int | None) -> None:
    page_state(MyWorkState).judgment = assignment_id
    forget_notice("my_work")


def _revise(slug: str, comparison: OwnComparison, choice: str) -> None:
    task = comparison.task
    # The whole prompt is shown here. Of a short one, which is never folded, nothing is recorded.
    prompt_opened = True if is_long(task.prompt) else None
    context = Context(st.session_state.get(LAYOUT), st.session_state.get(SHOWN_LANGUAGE), prompt_opened)
    # The present choice can be clicked too: a disabled button would lose the keyboard's focus.
    same = choice == comparison.choice
    done = N_("This is already your choice.") if same else N_("Changed. Your new choice is saved.")
    press(
        "my_work",
        lambda: revise_judgment(store(), session_id(), slug, task.assignment_id, task.revision, choice, context),
        done=done,
        place="judgment",
    )


def _row_html(row: OwnJudgment) -> str:
    lang = row.written_standard or "no"
    details = [_(STANDARDS[lang])] if lang in STANDARDS else []
    details += [_(CHOICE_LABELS[row.choice]), local_moment(row.decided_at)]
    if row.revision > 1:
        details.append(_("changed"))
    return f'<p class="beginning" dir="auto" lang="{lang}">{plain(row.beginning)}</p>{note_html(" · ".join(details))}'


def _remark_html(remark: OwnRemark | None, issue_labels: dict[str, str]) -> str:
    if remark is None:
        return ""
    reasons = [_(QUALITY_LABELS[remark.quality])] if remark.quality else []
    reasons += [f"{side}: {issue_labels.get(issue, issue)}" for side, issue in remark.issues]
    line = note_html(" · ".join(reasons)) if reasons else ""
    return line + (f'<p class="words" dir="auto">{plain(remark.comment)}</p>' if remark.comment else "")


def _time_of_day(moment: datetime | None, day: date) -> str:
    """A time such as '09:05'; '24:00' where it lies at the day's end; '' for None."""
    if moment is None:
        return ""
    return f"{moment:%H:%M}" if moment.date() == day else "24:00"
