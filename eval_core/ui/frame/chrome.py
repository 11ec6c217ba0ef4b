"""What is around every page: style sheet, demo banner, language, and the way out."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path

import streamlit as st

from eval_core.locales import LANGUAGES, current_language
from eval_core.locales import gettext as _
from eval_core.ui.session import session_id, switch_language

_PAGE = st.components.v2.component("parvis_page", js=Path(__file__).with_name("page.js").read_text(encoding="utf-8"))
_SHEETS = ("base", "frame", "annotate", "my_work", "lead", "research")


@cache
def _sheet() -> str:
    folder = Path(__file__).with_name("style")
    sheets = [(folder / f"{room}.css").read_text(encoding="utf-8") for room in _SHEETS]
    return f"<style>{''.join(sheets)}</style>"


def style(page: str) -> object:
    """Our style sheet, over Streamlit's, and what its pages lack; `page` is the address of the one that is open.

    Returns:
        The address of the link in a table that was just followed, None where none was, as the browser says it.
    """
    st.html(_sheet())
    words = {"skip": _("Skip to main content"), "sidebar": _("Campaign and pages")}
    with st.container(key="language"):
        about = {"language": current_language(), "page": page, **words}
        return _PAGE(key="tongue", data=about, on_way_change=lambda: None).way


def demo_banner() -> None:
    """The permanent line over a demo campaign."""
    text = _("Demo campaign: invented texts, judged by simulated annotators.")
    st.html(f'<p class="demo-banner" role="note">{escape(text)}</p>')


def sign_out_link() -> None:
    """A button that ends the session on this computer. A form, because following a link must change nothing."""
    st.html(f'<form class="leave" method="post" action="leave"><button>{escape(_("Sign out"))}</button></form>')


def language_choice(key: str = "language_choice") -> None:
    """The choice of the interface's language."""
    # The language may have been chosen on another page, so the widget follows it.
    st.session_state[key] = current_language()
    st.selectbox(
        _("Language"),
        list(LANGUAGES),
        format_func=lambda code: LANGUAGES[code],
        key=key,
        on_change=_language_chosen,
        args=(key,),
        label_visibility="collapsed",
    )


def _language_chosen(key: str) -> None:
    if isinstance(session_id(), str):
        switch_language(st.session_state[key])
