"""Callbacks for an annotator's clicks: they run before anything is drawn, and call a service."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import streamlit as st

from eval_core.campaigns.desk.assignments import Context
from eval_core.campaigns.desk.desk import Desk, Task
from eval_core.campaigns.desk.judgments import judge_and_go_on, record_judgment, skip_comparison, undo_judgment
from eval_core.campaigns.desk.reasons import explain_judgment
from eval_core.campaigns.timing import IDLE, dwell
from eval_core.errors import RefusedError
from eval_core.ui.parts.browser.click_watch import carried_out
from eval_core.ui.parts.comparison import is_long
from eval_core.ui.session import session_id, store
from eval_core.web.metrics import CLICKS

state = st.session_state


def choose(slug: str, desk: Desk, choice: str) -> None:
    """Record a choice; during training its feedback is shown next."""
    task = desk.task
    if task is None:
        return
    # A short prompt is shown whole: there is nothing to open, so nothing is recorded.
    opened = task.assignment_id in state.get("opened", ()) if is_long(task.prompt) else None
    context = Context(state.get("layout"), state.get("shown_language"), opened)
    # In training the feedback comes first, so the next comparison is not leased yet.
    service = record_judgment if desk.stage == "training" else judge_and_go_on
    if _act("saved", service, slug, task.assignment_id, task.revision, choice, context):
        state["feedback"] = (slug, desk) if desk.stage == "training" else None


def undo(slug: str, assignment_id: int, revision: int) -> None:
    """Undo the last choice."""
    _act("undone", undo_judgment, slug, assignment_id, revision)


def skip(reason: str, comment: str) -> None:
    """Skip the comparison that is shown, with the comment in the widget of this name.

    The dialog is outside the fragment, so the comparison is read from the session's state.
    """
    slug, task = state.get("at", ("", None))
    if task:
        _act("skipped", skip_comparison, slug, task.assignment_id, task.revision, reason, state.get(comment) or "")


def explain(slug: str, task: Task, sides: Sequence[str], quality: str | None, comment: str) -> None:
    """Save the reasons from the widgets with these names, and go on."""
    if _only_just_drawn():
        carried_out()
        state["notice"] = ("refused", "unread_why")
        return
    issues = {side: list(state.get(name) or ()) for side, name in zip("AB", sides, strict=True)}
    tie = state.get(quality) if quality else None
    words = state.get(comment) or ""
    _act("saved", explain_judgment, slug, task.assignment_id, task.revision, issues, tie, words)


def leave_feedback() -> None:
    """Go on to the next comparison of the training, unless the feedback has only just appeared."""
    carried_out()
    if not _only_just_drawn():
        state["feedback"], state["notice"] = None, ("", None)


def begin(slug: str, stage: str) -> None:
    """Go on from the screen between two stages to the first comparison of the next one."""
    state.setdefault("told", set()).add((slug, stage))
    state["seen"], state["notice"] = None, ("", None)
    carried_out()


def open_prompt(assignment_id: int) -> None:
    """Show all of a long prompt, or only its beginning again."""
    state.setdefault("opened", set()).add(assignment_id)
    state.setdefault("expanded", set()).symmetric_difference_update({assignment_id})


def _only_just_drawn() -> bool:
    """Whether the button appeared too recently to have been read: the second click of a double click.

    The wait starts again.
    """
    now = store().now()
    drawn, state["drawn_at"] = state.get("drawn_at"), now
    return drawn is not None and timedelta(0) <= now - drawn < dwell()


def following(slug: str) -> Desk | None:
    """The next comparison, where the click of this run has fetched it already; it is returned once."""
    of, desk = state.pop("following", None) or ("", None)
    return desk if of == slug else None


def _act(done: str, service: Callable[..., object], slug: str, *args: object) -> bool:
    """Run a service, remember what to say about it and the next comparison; returns whether it was accepted."""
    carried_out()
    state["notice"], state["following"] = (done, None), None
    try:
        with CLICKS.time():
            found = service(store(), session_id(), slug, *args)
    except RefusedError as refusal:
        state["notice"] = ("refused", refusal.code)
        return False
    state["seen"] = None  # another comparison comes next
    if isinstance(found, Desk):
        state["following"] = (slug, found)
    return True


LONG = timedelta(minutes=45)


def tired(now: datetime) -> bool:
    """Whether the annotator should be told to take a break: 45 minutes since the last one. Call it at every click."""
    start: datetime
    last: datetime
    start, last = state.get("sitting", (now, now))
    # After the clock was set back the count starts again, so that no hours are counted that nobody worked.
    if not last <= now <= last + IDLE:
        start = now
    state["sitting"] = (start, now)
    return now - start >= LONG
