"""What needs the lead: the most urgent lines, the others one click away, each with the buttons that act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.watching.hand_over import hand_over
from eval_core.campaigns.watching.needs import Need, Waiting
from eval_core.campaigns.watching.watch import Watch
from eval_core.locales import gettext as _
from eval_core.reports.background.need_words import (
    answer_label,
    button_label,
    hand_over_label,
    handed_over_text,
    more_text,
    need_text,
    newcomers_label,
    person_label,
)
from eval_core.ui.address import go_to
from eval_core.ui.frame.campaign_line import campaign_line
from eval_core.ui.lead.case.case_link import case_link, open_case
from eval_core.ui.lead.inbox.entries import choose_waiting
from eval_core.ui.lead.progress_data import look_again
from eval_core.ui.lead.setup.setup_state import setup_state
from eval_core.ui.parts.html import heading, note
from eval_core.ui.parts.local_time import reader_zone
from eval_core.ui.parts.press import attempt
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.session import page_state, session_id, store
from eval_core.web.shown_text import as_label

SHOWN = 3
_NAMED = 1  # newcomers: more are named on demand
# Where a need of the campaign is met: a page, and a step of Setup.
_PLACES = {
    "no_texts": ("setup", "data"),
    "disconnected": ("setup", "data"),
    "gold_short": ("gold", ""),
    "no_gold": ("gold", ""),
    "controls_short": ("gold_ratings", ""),
    "no_controls": ("gold_ratings", ""),
    "no_people": ("people", ""),
    "no_hands": ("people", ""),
    "no_letter": ("setup", "letter"),
    "ready": ("setup", "course"),
    "deadline": ("setup", "study"),
    "agreement": ("quality", ""),
}


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
    """The most urgent lines and, one click away, all others; or that nothing needs attention."""
    heading(_("Before the start") if watch.progress.status == "draft" else _("Needs attention"))
    _handed_over(rates=watch.progress.rates)
    if not watch.needs:
        note(_("Nothing needs your attention."))
        return
    if any(need.hands_over for need in watch.needs):
        campaign_line(slug)
    # Before the start there are few, and each is a step of the work.
    shown = len(watch.needs) if watch.progress.status == "draft" else SHOWN
    _lines(slug, watch, watch.needs[:shown])
    hidden = watch.needs[shown:]
    if hidden:
        with st.expander(more_text(len(hidden)), key="needs_more"):
            _lines(slug, watch, hidden)


def _handed_over(*, rates: bool) -> None:
    last = page_state(HandingOver)
    if last.count is None:
        return
    lines = [refusal_text(code, "progress", name=name) for name, code in last.refused]
    if last.count or not last.refused:
        lines.append(handed_over_text(last.count, rates=rates))
    note(" ".join(lines), role="status")
    last.count = None


def _lines(slug: str, watch: Watch, needs: Sequence[Need]) -> None:
    for need in needs:
        about = need.person.id if need.person else need.standard or ""
        key = f"{need.code}_{about}" if about else need.code
        progress = watch.progress
        text = need_text(need, deadline=progress.deadline, now=progress.at, zone=reader_zone())
        with st.container(key=f"need_{key}", horizontal=True, vertical_alignment="center"):
            st.html(f'<p class="need">{escape(text)}</p>')
            with st.container(key=f"acts_{key}", horizontal=True, width="content"):
                if need.person is not None:
                    _of_person(slug, key, need, rates=progress.rates)
                elif st.button(button_label(need), key=f"act_{key}"):
                    _go(slug, need.code)
        if len(need.people) > _NAMED:
            with st.expander(newcomers_label(need), key=f"people_{key}"):
                for person in need.people:
                    case_link(slug, person.id, person.name)


def _of_person(slug: str, key: str, need: Need, *, rates: bool) -> None:
    """The buttons of one person: what they wait for, what lies with them, and the page about them."""
    person = need.person
    if person is None:
        return
    if need.waits and st.button(answer_label(need), key=f"answer_{key}"):
        _open_inbox(slug, need.waits[0])
    if need.hands_over:
        label = hand_over_label(need, rates=rates)
        st.button(label, key=f"hand_over_{key}", on_click=partial(_hand_over, slug, need))
    if (need.doubt is not None or need.away) and st.button(as_label(person_label(need)), key=f"look_{key}"):
        open_case(slug, person.id)


def _go(slug: str, code: str) -> None:
    page, step = _PLACES[code]
    if step:
        setup_state().steps[slug] = step
    go_to(page, slug)


def _open_inbox(slug: str, first: Waiting) -> None:
    choose_waiting(first.question, first.name)
    go_to("inbox", slug)


def _hand_over(slug: str, need: Need) -> None:
    """Release the open work of this person, unless they have been back since the page was drawn."""
    person, last = need.person, page_state(HandingOver)
    if person is None:
        return
    outcome = attempt(lambda: hand_over(store(), slug, person.name, person.last_seen, session_id()))
    last.count = outcome.result or 0
    last.refused = [(person.name, outcome.refused)] if outcome.refused else []
    look_again()
