"""Hours: what everybody's work comes to, as a table and as CSV, and how much of the budget it is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from functools import partial
from html import escape

import pandas as pd
import streamlit as st

from eval_core.campaigns.my_work.hours import PersonDay, campaign_hours
from eval_core.campaigns.rules import change_rules, read_rules
from eval_core.errors import ParvisError, RefusedError
from eval_core.locales import N_, full_day, hours_minutes, number
from eval_core.locales import gettext as _
from eval_core.ui.parts.downloads import csv_of, download_row
from eval_core.ui.parts.local_time import zone_name
from eval_core.ui.parts.refusals import TROUBLES
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store

# Adding up moments takes long, and hours grow slowly.
_SECONDS = 300
_LATEST = 60  # days that the table shows; the file has all
_REFUSALS = {
    **TROUBLES,
    "changed_meanwhile": N_(
        "Not saved: somebody else has changed this in the meantime. You now see the latest version."
    ),
    "not_allowed": N_("Not saved: this needs the role of a lead."),
    "signed_out": N_("Not saved: you have been signed out. Open your personal link again."),
}
state = st.session_state


def show_hours(slug: str, *, rates: bool = False) -> None:
    """A part that opens on demand: nothing is counted before."""
    with st.expander(_("Hours"), key="hours_of_all", on_change="rerun") as part:
        if part.open:
            _opened(slug, rates=rates)


def _opened(slug: str, *, rates: bool) -> None:
    counted = _("Responses") if rates else _("Comparisons")
    rows = _hours(store().name, slug, zone_name())
    _budget(slug, sum(row.day.minutes for row in rows))
    if not rows:
        st.html(f'<p class="note">{escape(_("Nobody has worked yet."))}</p>')
        return
    header = [_("Annotator"), _("Time"), _("Days"), counted, _("Last day")]
    table(header, _totals(rows), numeric=(1, 2, 3), caption=_("Hours of each person"))
    rules = _(
        "Training, test, guidelines and questions are included. A pause of over 5 minutes does not count. Corrections "
        "are shown next to the measured time."
    )
    st.html(f'<h2 class="section">{escape(_("Day by day"))}</h2><p class="note">{escape(rules)}</p>')
    newest = sorted(rows, key=lambda row: row.day.day, reverse=True)[:_LATEST]
    header = [_("Day"), _("Annotator"), _("Time"), _("Measured"), counted, _("Note")]
    table(header, [_cells(row) for row in newest], numeric=(2, 3, 4), caption=_("Day by day"))
    file = partial(csv_of, _frame(rows))
    download_row(slug, f"{slug}-timesheet", [(_("All days as CSV"), "csv", "text/csv", file)])


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
            hours_minutes(sum(row.day.minutes for row in own)),
            number(len(own)),
            number(sum(row.day.count for row in own)),
            full_day(max(row.day.day for row in own)),
        ]
        for name, own in by_name.items()
    ]


def _cells(row: PersonDay) -> list[str]:
    one = row.day
    measured = hours_minutes(one.active_minutes)
    corrected = one.corrected_minutes is not None
    return [
        full_day(one.day),
        row.name,
        _("{time}, corrected", time=hours_minutes(one.minutes)) if corrected else hours_minutes(one.minutes),
        measured,
        number(one.count),
        one.note or "",
    ]


def _frame(rows: Sequence[PersonDay]) -> pd.DataFrame:
    """The time sheet, a row for each person and day; its columns are explained in docs/data-formats.md."""
    names = [
        "annotator",
        "day",
        "start",
        "end",
        "active_minutes",
        "corrected_minutes",
        "minutes",
        "judgments",
        "note",
    ]
    cells = [
        (
            row.name,
            row.day.day.isoformat(),
            _clock(row.day.start, row.day.day),
            _clock(row.day.end, row.day.day),
            row.day.active_minutes,
            row.day.corrected_minutes,
            row.day.minutes,
            row.day.count,
            row.day.note,
        )
        for row in rows
    ]
    return pd.DataFrame(cells, columns=names).astype({"corrected_minutes": "Int64"})


def _clock(value: datetime | None, day: date) -> str | None:
    if value is None:
        return None
    return f"{value:%H:%M}" if value.date() == day else "24:00"


def _budget(slug: str, minutes: int) -> None:
    """How much of the planned hours is used, and a place to say what is planned."""
    budget = read_rules(store(), slug, session_id()).budget_hours
    used = hours_minutes(minutes)
    if budget:
        share = minutes / 60 / budget
        text = _("{used} of {budget} hours, {share} %.", used=used, budget=number(budget), share=number(100 * share, 0))
        trouble = " trouble" if share > 1 else ""
        st.progress(min(1.0, share))
        st.html(f'<p class="note{trouble}">{escape(text)}</p>')
    else:
        st.html(f'<p class="note">{escape(_("{used} hours so far.", used=used))}</p>')
    st.number_input(
        _("Budget in hours"),
        min_value=0.0,
        value=budget,
        step=1.0,
        format="%g",
        key=f"budget_{slug}",
        width=200,
        on_change=_plan,
        args=(slug, budget),
        help=_("Empty: no budget."),
    )
    said = state.pop("budget_refused", None)
    if said:
        st.html(f'<p class="note trouble" role="alert">{escape(said)}</p>')


def _plan(slug: str, seen: float | None) -> None:
    try:
        hours = state[f"budget_{slug}"] or None
        change_rules(store(), slug, {"budget_hours": hours}, session_id(), seen={"budget_hours": seen})
    except RefusedError as refusal:
        state["budget_refused"] = _(_REFUSALS[refusal.code])
        del state[f"budget_{slug}"]
    except ParvisError as problem:
        state["budget_refused"] = str(problem)
