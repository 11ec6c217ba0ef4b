"""What needs the lead's attention: at most three lines, each with one button that acts."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.watching.hand_over import hand_over
from eval_core.campaigns.watching.needs import HAND_OVER, Need
from eval_core.campaigns.watching.watch import Watch
from eval_core.locales import gettext as _
from eval_core.reports.need_words import button_label, handed_over_text, more_text, need_text
from eval_core.ui.address import go_to
from eval_core.ui.lead.people.person import CHOSEN_PERSON
from eval_core.ui.lead.progress_data import look_again
from eval_core.ui.parts.html import heading, note
from eval_core.ui.parts.press import attempt
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.session import page_state, session_id, store

SHOWN = 3
state = st.session_state


@dataclass
class HandingOver:
    """What Progress remembers of the last click on a button that hands work over, until it is said.

    Attributes:
        count: how many comparisons or responses were handed over.
        refused: name and code of each refusal.
    """

    count: int | None = None
    refused: list[tuple[str, str]] = field(default_factory=list)


def show_needs(slug: str, watch: Watch) -> None:
    """The most urgent lines, or that nothing needs attention."""
    heading(_("Needs attention"))
    _handed_over(rates=watch.progress.rates)
    if not watch.needs:
        note(_("Nothing needs your attention."))
        return
    for need in watch.needs[:SHOWN]:
        _line(slug, watch, need)
    hidden = len(watch.needs) - SHOWN
    if hidden > 0:
        note(more_text(hidden))


def _handed_over(*, rates: bool) -> None:
    last = page_state(HandingOver)
    if last.count is None:
        return
    lines = [refusal_text(code, "progress", name=name) for name, code in last.refused]
    if last.count or not last.refused:
        lines.append(handed_over_text(last.count, rates=rates))
    note(" ".join(lines), role="status")
    last.count = None


def _line(slug: str, watch: Watch, need: Need) -> None:
    progress = watch.progress
    text = need_text(need, deadline=progress.deadline, now=progress.at)
    with st.container(key=f"need_{need.code}", horizontal=True, vertical_alignment="center"):
        st.html(f'<p class="need">{escape(text)}</p>')
        if need.action == HAND_OVER:
            last_seen = {person.name: person.last_seen for person in progress.people if person.name in need.people}
            label = button_label(need, rates=progress.rates)
            st.button(label, key=f"hand_over_{need.code}", on_click=_hand_over, args=(slug, last_seen))
        elif st.button(button_label(need), key=f"act_{need.code}"):
            if need.action == "people":
                state[CHOSEN_PERSON] = watch.ids.get(need.people[0])
            go_to(need.action, slug)


def _hand_over(slug: str, last_seen: dict[str, datetime | None]) -> None:
    """Release the open work of these people, unless they have been back since the page was drawn."""
    count, refused = 0, []
    for name, seen_at in last_seen.items():
        outcome = attempt(partial(hand_over, store(), slug, name, seen_at, session_id()))
        if outcome.refused:
            refused.append((name, outcome.refused))
        count += outcome.result or 0
    last = page_state(HandingOver)
    last.count, last.refused = count, refused
    look_again()
