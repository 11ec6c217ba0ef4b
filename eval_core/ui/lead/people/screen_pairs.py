"""The screen for native readers on the page People: its pairs, to be read and approved one by one, and its switch."""

from __future__ import annotations

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
from eval_core.ui.session import session_id, store

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
    label = _("Pairs to approve ({counts} so far)", counts=shown)
    with st.expander(label, key="screen_pairs", on_change="rerun") as part:
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
        )
        kinds = ["", *dict.fromkeys(pair.kind for pair, _approved in pairs)]
        kind = st.selectbox(
            _("Fault"), kinds, format_func=lambda one: _(KINDS[one]) if one else _("All"), key="screen_kind", width=220
        )
        waiting = st.toggle(_("Only those not approved"), key="screen_waiting")
    chosen = [
        (pair, approved)
        for pair, approved in pairs
        if pair.standard == (standard or standards[0]) and kind in ("", pair.kind) and not (waiting and approved)
    ]
    if not chosen:
        note(_("No pair is left here."))
        return
    pages = -(-len(chosen) // _A_PAGE)
    page = st.number_input(_("Page"), min_value=1, max_value=pages, key="screen_page", width=160) if pages > 1 else 1
    for pair, approved in chosen[(page - 1) * _A_PAGE : page * _A_PAGE]:
        _draw(slug, pair, approved=approved)
    show_notice("people", f"{_PLACE}/pairs")


def _draw(slug: str, pair: ScreenPair, *, approved: bool) -> None:
    why = f"{_(KINDS[pair.kind])}: {pair.why}"
    st.html(
        f'<div lang="{pair.standard}" class="screen-pair"><p><strong>{escape(pair.right)}</strong></p>'
        f'<p><del>{escape(pair.wrong)}</del></p><p class="note">{escape(why)}</p></div>'
    )
    key = f"{slug}/screen/{pair.key}"
    state[key] = approved
    st.checkbox(_("Approved: {pair}", pair=pair.key), key=key, on_change=_approve, args=(slug, pair.key, key))


def _approve(slug: str, pair: str, key: str) -> None:
    change = partial(approve_pair, store(), slug, pair, session_id(), approve=bool(state[key]))
    press("people", change, place=f"{_PLACE}/pairs")


def _save(slug: str, key: str) -> None:
    change = partial(change_rules, store(), slug, {key.rpartition("/")[2]: state[key]}, session_id())
    press("people", change, done=SAVED, place=_PLACE, fields=SCREEN)
