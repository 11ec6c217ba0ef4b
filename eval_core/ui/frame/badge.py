"""The badge at Inbox in the list of pages: how many things wait for the lead."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.talk.inbox import count_waiting
from eval_core.locales import ngettext, number
from eval_core.ui.session import store

_SECONDS = 10


@st.cache_data(ttl=_SECONDS, show_spinner=False)
def _waiting(database: str, slug: str) -> int:
    return count_waiting(store(), slug)


def inbox_badge(slug: str) -> None:
    """Draw how many things wait in the campaign's inbox, at its page's name; nothing where none does.

    A style sheet draws it: the links are Streamlit's own. The words after the stroke are for screen readers.
    """
    count = _waiting(store().name, slug)
    if count:
        words = ngettext("{count} waits", "{count} wait", count)
        shown = f'content: "{number(count)}" / ", {words}"'
        st.html(f'<style>.st-key-pages a[href^="inbox"]::after {{ {shown} }}</style>')


def count_again() -> None:
    """After an action: what waits is counted in the next run."""
    _waiting.clear()
