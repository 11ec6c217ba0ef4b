"""The screen for native readers on the page People: its pairs, to be read and approved one by one, and its switch."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.joining.native_screen import approve_pair, list_screen_pairs, screen_results
from eval_core.campaigns.rules import change_rules, read_rules
from eval_core.locales import N_, number, percent
from eval_core.locales import gettext as _
from eval_core.protocols.native_screen import ITEMS, LEAST_APPROVED, ScreenPair, guess_passes
from eval_core.ui.lead.people.labels import SCREEN
from eval_core.ui.parts.html import heading, note
from eval_core.ui.parts.press import SAVED, press, show_notice
from eval_core.ui.session import page_state, session_id, store

KINDS = {
    "agreement": N_("agreement"),
    "gender": N_("gender"),
    "inflection": N_("inflection"),
    "particle": N_("small words"),
    "preposition": N_("prepositions"),
    "pronoun": N_("pronouns"),
    "word_choice": N_("choice of words"),
    "word_order": N_("word order"),
}
STANDARDS = {"nb": N_("Bokmål"), "nn": N_("Nynorsk")}
_A_PAGE = 8
_PLACE = "screen"
state = st.session_state


@dataclass
class _Reading:
    """The pairs that were approved since the list was chosen: they stay in it, so that nothing moves under the pointer.

    Attributes:
        page: of the list, from 0.
    """

    just_approved: set[str] = field(default_factory=set)
    page: int = 0


def screen_pairs(slug: str) -> None:
    """The section: how many pairs are approved, the switch, how the tries ended, and the pairs."""
    heading(_("Screen for native readers"))
    pairs = list_screen_pairs(store(), slug, session_id())
    standards = list(dict.fromkeys(pair.standard for pair, _approved in pairs))
    counts = {one: sum(approved for pair, approved in pairs if pair.standard == one) for one in standards}
    note(
        _(
            "Twelve pairs of sentences before the guidelines. They are drafts that no native reader has checked: read "
            "and approve each. Only approved ones are used; it takes {least} of each written standard.",
            least=LEAST_APPROVED,
        )
    )
    _switch(slug, ready=all(count >= LEAST_APPROVED for count in counts.values()))
    ended = screen_results(store(), slug, session_id())
    if ended.finished:
        note(_("{passed} of {finished} have passed.", passed=number(ended.passed), finished=number(ended.finished)))
    shown = ", ".join(f"{_(STANDARDS[one])} {number(counts[one])}" for one in standards)
    note(_("Approved so far: {counts}.", counts=shown))
    # Its label stays the same: with another one, Streamlit would close it at each approval.
    with st.expander(_("Pairs to approve"), key="screen_pairs", on_change="rerun") as part:
        if part.open:
            _reading(slug, pairs, standards)


def _switch(slug: str, *, ready: bool) -> None:
    rules = read_rules(store(), slug, session_id())
    key = f"{slug}/native_screen"
    state[key] = rules.native_screen
    label = _(SCREEN["native_screen"])
    st.toggle(label, key=key, disabled=not ready and not rules.native_screen, on_change=_save, args=(slug, key))
    key = f"{slug}/native_screen_right"
    state[key] = rules.native_screen_right
    st.number_input(
        _(SCREEN["native_screen_right"]),
        min_value=7,
        max_value=ITEMS,
        key=key,
        on_change=_save,
        args=(slug, key),
        width=260,
    )
    note(_("Someone who guesses passes in {share} of tries.", share=percent(guess_passes(state[key]), 1)))
    show_notice("people", _PLACE)


def _reading(slug: str, pairs: list[tuple[ScreenPair, bool]], standards: list[str]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        standard = st.segmented_control(
            _("Written standard"),
            standards,
            default=standards[0],
            format_func=lambda one: _(STANDARDS[one]),
            key="screen_standard",
            on_change=_turn,
        )
        kinds = ["", *dict.fromkeys(pair.kind for pair, _approved in pairs)]
        kind = st.selectbox(
            _("Fault"),
            kinds,
            format_func=lambda one: _(KINDS[one]) if one else _("All"),
            key="screen_kind",
            width=220,
            on_change=_turn,
        )
        waiting = st.toggle(_("Only those not approved"), key="screen_waiting", on_change=_turn)
    reading = page_state(_Reading)
    chosen = [
        (pair, approved)
        for pair, approved in pairs
        if pair.standard == (standard or standards[0])
        and kind in ("", pair.kind)
        and not (waiting and approved and pair.key not in reading.just_approved)
    ]
    if not chosen:
        note(_("No pair is left here."))
        return
    pages = -(-len(chosen) // _A_PAGE)
    page = min(reading.page, pages - 1)
    for pair, approved in chosen[page * _A_PAGE : (page + 1) * _A_PAGE]:
        _draw(slug, pair, approved=approved)
    show_notice("people", f"{_PLACE}/pairs")
    if pages > 1:
        _page_buttons(page, pages, waiting=waiting)


def _page_buttons(page: int, pages: int, *, waiting: bool) -> None:
    """Below the pairs, where one is when all are read."""
    # Those that were approved leave the list of those that wait: the next ones come up on this page.
    after = page if waiting and page_state(_Reading).just_approved else page + 1
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(_("Back"), key="screen_back", disabled=page == 0, on_click=_turn, args=(page - 1,))
        st.text(_("Page {page} of {pages}", page=number(page + 1), pages=number(pages)))
        st.button(_("More"), key="screen_more", disabled=page + 1 >= pages, on_click=_turn, args=(after,))


def _draw(slug: str, pair: ScreenPair, *, approved: bool) -> None:
    right, wrong = _marked(pair)
    rows = ((_("Right"), right), (_("With a fault"), wrong), (_(KINDS[pair.kind]), escape(pair.why)))
    listed = "".join(f'<dt>{escape(name)}</dt><dd lang="{pair.standard}">{html}</dd>' for name, html in rows)
    key = f"{slug}/screen/{pair.key}"
    state[key] = approved
    with st.container(horizontal=True, vertical_alignment="center", key=f"screen_row_{pair.key}"):
        with st.container(width="stretch"):
            st.html(f'<dl class="screen-pair">{listed}</dl>')
        label = _("Approved: {pair}", pair=pair.key)
        st.checkbox(label, key=key, on_change=_approve, args=(slug, pair.key, key), width=180)


def _marked(pair: ScreenPair) -> tuple[str, str]:
    """Both sentences as HTML, in which the words that differ are marked."""
    right, wrong = pair.right.split(), pair.wrong.split()
    found: tuple[list[str], list[str]] = ([], [])
    for step, a, b, c, d in SequenceMatcher(a=right, b=wrong, autojunk=False).get_opcodes():
        for said, words in zip(found, (right[a:b], wrong[c:d]), strict=True):
            if words:
                text = escape(" ".join(words))
                said.append(text if step == "equal" else f"<mark>{text}</mark>")
    return " ".join(found[0]), " ".join(found[1])


def _turn(page: int = 0) -> None:
    reading = page_state(_Reading)
    reading.page = max(page, 0)
    reading.just_approved.clear()


def _approve(slug: str, pair: str, key: str) -> None:
    page_state(_Reading).just_approved.add(pair)
    change = partial(approve_pair, store(), slug, pair, session_id(), approve=bool(state[key]))
    press("people", change, place=f"{_PLACE}/pairs")


def _save(slug: str, key: str) -> None:
    change = partial(change_rules, store(), slug, {key.rpartition("/")[2]: state[key]}, session_id())
    press("people", change, done=SAVED, place=_PLACE, fields=SCREEN)
