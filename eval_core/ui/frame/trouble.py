"""What keeps a page from being drawn, in words: a database that is in trouble, which is tried again by itself, and a
campaign without its protocol."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from html import escape
from typing import ParamSpec

import streamlit as st

from eval_core.errors import UnavailableError
from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.parts.html import trouble

AGAIN_SECONDS = 5
# In place of a page that could not be drawn; what became of a click is in parts/refusals.py.
_SCREENS = {
    "database_busy": N_("The database is too busy just now."),
    "database_full": N_("The server's disk is full, so nothing new can be saved."),
    "database_read_only": N_("The database cannot save anything just now."),
    "database_away": N_("The database cannot be reached just now."),
    "database_moved": N_("The database's file was moved, replaced or removed on the server, so nothing can be saved."),
    "database_damaged": N_("The database's file is damaged, so nothing can be saved."),
}
# These do not pass by themselves, and what becomes of earlier work depends on what is done about them.
_FOR_OPERATORS = ("database_moved", "database_damaged")
Given = ParamSpec("Given")


def noting(draw: Callable[Given, None]) -> Callable[Given, None]:
    """For a fragment that is drawn again every few seconds: a line in its place until it succeeds."""

    @wraps(draw)
    def drawn(*args: Given.args, **kwargs: Given.kwargs) -> None:
        try:
            draw(*args, **kwargs)
        except UnavailableError as error:
            trouble(_(_SCREENS[error.code]), role="")

    return drawn


def say_trouble(error: UnavailableError) -> None:
    """What is wrong, and that no one needs to do anything but those who run the server."""
    title, cause = _("One moment, please"), _(_SCREENS[error.code])
    if error.code in _FOR_OPERATORS:
        rest = _("Write to the server's operator. This page tries again by itself every few seconds.")
    else:
        rest = _("Everything you saved is safe. This page tries again by itself every few seconds.")
    with st.container(key="stage"):
        words = f'<p class="finish" role="alert">{escape(cause)} {escape(rest)}</p>'
        st.html(f'<h1 tabindex="-1">{escape(title)}</h1>{words}')
    announce(f"{cause} {rest}", f"{error.code} trouble", "h1")
    st.session_state["trouble_fresh"] = True
    _again()


def lost_protocol_text() -> str:
    """That the campaign's protocol cannot be read, and what that means."""
    return _("The protocol file of this campaign is missing or wrong. Until it is back, nothing can be judged here.")


@st.fragment(run_every=AGAIN_SECONDS)
def _again() -> None:
    # The first run comes with the page that failed; only the next one is worth another try.
    if st.session_state.pop("trouble_fresh", False):
        return
    st.rerun()
