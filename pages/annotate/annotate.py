"""Annotate: which of these two reads better? Or, under a rating protocol: how good is this?"""

from __future__ import annotations

import streamlit as st
from eval_core.campaigns.desk.desk import Desk, Task, open_desk
from eval_core.ui.annotate.bar import bar
from eval_core.ui.annotate.clicks import following, open_prompt, tired
from eval_core.ui.annotate.comparison_desk import ROOM_FOR_WHY, count, status_line, status_text
from eval_core.ui.annotate.rating_desk import rating_fragment
from eval_core.ui.annotate.screens import announce_stage, is_news, nothing_to_judge

from eval_core.campaigns.desk.qualification import training_feedback
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.ui.annotate import comparison_desk
from eval_core.ui.annotate.guidelines import close_reading
from eval_core.ui.frame.rating_notices import rates
from eval_core.ui.frame.trouble import telling
from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.parts.browser.click_watch import watched
from eval_core.ui.parts.comparison import is_long, progress, reading
from eval_core.ui.parts.refusals import finish_text
from eval_core.ui.session import Seat, require, session_id, store

state = st.session_state


def texts(seat: Seat, desk: Desk, task: Task, below: str = "") -> None:
    """The comparison, under the button that opens a long prompt."""
    expanded = task.assignment_id in state.get("expanded", ())
    beside_the_prompt = st.container(key="beside")  # always there, so that what follows keeps its place
    if is_long(task.prompt):
        label, args = _("Show less") if expanded else _("Show all"), (task.assignment_id,)
        beside_the_prompt.button(label, key="prompt", type="tertiary", on_click=open_prompt, args=args)
    size = seat.visitor.text_size
    body = reading(task, desk.text_view, expanded=expanded, size=size, stage=desk.stage, below=below)
    st.html(count(desk) + body)


def judge(seat: Seat, desk: Desk, task: Task) -> None:
    """A comparison with its choices, or with the reasons for the choice just made."""
    notice = state.get("notice", ("", None))
    text = status_text(desk, notice)
    line = status_line(desk, text=text, notice=notice[0], tired=tired(store().now()))
    texts(seat, desk, task, ROOM_FOR_WHY if desk.chosen else line)
    said = f"{text.rstrip('.')}. " if text else ""
    if desk.chosen:
        comparison_desk.reasons(seat.slug, desk, load_protocol(desk.protocol), line)
        tell(f"{said}{_('Say why, or go on.')}", desk, "why", ".why")
    else:
        comparison_desk.choices(seat.slug, desk)
        tell(f"{said}{_('Next comparison.')}", desk, "judge", ".reading h2")


def tell(message: str, desk: Desk, mode: str, focus: str) -> None:
    """Tell screen readers what is here now, and put a lost keyboard focus where the reading begins."""
    place = f"{state.get('seen')} {mode}"
    if state.get("place") != place:
        state["place"], state["drawn_at"] = place, store().now()
    stage = desk.stage if mode == "judge" else ""
    state["layout"] = announce(message, place, focus, watched(place, progress(desk)), stage)


@st.fragment
@telling
def desk_fragment() -> None:
    seat = require("annotator", authorised=bool(state.get("following")))
    state["shown_language"] = current_language()
    where, answered = state.get("feedback") or ("", None)
    if answered and where == seat.slug:
        found = training_feedback(store(), session_id(), seat.slug, answered.task.assignment_id)
        texts(seat, answered, answered.task, ROOM_FOR_WHY)
        comparison_desk.feedback(found, load_protocol(answered.protocol))
        verdict = _("Right.") if found.right else _("Not quite.")
        tell(verdict, answered, "answer", ".why")
        return
    desk = following(seat.slug) or open_desk(store(), session_id(), seat.slug, seen=state.get("seen"))
    task = desk.task
    state["seen"] = (task.assignment_id, task.revision) if task else None
    news = is_news(seat.slug, desk)
    state["at"] = (seat.slug, None if news else task)  # what is not shown yet is not asked about
    if news:
        tell(announce_stage(seat.slug, desk), desk, "stage", "h1")
    elif task:
        state["stage"] = (seat.slug, desk.stage)
        judge(seat, desk, task)
    else:
        nothing_to_judge(seat.slug, desk, load_protocol(desk.protocol))
        tell(finish_text(desk), desk, desk.reason or "", "h1")


here = require("annotator")
close_reading()
rated = rates(here.slug)
bar(here, rates=rated)
if rated:
    rating_fragment()
else:
    desk_fragment()
