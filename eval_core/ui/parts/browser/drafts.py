"""A small element for places to write in: a dialog opens ready to type, and Escape loses no words.

A text area sends its text when it loses the focus; Escape would close the dialog before that happens.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_DRAFTS = st.components.v2.component("parvis_drafts", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"))


def keep_drafts() -> None:
    """Put the focus into a dialog's text area when it opens, and keep what was typed when Escape closes it.

    For every dialog or popover with a text area; the text area's state must persist.
    """
    _DRAFTS(key="drafts", height="content")
