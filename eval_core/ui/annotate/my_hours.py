"""My work: how much the annotator has done, how long it took day by day, a file of it, and a form for a note."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import partial

import streamlit as st

from eval_core.campaigns.access import Who
from eval_core.campaigns.my_work.hours import NOTE_LIMIT, Day, PersonDay, note_hours, own_hours, time_zone
from eval_core.campaigns.my_work.work_count import WorkCount, count_work
from eval_core.campaigns.setup.campaigns import campaign_names
from eval_core.files import MIME_TYPES, table_bytes
from eval_core.locales import N_, duration, ngettext, number, short_day
from eval_core.locales import gettext as _
from eval_core.ui.parts.downloads import file_button
from eval_core.ui.parts.hours_file import hours_frame, time_of_day
from eval_core.ui.parts.html import heading, note
from eval_core.ui.parts.local_time import zone_name
from eval_core.ui.parts.press import Notice, leave_notice, press, show_notice, was_done
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store

_DAY, _TIME, _TEXT = "note_day", "note_time", "note_text"  # keys of widgets
_RECENT_DAYS = 7  # are shown at first
_CLOCK = re.compile(r"(\d{1,2})[:.](\d{2})")
# As the table says it: '1 h 20 min', '2 h', '45 min'; with the Norwegian t for time.
_SPOKEN = re.compile(r"(?:(\d{1,2})\s*[ht])?\s*(?:(\d{1,4})\s*min)?", re.IGNORECASE)
_NOTE_SAVED = N_("Your note is saved.")


def today() -> date:
    """Today's date in the browser's time zone."""
    return store().now().astimezone(time_zone(zone_name())).date()


def read_hours(slug: str) -> tuple[list[Day], WorkCount]:
    """The visitor's days in this campaign, the newest first, and how much work they make together."""
    days = own_hours(store(), session_id(), slug, zone_name())
    return days, count_work(days, today())


def count_text(count: WorkCount, *, rates: bool) -> str:
    """How much the person has judged or rated in this campaign: the same words on My work and at the end."""
    if rates:
        if not count.total:
            return _("You have not rated any response in this campaign yet.")
        done = ngettext(
            "You have rated {count} response in this campaign",
            "You have rated {count} responses in this campaign",
            count.total,
        )
    else:
        if not count.total:
            return _("You have not judged any comparison in this campaign yet.")
        done = ngettext(
            "You have judged {count} comparison in this campaign",
            "You have judged {count} comparisons in this campaign",
            count.total,
        )
    return f"{done}, {_('{count} of them today', count=number(count.today))}." if count.today else f"{done}."


def left_out_text(count: WorkCount) -> str:
    """What that number leaves out; '' where there was no training and no test."""
    if not count.training_and_test:
        return ""
    return ngettext(
        "Training and test are not in this number: {count} comparison. The hours include their time.",
        "Training and test are not in this number: {count} comparisons. The hours include their time.",
        count.training_and_test,
    )


def hours(slug: str, name: str, days: Sequence[Day], *, rates: bool) -> None:
    """For the person of this name: a row a day and their total, the rule for pauses, a download, a form for a note."""
    heading(_("Hours"), "part")
    with st.container(key="hours"):
        if days:
            show_all = len(days) <= _RECENT_DAYS or st.toggle(_("Show all days"), key="all_days")
            _hours_table(days, len(days) if show_all else _RECENT_DAYS, rates=rates)
        elif rates:
            note(_("There are no hours yet. They are counted from your first response on."))
        else:
            note(_("There are no hours yet. They are counted from your first comparison on."))
        rule = _(
            "Pauses of up to five minutes count. A longer pause counts as five minutes, or not at all if you left and "
            "came back."
        )
        included = (
            _("The time includes questions.") if rates else _("The time includes training, guidelines and questions.")
        )
        note(f"{rule} {included}")
        with st.container(horizontal=True):
            if days:
                _files(slug, name)
            with st.popover(_("Add a note"), key="add_note"):
                _note_form(slug)
                show_notice("my_work", "hours", once=True, always=True)


def _files(slug: str, name: str) -> None:
    for suffix, label in ((".xlsx", _("Download for Excel")), (".csv", _("Download as CSV"))):
        file = partial(hours_file, session_id(), slug, zone_name(), name, suffix)
        key = f"hours_file_{suffix[1:]}"
        file_button(label, file, f"{slug}-hours{suffix}", MIME_TYPES[suffix], key=key)


def hours_file(who: Who, slug: str, zone: str | None, name: str, suffix: str = ".csv") -> bytes:
    """The hours of the person of this name with their total as a file, made when it is downloaded.

    Raises:
        RefusedError: if the person may no longer read them.
    """
    rows = [PersonDay(name, day) for day in own_hours(store(), who, slug, zone)]
    frame = hours_frame(rows, campaign_names(store())[slug].title, total=True)
    return table_bytes(frame, suffix, spreadsheet_safe=True)


def _hours_table(days: Sequence[Day], shown: int, *, rates: bool) -> None:
    counted = _("Responses") if rates else _("Judgments")
    header = [_("Day"), _("Start"), _("End"), _("Active time"), counted, _("Note")]
    rows = [
        [
            short_day(row.day),
            time_of_day(row.start, row.day),
            time_of_day(row.end, row.day),
            duration(row.active_minutes),
            number(row.count),
            row.note or "",
        ]
        for row in days[:shown]
    ]
    if len(days) > 1:
        active, count = sum(row.active_minutes for row in days), sum(row.count for row in days)
        rows.append([_("All days"), "", "", duration(active), number(count), ""])
    if any(row.corrected_minutes is not None for row in days):
        header.insert(4, _("Corrected to"))
        corrected = ["" if row.corrected_minutes is None else duration(row.corrected_minutes) for row in days[:shown]]
        for cells, cell in zip(rows, [*corrected, duration(sum(row.minutes for row in days))], strict=False):
            cells.insert(4, cell)
    table(header, rows, numeric=range(1, len(header) - 1), caption=_("Hours"))


def _note_form(slug: str) -> None:
    with st.form("hours_note", border=False):
        st.date_input(_("Day"), value=today(), max_value=today(), key=_DAY, format="DD.MM.YYYY")
        st.text_input(_("Correct time, such as 1:30 or 45 min, if the measured one is wrong"), key=_TIME, max_chars=12)
        st.text_area(_("Note"), key=_TEXT, max_chars=NOTE_LIMIT, height=96)
        st.form_submit_button(_("Save the note"), key="save_note", on_click=_add_note, args=(slug,))


def _add_note(slug: str) -> None:
    fields = st.session_state
    day, typed_time, text = fields.get(_DAY), fields.get(_TIME) or "", fields.get(_TEXT) or ""
    if was_done("my_work", _NOTE_SAVED, "hours") and not (text.strip() or typed_time.strip()):
        leave_notice("my_work", Notice("hours", _NOTE_SAVED))  # the second click of a double click
        return
    if not isinstance(day, date):
        leave_notice("my_work", Notice("hours", refused="unknown_day"))
        return
    minutes = typed_minutes(typed_time)
    if press(
        "my_work",
        lambda: note_hours(store(), session_id(), slug, day, minutes, text),
        done=_NOTE_SAVED,
        place="hours",
    ):
        fields[_TIME] = fields[_TEXT] = ""


def typed_minutes(typed: str) -> int | None:
    """A time such as '1:15', '1 h 15 min' or '75 min' in minutes; None where nothing is typed, -1 for no time.

    The service refuses -1.
    """
    typed = " ".join(typed.split())
    if not typed:
        return None
    clock, spoken = _CLOCK.fullmatch(typed), _SPOKEN.fullmatch(typed)
    found = clock or spoken
    if not found or (clock and int(clock[2]) >= 60):
        return -1
    return int(found[1] or 0) * 60 + int(found[2] or 0)
