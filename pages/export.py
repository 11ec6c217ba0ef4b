"""Export: take the judgments away."""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.access import Who
from eval_core.campaigns.exporting import export_judgments
from eval_core.campaigns.setup import list_campaigns
from eval_core.files import table_bytes
from eval_core.locales import gettext as _
from eval_core.locales import ngettext
from eval_core.ui.session import require, session_id, store

FORMATS = {".csv": "text/csv", ".jsonl": "application/jsonl", ".parquet": "application/vnd.apache.parquet"}


def judgments(who: Who, slug: str, suffix: str, pseudonymous: bool, safe: bool) -> bytes:
    """The file, made when somebody asks for it; permission is checked anew."""
    frame = export_judgments(store(), slug, pseudonymous=pseudonymous, who=who)
    return table_bytes(frame, suffix, spreadsheet_safe=safe)


seat = require("researcher")
st.html(f'<h1 class="verdict">{escape(_("Take the judgments away"))}</h1>')
made = next(row.judgments for row in list_campaigns(store()) if row.slug == seat.slug)
if not made:
    st.html(f'<p class="note">{escape(_("There are no judgments to export yet."))}</p>')
else:
    text = ngettext("{count} judgment, one a row", "{count} judgments, one a row", made)
    st.html(
        f'<p class="note">{escape(text)}. '
        + escape(_("Response A is the one that was shown as A. Texts and system names are included."))
        + "</p>"
    )
    pseudonymous = st.checkbox(_("Numbers instead of annotators' names"), value=True, key="pseudonymous")
    safe = st.checkbox(
        _("Safe for spreadsheets: no cell is run as a formula (CSV only; texts then differ by an apostrophe)"),
        key="spreadsheet_safe",
    )
    with st.container(horizontal=True):
        for suffix, mime in FORMATS.items():
            st.download_button(
                suffix[1:].upper(),
                partial(judgments, session_id(), seat.slug, suffix, pseudonymous, safe),
                f"{seat.slug}-judgments{suffix}",
                mime,
                key=f"judgments{suffix}",
                on_click="ignore",
            )
