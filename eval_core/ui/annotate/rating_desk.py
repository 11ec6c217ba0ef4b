"""The desk where responses are rated: the response, its prompt or source, and every criterion with its scale."""

from __future__ import annotations

from functools import partial
from html import escape
from pathlib import Path

import streamlit as st

from eval_core.campaigns.desk.rating_desk import RatingDesk, open_rating_desk
from eval_core.locales import current_language, number
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol, load_protocol
from eval_core.ui.annotate import rating_clicks
from eval_core.ui.annotate.guidelines import acknowledge_screen
from eval_core.ui.annotate.letter import letter_screen
from eval_core.ui.annotate.questions import answers_line
from eval_core.ui.annotate.rating_skip import lay_out
from eval_core.ui.annotate.sheet_form import sheet_form
from eval_core.ui.frame.chrome import language_choice
from eval_core.ui.frame.trouble import telling
from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.parts.browser.click_watch import connection_lines, watched
from eval_core.ui.parts.refusals import nothing_to_rate, refusal_text
from eval_core.ui.parts.sheet import asked_html, missing_text, response_html
from eval_core.ui.registry import page_file
from eval_core.ui.session import require, session_id, store

# A digit rates the marked criterion, N chooses "not applicable", Enter saves.
_KEYS = st.components.v2.component(
    "parvis_rating_keys",
    html="<div></div>",
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
    isolate_styles=False,
)
state = st.session_state


@st.fragment
@telling
def rating_fragment() -> None:
    """The desk of a campaign whose responses are rated."""
    seat = require("annotator")
    state["shown_language"], state["at"] = current_language(), (seat.slug, None)
    desk = open_rating_desk(store(), session_id(), seat.slug)
    protocol = load_protocol(desk.protocol)
    said = _notice(desk, protocol)
    lay_out(seat.slug, desk.sheets)
    if not desk.sheets:
        _nothing(seat.slug, desk, said)
        return
    ids = ",".join(f"{one.assignment_id}.{one.revision}" for one in desk.sheets)
    beside = len(desk.sheets) == 1
    asked = asked_html(desk, protocol)
    st.html(f'<p class="count" data-done="{desk.done}">{escape(_count(desk))}</p>{"" if beside else asked}')
    with st.container(key="rating"):
        if beside:
            _beside(seat.slug, desk, protocol, asked, seat.visitor.text_size)
        else:
            _together(seat.slug, desk, protocol, seat.visitor.text_size)
        _foot(seat.slug, desk, said)
    _KEYS(key="rating_keys", data={"sheets": ids})
    announce(f"{said} {_('Next response.')}".strip(), ids, ".rated h2", watched(ids, str(desk.done)), "work")


def _beside(slug: str, desk: RatingDesk, protocol: Protocol, asked: str, size: int) -> None:
    """One response under its prompt or source, with the criteria next to it."""
    left, right = st.columns([5, 8], gap="large")
    with left:
        title = _("Response")
        st.html(asked + response_html(desk, desk.sheets[0], title, size))
    with right:
        sheet_form(desk.sheets[0], protocol, "go_on", partial(rating_clicks.save, slug, desk.sheets[0], protocol))


def _together(slug: str, desk: RatingDesk, protocol: Protocol, size: int) -> None:
    """Several responses to one prompt next to each other, each above its criteria."""
    for place, (column, sheet) in enumerate(zip(st.columns(len(desk.sheets), gap="large"), desk.sheets, strict=True)):
        with column:
            st.html(response_html(desk, sheet, _("Response {side}", side=chr(ord("A") + place)), size))
            save = partial(rating_clicks.save, slug, sheet, protocol)
            sheet_form(sheet, protocol, f"go_on_{sheet.assignment_id}", save)


def _foot(slug: str, desk: RatingDesk, said: str) -> None:
    trouble = state.get("rating_notice", ("", None))[0] in ("missing", "refused")
    with st.container(key="rating_foot", horizontal=True, vertical_alignment="center"):
        line = f'<p class="line saved{" trouble" if trouble else ""}">{escape(said)}</p>'
        st.html(f"{line}{connection_lines(_('Saved up to no. {done}', done=number(desk.done)))}")
        answers_line(slug, desk.unread, desk.messages)
        if desk.undoable:
            args = (slug, *desk.undoable)
            st.button(_("Undo"), key="undo", type="tertiary", shortcut="U", on_click=rating_clicks.undo, args=args)


def _notice(desk: RatingDesk, protocol: Protocol) -> str:
    """What became of the last click; where ratings are missing, the criteria by name."""
    kind, found = state.get("rating_notice", ("", None))
    if kind == "missing":
        return missing_text(protocol, found)
    if kind == "refused":
        return refusal_text(str(found), "rating")
    if kind == "undone":
        return _("Undone. Rate this response again.")
    if kind == "skipped":
        return _("Skipped. It goes to somebody else.")
    return _("Saved {count}", count=_count(desk)) if kind == "saved" and desk.quota else ""


def _count(desk: RatingDesk) -> str:
    if desk.quota is None:
        return _("{done} saved", done=number(desk.done))
    return _("{done} of {quota}", done=number(desk.done), quota=number(desk.quota))


def _nothing(slug: str, desk: RatingDesk, said: str) -> None:
    """Why there is nothing to rate."""
    if desk.reason in ("consent", "guidelines"):
        if state.pop("language_chosen", False):
            st.rerun()  # so that the bar above changes its language, too
        with st.container(key="first_language"):
            language_choice("first_language_choice")
        (letter_screen if desk.reason == "consent" else acknowledge_screen)(slug)
        announce("", desk.reason, "h1", watched(desk.reason))
        return
    text = nothing_to_rate(desk)
    with st.container(key="stage"):
        title = f'<h1 tabindex="-1">{escape(_("Thank you!"))}</h1>' if desk.done else ""
        st.html(f'{title}<p class="finish">{escape(text)}</p>{connection_lines()}')
        if desk.done:
            st.page_link(page_file("my_work"), label=_("See my work"))
    if desk.undoable or desk.unread or desk.messages:
        _foot(slug, desk, said)
    announce(text, desk.reason or "", "h1", watched(desk.reason or "", str(desk.done)))
