"""The list of the lead's inbox: questions, newcomers who failed the test, and what was skipped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import streamlit as st

from eval_core.campaigns.desk.supply.qualification import Newcomer
from eval_core.campaigns.talk.inbox import AskedQuestion, Inbox
from eval_core.campaigns.talk.skips import Skip
from eval_core.campaigns.text import first_words
from eval_core.locales import gettext as _
from eval_core.locales import ngettext, number
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.refusals import SKIP_LABELS
from eval_core.web.shown_text import as_label

_CHOSEN, _UNFOLDED = "inbox_entry", "inbox_settled"  # keys of the list, and of the switch that unfolds it
state = st.session_state


@dataclass(frozen=True)
class Entry:
    """One line of the list.

    Attributes:
        key: stays the same when a question is answered.
        title: unique in the list, since a browser names the chosen line by it.
        line: its date and first words.
    """

    key: str
    title: str
    line: str
    item: AskedQuestion | Newcomer | Skip


def entries_of(inbox: Inbox, newcomers: Sequence[Newcomer]) -> list[Entry]:
    """What waits: people come first (questions, then newcomers), then what was skipped."""
    return [
        *(_question_entry(question) for question in inbox.waiting),
        *(
            Entry(
                entry_key(person),
                _("Test not passed · {name}", name=person.name),
                _line(person.finished_at, right_answers(person)),
                person,
            )
            for person in newcomers
        ),
        *(_skip_entry(skip) for skip in inbox.skips),
    ]


def settled_entries(inbox: Inbox) -> list[Entry]:
    """What needs nothing more: questions, then skips."""
    return [
        *(_question_entry(question) for question in inbox.settled),
        *(_skip_entry(skip) for skip in inbox.settled_skips),
    ]


def _question_entry(item: AskedQuestion) -> Entry:
    title = _("Question no. {number} from {name}", number=number(item.number), name=item.annotator)
    text = _("Already resolved: {question}", question=item.text) if item.resolved_at else item.text
    return Entry(entry_key(item), title, _line(item.asked_at, text), item)


def _skip_entry(skip: Skip) -> Entry:
    title = _("Skip no. {number} by {name}", number=number(skip.number), name=skip.annotator)
    return Entry(entry_key(skip), title, _line(skip.skipped_at, skip.comment or _(SKIP_LABELS[skip.reason])), skip)


def right_answers(person: Newcomer) -> str:
    """How many answers of a test were right."""
    return _("{correct} of {asked} right", correct=number(person.correct), asked=number(person.asked))


def entry_key(item: AskedQuestion | Newcomer | Skip) -> str:
    """What identifies an entry of the list."""
    if isinstance(item, AskedQuestion):
        return f"question-{item.id}"
    if isinstance(item, Skip):
        return f"skip-{'sheet-' if item.rated else ''}{item.assignment_id}"
    return f"newcomer-{item.name}"


def choose_waiting(question: int, name: str) -> None:
    """Let the inbox open with this question, or (0) with the failed test of the person of this name."""
    state[_CHOSEN] = f"question-{question}" if question else f"newcomer-{name}"


def _line(at: datetime, text: str) -> str:
    return f"{local_moment(at)}: {first_words(text, 60)}"


def headline(inbox: Inbox, newcomers: Sequence[Newcomer]) -> str:
    """How many people wait for the lead."""
    waiting = len({question.annotator for question in inbox.waiting} | {person.name for person in newcomers})
    if not waiting:
        return _("Nobody is waiting for an answer.")
    return ngettext("{count} person is waiting for an answer.", "{count} people are waiting for an answer.", waiting)


def questions_text(inbox: Inbox) -> str:
    """How many questions wait, where not all of them are listed; '' otherwise."""
    if inbox.asked == len(inbox.waiting):
        return ""
    facts = {"asked": number(inbox.asked), "shown": number(len(inbox.waiting))}
    return _("{asked} questions wait. {shown} are listed, in turns between those who asked.", **facts)


def skips_text(inbox: Inbox) -> str:
    """How many skips wait, '' where there are none; also if only the newest of them are listed."""
    if not inbox.skipped:
        return ""
    waiting = ngettext("{count} skip waits to be settled.", "{count} skips wait to be settled.", inbox.skipped)
    if inbox.skipped == len(inbox.skips):
        return waiting
    return f"{waiting} {_('{shown} are listed, in turns between people.', shown=number(len(inbox.skips)))}"


def choose_entry(inbox: Inbox, newcomers: Sequence[Newcomer]) -> Entry | None:
    """The list: one stop for the tab key, with the arrow keys moving inside it. None where it is empty.

    What is settled is folded away, except the line that was being looked at: it stays until another is chosen.
    """
    waiting, settled = entries_of(inbox, newcomers), settled_entries(inbox)
    last, unfolded = state.get(_CHOSEN), bool(state.get(_UNFOLDED))
    shown = {entry.key: entry for entry in waiting}
    shown |= {entry.key: entry for entry in settled if unfolded or entry.key == last}
    chosen = None
    if last not in shown:
        state.pop(_CHOSEN, None)
    if shown:
        chosen = st.radio(
            _("Inbox"),
            list(shown),
            format_func=lambda key: as_label(shown[key].title),
            captions=[as_label(entry.line) for entry in shown.values()],
            key=_CHOSEN,
            label_visibility="collapsed",
        )
    if settled:
        label = ngettext("Show {count} settled entry", "Show {count} settled entries", len(settled))
        st.toggle(label, key=_UNFOLDED)
    return shown.get(chosen or "", next(iter(shown.values()), None))
