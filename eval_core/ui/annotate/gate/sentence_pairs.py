"""The screen for native readers: choose the written standard, then one pair of sentences after another."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.joining.native_screen import ScreenView, answer_screen, begin_screen, read_screen
from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.ui.parts.html import note
from eval_core.ui.parts.press import press, show_notice
from eval_core.ui.session import desk_store, session_id
from eval_core.web.shown_text import as_label

STANDARDS = {"nb": N_("Bokmål"), "nn": N_("Nynorsk")}


def native_screen(slug: str) -> None:
    """What comes between the letter and the guidelines, for those who come by the open link."""
    view = read_screen(desk_store(slug), session_id(), slug)
    with st.container(key="native_screen"):
        if view.number is None:
            _choose_standard(slug, view)
        else:
            _pair(slug, view)
        show_notice("screen", always=True)


def _choose_standard(slug: str, view: ScreenView) -> None:
    st.html(f'<h1 tabindex="-1">{escape(_("First, twelve short pairs of sentences"))}</h1>')
    text = _(
        "In each pair, one sentence has a fault that native readers notice. Choose the one that is right. It takes "
        "about two minutes, and you can do it once. We ask because only native readers can judge these texts."
    )
    st.html(f"<p>{escape(text)}</p>")
    if len(view.standards) > 1:
        st.html(f"<p>{escape(_('In which written standard are you most at home? You judge texts in that one.'))}</p>")
    with st.container(horizontal=True):
        for standard in view.standards:
            label = _(STANDARDS[standard]) if len(view.standards) > 1 else _("Begin")
            st.button(label, key=f"screen_{standard}", on_click=_begin, args=(slug, standard), type="primary")


def _pair(slug: str, view: ScreenView) -> None:
    progress = _("Pair {number} of {total}", number=view.number, total=view.total)
    st.html(
        f'<h1 tabindex="-1" class="screen-title">{escape(_("Which sentence is right?"))}</h1>'
        f'<p class="note">{escape(progress)}</p>'
    )
    for side, text in zip("AB", view.texts or ("", ""), strict=True):
        st.button(
            as_label(text),
            key=f"screen_{view.number}_{side}",
            on_click=_answer,
            args=(slug, view.number, side),
            width="stretch",
        )
    note(_("You are not told which were right."))


def _begin(slug: str, standard: str) -> None:
    press("screen", lambda: begin_screen(desk_store(slug), session_id(), slug, standard))


def _answer(slug: str, number: int, side: str) -> None:
    press("screen", lambda: answer_screen(desk_store(slug), session_id(), slug, number, side))
