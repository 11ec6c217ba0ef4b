"""The way back to the crowd platform that sent someone: a code to copy, and a link."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.joining.platform_arrivals import read_way_back
from eval_core.reports.background.way_back_words import button_text, code_label, way_back_text
from eval_core.ui.parts.browser.code_to_copy import code_to_copy
from eval_core.ui.parts.html import sentence
from eval_core.ui.session import desk_store, session_id


def way_back(slug: str, *, without_end: bool = False) -> str:
    """Draw the way back, if a platform sent the person and it has ended for them; returns what a screen reader says.

    Args:
        without_end: also where it has not, which means that a lead has to decide.
    """
    back = read_way_back(desk_store(slug), session_id(), slug)
    if back is None or not (back.end or without_end):
        return ""
    text = way_back_text(back)
    with st.container(key="way_back"):
        sentence(text)
        if back.code:
            code_to_copy(code_label(back), back.code, key=f"way_back_code_{slug}")
        if back.address:
            # In this tab, and without telling the platform where on this server the person was.
            link = f'href="{escape(back.address)}" target="_self" rel="noreferrer"'
            st.html(f'<p><a class="way-back" {link}>{escape(button_text(back))}</a></p>')
    return text
