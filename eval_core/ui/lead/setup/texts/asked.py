"""How a lead says that a file is to be read, where it does not say so itself: which sheet, and pairs of what."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import streamlit as st

from eval_core.errors import InputError
from eval_core.files import AS_IT_IS, Reading
from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.ui.lead.setup.texts.look import Look
from eval_core.ui.lead.setup.texts.texts_state import texts_state

_PAIRS: dict[Literal["ranks", "ratings"] | None, str] = {
    None: N_("No"),
    "ranks": N_("Yes, the numbers are ranks: 1 is best"),
    "ratings": N_("Yes, the numbers are ratings: higher is better"),
}


def asked(kind: str, file: str) -> Reading:
    """What was chosen for this file so far."""
    reading = texts_state().asked.get(file, AS_IT_IS)
    return reading if kind == "judgments" else replace(reading, pairs_from=None)


def ask(kind: str, file: str, look: Look | InputError, reading: Reading) -> None:
    """Offer the sheets of a workbook that has several, and pairs where a file of judgments ranks or rates."""
    sheets = texts_state().sheets
    if isinstance(look, Look) and (others := look.receipt.source.other_sheets):
        sheets.setdefault(file, sorted([str(look.receipt.source.sheet), *others]))
    if names := sheets.get(file):
        now = look.receipt.source.sheet if isinstance(look, Look) else reading.sheet
        key = f"setup_sheet_{file}"
        st.session_state.setdefault(key, now or names[0])
        st.selectbox(_("Sheet"), names, key=key, on_change=_choose, args=(file, "sheet", key))
    ranks = isinstance(look, InputError) and look.code in ("ranks_not_pairs", "no_ranks", "not_a_number")
    if kind == "judgments" and (ranks or reading.pairs_from):
        label, key = _("The file ranks or rates systems. Make pairs of them?"), f"setup_pairs_{file}"
        st.session_state.setdefault(key, reading.pairs_from)
        words = {code: _(text) for code, text in _PAIRS.items()}
        st.radio(label, list(words), format_func=words.get, key=key, on_change=_choose, args=(file, "pairs_from", key))


def _choose(file: str, what: str, key: str) -> None:
    memory = texts_state().asked
    memory[file] = replace(memory.get(file, AS_IT_IS), **{what: st.session_state[key]})
