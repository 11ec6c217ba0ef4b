"""A small element that asks before a tab is closed or read again with something typed and not saved."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_GUARD = st.components.v2.component(
    "parvis_leaving_guard", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def guard_leaving(*, unsaved: bool) -> None:
    """Have the browser ask, in its own words, while something is not saved, or is being typed on this page."""
    _GUARD(key="leaving_guard", data={"unsaved": unsaved}, height="content")
