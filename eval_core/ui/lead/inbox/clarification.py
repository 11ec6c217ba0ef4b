"""A clarification that answers no question: written, seen as annotators will see it, and published."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.joining.guidelines import Published, publish_clarification, read_guidelines
from eval_core.campaigns.text import TEXT_LIMIT, storable
from eval_core.locales import N_, current_language
from eval_core.locales import gettext as _
from eval_core.ui.frame.campaign_line import campaign_line
from eval_core.ui.parts.guideline_changes import listed_html
from eval_core.ui.parts.html import note, note_html
from eval_core.ui.parts.press import press, show_notice, was_done
from eval_core.ui.session import session_id, store

_PLACE = "clarification"
_DONE = N_("Published. All annotators read it before they go on.")
state = st.session_state


def clarifying(slug: str) -> None:
    """A part that opens on demand: the text, how it will look in the guidelines, and the button that publishes it."""
    key = _key(slug)
    with st.expander(_("Write a clarification"), key="clarifying"):
        note(_("All annotators read it in the guidelines before they go on."))
        st.text_area(_("Clarification"), key=key, max_chars=TEXT_LIMIT, height=128, persist_state="session")
        text = storable(str(state.get(key, "")))
        if text:
            _preview(slug, text)
        campaign_line(slug)
        st.button(_("Publish"), key="clarification_publish", on_click=_publish, args=(slug,))
        show_notice("inbox", _PLACE)


def _preview(slug: str, text: str) -> None:
    view = read_guidelines(store(), session_id(), slug)
    following = Published(len(view.clarifications) + 1, text, store().now())
    shown = f'<article class="guidelines" lang="{current_language()}">{listed_html([following])}</article>'
    st.html(note_html(_("As annotators will see it:")) + shown)


def _publish(slug: str) -> None:
    key = _key(slug)
    text = str(state.get(key, ""))
    if was_done("inbox", _DONE, _PLACE) and not text.strip():
        return  # the second click of a double click
    if press("inbox", lambda: publish_clarification(store(), slug, text, who=session_id()), done=_DONE, place=_PLACE):
        state[key] = ""


def _key(slug: str) -> str:
    return f"clarification_new_{slug}"
