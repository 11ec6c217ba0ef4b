"""The platform's table of submissions on the page People: a look at it, and withdrawing those who returned theirs."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st

from eval_core.campaigns.joining.submissions import (
    Submission,
    SubmissionsView,
    preview_submissions,
    read_submissions,
    withdraw_returned,
)
from eval_core.errors import InputError
from eval_core.locales import N_, ngettext
from eval_core.locales import gettext as _
from eval_core.ui.lead.setup.texts.look import as_file
from eval_core.ui.lead.setup.words import fault_place
from eval_core.ui.parts.browser.upload import upload
from eval_core.ui.parts.html import note, subheading, trouble
from eval_core.ui.parts.press import attempt, press, show_notice
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store

_PLACE = "submissions"
_MOST_PASTED = 200_000  # characters
_STANDINGS = {
    "returned": N_("Returned: will be withdrawn here"),
    "withdrawn": N_("Returned: withdrawn here already"),
    "mixed": N_("Returned one submission and have another: you decide"),
    "timed_out": N_("Timed out: you decide"),
    "others": N_("All others"),
}


def submissions(slug: str) -> None:
    """A field for the table, what it says, and a button once there is someone to withdraw."""
    subheading(_("Returned submissions"))
    text = _(
        "People who return their submission on the platform have withdrawn, so nothing more may be recorded about them "
        "here. Load the platform's table of submissions; only the columns “Participant id” and “Status” are read, and "
        "nothing of it is kept."
    )
    note(text)
    uploaded = upload(key=f"submissions_file_{slug}")
    pasted = st.text_area(
        _("Or paste the table, with its headings"), key=f"submissions_paste_{slug}", max_chars=_MOST_PASTED, height=96
    )
    show_notice("people", _PLACE)
    try:
        if uploaded is not None:
            with as_file(uploaded) as path:
                rows = read_submissions(path)
        elif pasted.strip():
            rows = _pasted(pasted)
        else:
            return
    except InputError as error:
        trouble(fault_place(error))
        return
    looked = attempt(lambda: preview_submissions(store(), slug, rows, session_id()))
    if looked.result is None:
        trouble(refusal_text(looked.refused, "people"))
        return
    _preview(slug, rows, looked.result)


def _pasted(text: str) -> tuple[Submission, ...]:
    with TemporaryDirectory(prefix="parvis-") as folder:
        path = Path(folder) / "pasted.txt"
        path.write_text(text, encoding="utf-8")
        return read_submissions(path)


def _preview(slug: str, rows: tuple[Submission, ...], view: SubmissionsView) -> None:
    people = [(label, getattr(view, standing)) for standing, label in _STANDINGS.items()]
    found = [[_(label), ", ".join(names)] for label, names in people if names]
    if found:
        table([_("In the table"), _("Annotators")], found, caption=_("Returned submissions"))
    if view.unknown:
        text = ngettext(
            "{count} participant of the table never came here.",
            "{count} participants of the table never came here.",
            view.unknown,
        )
        note(text)
    if view.returned:
        label = ngettext("Withdraw {count} person", "Withdraw {count} people", len(view.returned))
        st.button(label, key="submissions_withdraw", type="primary", on_click=_withdraw, args=(slug, rows))


def _withdraw(slug: str, rows: tuple[Submission, ...]) -> None:
    withdraw = N_("Withdrawn: they get nothing more to judge, and their consent has ended.")
    press("people", lambda: withdraw_returned(store(), slug, rows, session_id()), done=withdraw, place=_PLACE)
