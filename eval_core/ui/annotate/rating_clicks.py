"""Callbacks for a rater's clicks: they run before anything is drawn, and call a service."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from eval_core.campaigns.desk.rating_desk import Mark, Sheet
from eval_core.campaigns.desk.rating_sheets import missing_marks, record_ratings, skip_response, undo_ratings
from eval_core.errors import RefusedError
from eval_core.protocols import Protocol
from eval_core.ui.parts.browser.click_watch import carried_out
from eval_core.ui.parts.sheet import NOT_APPLICABLE
from eval_core.ui.session import session_id, store
from eval_core.web.metrics import CLICKS

state = st.session_state


def chosen(fields: Mapping[str, tuple[str, str | None]]) -> dict[str, Mark]:
    """The ratings in the widgets, by criterion; a criterion without a rating is left out.

    Args:
        fields: criterion -> names of the widgets of its rating and of its explanation (None: there is none).
    """
    marks = {}
    for key, (rating, why) in fields.items():
        picked = state.get(rating)
        if picked is not None:
            value = None if picked == NOT_APPLICABLE else int(picked)
            marks[key] = Mark(value, str(state.get(why) or "") if why else "")
    return marks


def save(slug: str, sheet: Sheet, protocol: Protocol, fields: Mapping[str, tuple[str, str | None]]) -> None:
    """Record the ratings in the widgets, `fields` as for `chosen`; while some are missing, record none and say so."""
    marks = chosen(fields)
    lacking = missing_marks(protocol.rated, marks)
    if lacking:
        carried_out()
        state["rating_notice"] = ("missing", lacking)
        return
    _act("saved", record_ratings, slug, sheet.assignment_id, sheet.revision, marks, state.get("shown_language"))


def undo(slug: str, assignment_id: int, revision: int) -> None:
    """Undo the last ratings."""
    _act("undone", undo_ratings, slug, assignment_id, revision)


def skip(slug: str, sheet: Sheet, reason: str, comment: str) -> None:
    """Skip a response, with the comment in the widget of this name."""
    words = str(state.get(comment) or "")
    _act("skipped", skip_response, slug, sheet.assignment_id, sheet.revision, reason, words)


def _act(done: str, service: Callable[..., object], slug: str, *args: object) -> None:
    carried_out()
    state["rating_notice"] = (done, None)
    try:
        with CLICKS.time():
            service(store(), session_id(), slug, *args)
    except RefusedError as refusal:
        state["rating_notice"] = ("refused", refusal.code)
