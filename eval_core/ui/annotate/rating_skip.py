"""Skipping a response; and choosing one where several responses are shown next to each other."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from eval_core.campaigns.desk.rating_desk import Sheet
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.store import SKIP_REASONS
from eval_core.ui.annotate import rating_clicks
from eval_core.ui.parts.refusals import SKIP_LABELS
from eval_core.ui.session import require

state = st.session_state


def lay_out(slug: str, sheets: Sequence[Sheet]) -> None:
    """Remember which responses are shown, for the dialogs, which are outside the desk's fragment."""
    state["sheets_at"] = (slug, tuple(sheets))


def lying(slug: str) -> tuple[Sheet, ...]:
    """The responses that this browser shows of a campaign."""
    where, sheets = state.get("sheets_at") or ("", ())
    return sheets if where == slug else ()


def which(sheets: Sequence[Sheet], name: str) -> Sheet | None:
    """The only response or, where several are shown, the one that the reader chooses by its letter."""
    if len(sheets) < 2:
        return sheets[0] if sheets else None
    letters = {one.assignment_id: _("Response {side}", side=chr(ord("A") + place)) for place, one in enumerate(sheets)}
    chosen = st.segmented_control(
        _("Which response?"),
        list(letters),
        default=sheets[0].assignment_id,
        required=True,
        format_func=letters.__getitem__,
        key=f"{name}_{sheets[0].assignment_id}_{current_language()}",
        persist_state="session",  # the choice survives closing the dialog
    )
    return next((one for one in sheets if one.assignment_id == chosen), sheets[0])


def skip_dialog(slug: str) -> None:
    """A dialog with a button for each reason; a click skips the response."""
    st.dialog(_("I cannot rate this, because:"))(_reasons)(slug)


def _reasons(slug: str) -> None:
    require("annotator")
    sheet = which(lying(slug), "skip_which")
    if sheet is None:
        st.text(_("There is no response here now."))
        return
    comment = f"comment_sheet_{sheet.assignment_id}"  # a comment begun about one must not appear at the next
    for reason in SKIP_REASONS:
        label, args = _(SKIP_LABELS[reason]), (slug, sheet, reason, comment)
        if st.button(label, key=f"skip_{reason}", on_click=rating_clicks.skip, args=args, width="stretch"):
            st.rerun()  # closes the dialog
    st.text_input(_("Comment (optional)"), key=comment, max_chars=TEXT_LIMIT)
