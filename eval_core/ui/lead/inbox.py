"""The lead's inbox: the list of what annotators told, and one of its entries with what can be done about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.content.withdrawals import withdraw_comparison, withdraw_response
from eval_core.campaigns.desk.desk import Task
from eval_core.campaigns.desk.qualification import Newcomer, grant_try
from eval_core.campaigns.joining.guidelines import publish_clarification
from eval_core.campaigns.talk.inbox import AskedQuestion, Inbox, Skip, answer_question, resolve_question
from eval_core.campaigns.talk.seen import AsSeen, SheetSeen
from eval_core.campaigns.text import TEXT_LIMIT, first_words
from eval_core.campaigns.timing import dwell
from eval_core.errors import ParvisError, RefusedError
from eval_core.locales import N_, ngettext, number
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.ui.frame.rated import rates
from eval_core.ui.parts.comparison import CHOICES, reading
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.refusals import SKIP_LABELS, TROUBLES
from eval_core.ui.parts.sheet import asked_html, marks_html, response_html
from eval_core.ui.parts.text import plain
from eval_core.ui.session import session_id, store

# What became of a click: done, or refused by the service with that word.
_DONE = {
    "answered": N_("Answered."),
    "resolved": N_("Resolved."),
    "granted": "",
    "published": "",
    "withdrawn": "",
    "restored": "",
}
_REFUSALS = {
    **TROUBLES,
    "empty_answer": N_("Not sent: write the answer first."),
    "no_text": N_("Not saved: write the clarification first."),
    "too_long": N_("Not sent: an answer has at most 2,000 characters."),
    "clarification_too_long": N_("Not saved: a clarification has at most 2,000 characters."),
    "unknown_question": N_("Not saved: this question no longer exists."),
    "not_allowed": N_("Not saved: this needs the role of a lead."),
    "signed_out": N_("Not saved: you have been signed out. Open your personal link again."),
    "unknown_comparison": N_("Not saved: this comparison no longer exists."),
    "unknown_response": N_("Not saved: this response no longer exists."),
    "response_withdrawn": N_("Not saved: one of its texts is withdrawn."),
    "no_try": N_("Not saved: there are too few gold comparisons that this person has not seen. Load more first."),
}
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
state = st.session_state


@dataclass(frozen=True)
class Entry:
    """One line of the list.

    Attributes:
        key: stays the same when a question is answered.
        title: tells it apart from every other line, which is how a browser says what was chosen.
        line: when it was, and its first words.
    """

    key: str
    title: str
    line: str
    item: AskedQuestion | Newcomer | Skip


def entries_of(found: Inbox, newcomers: Sequence[Newcomer]) -> list[Entry]:
    """Who waits comes first (questions, then newcomers), then what was skipped, then what is settled."""
    return [
        *(_question_entry(one) for one in found.waiting),
        *(
            Entry(_key(one), _("Test not passed · {name}", name=one.name), _line(one.finished_at, _right(one)), one)
            for one in newcomers
        ),
        *(
            Entry(
                _key(one),
                _("Skipped no. {number} · {name}", number=one.assignment_id, name=one.annotator),
                _line(one.skipped_at, one.comment or _(SKIP_LABELS[one.reason])),
                one,
            )
            for one in found.skips
        ),
        *(_question_entry(one) for one in found.settled),
    ]


def _question_entry(item: AskedQuestion) -> Entry:
    title = _("Question no. {number} · {name}", number=item.id, name=item.annotator)
    return Entry(_key(item), title, _line(item.asked_at, _said(item)), item)


def _said(item: AskedQuestion) -> str:
    return _("Already resolved: {question}", question=item.text) if item.resolved_at else item.text


def _key(item: AskedQuestion | Newcomer | Skip) -> str:
    if isinstance(item, AskedQuestion):
        return f"question-{item.id}"
    if isinstance(item, Skip):
        return f"skip-{'sheet-' if isinstance(item.seen, SheetSeen) else ''}{item.assignment_id}"
    return f"newcomer-{item.name}"


def _line(at: datetime, text: str) -> str:
    return f"{local_moment(at)}: {first_words(text, 60)}"


def headline(found: Inbox, newcomers: Sequence[Newcomer]) -> str:
    """How many people wait for the lead."""
    waiting = len({one.annotator for one in found.waiting} | {one.name for one in newcomers})
    if not waiting:
        return _("Nobody is waiting for an answer.")
    return ngettext("{count} person is waiting for an answer.", "{count} people are waiting for an answer.", waiting)


def choose_entry(entries: Sequence[Entry]) -> Entry:
    """The list: one stop of the keyboard, the arrows walk through it."""
    by_key = {one.key: one for one in entries}
    chosen = st.radio(
        _("Inbox"),
        list(by_key),
        format_func=lambda key: as_label(by_key[key].title),
        captions=[as_label(one.line) for one in by_key.values()],
        key="inbox_entry",
        label_visibility="collapsed",
    )
    return by_key.get(chosen or "", entries[0])


def as_label(text: str) -> str:
    """Text for a widget's label, where Streamlit reads Markdown, directives, emoji codes and addresses: none of it.

    Each mark of punctuation is escaped, and an invisible joiner after it keeps codes and addresses from forming.
    """
    return _PUNCTUATION.sub("\\\\\\1\N{WORD JOINER}", " ".join(text.split()))


def show_entry(slug: str, entry: Entry, text_view: str) -> None:
    """What the entry says, and what can be done about it."""
    if state.get("inbox_shown") != entry.key:
        state["inbox_shown"], state["inbox_shown_at"] = entry.key, store().now()
    item = entry.item
    if isinstance(item, AskedQuestion):
        _show_question(slug, item, text_view)
    elif isinstance(item, Skip):
        _show_skip(slug, item, text_view)
    else:
        _show_newcomer(slug, item)


def _show_notice(entry: str) -> None:
    """What became of the last click, beside the buttons of the entry that it was made on."""
    key, word = state.get("inbox_notice", ("", ""))
    if key != entry:
        return
    if word in _REFUSALS:
        st.html(f'<p class="note trouble" role="alert">{escape(_(_REFUSALS[word]))}</p>')
    elif _DONE[word]:
        st.html(f'<p class="note" role="status">{escape(_(_DONE[word]))}</p>')


def _show_question(slug: str, item: AskedQuestion, text_view: str) -> None:
    asked = escape(_("{name} asked, {when}", name=item.annotator, when=local_moment(item.asked_at)))
    st.html(f'<h2 class="who">{asked}</h2><p class="words" dir="auto">{plain(item.text)}</p>{_answered(item)}')
    answer, clarification = f"answer_{item.id}", f"clarification_{item.id}"
    label = _("Answer") if item.answer is None else _("Add to the answer")
    st.text_area(
        label,
        key=answer,
        max_chars=TEXT_LIMIT,
        height=96,
        on_change=_follow,
        args=(answer, clarification),
        persist_state="session",  # who looks at another entry meanwhile loses nothing
    )
    with st.container(key="inbox_deeds", horizontal=True, vertical_alignment="center"):
        st.button(_("Send the answer"), key="inbox_answer", on_click=_answer, args=(slug, item.id))
        if item.published:
            st.html(f'<p class="note">{escape(_("Published as a clarification."))}</p>')
        else:
            _publishing(slug, item, clarification)
        if item.resolved_at is None:
            st.button(
                _("Resolve without an answer"),
                key="inbox_resolve",
                type="tertiary",
                on_click=_resolve,
                args=(slug, item.id),
            )
        _show_notice(_key(item))
    _show_seen(slug, _key(item), item.seen, text_view)


def _publishing(slug: str, item: AskedQuestion, clarification: str) -> None:
    label = _("Answer and publish as a clarification") if item.answer is None else _("Publish as a clarification")
    with st.popover(label, key="inbox_publishing"):
        st.text(_("All annotators read it in the guidelines before they go on."))
        st.text_area(_("Clarification"), key=clarification, max_chars=TEXT_LIMIT, height=128, persist_state="session")
        st.button(_("Publish"), key="inbox_publish", on_click=_publish, args=(slug, item.id, item.answer is None))


def _answered(item: AskedQuestion) -> str:
    if item.answer is None:
        return "" if item.resolved_at is None else f'<p class="note">{escape(_("Closed without an answer."))}</p>'
    when = local_moment(item.answered_at) if item.answered_at else ""
    read = _("Read, {when}.", when=local_moment(item.read_at)) if item.read_at else _("Not read yet.")
    return (
        f'<div class="reply"><p class="note">{escape(_("Answered, {when}:", when=when))}</p>'
        f'<p class="words" dir="auto">{plain(item.answer)}</p><p class="note">{escape(read)}</p></div>'
    )


def _show_skip(slug: str, item: Skip, text_view: str) -> None:
    when = local_moment(item.skipped_at)
    if isinstance(item.seen, SheetSeen):
        skipped = escape(_("{name} skipped this response, {when}", name=item.annotator, when=when))
    else:
        skipped = escape(_("{name} skipped this, {when}", name=item.annotator, when=when))
    comment = f'<p class="words" dir="auto">{plain(item.comment)}</p>' if item.comment else ""
    reason = escape(_("Reason: {reason}", reason=_(SKIP_LABELS[item.reason])))
    st.html(f'<h2 class="who skipped">{skipped}</h2>{comment}<p class="note">{reason}</p>')
    _show_notice(_key(item))
    _show_seen(slug, _key(item), item.seen, text_view)


def _show_newcomer(slug: str, item: Newcomer) -> None:
    failed = escape(_("{name} did not pass the test, {when}", name=item.name, when=local_moment(item.finished_at)))
    unseen = ngettext(
        "There is {count} gold comparison that this person has not seen.",
        "There are {count} gold comparisons that this person has not seen.",
        item.unseen_gold,
    )
    tries = _("This was try no. {number}.", number=number(item.attempt))
    st.html(
        f'<h2 class="who">{failed}</h2><p class="words">{escape(_right(item))}. {escape(tries)}</p>'
        f'<p class="note">{escape(unseen)}</p>'
    )
    st.button(_("Grant another try"), key="inbox_grant", on_click=_grant, args=(slug, item.name))
    _show_notice(_key(item))


def _right(item: Newcomer) -> str:
    return _("{correct} of {asked} right", correct=number(item.correct), asked=number(item.asked))


def _show_seen(slug: str, key: str, seen: AsSeen | SheetSeen | None, text_view: str) -> None:
    """What the annotator had before them, what they chose or rated, and a way to take it out."""
    if isinstance(seen, SheetSeen):
        _show_sheet(slug, key, seen)
    elif seen is not None:
        _show_comparison(slug, key, seen, text_view)
    else:
        text = _("Not about a particular response.") if rates(slug) else _("Not about a particular comparison.")
        st.html(f'<p class="note">{escape(text)}</p>')


def _show_sheet(slug: str, key: str, seen: SheetSeen) -> None:
    """The response under what it answers, with the ratings that stand."""
    protocol, title = load_protocol(seen.protocol), _("Response")
    ratings = marks_html(seen.sheet.marks, protocol) if seen.sheet.marks else f"<p>{escape(_('Not rated.'))}</p>"
    with st.container(key="inbox_seen"):
        st.html(f"{asked_html(seen, protocol)}{response_html(seen, seen.sheet, title, 100)}{ratings}")
        _withdrawing(slug, key, seen)


def _show_comparison(slug: str, key: str, seen: AsSeen, text_view: str) -> None:
    labels = {choice: _(label) for choice, label, _key in CHOICES}
    choice = _("Choice: {choice}", choice=labels[seen.choice]) if seen.choice else _("Not judged.")
    shown = Task(seen.assignment_id, 0, seen.prompt, seen.written_standard, seen.response_a, seen.response_b)
    with st.container(key="inbox_seen"):
        st.html(f'<p class="note">{escape(choice)}</p>{reading(shown, text_view, expanded=True)}')
        if seen.regular:
            _withdrawing(slug, key, seen)


def _withdrawing(slug: str, key: str, seen: AsSeen | SheetSeen) -> None:
    rated = isinstance(seen, SheetSeen)
    with st.container(key="inbox_withdrawing", horizontal=True, vertical_alignment="center"):
        if seen.withdrawn:
            text = (
                _("Withdrawn: nobody is asked about it, and its ratings are left out.")
                if rated
                else _("Withdrawn: nobody is asked about it, and its judgments are left out.")
            )
            st.html(f'<p class="note">{escape(text)}</p>')
        label = _("Withdraw the response") if rated else _("Withdraw the comparison")
        label = _("Put it back") if seen.withdrawn else label
        # A key for each: the second click of a double click undoes nothing.
        name = "inbox_restore" if seen.withdrawn else "inbox_withdraw"
        st.button(label, key=name, type="tertiary", on_click=_withdraw, args=(slug, key, seen))


def _follow(answer: str, clarification: str) -> None:
    """The clarification begins as the answer, until it is changed itself."""
    before = state.get(f"followed_{clarification}", "")
    if state.get(clarification, "") == before:
        state[clarification] = state[f"followed_{clarification}"] = state[answer]


def _answer(slug: str, question_id: int) -> None:
    key = f"question-{question_id}"
    if state.get("inbox_notice") == (key, "answered") and not _typed(question_id).strip():
        return  # the second click of a double click
    if _deed(key, "answered", answer_question, slug, question_id, _typed(question_id)):
        state[f"answer_{question_id}"] = ""


def _publish(slug: str, question_id: int, answer_needed: bool) -> None:
    key, clarification = f"question-{question_id}", str(state.get(f"clarification_{question_id}", ""))
    # Nothing is sent to the one who asked before there is something to publish.
    if not clarification.strip():
        state["inbox_notice"] = (key, "no_text")
        return
    done = "published"
    if answer_needed or _typed(question_id).strip():
        done = "answered"
        if not _deed(key, done, answer_question, slug, question_id, _typed(question_id)):
            return
        state[f"answer_{question_id}"] = ""
    _deed(key, done, publish_clarification, slug, clarification, question_id)


def _resolve(slug: str, question_id: int) -> None:
    _deed(f"question-{question_id}", "resolved", resolve_question, slug, question_id)


def _withdraw(slug: str, key: str, seen: AsSeen | SheetSeen) -> None:
    if timedelta(0) <= store().now() - state.get("inbox_withdrew_at", datetime.min.replace(tzinfo=UTC)) < dwell():
        return  # the second click of a double click
    done = "restored" if seen.withdrawn else "withdrawn"
    if isinstance(seen, SheetSeen):
        service, number_ = partial(withdraw_response, withdrawn=not seen.withdrawn), seen.response_id
    else:
        service, number_ = partial(withdraw_comparison, withdrawn=not seen.withdrawn), seen.comparison_id
    if _deed(key, done, service, slug, number_):
        state["inbox_withdrew_at"] = store().now()


def _grant(slug: str, name: str) -> None:
    # The second click of a double click falls on whoever comes next in the list.
    if timedelta(0) <= store().now() - state["inbox_shown_at"] < dwell():
        return
    _deed(f"newcomer-{name}", "granted", grant_try, slug, name)


def _typed(question_id: int) -> str:
    return str(state.get(f"answer_{question_id}", ""))


def _deed(key: str, done: str, service: Callable[..., object], slug: str, *args: object) -> bool:
    """Run one service on a click and keep what to say about it beside the entry `key`."""
    try:
        service(store(), slug, *args, who=session_id())
    except RefusedError as refusal:
        state["inbox_notice"] = (key, refusal.code)
    except ParvisError:
        # The one refusal without a code: not enough unseen gold for another test.
        state["inbox_notice"] = (key, "no_try")
    else:
        state["inbox_notice"] = (key, done)
        return True
    return False
