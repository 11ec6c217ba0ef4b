"""One entry of the lead's inbox: what it says, the comparison or response it is about, and what can be done."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from html import escape
from types import MappingProxyType

import streamlit as st

from eval_core.campaigns.content.withdrawals import withdraw_comparison, withdraw_response
from eval_core.campaigns.desk.supply.qualification import Newcomer, grant_try
from eval_core.campaigns.joining.guidelines import publish_clarification
from eval_core.campaigns.talk.inbox import AskedQuestion, Inbox, answer_question, resolve_question, resolve_questions
from eval_core.campaigns.talk.seen import AsSeen, MarkedWords, SheetSeen
from eval_core.campaigns.talk.skips import Skip
from eval_core.campaigns.text import TEXT_LIMIT, first_words
from eval_core.campaigns.timing import dwell
from eval_core.locales import N_, ngettext, number
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.reports.protocol_words import choice_labels
from eval_core.ui.frame.badge import count_again
from eval_core.ui.frame.campaign_line import campaign_help, campaign_line
from eval_core.ui.frame.rating_notices import rates
from eval_core.ui.lead.case.case_link import case_link_of
from eval_core.ui.lead.inbox.entries import Entry, entry_key, right_answers
from eval_core.ui.lead.inbox.skips import settling, skip_words
from eval_core.ui.parts.comparison import reading
from eval_core.ui.parts.html import note, note_html
from eval_core.ui.parts.local_time import local_moment, reader_zone
from eval_core.ui.parts.marked_text import Span
from eval_core.ui.parts.press import Notice, leave_notice, press, show_notice, was_done
from eval_core.ui.parts.sheet import asked_html, marks_html, response_html
from eval_core.ui.session import page_state, session_id, store
from eval_core.web.shown_text import as_label, plain

_ANSWERED = N_("Answered.")
_MOST_WORDS = 300  # characters of what a question marks
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
state = st.session_state

Spans = Mapping[str | None, Collection[Span]]  # the marked words of each side; None is a rated response


@dataclass
class InboxState:
    """What the inbox remembers.

    Attributes:
        shown: key of the entry that was drawn last, and `shown_at` since when.
        withdrew_at: when something was withdrawn or put back last.
        copied: the answer that was last copied into the clarification of a question, by the clarification's key.
    """

    shown: str = ""
    shown_at: datetime = _LONG_AGO
    withdrew_at: datetime = _LONG_AGO
    copied: dict[str, str] = field(default_factory=dict)


def show_entry(slug: str, entry: Entry, received: Inbox) -> None:
    """What the entry says, and what the lead can do about it."""
    memory = page_state(InboxState)
    if memory.shown != entry.key:
        memory.shown, memory.shown_at = entry.key, store().now()
    item, text_view = entry.item, received.text_view
    if isinstance(item, AskedQuestion):
        _show_question(slug, item, received.waiting, text_view)
    elif isinstance(item, Skip):
        _show_skip(slug, item, received.skips, text_view)
    else:
        _show_newcomer(slug, item)
    case_link_of(slug, item.name if isinstance(item, Newcomer) else item.annotator)


def _show_question(slug: str, item: AskedQuestion, waiting: Sequence[AskedQuestion], text_view: str) -> None:
    asked = escape(_("{name} asked, {when}", name=item.annotator, when=local_moment(item.asked_at)))
    said = f'<p class="words" dir="auto">{plain(item.text)}</p>{_marked(item)}{_answered(item)}'
    st.html(f'<h2 class="who">{asked}</h2>{said}')
    answer, clarification = f"answer_{item.id}", f"clarification_{item.id}"
    label = _("Answer") if item.answer is None else _("Add to the answer")
    st.text_area(
        label,
        key=answer,
        max_chars=TEXT_LIMIT,
        height=96,
        on_change=_copy_answer,
        args=(answer, clarification),
        persist_state="session",  # kept while the lead looks at another entry
    )
    with st.container(key="inbox_deeds", horizontal=True, vertical_alignment="center"):
        st.button(_("Send the answer"), key="inbox_answer", on_click=_answer, args=(slug, item.id))
        if item.published:
            note(_("Published as a clarification."))
        else:
            _publishing(slug, item, clarification)
        if item.resolved_at is None:
            st.button(
                _("Resolve without an answer"),
                key="inbox_resolve",
                on_click=_resolve,
                args=(slug, item.id),
            )
            _resolving_all(slug, item, waiting)
        show_notice("inbox", entry_key(item))
    _show_seen(slug, entry_key(item), item.seen, text_view, _spans(item))


def _resolving_all(slug: str, item: AskedQuestion, waiting: Sequence[AskedQuestion]) -> None:
    """A button for all open questions of this annotator that the lead sees; nothing where it is one."""
    theirs = [one.id for one in waiting if one.annotator == item.annotator]
    if len(theirs) > 1:
        label = ngettext(
            "Resolve {count} from {name} without an answer",
            "Resolve all {count} from {name} without an answer",
            len(theirs),
            name=as_label(item.annotator),
        )
        st.button(label, key="inbox_resolve_all", on_click=_resolve_all, args=(slug, item.id, theirs))


def _spans(item: AskedQuestion) -> Spans:
    """Where the words are that the question is about; the question itself is what is said of them."""
    spans: dict[str | None, list[Span]] = {}
    for mark in item.marked:
        spans.setdefault(mark.side, []).append((mark.start, mark.end, item.text))
    return spans


def _marked(item: AskedQuestion) -> str:
    """The words that the question is about, each with its side."""
    return "".join(f'<p class="words marked" dir="auto">{plain(_mark_text(mark))}</p>' for mark in item.marked)


def _mark_text(mark: MarkedWords) -> str:
    words = first_words(mark.words, _MOST_WORDS)
    if mark.side is None:
        return _("Marked: “{words}”", words=words)
    return _("Marked in {side}: “{words}”", side=mark.side, words=words)


def _publishing(slug: str, item: AskedQuestion, clarification: str) -> None:
    label = _("Answer and publish as a clarification") if item.answer is None else _("Publish as a clarification")
    with st.popover(label, key="inbox_publishing"):
        campaign_line(slug)
        st.text(_("All annotators read it in the guidelines before they go on."))
        st.text_area(_("Clarification"), key=clarification, max_chars=TEXT_LIMIT, height=128, persist_state="session")
        st.button(_("Publish"), key="inbox_publish", on_click=_publish, args=(slug, item.id, item.answer is None))


def _answered(item: AskedQuestion) -> str:
    if item.answer is None:
        return "" if item.resolved_at is None else note_html(_("Closed without an answer."))
    when = local_moment(item.answered_at) if item.answered_at else ""
    read = _("Read, {when}.", when=local_moment(item.read_at)) if item.read_at else _("Not read yet.")
    return (
        f'<div class="reply">{note_html(_("Answered, {when}:", when=when))}'
        f'<p class="words" dir="auto">{plain(item.answer)}</p>{note_html(read)}</div>'
    )


def _show_skip(slug: str, item: Skip, waiting: Sequence[Skip], text_view: str) -> None:
    skip_words(item)
    settling(slug, entry_key(item), item, waiting)
    show_notice("inbox", entry_key(item))
    _show_seen(slug, entry_key(item), item.seen, text_view)


def _show_newcomer(slug: str, item: Newcomer) -> None:
    failed = escape(_("{name} did not pass the test, {when}", name=item.name, when=local_moment(item.finished_at)))
    controls = ngettext(
        "There is {count} control response that this person has not seen.",
        "There are {count} control responses that this person has not seen.",
        item.unseen_gold,
    )
    gold = ngettext(
        "There is {count} gold comparison that this person has not seen.",
        "There are {count} gold comparisons that this person has not seen.",
        item.unseen_gold,
    )
    unseen = controls if rates(slug) else gold
    tries = _("This was try no. {number}.", number=number(item.attempt))
    st.html(
        f'<h2 class="who">{failed}</h2><p class="words">{escape(right_answers(item))}. {escape(tries)}</p>'
        f"{note_html(unseen)}"
    )
    st.button(_("Grant another try"), key="inbox_grant", on_click=_grant, args=(slug, item.name))
    show_notice("inbox", entry_key(item))


def _show_seen(
    slug: str, key: str, seen: AsSeen | SheetSeen | None, text_view: str, marks: Spans = MappingProxyType({})
) -> None:
    """What the annotator had on the screen, what they marked and chose or rated, and a way to withdraw it."""
    if isinstance(seen, SheetSeen):
        _show_sheet(slug, key, seen, marks.get(None, ()))
    elif seen is not None:
        sides = {side: spans for side, spans in marks.items() if side is not None}
        _show_comparison(slug, key, seen, text_view, sides)
    else:
        note(_("Not about a particular response.") if rates(slug) else _("Not about a particular comparison."))


def _show_sheet(slug: str, key: str, seen: SheetSeen, marks: Collection[Span]) -> None:
    """The response under its prompt, with its current ratings."""
    protocol, title = load_protocol(seen.protocol), _("Response")
    ratings = marks_html(seen.sheet.scores, protocol) if seen.sheet.scores else f"<p>{escape(_('Not rated.'))}</p>"
    with st.container(key="inbox_seen"):
        st.html(f"{asked_html(seen, protocol)}{response_html(seen, seen.sheet, title, 100, marks)}{ratings}")
        _withdraw_button(slug, key, seen)


def _show_comparison(slug: str, key: str, seen: AsSeen, text_view: str, marks: Mapping[str, Collection[Span]]) -> None:
    labels = choice_labels(load_protocol(seen.protocol))
    choice = _("Choice: {choice}", choice=labels[seen.choice]) if seen.choice else _("Not judged.")
    with st.container(key="inbox_seen"):
        st.html(note_html(choice) + reading(seen, text_view, seen.protocol, expanded=True, marks=marks))
        if seen.regular:
            _withdraw_button(slug, key, seen)


def _withdraw_button(slug: str, key: str, seen: AsSeen | SheetSeen) -> None:
    rated = isinstance(seen, SheetSeen)
    with st.container(key="inbox_withdrawing", horizontal=True, vertical_alignment="center"):
        if seen.withdrawn:
            ratings = _("Withdrawn: nobody is asked about it, and its ratings are left out.")
            judgments = _("Withdrawn: nobody is asked about it, and its judgments are left out.")
            note(ratings if rated else judgments)
        label = _("Withdraw the response") if rated else _("Withdraw the comparison")
        label = _("Put it back") if seen.withdrawn else label
        # Each has a key of its own: the second click of a double click undoes nothing.
        name = "inbox_restore" if seen.withdrawn else "inbox_withdraw"
        st.button(label, key=name, help=campaign_help(slug), on_click=_withdraw, args=(slug, key, seen))


def _copy_answer(answer: str, clarification: str) -> None:
    """The clarification begins as a copy of the answer, until it is changed itself."""
    copied = page_state(InboxState).copied
    if state.get(clarification, "") == copied.get(clarification, ""):
        state[clarification] = copied[clarification] = state[answer]


def _answer(slug: str, question_id: int) -> None:
    key = f"question-{question_id}"
    if was_done("inbox", _ANSWERED, key) and not _typed(question_id).strip():
        return  # the second click of a double click
    _send_answer(slug, question_id)


def _send_answer(slug: str, question_id: int) -> bool:
    text = _typed(question_id)
    sent = _press(
        f"question-{question_id}",
        lambda: answer_question(store(), slug, question_id, text, who=session_id(), zone=reader_zone()),
        done=_ANSWERED,
    )
    if sent:
        state[f"answer_{question_id}"] = ""
    return sent


def _publish(slug: str, question_id: int, answer_needed: bool) -> None:
    key, clarification = f"question-{question_id}", str(state.get(f"clarification_{question_id}", ""))
    # No answer is sent before there is something to publish.
    if not clarification.strip():
        leave_notice("inbox", Notice(key, refused="no_text"))
        return
    answered = answer_needed or bool(_typed(question_id).strip())
    if answered and not _send_answer(slug, question_id):
        return
    _press(
        key,
        lambda: publish_clarification(store(), slug, clarification, question_id, who=session_id()),
        done=_ANSWERED if answered else "",
    )


def _resolve(slug: str, question_id: int) -> None:
    _press(
        f"question-{question_id}",
        lambda: resolve_question(store(), slug, question_id, who=session_id()),
        done=N_("Resolved."),
    )


def _resolve_all(slug: str, question_id: int, questions: Collection[int]) -> None:
    _press(
        f"question-{question_id}",
        lambda: resolve_questions(store(), slug, questions, who=session_id()),
        done=N_("Resolved."),
    )


def _withdraw(slug: str, key: str, seen: AsSeen | SheetSeen) -> None:
    memory, withdrawn = page_state(InboxState), not seen.withdrawn
    if timedelta(0) <= store().now() - memory.withdrew_at < dwell():
        return  # the second click of a double click

    def withdraw() -> None:
        if isinstance(seen, SheetSeen):
            withdraw_response(store(), slug, seen.response_id, withdrawn=withdrawn, who=session_id())
        else:
            withdraw_comparison(store(), slug, seen.comparison_id, withdrawn=withdrawn, who=session_id())

    if _press(key, withdraw):
        memory.withdrew_at = store().now()


def _grant(slug: str, name: str) -> None:
    # The second click of a double click would meet the next person in the list.
    if timedelta(0) <= store().now() - page_state(InboxState).shown_at < dwell():
        return
    _press(f"newcomer-{name}", lambda: grant_try(store(), slug, name, who=session_id()))


def _typed(question_id: int) -> str:
    return str(state.get(f"answer_{question_id}", ""))


def _press(key: str, service: Callable[[], object], *, done: str = "") -> bool:
    """Run a service about the entry with this key; what became of it is said next to its buttons."""
    made = bool(press("inbox", service, done=done, place=key))
    count_again()
    return made
