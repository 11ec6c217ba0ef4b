"""Annotate: which of these two reads better?"""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.assigning import Desk, Task, open_desk
from eval_core.campaigns.judging import Context, record_judgment, skip_comparison, undo_judgment
from eval_core.errors import RefusedError
from eval_core.locales import N_, current_language, number
from eval_core.locales import gettext as _
from eval_core.store import SKIP_REASONS
from eval_core.ui.announcer import announce
from eval_core.ui.chrome import language_choice
from eval_core.ui.guidelines import drawer
from eval_core.ui.session import require, session_id, store
from eval_core.ui.text import as_html, plain
from eval_core.ui.words import REFUSALS, SKIP_LABELS, STANDARDS, finish_text

state = st.session_state
SHORT_PROMPT = 100  # characters: two lines of a phone


def act(service, *args: object) -> None:  # type: ignore[no-untyped-def]
    """Run one service on a click and remember what to say about it. Runs before anything is drawn."""
    state["notice"] = ("saved", None)
    try:
        service(store(), session_id(), *args)
    except RefusedError as refusal:
        state["notice"] = ("refused", refusal.code)


def choose(slug: str, task: Task, choice: str) -> None:
    context = Context(state.get("layout"), state.get("shown_language"), task.assignment_id in state.get("opened", ()))
    act(record_judgment, slug, task.assignment_id, task.revision, choice, context)


def undo(slug: str, assignment_id: int, revision: int) -> None:
    act(undo_judgment, slug, assignment_id, revision)
    if state["notice"][0] == "saved":
        state["notice"] = ("undone", None)


def skip(slug: str, task: Task, reason: str) -> None:
    act(skip_comparison, slug, task.assignment_id, task.revision, reason)
    if state["notice"][0] == "saved":
        state["notice"] = ("skipped", None)


def open_prompt(assignment_id: int) -> None:
    state.setdefault("opened", set()).symmetric_difference_update({assignment_id})


def long(prompt: str) -> bool:
    """Whether a prompt may not fit into the two lines of the strip."""
    return len(prompt) > SHORT_PROMPT or "\n" in prompt.strip()


def count_text(desk: Desk) -> str:
    if desk.quota is None:
        return _("{done} saved", done=number(desk.done))
    return _("{done} of {quota}", done=number(desk.done), quota=number(desk.quota))


def bar(slug: str, desk: Desk) -> None:
    with st.container(key="bar", horizontal=True, vertical_alignment="center"):
        st.html(f'<p class="count"><span>{escape(count_text(desk))}</span></p>', width="stretch")
        if desk.task and long(desk.task.prompt):
            opened = desk.task.assignment_id in state.get("opened", ())
            label = _("Show less") if opened else _("Show all")
            st.button(label, key="prompt", type="tertiary", on_click=open_prompt, args=(desk.task.assignment_id,))
        if st.button(_("Guidelines"), key="guidelines", type="tertiary"):
            drawer()
        if desk.task:
            with st.popover(_("Skip"), key="skip", type="tertiary"):
                st.text(_("I cannot judge this, because:"))
                for reason in SKIP_REASONS:
                    args = (slug, desk.task, reason)
                    st.button(_(SKIP_LABELS[reason]), key=f"skip_{reason}", on_click=skip, args=args, width="stretch")
        language_choice()


def reading(desk: Desk, task: Task) -> None:
    """Prompt and both texts in one element, so that they change in one paint."""
    lang = f' lang="{task.written_standard}"' if task.written_standard else ' lang="no"'
    size = "" if task.assignment_id in state.get("opened", ()) else " short"
    standard = _(STANDARDS.get(task.written_standard or "", N_("Prompt")))
    sides = "".join(
        f'<section aria-label="{escape(_("Response {side}", side=side))}"><h2>{side}</h2>'
        f'<div class="body {desk.text_view}" dir="auto"{lang}>{as_html(body, desk.text_view)}</div></section>'
        for side, body in (("A", task.response_a), ("B", task.response_b))
    )
    st.html(
        f'<div class="reading" data-assignment="{task.assignment_id}"><div class="strip{size}">'
        f'<div class="standard">{escape(standard)}</div>'
        f'<div class="text" dir="auto"{lang}>{plain(task.prompt)}</div></div><div class="pair">{sides}</div></div>'
        '<div class="room-for-foot"></div>'
    )


def status_text(desk: Desk) -> tuple[str, bool]:
    kind, code = state.get("notice", ("", None))
    if kind == "refused":
        return _(REFUSALS.get(code, REFUSALS["stale"])), True
    if kind == "undone":
        return _("Undone. Judge this comparison again."), False
    if kind == "skipped":
        return _("Skipped. It goes to somebody else."), False
    if kind != "saved":
        return "", False
    return (count_text(desk) if desk.quota is None else _("Saved {count}", count=count_text(desk))), False


def foot(slug: str, desk: Desk) -> None:
    with st.container(key="foot"):
        if desk.task:
            with st.container(key="choices"):
                for label, choice, key in (
                    (_("A is more fluent"), "A", "1"),
                    (_("Equally fluent"), "tie", "2"),
                    (_("B is more fluent"), "B", "3"),
                ):
                    args = (slug, desk.task, choice)
                    # Stable keys: a key per comparison would drop the keyboard focus at every judgment.
                    st.button(label, key=f"choice_{choice}", shortcut=key, on_click=choose, args=args, width="stretch")
        with st.container(key="status", horizontal=True, vertical_alignment="center"):
            text, trouble = status_text(desk)
            st.html(f'<p class="saved{" trouble" if trouble else ""}">{escape(text)}</p>', width="stretch")
            if desk.undoable:
                last = (slug, *desk.undoable)
                st.button(_("Undo"), key="undo", type="tertiary", shortcut="U", on_click=undo, args=last)


@st.fragment
def desk_fragment() -> None:
    seat = require("annotator")
    desk = open_desk(store(), session_id(), seat.slug, seen=state.get("seen"))
    task = desk.task
    state["seen"] = (task.assignment_id, task.revision) if task else None
    state["shown_language"] = current_language()
    bar(seat.slug, desk)
    if task:
        reading(desk, task)
    else:
        st.html(f'<p class="finish">{escape(finish_text(desk))}</p>')
    if task or desk.undoable:
        foot(seat.slug, desk)
    text, _trouble = status_text(desk)
    spoken = f"{text} {_('Next comparison.')}" if task else finish_text(desk)
    state["layout"] = announce(spoken, str(state["seen"]))


require("annotator")
desk_fragment()
