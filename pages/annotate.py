"""Annotate: which of these two reads better?"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import streamlit as st

from eval_core.campaigns.assigning import Desk, Task, open_desk
from eval_core.campaigns.judging import Context, record_judgment, skip_comparison, undo_judgment
from eval_core.errors import RefusedError
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.store import SKIP_REASONS
from eval_core.ui.announcer import announce
from eval_core.ui.chrome import campaign_choice, language_choice
from eval_core.ui.desk import CHOICES, count, is_long, reading, status_text
from eval_core.ui.guidelines import drawer
from eval_core.ui.session import Seat, require, session_id, store
from eval_core.ui.words import SKIP_LABELS, finish_text

state = st.session_state


def act(done: str, service: Callable[..., bool], *args: object) -> None:
    """Run one service on a click and remember what to say about it. Runs before anything is drawn."""
    state["notice"] = (done, None)
    try:
        service(store(), session_id(), *args)
        state["seen"] = None  # what lies there now is another one
    except RefusedError as refusal:
        state["notice"] = ("refused", refusal.code)


def choose(slug: str, task: Task, choice: str) -> None:
    # A short prompt stands there whole: nothing to open.
    opened = task.assignment_id in state.get("opened", ()) if is_long(task.prompt) else None
    context = Context(state.get("layout"), state.get("shown_language"), opened)
    act("saved", record_judgment, slug, task.assignment_id, task.revision, choice, context)


def undo(slug: str, assignment_id: int, revision: int) -> None:
    act("undone", undo_judgment, slug, assignment_id, revision)


def skip(reason: str) -> None:
    # The menu stands outside the fragment, so it asks what lies there; the service refuses what nobody has seen.
    slug, task = state["at"]
    if task:
        act("skipped", skip_comparison, slug, task.assignment_id, task.revision, reason)


def open_prompt(assignment_id: int) -> None:
    state.setdefault("opened", set()).add(assignment_id)
    state.setdefault("expanded", set()).symmetric_difference_update({assignment_id})


def bar(seat: Seat) -> None:
    """What stays the same from one comparison to the next: outside the fragment, a click does not redraw it."""
    with st.container(key="bar", horizontal=True, vertical_alignment="center"):
        if st.button(_("Guidelines"), key="guidelines", type="tertiary"):
            drawer()
        with st.popover(_("Skip"), key="skip", type="tertiary"):
            st.text(_("I cannot judge this, because:"))
            for reason in SKIP_REASONS:
                label = _(SKIP_LABELS[reason])
                st.button(label, key=f"skip_{reason}", on_click=skip, args=(reason,), width="stretch")
        if not seat.visitor.campaigns_as("researcher"):  # staff have these in their sidebar
            campaign_choice(seat.campaigns)
            language_choice()


def foot(slug: str, desk: Desk, text: str) -> None:
    with st.container(key="foot"):
        for choice, label, shortcut in CHOICES if desk.task else ():
            args = (slug, desk.task, choice)
            # Stable keys: a key per comparison would drop the keyboard focus at every judgment.
            key = f"choice_{choice}"
            st.button(_(label), key=key, shortcut=shortcut, on_click=choose, args=args, width="stretch")
        trouble = " trouble" if state.get("notice", ("",))[0] == "refused" else ""
        st.html(f'<p class="saved{trouble}">{escape(text)}</p>')
        if desk.undoable:
            last = (slug, *desk.undoable)
            st.button(_("Undo"), key="undo", type="tertiary", shortcut="U", on_click=undo, args=last)


@st.fragment
def desk_fragment() -> None:
    seat = require("annotator")
    desk = open_desk(store(), session_id(), seat.slug, seen=state.get("seen"))
    task = desk.task
    state["seen"] = (task.assignment_id, task.revision) if task else None
    state["at"] = (seat.slug, task)
    state["shown_language"] = current_language()
    text = status_text(desk, state.get("notice", ("", None)))
    beside_the_prompt = st.container(key="beside")  # always there, so that what follows keeps its place
    if task:
        expanded = task.assignment_id in state.get("expanded", ())
        if is_long(task.prompt):
            label, args = _("Show less") if expanded else _("Show all"), (task.assignment_id,)
            beside_the_prompt.button(label, key="prompt", type="tertiary", on_click=open_prompt, args=args)
        st.html(count(desk) + reading(task, desk.text_view, expanded=expanded))
    else:
        st.html(f'{count(desk)}<p class="finish">{escape(finish_text(desk))}</p>')
    if task or desk.undoable:
        foot(seat.slug, desk, text)
    state["layout"] = announce(f"{text} {_('Next comparison.')}" if task else finish_text(desk), str(state["seen"]))


bar(require("annotator"))
desk_fragment()
