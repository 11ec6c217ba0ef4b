"""The desk where texts are compared: count, status line, choices, reasons, and feedback in training."""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.campaigns.desk.desk import Desk
from eval_core.campaigns.desk.qualification import Feedback
from eval_core.campaigns.desk.reasons import QUALITIES
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.locales import current_language, number
from eval_core.locales import gettext as _
from eval_core.protocols import Protocol
from eval_core.ui.annotate import clicks
from eval_core.ui.annotate.questions import answers_line
from eval_core.ui.parts.browser.click_watch import connection_lines
from eval_core.ui.parts.comparison import CHOICES, QUALITY_LABELS, count_text, progress
from eval_core.ui.parts.refusals import refusal_text

Notice = tuple[str, str | None]  # 'saved', 'undone', 'skipped' or 'refused'; and the code of the refusal
# HTML under the texts: the form for reasons is higher than the foot, and the texts must scroll to their end above it.
ROOM_FOR_WHY = '<div class="room-for-why"></div>'


def count(desk: Desk) -> str:
    """How many comparisons are done, as HTML; the style sheet moves it into the bar."""
    return f'<p class="count" data-done="{progress(desk)}">{escape(count_text(desk))}</p>'


def status_line(desk: Desk, *, text: str, notice: str, tired: bool) -> str:
    """What became of the last click (`notice`), as HTML, with two lines that the browser shows while it cannot reach
    the server.

    A line that says more than a count has the class 'news': next to the choices there is room for such lines only.
    """
    saved = count_text(desk) if desk.step else _("Saved up to no. {done}", done=number(desk.done))
    lines = [
        f'<p class="line saved{" trouble" if notice == "refused" else ""}">{escape(text)}</p>',
        connection_lines(saved),
    ]
    if tired:
        lines.append(
            f'<p class="line rest">{escape(_("You have been reading for 45 minutes. Time for a short break."))}</p>'
        )
    return f'<div class="last{" news" if tired or notice not in ("", "saved") else ""}">{"".join(lines)}</div>'


def status_text(desk: Desk, notice: Notice) -> str:
    """What became of the last click."""
    kind, word = notice
    if kind == "refused":
        return refusal_text(word or "", "desk")
    if kind == "undone":
        return _("Undone. Judge this comparison again.")
    if kind == "skipped":
        return _("Skipped. It goes to somebody else.")
    if kind != "saved":
        return ""
    return count_text(desk) if desk.quota is None else _("Saved {count}", count=count_text(desk))


_CHOSEN = {choice: label for choice, label, _key in CHOICES}


def choices(slug: str, desk: Desk) -> None:
    """The three choices, and Undo. The status line is not here but in the element of the texts."""
    with st.container(key="foot"):
        for choice, label, shortcut in CHOICES if desk.task else ():
            args = (slug, desk, choice)
            # With a new key for each comparison the keyboard's focus would be lost at every judgment.
            key = f"choice_{choice}"
            st.button(_(label), key=key, shortcut=shortcut, on_click=clicks.choose, args=args, width="stretch")
        _answers_and_undo(slug, desk)


def reasons(slug: str, desk: Desk, protocol: Protocol, status: str) -> None:
    """The form for reasons: faults on each side, how good a tie was, a comment. The choice is saved already."""
    task = desk.task
    if task is None or desk.chosen is None:
        return
    # With the language: the browser sends a choice as its label, which a widget in another language does not know.
    name = f"why_{task.assignment_id}_{task.revision}_{current_language()}"
    labels = {issue.key: issue.label[current_language()] for issue in protocol.issues}
    with st.container(key="why"):
        st.html(f'<h2 class="why" tabindex="-1">{escape(_("Why “{choice}”?", choice=_(_CHOSEN[desk.chosen])))}</h2>')
        with st.form(name, border=False):
            quality = None
            if desk.chosen == "tie":
                quality = f"{name}_quality"
                st.pills(_("Both texts"), QUALITIES, format_func=lambda key: _(QUALITY_LABELS[key]), key=quality)
            with st.container(key="why_sides", horizontal=True):
                for side in "AB":
                    st.pills(
                        _("Faults in {side}", side=side),
                        list(labels),
                        selection_mode="multi",
                        format_func=labels.__getitem__,
                        key=f"{name}_{side}",
                    )
            with st.container(key="why_end", horizontal=True, vertical_alignment="bottom"):
                st.text_input(
                    _("Comment"),
                    key=f"{name}_comment",
                    max_chars=TEXT_LIMIT,
                    placeholder=_("Comment (optional)"),
                    label_visibility="collapsed",
                )
                args = (slug, task, (f"{name}_A", f"{name}_B"), quality, f"{name}_comment")
                st.form_submit_button(_("Go on"), key="go_on", shortcut="Enter", on_click=clicks.explain, args=args)
        with st.container(key="why_last", horizontal=True, vertical_alignment="center"):
            st.html(status)
            _answers_and_undo(slug, desk)


def feedback(found: Feedback, protocol: Protocol) -> None:
    """Whether the choice was right, the expected one, why, and the category of the guidelines."""
    verdict = _("Right.") if found.right else _("Not quite.")
    answer = _(_CHOSEN[found.expected])
    category = next((one.label[current_language()] for one in protocol.issues if one.key == found.issue), None)
    about = f'<p class="note">{escape(category)}</p>' if category else ""
    why = f'<p class="why-text" dir="auto" lang="no">{escape(found.explanation)}</p>' if found.explanation else ""
    with st.container(key="answer", horizontal=True, vertical_alignment="center"):
        heading = f'<h2 class="why" tabindex="-1">{escape(f"{verdict} {answer}")}.</h2>'
        st.html(f'<div class="lesson">{heading}{about}{why}{connection_lines()}</div>')
        st.button(_("Next"), key="go_on", shortcut="Enter", on_click=clicks.leave_feedback)


def _answers_and_undo(slug: str, desk: Desk) -> None:
    answers_line(slug, desk.unread, desk.messages)
    if desk.undoable:
        args = (slug, *desk.undoable)
        st.button(_("Undo"), key="undo", type="tertiary", shortcut="U", on_click=clicks.undo, args=args)
