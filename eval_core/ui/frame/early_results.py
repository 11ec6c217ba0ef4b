"""Results of a campaign that is still open: hidden until a researcher asks for them."""

from __future__ import annotations

from contextlib import suppress
from html import escape

import streamlit as st

from eval_core.campaigns.results.early_results import results_are_shown, show_results
from eval_core.errors import RefusedError
from eval_core.locales import gettext as _
from eval_core.ui.parts.html import note, sentence_html
from eval_core.ui.session import session_id, store


def require_results(slug: str) -> None:
    """Stop drawing the page for a researcher who does not see results."""
    if not results_or_button(slug):
        st.stop()


def results_or_button(slug: str) -> bool:
    """Whether this researcher sees results; if not, the page says why, with a button that shows them."""
    if results_are_shown(store(), slug, session_id()):
        return True
    st.html(
        f'<p class="verdict">{escape(_("Judging is still open."))}</p>'
        + sentence_html(_("Knowing the standings can bias judging and stopping."))
    )
    st.button(_("Show results so far"), key="show_results", on_click=_show, args=(slug,))
    note(_("You will see results from now on. This is recorded in the log and the report."))
    return False


def _show(slug: str) -> None:
    with suppress(RefusedError):  # the page that is drawn next says why
        show_results(store(), slug, session_id())
