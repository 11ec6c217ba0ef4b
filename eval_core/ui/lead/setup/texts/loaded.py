"""The files that were loaded, each with what it added and who loaded it; before judging begins they can go again."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.content.loaded_files import FileRow, list_files
from eval_core.campaigns.setup.file_removal import take_out_file
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.locales import N_, file_size, ngettext
from eval_core.locales import gettext as _
from eval_core.ui.lead.setup.texts.kinds import KINDS
from eval_core.ui.lead.setup.texts.look import quoted
from eval_core.ui.lead.setup.texts.texts_state import texts_state
from eval_core.ui.lead.setup.texts.verdict import counts_text
from eval_core.ui.parts.html import heading_html, note, note_html
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.press import press, show_notice
from eval_core.ui.session import session_id, store


def loaded_files(slug: str, plan: PlanReview) -> None:
    """The list, the newest first."""
    show_notice("setup", "files", once=True)
    found = list_files(store(), slug, session_id())
    if not found.files:
        return
    st.html(heading_html(_("Loaded files")))
    if found.fixed:
        note(_("Judging has begun, so files stay. Single responses and comparisons can be withdrawn."))
    for file in found.files:
        with st.container(key=f"setup_file_row_{file.id}", horizontal=True, vertical_alignment="center"):
            st.html(heading_html(file.name, "who") + note_html(_facts(file)) + note_html(_added(file)))
            if not found.fixed:
                _way_out(slug, plan.title, file)


def _facts(file: FileRow) -> str:
    by = file.by or (_("the program “{name}”", name=file.program) if file.program else _("the command line"))
    parts = [_(KINDS[file.kind]), ngettext("{count} row", "{count} rows", file.rows)]
    if file.size is not None:
        parts.append(file_size(file.size))
    return " · ".join([*parts, _("{when} by {who}", when=local_moment(file.at), who=by)])


def _added(file: FileRow) -> str:
    what = counts_text(file.added)
    return _("Added: {what}", what=what) if what else _("Completed texts that were loaded before")


def _way_out(slug: str, title: str, file: FileRow) -> None:
    """A button that asks once, or what has to go first."""
    with st.popover(_("Take out"), key=f"taking_out_{file.id}"):
        if file.needed_by:
            names = quoted(file.needed_by)
            st.text(_("Later files share rows with this one. Take them out first: {names}.", names=names))
            return
        st.text(
            _(
                "Take “{file}” out of “{campaign}”? All that it added goes. The file can be loaded again.",
                file=file.name,
                campaign=title,
            )
        )
        st.button(_("Yes, take it out"), key=f"take_out_{file.id}", on_click=_take_out, args=(slug, file.id))


def _take_out(slug: str, file_id: int) -> None:
    press(
        "setup",
        lambda: take_out_file(store(), slug, file_id, session_id()),
        done=N_("The file is taken out, with all that it added."),
        place="files",
    )
    texts_state().rehearsed = None
