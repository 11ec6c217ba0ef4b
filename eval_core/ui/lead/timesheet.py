"""Hours: how long everybody has worked, as a table and as CSV, and how much of the budget that is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from eval_core.campaigns.my_work.hours import PersonDay, campaign_hours
from eval_core.campaigns.rules import change_rules, read_rules
from eval_core.campaigns.setup.campaigns import campaign_names
from eval_core.locales import N_, duration, full_day, number, percent
from eval_core.locales import gettext as _
from eval_core.ui.parts.downloads import download_row, table_files
from eval_core.ui.parts.hours_file import hours_frame
from eval_core.ui.parts.html import heading_html, note, note_html, trouble
from eval_core.ui.parts.local_time import zone_name
from eval_core.ui.parts.press import press, show_notice
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store

# Counting takes long, and hours grow slowly.
_SECONDS = 300
_LATEST = 60  # days that the table shows; the file has all
_BUDGET = N_("Budget in hours")
state = st.session_state


def show_hours(slug: str, *, rates: bool = False) -> None:
    """A section that opens on demand; nothing is counted before."""
    with st.expander(_("Hours"), key="hours_of_all", on_change="rerun") as part:
        if part.open:
            _opened(slug, rates=rates)


def _opened(slug: str, *, rates: bool) -> None:
    counted = _("Responses") if rates else _("Comparisons")
    rows = _hours(store().name, slug, zone_name())
    _budget(slug, sum(row.day.minutes for row in rows))
    if not rows:
        note(_("Nobody has worked yet."))
        return
    header = [_("Annotator"), _("Time"), _("Days"), counted, _("Last day")]
    table(header, _totals(rows), numeric=(1, 2, 3), caption=_("Hours of each person"))
    rules = _(
        "The time includes training, test, guidelines and questions. The number of comparisons leaves out training "
        "and test. A pause of over 5 minutes does not count. Corrections are shown next to the measured time."
    )
    st.html(heading_html(_("Day by day")) + note_html(rules))
    newest = sorted(rows, key=lambda row: row.day.day, reverse=True)[:_LATEST]
    header = [_("Day"), _("Annotator"), _("Time"), _("Measured"), counted, _("Note")]
    table(header, [_cells(row) for row in newest], numeric=(2, 3, 4), caption=_("Day by day"))
    files = table_files(partial(hours_frame, rows, campaign_names(store())[slug].title))
    labels = (_("All days for Excel"), _("All days as CSV"))
    download_row(slug, f"{slug}-timesheet", [(label, *file[1:]) for label, file in zip(labels, files, strict=True)])


@st.cache_data(ttl=_SECONDS, max_entries=16, show_spinner=False)
def _hours(database: str, slug: str, zone: str | None) -> list[PersonDay]:
    return campaign_hours(store(), slug, zone)


def _totals(rows: Sequence[PersonDay]) -> list[list[str]]:
    """One row a person, by name."""
    by_name: dict[str, list[PersonDay]] = {}
    for row in rows:
        by_name.setdefault(row.name, []).append(row)
    return [
        [
            name,
            duration(sum(row.day.minutes for row in own)),
            number(len(own)),
            number(sum(row.day.count for row in own)),
            full_day(max(row.day.day for row in own)),
        ]
        for name, own in by_name.items()
    ]


def _cells(row: PersonDay) -> list[str]:
    day, minutes = row.day, duration(row.day.minutes)
    return [
        full_day(day.day),
        row.name,
        minutes if day.corrected_minutes is None else _("{time}, corrected", time=minutes),
        duration(day.active_minutes),
        number(day.count),
        day.note or "",
    ]


def _budget(slug: str, minutes: int) -> None:
    """How much of the planned hours is used, and a place to say what is planned."""
    budget = read_rules(store(), slug, session_id()).budget_hours
    used = duration(minutes)
    if budget:
        share = minutes / 60 / budget
        text = _("{used} of {budget} hours, {share}.", used=used, budget=number(budget), share=percent(share))
        st.progress(min(1.0, share))
        if share > 1:
            trouble(text, role="")
        else:
            note(text)
    else:
        note(_("{used} hours so far.", used=used))
    st.number_input(
        _(_BUDGET),
        min_value=0.0,
        value=budget,
        step=1.0,
        format="%g",
        key=f"budget_{slug}",
        width=200,
        on_change=_save_budget,
        args=(slug, budget),
        help=_("Empty: no budget."),
    )
    show_notice("hours", once=True)


def _save_budget(slug: str, seen: float | None) -> None:
    hours = state[f"budget_{slug}"] or None
    saved = press(
        "hours",
        lambda: change_rules(store(), slug, {"budget_hours": hours}, session_id(), seen={"budget_hours": seen}),
        fields={"budget_hours": _BUDGET},
    )
    if not saved and not saved.field:
        del state[f"budget_{slug}"]  # the field shows what is stored now
