"""The bar above the desk: the buttons that stay from one comparison to the next."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import cast

import streamlit as st

from eval_core.campaigns.people.sign_in import TEXT_SIZES, choose_text_size
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.errors import UnavailableError
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.store import SKIP_REASONS
from eval_core.ui.annotate import clicks
from eval_core.ui.annotate.guidelines import drawer
from eval_core.ui.annotate.questions import ask
from eval_core.ui.annotate.rating_skip import lying, skip_dialog
from eval_core.ui.frame.chrome import campaign_choice, language_choice, sign_out_link
from eval_core.ui.parts.refusals import SKIP_LABELS
from eval_core.ui.registry import page_file
from eval_core.ui.session import Seat, require, session_id, store

# One element for all buttons: the browser processes every element of the page several times at every click.
_BAR = st.components.v2.component(
    "parvis_bar",
    html='<div class="bar"></div>',
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
    isolate_styles=False,
)


def bar(seat: Seat, *, rates: bool = False) -> None:
    """Guidelines, Ask us, Skip and the menu. Outside the fragment, so that a choice does not redraw it.

    Each opens a dialog: the content of a popover would be drawn at every click, even while it is closed.
    """
    labels = {"guidelines": _("Guidelines"), "ask": _("Ask us"), "skip": _("Skip"), "menu": _("Menu")}
    pressed = _pressed(labels=labels)
    if pressed == "guidelines":
        drawer(seat.slug)
    elif pressed == "ask":
        at, task = st.session_state.get("at", ("", None))
        ask(seat.slug, task.assignment_id if task and at == seat.slug else None, lying(seat.slug) if rates else ())
    elif pressed == "skip" and rates:
        skip_dialog(seat.slug)
    elif pressed == "skip":
        st.dialog(_("I cannot judge this, because:"))(_skip)()
    elif pressed == "menu":
        st.dialog(_("Menu"))(_menu)(_settings(seat))


def _pressed(*, labels: dict[str, str]) -> str | None:
    found = _BAR(key="bar", data={"buttons": list(labels.items())}, on_pressed_change=lambda: None)
    return cast("str | None", found.pressed)


def _skip() -> None:
    require("annotator")
    _slug, task = st.session_state.get("at", ("", None))
    comment = f"comment_{task.assignment_id if task else 0}"  # a comment begun about one must not appear at the next
    for reason in SKIP_REASONS:
        label, args = _(SKIP_LABELS[reason]), (reason, comment)
        if st.button(label, key=f"skip_{reason}", on_click=clicks.skip, args=args, width="stretch"):
            st.rerun()  # closes the dialog
    st.text_input(_("Comment (optional)"), key=comment, max_chars=TEXT_LIMIT)


def _settings(seat: Seat) -> tuple[str, str, int]:
    return current_language(), seat.slug, seat.visitor.text_size


def _menu(before: tuple[str, str, int]) -> None:
    seat = require("annotator")
    if _settings(seat) != before:
        st.rerun()  # closes the dialog and redraws the comparison with the new setting
    st.page_link(page_file("my_work"), label=_("My work"))
    _text_size(seat.visitor.text_size)
    if not seat.visitor.campaigns_as("researcher"):  # staff have these in their sidebar
        campaign_choice(seat.campaigns)
        language_choice()
        sign_out_link()


def _text_size(now: int) -> None:
    st.session_state["text_size"] = now
    st.segmented_control(
        _("Text size"),
        TEXT_SIZES,
        format_func=lambda percent: f"{percent}\N{NO-BREAK SPACE}%",
        key="text_size",
        on_change=_text_size_chosen,
    )


def _text_size_chosen() -> None:
    # A second click on the chosen size unselects it: then the size stays.
    chosen = st.session_state["text_size"]
    if chosen:
        with suppress(UnavailableError):  # then the size stays, too
            choose_text_size(store(), session_id(), chosen)
