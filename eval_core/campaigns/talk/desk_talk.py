"""What an annotator says and reads at the desk beside the sheets: questions, answers, messages, the guidelines."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from eval_core.campaigns.access import Who, authorise
from eval_core.campaigns.desk import log
from eval_core.campaigns.desk.action import id_of, read_action
from eval_core.campaigns.desk.pile import Answer
from eval_core.campaigns.joining.guidelines import note_reading
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.locks import lock_person
from eval_core.campaigns.talk.messages import note_messages_read, own_messages
from eval_core.campaigns.talk.questions import add_question, note_answers_read, own_questions
from eval_core.errors import RefusedError
from eval_core.store import Store

TALK_KINDS = ("ask", "read", "seen")


def carry_out_talk(store: Store, who: Who, slug: str, document: object, language: str) -> Answer:
    """Carry out an action of one of `TALK_KINDS`, once, and note that it was in the same transaction.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'; other refusals are the answer's word.
    """
    try:
        action = read_action(document)
    except RefusedError as refusal:
        return Answer(id_of(document), "refused", refusal.code)
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        lock_person(db, grant)
        if log.done_before(db, grant, [action.id])[0]:
            return Answer(action.id, "known")
        now, rates = store.now(), rates_responses(grant.campaign)
        try:
            if action.kind == "ask":
                add_question(db, grant, action, now, rates=rates)
            elif action.kind == "read":
                note_reading(db, grant, action.version, language, now - action.age, action.seen or timedelta(0))
            else:
                until = action.until or now
                note_answers_read(db, grant, until, now)
                note_messages_read(db, grant, until, now)
        except RefusedError as refusal:
            return Answer(action.id, "refused", refusal.code)
        # Known again by its id; it is no work on a sheet, so the wait before a click does not count from it.
        about = action if action.kind == "ask" else replace(action, assignment=None)
        log.write_down(db, grant, about, now - action.age, revision=0, rates=rates)
    return Answer(action.id, "recorded")


def read_talk(store: Store, who: Who, slug: str) -> dict[str, Any]:
    """The person's questions with their answers, and the lead's messages to them, the newest first; as JSON has them.

    `at` is the time of reading, for the action that says that they were seen.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    questions = [
        {
            "id": one.id,
            "text": one.text,
            "about": one.about,
            "asked_at": one.asked_at,
            "answer": one.answer,
            "answered_at": one.answered_at,
            "new": one.unread,
        }
        for one in own_questions(store, who, slug)
    ]
    messages = [
        {"id": one.id, "text": one.text, "sent_at": one.sent_at, "new": one.unread}
        for one in own_messages(store, who, slug)
    ]
    return {"questions": questions, "messages": messages, "at": store.now()}
