"""Running a service on a click, and saying what became of it: one way for all pages.

A click's callback runs before anything is drawn, and before the language of the run is known. So it leaves a notice
under the page's name, and the page puts it into words where the click was made:

    def _resolve(slug: str, question_id: int) -> None:
        press("inbox", lambda: resolve_question(store(), slug, question_id, who=session_id()), done=N_("Resolved."))

    st.button(_("Resolve without an answer"), on_click=_resolve, args=(slug, question_id))
    show_notice("inbox")
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

import streamlit as st

from eval_core.campaigns.rules import RuleError
from eval_core.errors import RefusedError
from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.ui.parts.html import note, trouble
from eval_core.ui.parts.refusals import Page, refusal_text

SAVED = N_("Saved.")
NOTHING_CHANGED = N_("Not saved: nothing was changed.")
Result = TypeVar("Result")
_NOTICES = "notices"  # in the session's state: the last notice of each page


@dataclass(frozen=True)
class Outcome(Generic[Result]):
    """What became of a service; true unless it was refused.

    Attributes:
        result: what the service returned, None where it was refused.
        refused: the code of the refusal, '' where there was none. A database that could not answer counts as one.
        field: the name of the field whose value could not be saved, where that is the reason.
    """

    result: Result | None = None
    refused: str = ""
    field: str = ""

    def __bool__(self) -> bool:
        return not self.refused


@dataclass(frozen=True)
class Notice:
    """What is to be said of a click.

    Attributes:
        place: where on the page it is said, such as the key of an entry; '' where the page has one place.
        done: what was done, as a message of the catalogues; '' where nothing needs to be said, or it was refused.
        refused: the code of the refusal.
        facts: messages of the catalogues that fill the sentence; they are translated with it.
        shown: whether it was said once already.
    """

    place: str = ""
    done: str = ""
    refused: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    shown: bool = False


def attempt(service: Callable[[], Result]) -> Outcome[Result]:
    """Run a service. Only a refusal is caught: any other error is a bug, and the page may fail."""
    try:
        return Outcome(service())
    except RuleError as error:
        return Outcome(refused="bad_value", field=error.rule)
    except RefusedError as refusal:  # UnavailableError among them
        return Outcome(refused=refusal.code)


def press(
    page: Page,
    service: Callable[[], Result],
    *,
    done: str = "",
    place: str = "",
    fields: Mapping[str, str] | None = None,
) -> Outcome[Result]:
    """Run a service on a click, and leave a notice of what became of it.

    Args:
        page: whose notice it is, and whose words a refusal is told in.
        done: what to say unless it was refused, as a message of the catalogues.
        place: where on the page it is said.
        fields: the labels of fields by name, for a value that cannot be saved.
    """
    outcome = attempt(service)
    facts = {"field": (fields or {}).get(outcome.field, outcome.field)} if outcome.field else {}
    leave_notice(page, Notice(place, "" if outcome.refused else done, outcome.refused, facts))
    return outcome


def leave_notice(page: Page, notice: Notice) -> None:
    """Replace the page's notice, where there was no service to run."""
    _notices()[page] = notice


def was_done(page: Page, done: str, place: str = "") -> bool:
    """Whether the last click on this page did just this: the next one may be the second click of a double click."""
    notice = _last(page)
    return (notice.place, notice.done) == (place, done)


def forget_notice(page: Page) -> None:
    """Say nothing more about the last click on this page."""
    _notices().pop(page, None)


def forget_notices() -> None:
    """Say nothing more about any click: another campaign is looked at now."""
    _notices().clear()


def show_notice(page: Page, place: str = "", *, once: bool = False, always: bool = False) -> None:
    """Say what became of the last click, if it was made at this place.

    Args:
        once: only in the first run after the click.
        always: draw an empty line where there is nothing to say, so that what follows keeps its place.
    """
    notice = _last(page)
    due = notice.place == place and not (once and notice.shown)
    facts = {name: _(message) for name, message in notice.facts.items()}
    if due and notice.refused:
        trouble(refusal_text(notice.refused, page, **facts), role="status" if always else "alert")
    elif due and notice.done:
        note(_(notice.done, **facts), role="status")
    elif always:
        note("", role="status")
    if due and once:
        leave_notice(page, replace(notice, shown=True))


def _last(page: Page) -> Notice:
    return _notices().get(page, Notice())


def _notices() -> dict[str, Notice]:
    notices: dict[str, Notice] = st.session_state.setdefault(_NOTICES, {})
    return notices
