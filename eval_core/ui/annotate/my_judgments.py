"""My work: one judgment to read and change, with the words that were marked, and its history."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.desk.compare import Task
from eval_core.campaigns.desk.judgments import Context, revise_judgment
from eval_core.campaigns.my_work.own_judgments import OwnComparison, OwnMark, OwnRemark, own_judgment
from eval_core.campaigns.text import first_words
from eval_core.errors import RefusedError
from eval_core.files.dialogue import words_at
from eval_core.locales import N_, number
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.reports.protocol_words import choice_labels, issue_labels, tie_labels
from eval_core.ui.annotate.my_work import MyWorkState, close_button, prompt_fold
from eval_core.ui.parts.comparison import is_long, reading
from eval_core.ui.parts.html import heading, note, verdict
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.marked_text import Span
from eval_core.ui.parts.press import Notice, leave_notice, press, show_notice
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.session import page_state, session_id, store
from eval_core.web.shown_text import plain

# Keys of the session that the page sets: how the texts lie, and the language in which they were shown.
LAYOUT, SHOWN_LANGUAGE = "layout", "shown_language"


def open_judgment(slug: str, assignment_id: int) -> OwnComparison | None:
    """The judgment of this assignment, if it is in the campaign's list."""
    try:
        return own_judgment(store(), session_id(), slug, assignment_id)
    except RefusedError as refusal:
        leave_notice("my_work", Notice("list", refused=refusal.code))
        return None


def judgment(slug: str, comparison: OwnComparison, text_size: int) -> None:
    """One judgment: both texts as they were presented, the choice, buttons to change it, and its history."""
    close_button()
    title = _("No. {number}", number=number(comparison.number))
    verdict(title, focusable=True)
    task = comparison.task
    protocol = load_protocol(comparison.protocol_key)
    issues, choices = issue_labels(protocol), choice_labels(protocol)
    with st.container(key="judged"):
        whole = prompt_fold(foldable=is_long(task.prompt))
        marks = _spans(comparison.history[-1].remark, issues)
        st.html(
            reading(task, comparison.text_view, comparison.protocol_key, expanded=whole, size=text_size, marks=marks)
        )
    choice_text = _("Your choice: {choice}", choice=choices[comparison.choice])
    st.html(f'<p class="chosen">{escape(choice_text)}</p>')
    if comparison.fixed:
        note(refusal_text(comparison.fixed, "my_work"))
    else:
        note(_("To change it, choose another one. The earlier choice is kept in the history."))
        with st.container(key="revise", horizontal=True):
            for choice, label in choices.items():
                args = (slug, comparison, choice)
                st.button(label, key=f"revise_{choice}", on_click=_revise, args=args, width="stretch")
    show_notice("my_work", "judgment", once=True, always=True)
    heading(_("History"), "part")
    entries = "".join(
        f"<li>{escape(local_moment(revision.decided_at))}: "
        f"{escape(choices[revision.choice] if revision.choice else _('Undone'))}"
        f"{_remark_html(revision.remark, issues | tie_labels(protocol), task)}</li>"
        for revision in comparison.history
    )
    st.html(f'<ol class="history">{entries}</ol>')


def _revise(slug: str, comparison: OwnComparison, choice: str) -> None:
    task = comparison.task
    # Of a short prompt, which is never folded, nothing is recorded.
    prompt_opened = page_state(MyWorkState).whole_prompt if is_long(task.prompt) else None
    context = Context(st.session_state.get(LAYOUT), st.session_state.get(SHOWN_LANGUAGE), prompt_opened)
    # The present choice can be clicked too: a disabled button would lose the keyboard's focus.
    same = choice == comparison.choice
    done = N_("This is already your choice.") if same else N_("Changed. Your new choice is saved.")
    press(
        "my_work",
        lambda: revise_judgment(store(), session_id(), slug, task.assignment_id, task.revision, choice, context),
        done=done,
        place="judgment",
    )


def _spans(remark: OwnRemark | None, issues: dict[str, str]) -> dict[str, list[Span]]:
    """The marked words of each side."""
    spans: dict[str, list[Span]] = {"A": [], "B": []}
    for mark in remark.marks if remark else ():
        spans[mark.side].append((mark.start, mark.end, issues.get(mark.issue, mark.issue)))
    return spans


def _remark_html(remark: OwnRemark | None, words: dict[str, str], task: Task) -> str:
    """What was explained; `words` are the names of issues and of what a tie means."""
    if remark is None:
        return ""
    quality = f"<li>{escape(words[remark.quality])}</li>" if remark.quality else ""
    marks = "".join(_mark_html(mark, words.get(mark.issue, mark.issue), task) for mark in remark.marks)
    comment = f'<p class="words" dir="auto">{plain(remark.comment)}</p>' if remark.comment else ""
    return (f'<ul class="reasons">{quality}{marks}</ul>' if quality or marks else "") + comment


def _mark_html(mark: OwnMark, issue: str, task: Task) -> str:
    """A fault as the desk says it, with the words where it is."""
    text = task.response_a if mark.side == "A" else task.response_b
    words = first_words(words_at(text, mark.start, mark.end)) if mark.start >= 0 else ""
    said = (
        _("{issue} in {side}: “{words}”", issue=issue, side=mark.side, words=words)
        if words
        else _("{issue} in {side}", issue=issue, side=mark.side)
    )
    return f"<li>{plain(said)}</li>"
