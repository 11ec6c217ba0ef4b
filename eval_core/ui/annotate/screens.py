"""Screens without a comparison: between the stages, after a failed test, while there is nothing to do, at the end."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.desk.desk import Desk
from eval_core.campaigns.my_work.hours import own_hours
from eval_core.locales import current_language, hours_minutes, ngettext
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol
from eval_core.ui.annotate import clicks
from eval_core.ui.annotate.guidelines import acknowledge_screen
from eval_core.ui.annotate.letter import letter_screen
from eval_core.ui.annotate.questions import answers_line
from eval_core.ui.frame.chrome import language_choice
from eval_core.ui.parts.browser.click_watch import connection_lines
from eval_core.ui.parts.html import note, trouble
from eval_core.ui.parts.local_time import zone_name
from eval_core.ui.parts.refusals import finish_text, refusal_text
from eval_core.ui.registry import page_file
from eval_core.ui.session import session_id, store

_THANKS = ("finished", "quota", "closed")


def is_news(slug: str, desk: Desk) -> bool:
    """Whether a stage begins with this comparison, and the screen before it has not been shown."""
    state = st.session_state
    if desk.task is None or (slug, desk.stage) in state.get("told", ()):
        return False
    if desk.stage == "work":
        return bool(state.get("stage") == (slug, "test"))
    return desk.step is not None and desk.step[0] == 1


def announce_stage(slug: str, desk: Desk) -> str:
    """Which stage begins, and a button to begin it; returns the heading."""
    total = desk.step[1] if desk.step else 0
    if desk.stage == "training":
        title = _("First, some training")
        text = ngettext(
            "{count} comparison. After each you see what we would have chosen, and why.",
            "{count} comparisons. After each you see what we would have chosen, and why.",
            total,
        )
        label = _("Start the training")
    elif desk.stage == "test":
        title = _("Now a short test")
        text = ngettext(
            "{count} comparison, judged as in the real work: without answers.",
            "{count} comparisons, judged as in the real work: without answers.",
            total,
        )
        label = _("Start the test")
    else:
        title = _("You have passed")
        text = _("From now on your judgments count. Take the time that the texts need.")
        label = _("Start judging")
    with st.container(key="stage"):
        _words(title, text)
        st.button(label, key="go_on", shortcut="Enter", on_click=clicks.begin, args=(slug, desk.stage))
    return title


def nothing_to_judge(slug: str, desk: Desk, protocol: Protocol) -> None:
    """Why there is no comparison, why the last click was refused, and what the annotator can do."""
    kind, word = st.session_state.get("notice", ("", None))
    if kind == "refused":
        trouble(refusal_text(word, "desk"))
    if desk.reason in ("consent", "guidelines"):
        if st.session_state.pop("language_chosen", False):
            st.rerun()  # so that the bar above changes its language, too
        with st.container(key="first_language"):
            language_choice("first_language_choice")
        (letter_screen if desk.reason == "consent" else acknowledge_screen)(slug)
    else:
        with st.container(key="stage"):
            if desk.reason == "failed":
                _failed(desk, protocol)
            else:
                _finish(slug, desk)
            answers_line(slug, desk.unread, desk.messages)


def _finish(slug: str, desk: Desk) -> None:
    _words(_("Thank you!") if desk.done and desk.reason in _THANKS else "", finish_text(desk))
    if desk.done:
        _today(slug)
        st.page_link(page_file("my_work"), label=_("See my work"))


def _failed(desk: Desk, protocol: Protocol) -> None:
    found = desk.result
    if found is None:
        return
    counted = _(
        "You judged {correct} of {asked} as we would have; that is not quite enough.",
        correct=found.correct,
        asked=found.asked,
    )
    _words(_("Not passed this time"), counted)
    labels = [one.label[current_language()] for one in protocol.issues if one.key in found.issues]
    if labels:
        listed = "".join(f"<li>{escape(label)}</li>" for label in labels)
        st.html(f"<p>{escape(_('Read these parts of the guidelines again:'))}</p><ul>{listed}</ul>")
    st.page_link(page_file("guidelines"), label=_("Open the guidelines"))
    text = _("The campaign's lead has been notified and can give you another try. Come back here then.")
    note(text)


def _today(slug: str) -> None:
    days = own_hours(store(), session_id(), slug, zone_name())
    if days:
        last = max(days, key=lambda one: one.day)
        text = ngettext(
            "On the last day you judged: {count} comparison in {time} h.",
            "On the last day you judged: {count} comparisons in {time} h.",
            last.count,
            time=hours_minutes(last.active_minutes),
        )
        note(text)


def _words(title: str, text: str) -> None:
    heading = f'<h1 tabindex="-1">{escape(title)}</h1>' if title else ""
    st.html(f'{heading}<p class="finish">{escape(text)}</p>{connection_lines()}')
