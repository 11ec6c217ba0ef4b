"""The open link on the page People: its switch, its limits, its address to copy and to print, and who came by it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from datetime import date, datetime, time
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from eval_core.campaigns.joining.open_link import LONGEST_SOURCE, find_door, source_word
from eval_core.campaigns.people.link_address import checked_base_url, door_address
from eval_core.campaigns.rules import Rules, change_rules, read_rules
from eval_core.campaigns.watching.payments import Payment, list_payments
from eval_core.locales import current_language, number
from eval_core.locales import gettext as _
from eval_core.reports.background.invitation_words import invitation_words
from eval_core.ui.address import go_to
from eval_core.ui.lead.people.labels import OPEN_LINK
from eval_core.ui.lead.people.qr_codes import poster_page, qr_image
from eval_core.ui.lead.setup.setup_state import setup_state
from eval_core.ui.lead.setup.unsaved import discard, follow_stored, is_begun, keep, typed
from eval_core.ui.parts.downloads import download_row, table_files
from eval_core.ui.parts.html import heading, note, subheading, trouble
from eval_core.ui.parts.local_time import local, reader_zone
from eval_core.ui.parts.press import NOTHING_CHANGED, SAVED, Notice, leave_notice, press, show_notice
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store
from eval_core.web.qr_code import qr_svg

_NUMBERS = ("open_link_people", "open_link_per_day", "open_link_judgments")
_DAYS = ("open_link_opens", "open_link_closes")
_FIELDS = ("open_link_word", *_NUMBERS, *_DAYS)
_PLACE = "open_link"
state = st.session_state


def open_link(slug: str, came: Sequence[Payment]) -> str:
    """The section; returns the address of the open link, '' while it is off.

    Args:
        came: everyone who came by it.
    """
    heading(_("Open link"))
    rules = read_rules(store(), slug, session_id())
    if not rules.letter.complete:
        note(
            _("Write the information letter first: anyone who comes by an open link agrees to it before anything else.")
        )
        if st.button(_("Write the letter"), key="open_link_letter"):
            setup_state().steps[slug] = "letter"
            go_to("setup", slug)
        return ""
    key = _key(slug, "open_link")
    state[key] = rules.open_link
    st.toggle(_(OPEN_LINK["open_link"]), key=key, on_change=_switch, args=(slug,))
    show_notice("people", _PLACE)
    if not rules.open_link:
        note(_("Newcomers read the letter, agree, and get a pseudonym and a personal link of their own."))
        return ""
    word = rules.open_link_word or slug
    address = door_address(word, checked_base_url())
    _show_address(slug, word, address)
    with st.expander(_("Word, limits and days"), key="open_link_limits", on_change="rerun") as part:
        if part.open:
            _limits(slug, rules)
    _origins(slug, came)
    return address


def _show_address(slug: str, word: str, address: str) -> None:
    """The address and its code, for one place where people find it if the lead names one."""
    key = _key(slug, "open_link_from")
    typed_word = str(state.get(key) or "")
    source = source_word(typed_word)
    if source:
        address = f"{address}?from={source}"
    name = f"{slug}-open-link-{source}" if source else f"{slug}-open-link"
    with st.container(horizontal=True, vertical_alignment="center", key="open_link_address"):
        qr_image(address, 220)
        with st.container(width="stretch"):
            st.code(address, language=None, wrap_lines=True)
            st.text_input(
                _("Where people find it (one word, such as poster)"), key=key, max_chars=LONGEST_SOURCE, width=320
            )
            if typed_word.strip() and not source:
                trouble(_("A word has letters a to z, digits, - and _."), role="status")
            else:
                note(_("With a word, address and code carry it, and you see below who came from where."))
            poster, code = partial(_poster, word, address), partial(qr_svg, address)
            files = [
                (_("Poster to print"), "html", "text/html", poster),
                (_("Code as SVG"), "svg", "image/svg+xml", code),
            ]
            download_row(slug, name, files)


def _poster(word: str, address: str) -> str:
    """Only of what a stranger may read."""
    door = find_door(store(), word, current_language())
    return "" if door is None else poster_page(door.about.title, invitation_words(door.about), address)


def _limits(slug: str, rules: Rules) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for name in _FIELDS:
            key = _key(slug, name)
            follow_stored(key, _shown(name, getattr(rules, name)))
            given: dict[str, Any] = {"key": key, "on_change": keep, "args": (key,), "width": 320}
            if name in _NUMBERS:
                st.number_input(_(OPEN_LINK[name]), value=None, min_value=1, step=1, **given)
            elif name in _DAYS:
                st.date_input(_(OPEN_LINK[name]), value=None, format="YYYY-MM-DD", **given)
            else:
                st.text_input(_(OPEN_LINK[name]), max_chars=40, **given)
    st.button(_("Save"), key="open_link_save", on_click=_save, args=(slug, rules))
    show_notice("people", f"{_PLACE}/limits")


def _origins(slug: str, people: Sequence[Payment]) -> None:
    if not people:
        note(_("No one has come by it yet."))
        return
    subheading(_("Where people came from"))
    header = [_("From"), _("Came"), _("Began to judge"), _("Finished"), _("Did not pass"), _("Withdrew")]
    rows = [[source or "–", *map(number, astuple(counts))] for source, counts in _by_source(people).items()]
    table(header, rows, numeric=range(1, len(header)), caption=_("Where people came from"))
    download_row(slug, f"{slug}-arrivals", table_files(lambda: _frame(slug)))


@dataclass
class _Counts:
    came: int = 0
    began: int = 0
    completed: int = 0
    screened_out: int = 0
    withdrawn: int = 0

    def add(self, one: Payment) -> None:
        self.came += 1
        self.began += one.judgments > 0
        self.completed += one.ended == "completed"
        self.screened_out += one.ended == "screened_out"
        self.withdrawn += one.withdrawn_at is not None or one.ended == "withdrawn"


def _by_source(people: Iterable[Payment]) -> dict[str, _Counts]:
    found: dict[str, _Counts] = defaultdict(_Counts)
    for one in people:
        found[one.source or ""].add(one)
    return dict(sorted(found.items()))


def _frame(slug: str) -> pd.DataFrame:
    """How many came on each day (UTC) from each place, and how far they got."""
    found: dict[tuple[str, str], _Counts] = defaultdict(_Counts)
    for one in list_payments(store(), slug, session_id()):
        found[one.came_at.date().isoformat(), one.source or ""].add(one)
    names = ["day", "source", "came", "began", "completed", "screened_out", "withdrawn"]
    return pd.DataFrame([[*key, *astuple(counts)] for key, counts in sorted(found.items())], columns=names)


def _key(slug: str, name: str) -> str:
    return f"{slug}/{name}"


def _shown(name: str, value: Any) -> Any:
    return local(value).date() if name in _DAYS and value else value or (None if name in _NUMBERS + _DAYS else "")


def _stored(name: str, value: Any) -> Any:
    """As the rule takes it: days begin and end where the lead is."""
    if not isinstance(value, date):
        return value
    at = time.min if name == "open_link_opens" else time(23, 59)
    return datetime.combine(value, at, tzinfo=reader_zone())


def _switch(slug: str) -> None:
    on = bool(state[_key(slug, "open_link")])
    change = partial(change_rules, store(), slug, {"open_link": on}, session_id())
    press("people", change, done=SAVED, place=_PLACE, fields=OPEN_LINK)


def _save(slug: str, rules: Rules) -> None:
    """Store what was changed since it was drawn; a change by another lead in between is refused."""
    changed = {name: _stored(name, typed(_key(slug, name))) for name in _FIELDS if is_begun(_key(slug, name))}
    if not changed:
        leave_notice("people", Notice(f"{_PLACE}/limits", done=NOTHING_CHANGED))
        return
    seen = {name: getattr(rules, name) for name in changed}
    change = partial(change_rules, store(), slug, changed, session_id(), seen=seen)
    if press("people", change, done=SAVED, place=f"{_PLACE}/limits", fields=OPEN_LINK):
        discard(_key(slug, name) for name in changed)
