"""The guidelines as a page and as a drawer beside the comparison."""

from __future__ import annotations

import streamlit as st

from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.protocols import load_guidelines
from eval_core.ui.text import article


def show_guidelines() -> None:
    """The guidelines in the reader's language."""
    language = current_language()
    body = article(load_guidelines(language).body)
    # It takes the focus, so that the keyboard can scroll it inside the drawer.
    st.html(f'<article class="guidelines" tabindex="0" lang="{language}">{body}</article>')


def drawer() -> None:
    """The same in a drawer at the right; closing it leads back to the comparison."""
    st.dialog(_("Guidelines"), width="medium", position="right")(show_guidelines)()
