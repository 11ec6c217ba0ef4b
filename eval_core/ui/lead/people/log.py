"""The audit log, on the screen and as a file: who did what, and when."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from eval_core.campaigns.access import Who
from eval_core.campaigns.audit import LogEntry, read_log
from eval_core.files import table_bytes
from eval_core.locales import gettext as _
from eval_core.ui.lead.people.labels import ACTIONS, about_text
from eval_core.ui.parts.html import heading, note
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store

_FIRST = 20  # lines at first
_LOG_OF = "people_log_of"  # key of the field that chooses whose actions are shown
state = st.session_state


def log(slug: str) -> None:
    """The newest actions first: all of them, or those by and about one person."""
    heading(_("Log"))
    entries = read_log(store(), slug, who=session_id())
    if not entries:
        note(_("Nothing yet. Everything the leads do is logged here, except judgments and ratings."))
        return
    names = sorted({name for entry in entries for name in _concerned(entry)})
    if state.get(_LOG_OF) not in names:
        state[_LOG_OF] = None
    person = st.selectbox(_("Person"), names, index=None, placeholder=_("Everybody"), key=_LOG_OF, width=420)
    matching = [entry for entry in entries if person is None or person in _concerned(entry)]
    everything = len(matching) <= _FIRST or st.toggle(_("Show all"), key="people_log_all")
    rows = [
        [
            local_moment(entry.at),
            entry.by or entry.about.get("program") or _("Command line"),
            _(ACTIONS.get(entry.action, entry.action)),
            about_text(entry.about),
        ]
        for entry in (matching if everything else matching[:_FIRST])
    ]
    with st.container(key="people_log"):
        table([_("When"), _("Who"), _("Action"), _("About")], rows, caption=_("Log"))
    st.download_button(
        _("Download as CSV"),
        partial(log_file, session_id(), slug),
        f"{slug}-log.csv",
        "text/csv",
        key="people_log_file",
        on_click="ignore",
    )


def log_file(who: Who, slug: str) -> bytes:
    """The whole log as CSV, made on request after another check of permission. Times are in UTC."""
    return table_bytes(log_frame(read_log(store(), slug, who=who)), ".csv", spreadsheet_safe=True)


def log_frame(entries: Sequence[LogEntry]) -> pd.DataFrame:
    """One row per action, with the program's own codes; what it was about as JSON."""
    return pd.DataFrame(
        [
            {
                "at": entry.at.isoformat(),
                "by": entry.by,
                "action": entry.action,
                "person": entry.about.get("person"),
                "about": json.dumps(
                    {name: value for name, value in entry.about.items() if name != "person"}, ensure_ascii=False
                ),
            }
            for entry in entries
        ],
        columns=["at", "by", "action", "person", "about"],
        dtype=object,
    )


def _concerned(entry: LogEntry) -> set[str]:
    return {name for name in (entry.by, entry.about.get("person")) if name}
