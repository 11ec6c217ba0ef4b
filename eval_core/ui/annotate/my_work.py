"""My work: the person's hours, the list of their judgments, and one judgment to read and revise."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from functools import partial
from html import escape

import pandas as pd
import streamlit as st

from eval_core.campaigns.access import Who
from eval_core.campaigns.desk.assignments import Context
from eval_core.campaigns.desk.judgments import revise_judgment
from eval_core.campaigns.my_work.hours import NOTE_LIMIT, Day, note_hours, own_hours, time_zone
from eval_core.campaigns.my_work.own_judgments import OwnComparison, OwnJudgment, OwnPage, OwnRemark, own_judgments
from eval_core.files import table_bytes
from eval_core.locales import N_, current_language, hours_minutes, ngettext, number, short_day
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.reports.ranking_words import STANDARDS
from eval_core.ui.parts.comparison import CHOICES, QUALITY_LABELS, is_long, reading
from eval_core.ui.parts.html import heading, note, note_html, verdict
from eval_core.ui.parts.local_time import local_moment, zone_name
from eval_core.ui.parts.press import Notice, forget_notice, leave_notice, press, show_notice, was_done
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.parts.tables import table
from eval_core.ui.parts.text import plain
from eval_core.ui.session import session_id, store

CHOICE_LABELS = {choice: label for choice, label, _key in CHOICES}
PAGE = 25  # judgments at once
_RECENT = 7  # days, until all are asked for
_CLOCK = re.compile(r"\s*(\d{1,2})[:.](\d{2})\s*")
_NOTE_SAVED = N_("Your note is saved.")
state = st.session_state


def today() -> date:
    """The day that it is where the person sits."""
    return store().now().astimezone(time_zone(zone_name())).date()


def summary(total: int, days: Sequence[Day]) -> str:
    """How many judgments are saved in all, and today."""
    if not total:
        return _("No judgment is saved yet.")
    lately = saved_today(days)
    saved = ngettext("{count} judgment is saved.", "{count} judgments are saved.", total)
    return f"{saved} " + _("Today: {count}.", count=number(lately)) if lately else saved


def saved_today(days: Sequence[Day]) -> int:
    """What was saved on the day that it is where the person sits."""
    return next((row.saved for row in days if row.day == today()), 0)


def hours(slug: str, days: Sequence[Day], *, rates: bool = False) -> None:
    """One row a day, the idle rule, the rows to take away, and a place for a note."""
    heading(_("Hours"), "part")
    with st.container(key="hours"):
        if days:
            show_all = len(days) <= _RECENT or st.toggle(_("Show all days"), key="all_days")
            _hours_table(days if show_all else days[:_RECENT], rates=rates)
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
    """The person's hours as CSV, made when somebody asks for it; permission is checked anew."""
    rows = [
        {
            "day": row.day.isoformat(),
            "start": _clock(row.start, row.day),
            "end": _clock(row.end, row.day),
            "active_minutes": row.active_minutes,
            "corrected_minutes": row.corrected_minutes,
            "judgments": row.count,
            "note": row.note,
        }
        for row in own_hours(store(), who, slug, zone)
    ]
    frame = pd.DataFrame(rows).astype({"corrected_minutes": "Int64"})
    return table_bytes(frame, ".csv", spreadsheet_safe=True)


def listed(slug: str) -> OwnPage:
    """The part of the list that was asked for, by search and paging."""
    search, before = state.get("work_search") or "", state.get("work_before") or [None]
    return own_judgments(store(), session_id(), slug, search=search, limit=PAGE, before=before[-1])


def judgments(page: OwnPage) -> None:
    """The list with its search field; a button at each row opens the judgment."""
    heading(_("Judgments"), "part")
    show_notice("my_work", "list", once=True, always=True)
    if not page.total:
        note(_("Your judgments will appear here."))
        return
    st.text_input(
        _("Search in prompts, responses and your comments"),
        key="work_search",
        max_chars=200,
        on_change=lambda: state.update(work_before=[None]),
        persist_state="session",
    )
    if state.get("work_search"):
        note(ngettext("{count} judgment found", "{count} judgments found", page.found))
    for row in page.rows:
        with st.container(key=f"work_row_{row.assignment_id}", horizontal=True, vertical_alignment="top"):
            label = _("No. {number}", number=number(row.number))
            st.button(label, key=f"open_{row.assignment_id}", on_click=_open, args=(row.assignment_id,))
            st.html(_row(row))
    turning(page.before)


def turning(before: int | None) -> None:
    """The way to the newer and the older part of the list; the older begins at `before`."""
    parts = state.get("work_before") or [None]
    with st.container(horizontal=True):
        if len(parts) > 1:
            st.button(_("Newer"), key="newer", on_click=lambda: state.update(work_before=parts[:-1]))
        if before is not None:
            st.button(_("Older"), key="older", on_click=lambda: state.update(work_before=[*parts, before]))


def judgment(slug: str, found: OwnComparison, text_size: int) -> None:
    """One judgment: both texts as they were presented, the choice, its history, and three choices to revise it."""
    st.button(_("Back to My work"), key="close_judgment", type="tertiary", on_click=_open, args=(None,))
    title = _("No. {number}", number=number(found.number))
    verdict(title, focusable=True)
    with st.container(key="judged"):
        st.html(reading(found.task, found.text_view, expanded=True, size=text_size))
    chosen = _("Your choice: {choice}", choice=_(CHOICE_LABELS[found.choice]))
    st.html(f'<p class="chosen">{escape(chosen)}</p>')
    if found.fixed:
        note(refusal_text(found.fixed, "my_work"))
    else:
        note(_("To change it, choose another one. The earlier choice is kept in the history."))
        with st.container(key="revise", horizontal=True):
            for choice, label, _key in CHOICES:
                st.button(
                    _(label),
                    key=f"revise_{choice}",
                    on_click=_revise,
                    args=(slug, found, choice),
                    width="stretch",
                )
    show_notice("my_work", "judgment", once=True, always=True)
    heading(_("History"), "part")
    issues = {one.key: one.label[current_language()] for one in load_protocol(found.protocol_key).issues}
    entries = "".join(
        f"<li>{escape(local_moment(one.decided_at))}: "
        f"{escape(_(CHOICE_LABELS[one.choice]) if one.choice else _('Undone'))}"
        f"{_reasons(one.remark, issues)}</li>"
        for one in found.history
    )
    st.html(f'<ol class="history">{entries}</ol>')


def _hours_table(days: Sequence[Day], *, rates: bool) -> None:
    counted = _("Responses") if rates else _("Judgments")
    header = [_("Day"), _("Start"), _("End"), _("Active time"), counted, _("Note")]
    rows = [
        [
            short_day(row.day),
            _clock(row.start, row.day),
            _clock(row.end, row.day),
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
        st.date_input(_("Day"), value=today(), max_value=today(), key="note_day", format="DD.MM.YYYY")
        st.text_input(_("Correct time as h:mm, if the measured one is wrong"), key="note_time", max_chars=5)
        st.text_area(_("Note"), key="note_text", max_chars=NOTE_LIMIT, height=96)
        st.form_submit_button(_("Save the note"), key="save_note", on_click=_add_note, args=(slug,))


def _add_note(slug: str) -> None:
    written = state.get("note_time") or ""
    clock = _CLOCK.fullmatch(written)
    minutes = int(clock[1]) * 60 + int(clock[2]) if clock and int(clock[2]) < 60 else -1
    chosen, words = state.get("note_day"), state.get("note_text") or ""
    if was_done("my_work", _NOTE_SAVED, "hours") and not (words.strip() or written.strip()):
        leave_notice("my_work", Notice("hours", _NOTE_SAVED))  # the second click of a double click
        return
    if not isinstance(chosen, date):
        leave_notice("my_work", Notice("hours", refused="unknown_day"))
        return
    noted = minutes if written.strip() else None
    if press(
        "my_work",
        lambda: note_hours(store(), session_id(), slug, chosen, noted, words),
        done=_NOTE_SAVED,
        place="hours",
    ):
        state["note_time"] = state["note_text"] = ""


def _open(assignment_id: int | None) -> None:
    state["opened_judgment"] = assignment_id
    forget_notice("my_work")


def _revise(slug: str, found: OwnComparison, choice: str) -> None:
    # The prompt stands there whole.
    opened = True if is_long(found.task.prompt) else None
    context = Context(state.get("layout"), state.get("shown_language"), opened)
    seen = (found.task.assignment_id, found.task.revision)
    # No button is disabled: the one that was pressed would lose the keyboard's focus.
    done = N_("This is already your choice.") if choice == found.choice else N_("Changed. Your new choice is saved.")
    press(
        "my_work",
        lambda: revise_judgment(store(), session_id(), slug, *seen, choice, context),
        done=done,
        place="judgment",
    )


def _row(row: OwnJudgment) -> str:
    lang = row.written_standard or "no"
    about = [_(STANDARDS[lang])] if lang in STANDARDS else []
    about += [_(CHOICE_LABELS[row.choice]), local_moment(row.decided_at)]
    if row.revision > 1:
        about.append(_("changed"))
    return f'<p class="beginning" dir="auto" lang="{lang}">{plain(row.beginning)}</p>{note_html(" · ".join(about))}'


def _reasons(remark: OwnRemark | None, labels: dict[str, str]) -> str:
    if remark is None:
        return ""
    said = [_(QUALITY_LABELS[remark.quality])] if remark.quality else []
    said += [f"{side}: {labels.get(issue, issue)}" for side, issue in remark.issues]
    line = note_html(" · ".join(said)) if said else ""
    return line + (f'<p class="words" dir="auto">{plain(remark.comment)}</p>' if remark.comment else "")


def _clock(value: datetime | None, day: date) -> str:
    if value is None:
        return ""
    return f"{value:%H:%M}" if value.date() == day else "24:00"
