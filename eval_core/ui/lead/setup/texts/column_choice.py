"""Which column of a file is which of ours: matched by name, or by the lead where the names say too little."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.content.import_report import remembered_columns
from eval_core.files import COLUMNS, TEMPLATES, Matching, match_columns
from eval_core.locales import gettext as _
from eval_core.locales import ngettext
from eval_core.ui.lead.setup.texts.look import Look, quoted
from eval_core.ui.lead.setup.texts.texts_state import Columns, texts_state
from eval_core.ui.parts.html import note, trouble
from eval_core.ui.session import session_id, store
from eval_core.web.shown_text import as_label

_SHOWN = 8  # headings that are named as metadata


def column_choice(slug: str, kind: str, look: Look, criteria: list[str]) -> tuple[Matching, Columns]:
    """One line for each column of ours with the headings of the file; open where something is missing or unclear.

    What the file may have and has not is in a part of its own, so that what matters is in view.

    Returns:
        What is matched now, and what of it the names alone do not say: the choice to load the file with.
    """
    chosen = texts_state().columns.setdefault((slug, kind), {})
    known = remembered_columns(store(), slug, kind, session_id())
    matching = match_columns(kind, look.headings, chosen, remembered=known, also=criteria)
    unclear = bool(matching.missing or matching.ambiguous)
    needed = {ours: ours in matching.missing or _is_required(kind, ours) for ours in [*COLUMNS[kind], *criteria]}
    in_view = [ours for ours in needed if needed[ours] or ours in matching.found or ours in matching.ambiguous]
    with st.expander(_summary(matching), expanded=unclear, key=f"setup_columns_{slug}_{kind}"):
        for ours in in_view:
            _field(slug, kind, ours, look, matching, required=needed[ours])
        _metadata(matching)
    if more := [ours for ours in needed if ours not in in_view]:
        with st.expander(_("More columns (optional)"), key=f"setup_more_columns_{slug}_{kind}"):
            for ours in more:
                _field(slug, kind, ours, look, matching, required=False)
    return matching, {theirs: ours for theirs, ours in chosen.items() if theirs in look.headings}


def unclear_columns(matching: Matching) -> bool:
    """Say what the lead has to choose before the file can be checked; whether there is anything."""
    if matching.missing:
        columns = quoted(matching.missing)
        trouble(_("Choose which columns of the file are {columns}.", columns=columns), role="status")
    for ours, headings in matching.ambiguous.items():
        names = quoted(headings)
        trouble(_("Several columns could be “{column}”: {names}. Choose one.", column=ours, names=names), role="status")
    return bool(matching.missing or matching.ambiguous)


def _summary(matching: Matching) -> str:
    found = ngettext("{count} column recognised", "{count} columns recognised", len(matching.found))
    rest = ngettext("{count} kept as metadata", "{count} kept as metadata", len(matching.rest))
    return f"{_('Columns')}: {found}, {rest}" if matching.rest else f"{_('Columns')}: {found}"


def _is_required(kind: str, ours: str) -> bool:
    return any(one.required and one.name == ours for one in TEMPLATES[kind])


def _field(slug: str, kind: str, ours: str, look: Look, matching: Matching, *, required: bool) -> None:
    """One of our columns, and which of the file's it is."""
    key = f"setup_column_{slug}_{kind}_{ours}"
    st.session_state[key] = matching.found.get(ours, "")
    label = ours if required else _("{column} (optional)", column=ours)
    meant = next((one.meaning for one in TEMPLATES[kind] if one.name == ours), "")
    if meant:
        label = f"{label}: {_(meant).rstrip('.')}"

    def shown(heading: str) -> str:
        return f"{heading}: {look.begins(heading)}" if heading else _("not in this file")

    st.selectbox(
        as_label(label),
        ["", *look.headings],
        format_func=shown,
        key=key,
        on_change=_choose,
        args=(slug, kind, ours, key, matching.found.get(ours)),
    )


def _choose(slug: str, kind: str, ours: str, key: str, before: str | None) -> None:
    """A heading is one column, so a choice takes it from any other; what was chosen before becomes metadata."""
    chosen, heading = texts_state().columns.setdefault((slug, kind), {}), st.session_state[key]
    for theirs in [theirs for theirs, name in chosen.items() if name == ours]:
        chosen[theirs] = ""
    if before:
        chosen[before] = ""
    if heading:
        chosen[heading] = ours


def _metadata(matching: Matching) -> None:
    """What is none of our columns: it is kept with each row."""
    if not matching.rest:
        return
    names = quoted(matching.rest[:_SHOWN])
    if len(matching.rest) > _SHOWN:
        names += " …"
    note(_("Kept as metadata of each row: {names}.", names=names))
