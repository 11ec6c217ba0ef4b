"""The audit log, on the screen and as a file: who did what, and when."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from eval_core.campaigns.access import Who
from eval_core.campaigns.audit import Change, LogEntry, read_log
from eval_core.files import MIME_TYPES, table_bytes
from eval_core.locales import gettext as _
from eval_core.ui.lead.people.labels import ACTIONS
from eval_core.ui.lead.people.log_words import about_text
from eval_core.ui.parts.downloads import file_button
from eval_core.ui.parts.html import heading, note
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store

_FIRST = 20  # lines at first
_LOG_OF, _LOG_KIND = "people_log_of", "people_log_kind"  # keys of the fields that choose whose actions, and which
state = st.session_state


def log(slug: str) -> None:
    """The newest actions first: all of them, or those by and about one person, or of one kind."""
    heading(_("Log"))
    entries = read_log(store(), slug, who=session_id())
    if not entries:
        note(_("Nothing yet. Everything the leads do is logged here, except judgments and ratings."))
        return
    matching = _chosen(entries)
    everything = len(matching) <= _FIRST or st.toggle(_("Show all"), key="people_log_all")
    rows = [
        [
            local_moment(entry.at),
            entry.by or entry.about.get("program") or _("Command line"),
            _action(entry.action),
            about_text(entry.about, entry.changes),
        ]
        for entry in (matching if everything else matching[:_FIRST])
    ]
    if rows:
        with st.container(key="people_log"):
            table([_("When"), _("Who"), _("Action"), _("About")], rows, caption=_("Log"))
    else:
        note(_("Nothing of this kind is logged of this person."))
    with st.container(horizontal=True):
        for suffix, label in ((".xlsx", _("Download for Excel")), (".csv", _("Download as CSV"))):
            file, key = partial(log_file, session_id(), slug, suffix), f"people_log_{suffix[1:]}"
            file_button(label, file, f"{slug}-log{suffix}", MIME_TYPES[suffix], key=key)


def _chosen(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """The entries that the two fields above the log leave."""
    names = sorted({name for entry in entries for name in _concerned(entry)})
    kinds = sorted({entry.action for entry in entries}, key=_action)
    for key, options in ((_LOG_OF, names), (_LOG_KIND, kinds)):
        if state.get(key) not in options:
            state[key] = None
    with st.container(horizontal=True):
        person = st.selectbox(_("Person"), names, index=None, placeholder=_("Everybody"), key=_LOG_OF, width=320)
        kind = st.selectbox(
            _("Action"),
            kinds,
            index=None,
            placeholder=_("Every action"),
            format_func=_action,
            key=_LOG_KIND,
            width=320,
        )
    return [
        entry
        for entry in entries
        if (person is None or person in _concerned(entry)) and (kind is None or kind == entry.action)
    ]


def log_file(who: Who, slug: str, suffix: str = ".csv") -> bytes:
    """The whole log as a file, made on request after another check of permission. Times are in UTC."""
    return table_bytes(log_frame(read_log(store(), slug, who=who)), suffix, spreadsheet_safe=True)


def log_frame(entries: Sequence[LogEntry]) -> pd.DataFrame:
    """One row for each value that an action changed, or one for the action, with the program's own codes.

    `what` was changed from `old` to `new`; what else the action was about is JSON.
    """
    return pd.DataFrame(
        [
            {
                "at": entry.at.isoformat(),
                "by": entry.by,
                "action": entry.action,
                "person": entry.about.get("person"),
                "what": name or None,
                "old": _cell(change.old),
                "new": _cell(change.new),
                "about": json.dumps(
                    {key: value for key, value in entry.about.items() if key not in ("person", "changes")},
                    ensure_ascii=False,
                ),
            }
            for entry in entries
            for name, change in (entry.changes or {"": Change(None, None)}).items()
        ],
        columns=["at", "by", "action", "person", "what", "old", "new", "about"],
        dtype=object,
    )


def _action(action: str) -> str:
    return _(ACTIONS[action]) if action in ACTIONS else action


def _cell(value: Any) -> str | None:
    """A value in a cell: texts as they are, None empty, and anything else as JSON."""
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _concerned(entry: LogEntry) -> set[str]:
    return {name for name in (entry.by, entry.about.get("person")) if name}
