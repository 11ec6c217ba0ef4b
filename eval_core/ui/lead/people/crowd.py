"""A crowd platform on the page People: what it adds to the address, codes and ways back, and who is to be paid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from eval_core.campaigns.crowd_rules import ENDS, PROLIFIC, Crowd
from eval_core.campaigns.rules import change_rules, read_rules
from eval_core.campaigns.watching.payments import Payment, list_payments, payments_frame
from eval_core.locales import duration, number
from eval_core.locales import gettext as _
from eval_core.reports.background.way_back_words import ENDS as ENDED
from eval_core.reports.background.way_back_words import end_text
from eval_core.ui.lead.people.labels import CROWD
from eval_core.ui.lead.people.submissions import submissions
from eval_core.ui.lead.setup.unsaved import discard, follow_stored, is_begun, keep, typed
from eval_core.ui.parts.downloads import download_row, table_files
from eval_core.ui.parts.html import heading, note, subheading
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.press import NOTHING_CHANGED, SAVED, Notice, leave_notice, press, show_notice
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store

_PLACE = "crowd"
_LATEST = 50  # people that the table shows; the file has all
state = st.session_state


def crowd_platform(slug: str, address: str, people: Sequence[Payment]) -> None:
    """The section; its parts open on demand, as most campaigns have no platform.

    Args:
        address: of the campaign's open link; '' while it is off.
        people: everyone who came by it.
    """
    heading(_("Crowd platform"))
    crowd = read_rules(store(), slug, session_id()).crowd
    if not crowd.is_set:
        text = _("People can come from Prolific or another platform by the open link, and go back there with a code.")
        note(text)
    with st.expander(_("Parameters, codes and return addresses"), key="crowd_rules", on_change="rerun") as part:
        if part.open:
            _settings(slug, crowd, address)
    if people:
        _payment(slug, people)
    if crowd.person:
        submissions(slug)


def _settings(slug: str, crowd: Crowd, address: str) -> None:
    if address and crowd.names:
        note(_("The address of the study for the platform:"))
        st.code(f"{address}?{crowd.placeholder_query()}", language=None, wrap_lines=True)
    elif crowd.names:
        note(_("Turn on the open link above: then its address for the platform is here."))
    st.button(_("Fill in what Prolific uses"), key="crowd_prolific", on_click=_fill_in, args=(slug,))
    note(
        _(
            "{code} in an address becomes the code, and the name of a parameter in braces its value. Addresses begin "
            "with https://. Parameters that are not named here are not kept.",
            code="{code}",
        )
    )
    groups = (("platform", "parameters", "person"), *((f"{end}_code", f"{end}_address") for end in ENDS))
    for names in groups:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            for name in names:
                key = _key(slug, name)
                follow_stored(key, getattr(crowd, name))
                wide = 480 if name.endswith("address") else 260
                st.text_input(
                    _(CROWD[f"crowd.{name}"]), key=key, max_chars=1000, on_change=keep, args=(key,), width=wide
                )
    st.button(_("Save"), key="crowd_save", on_click=_save, args=(slug, crowd))
    show_notice("people", _PLACE)


def _key(slug: str, name: str) -> str:
    return f"{slug}/crowd.{name}"


def _fill_in(slug: str) -> None:
    for name, value in PROLIFIC.items():
        state[_key(slug, name)] = value
        keep(_key(slug, name))


def _save(slug: str, crowd: Crowd) -> None:
    """Store what was changed since it was drawn; a change by another lead in between is refused."""
    changed = {name: typed(_key(slug, name)) for name in Crowd.model_fields if is_begun(_key(slug, name))}
    if not changed:
        leave_notice("people", Notice(_PLACE, done=NOTHING_CHANGED))
        return
    seen = {f"crowd.{name}": getattr(crowd, name) for name in changed}
    change = partial(change_rules, store(), slug, {"crowd": changed}, session_id(), seen=seen)
    if press("people", change, done=SAVED, place=_PLACE, fields=CROWD):
        discard(_key(slug, name) for name in changed)


def _payment(slug: str, people: Sequence[Payment]) -> None:
    subheading(_("Payment"))
    counts = {end: sum(one.ended == end for one in people) for end in ENDED}
    going_on = sum(one.ended is None for one in people)
    parts = [f"{end_text(end)}: {number(count)}" for end, count in counts.items() if count]
    note(" · ".join([*parts, f"{end_text(None)}: {number(going_on)}"]))
    names = list(dict.fromkeys(name for one in people for name in one.parameters))[:1]
    header = [_("Annotator"), *names, _("Came"), _("Ended"), _("Judgments"), _("Time"), _("Gold"), _("Code")]
    rows = [
        [
            one.name,
            *(one.parameters.get(name, "") for name in names),
            local_moment(one.came_at),
            _ended(one),
            number(one.judgments),
            duration(one.minutes),
            f"{number(one.gold_right)}/{number(one.gold)}" if one.gold else "",
            one.code,
        ]
        for one in reversed(people[-_LATEST:])
    ]
    table(header, rows, numeric=tuple(len(names) + at for at in (3, 4, 5)), caption=_("Payment"))
    if len(people) > _LATEST:
        note(_("The newest {count}; the file has all.", count=_LATEST))
    note(_("The platform's names for people are here and in these files, and in no other export."))
    download_row(slug, f"{slug}-payments", table_files(lambda: _frame(slug)))


def _ended(one: Payment) -> str:
    """A code that was shown stays in the table, also of those who returned their submission afterwards."""
    end = end_text(one.ended)
    return _("{end}, then withdrew", end=end) if one.withdrawn_at and one.ended not in (None, "withdrawn") else end


def _frame(slug: str) -> pd.DataFrame:
    return payments_frame(list_payments(store(), slug, session_id()))
