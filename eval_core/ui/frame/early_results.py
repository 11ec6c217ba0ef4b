"""Results while judging is open: shown to whoever asks for them, once asked."""

from __future__ import annotations

from contextlib import suppress
from html import escape

import streamlit as st

from eval_core.campaigns.results.early_results import results_are_shown, show_results
from eval_core.errors import RefusedError
from eval_core.locales import gettext as _
from eval_core.ui.session import session_id, store


def require_results(slug: str) -> None:
    """Let only somebody go on drawing who sees results."""
    if not results_or_button(slug):
        st.stop()


def results_or_button(slug: str) -> bool:
    """Whether this researcher sees results; if not, it is said why, with the button that shows them."""
    if results_are_shown(store(), slug, session_id()):
        return True
    st.html(
        f'<p class="verdict">{escape(_("Judging is still open."))}</p>'
        f'<p class="sentence">{escape(_("Knowing the standings can bias judging and stopping."))}</p>'
    )
    st.button(_("Show results so far"), key="show_results", on_click=_show, args=(slug,))
    noted = _("You will see results from now on. This is recorded in the log and the report.")
    st.html(f'<p class="note">{escape(noted)}</p>')
    return False


def _show(slug: str) -> None:
    with suppress(RefusedError):  # the page that is drawn next says why
        show_results(store(), slug, session_id())
