"""The list of the lead's inbox: questions, newcomers who failed the test, and what was skipped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import streamlit as st

from eval_core.campaigns.desk.supply.qualification import Newcomer
from eval_core.campaigns.talk.inbox import AskedQuestion, Inbox, Skip
from eval_core.campaigns.talk.seen import SheetSeen
from eval_core.campaigns.text import first_words
from eval_core.locales import gettext as _
from eval_core.locales import ngettext, number
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.refusals import SKIP_LABELS
from eval_core.web.shown_text import as_label


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
    """People who wait come first (questions, then newcomers), then what was skipped, then what is settled."""
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
        *(
            Entry(
                entry_key(skip),
                _("Skipped no. {number} · {name}", number=skip.assignment_id, name=skip.annotator),
                _line(skip.skipped_at, skip.comment or _(SKIP_LABELS[skip.reason])),
                skip,
            )
            for skip in inbox.skips
        ),
        *(_question_entry(question) for question in inbox.settled),
    ]


def _question_entry(item: AskedQuestion) -> Entry:
    title = _("Question no. {number} · {name}", number=item.id, name=item.annotator)
    text = _("Already resolved: {question}", question=item.text) if item.resolved_at else item.text
    return Entry(entry_key(item), title, _line(item.asked_at, text), item)


def right_answers(person: Newcomer) -> str:
    """How many answers of a test were right."""
    return _("{correct} of {asked} right", correct=number(person.correct), asked=number(person.asked))


def entry_key(item: AskedQuestion | Newcomer | Skip) -> str:
    """What identifies an entry of the list."""
    if isinstance(item, AskedQuestion):
        return f"question-{item.id}"
    if isinstance(item, Skip):
        return f"skip-{'sheet-' if isinstance(item.seen, SheetSeen) else ''}{item.assignment_id}"
    return f"newcomer-{item.name}"


def _line(at: datetime, text: str) -> str:
    return f"{local_moment(at)}: {first_words(text, 60)}"


def headline(inbox: Inbox, newcomers: Sequence[Newcomer]) -> str:
    """How many people wait for the lead."""
    waiting = len({question.annotator for question in inbox.waiting} | {person.name for person in newcomers})
    if not waiting:
        return _("Nobody is waiting for an answer.")
    return ngettext("{count} person is waiting for an answer.", "{count} people are waiting for an answer.", waiting)


def choose_entry(entries: Sequence[Entry]) -> Entry:
    """The list: one stop for the tab key, with the arrow keys moving inside it."""
    by_key = {entry.key: entry for entry in entries}
    chosen = st.radio(
        _("Inbox"),
        list(by_key),
        format_func=lambda key: as_label(by_key[key].title),
        captions=[as_label(entry.line) for entry in by_key.values()],
        key="inbox_entry",
        label_visibility="collapsed",
    )
    return by_key.get(chosen or "", entries[0])
