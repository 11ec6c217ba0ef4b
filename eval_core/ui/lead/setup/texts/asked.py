"""How a lead says that a file is to be read, where it does not say so itself: which sheet, and pairs of what."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from eval_core.errors import InputError
from eval_core.files import Reading
from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.ui.lead.setup.texts.look import Look

_PAIRS: dict[Literal["ranks", "ratings"] | None, str] = {
    None: N_("No"),
    "ranks": N_("Yes, the numbers are ranks: 1 is best"),
    "ratings": N_("Yes, the numbers are ratings: higher is better"),
}


def asked(kind: str, file: str) -> Reading:
    """What was chosen for this file so far."""
    pairs = st.session_state.get(f"setup_pairs_{file}") if kind == "judgments" else None
    return Reading(sheet=st.session_state.get(f"setup_sheet_{file}"), pairs_from=pairs)


def ask(kind: str, file: str, look: Look | InputError, reading: Reading) -> None:
    """Offer the sheets of a workbook that has several, and pairs where a file of judgments ranks or rates."""
    if isinstance(look, Look) and (others := look.receipt.source.other_sheets):
        sheets = sorted([str(look.receipt.source.sheet), *others])
        st.session_state.setdefault(f"setup_sheet_{file}", look.receipt.source.sheet)
        st.selectbox(_("Sheet"), sheets, key=f"setup_sheet_{file}")
    ranks = isinstance(look, InputError) and look.code in ("ranks_not_pairs", "no_ranks", "not_a_number")
    if kind == "judgments" and (ranks or reading.pairs_from):
        label = _("The file ranks or rates systems. Make pairs of them?")
        st.radio(label, list(_PAIRS), format_func=lambda code: _(_PAIRS[code]), key=f"setup_pairs_{file}")
