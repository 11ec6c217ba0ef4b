"""The annotator's side of questions: asking the lead, and reading the answers. `inbox` is the lead's side."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant, Who, authorise
from eval_core.campaigns.desk.action import Action
from eval_core.campaigns.locks import lock_person
from eval_core.campaigns.text import checked_text, first_words
from eval_core.errors import RefusedError
from eval_core.protocols import load_protocol
from eval_core.store import (
    Assignment,
    Comparison,
    Prompt,
    Question,
    RatingAssignment,
    Response,
    Store,
)

_DOUBLE = timedelta(minutes=1)  # the same words again within it are a double click
MOST_OPEN = 20  # questions of one person that may wait in a campaign: an inbox is for all

_OWN = (Question.campaign_id == bindparam("campaign"), Question.person_id == bindparam("person"))
_OWN_QUESTIONS = (
    select(Question, Prompt.text)
    .outerjoin(Assignment, Assignment.id == Question.assignment_id)
    .outerjoin(Comparison, Comparison.id == Assignment.comparison_id)
    .outerjoin(RatingAssignment, RatingAssignment.id == Question.rating_assignment_id)
    .outerjoin(Response, Response.id == RatingAssignment.response_id)
    .outerjoin(Prompt, Prompt.id == func.coalesce(Comparison.prompt_id, Response.prompt_id))
    .where(*_OWN)
    .order_by(Question.id.desc())
)


@dataclass(frozen=True)
class OwnQuestion:
    """A question as the annotator who asked it reads it.

    Attributes:
        about: the first words of the prompt, if it is shown; None for a question about no comparison or response.
        resolved_at: when it was settled; without an `answer`, the lead settled it unanswered.
    """

    id: int
    text: str
    asked_at: datetime
    about: str | None
    answer: str | None
    answered_at: datetime | None
    read_at: datetime | None
    resolved_at: datetime | None

    @property
    def unread(self) -> bool:
        """Whether there is an answer that the annotator has not seen."""
        return self.answered_at is not None and self.read_at is None


def ask_question(
    store: Store, who: Who, slug: str, assignment_id: int | None, text: str, *, rated: bool = False
) -> int:
    """Ask the lead about one's own comparison, or (None) about anything. Possible while the campaign is paused.

    Args:
        rated: whether the assignment is that of a response to rate.

    Returns:
        The question's id; the same words about the same assignment within a minute are one question.

    Raises:
        RefusedError: 'empty_question', 'too_long' over 2,000 characters, 'not_allowed' for another person's
            assignment, 'closed' (the campaign), 'too_many_questions' while `MOST_OPEN` of the person's wait,
            'signed_out'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        lock_person(db, grant)
        action = Action("", "ask", assignment_id, question=text)
        return add_question(db, grant, action, store.now(), rates=rated)


def add_question(db: Session, grant: Grant, action: Action, now: datetime, *, rates: bool) -> int:
    """`ask_question` within a transaction in which the person is locked; a question may carry marks of words.

    Args:
        action: with the question, its assignment and its marks.
        now: the server's time.
    """
    text = checked_text(action.question, empty="empty_question")
    if action.assignment is not None:
        _require_own(db, grant, RatingAssignment if rates else Assignment, action.assignment)
    if grant.campaign.status == "closed":
        raise RefusedError("closed", "the campaign is closed")
    compared, sheet = (None, action.assignment) if rates else (action.assignment, None)
    before = db.scalar(
        select(Question.id).where(
            Question.campaign_id == grant.campaign.id,
            Question.person_id == grant.person,
            Question.assignment_id == compared,
            Question.rating_assignment_id == sheet,
            Question.text == text,
            Question.asked_at.between(now - _DOUBLE, now + _DOUBLE),
        )
    )
    if before is not None:
        return before
    _require_room(db, grant)
    places = [{"side": mark.side, "start": mark.start, "end": mark.end} for mark in action.marks if mark.end]
    question = Question(
        campaign_id=grant.campaign.id,
        person_id=grant.person,
        assignment_id=compared,
        rating_assignment_id=sheet,
        text=text,
        asked_at=now,
        marks=places or None,
    )
    db.add(question)
    db.flush()
    return question.id


def own_questions(store: Store, who: Who, slug: str) -> list[OwnQuestion]:
    """What an annotator has asked in a campaign, with the answers, newest first."""
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        rows = db.execute(_OWN_QUESTIONS, {"campaign": grant.campaign.id, "person": grant.person})
        shown = load_protocol(grant.campaign.protocol_key).asks
        return [
            OwnQuestion(
                row.id,
                row.text,
                row.asked_at,
                None if prompt is None or not shown else first_words(prompt),
                row.answer,
                row.answered_at,
                row.read_at,
                row.resolved_at,
            )
            for row, prompt in rows
        ]


def mark_answers_read(store: Store, who: Who, slug: str, shown: Collection[OwnQuestion]) -> int:
    """Note that an annotator has read these answers, as they were shown.

    Returns:
        How many were unread before. An answer that was changed meanwhile stays unread.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        now = store.now()
        return sum(
            db.scalar(
                update(Question)
                .where(
                    Question.id == question.id,
                    Question.campaign_id == grant.campaign.id,
                    Question.person_id == grant.person,
                    Question.answer == question.answer,
                    Question.read_at.is_(None),
                )
                .values(read_at=now)
                .returning(Question.id)
            )
            is not None
            for question in shown
        )


def note_answers_read(db: Session, grant: Grant, until: datetime, now: datetime) -> None:
    """Note that an annotator has read the answers up to then; one that was changed later stays unread."""
    own = (Question.campaign_id == grant.campaign.id, Question.person_id == grant.person)
    answers = update(Question).where(*own, Question.read_at.is_(None), Question.answered_at <= until)
    db.execute(answers.values(read_at=now))


def _require_room(db: Session, grant: Grant) -> None:
    own = (Question.campaign_id == grant.campaign.id, Question.person_id == grant.person)
    waiting = db.scalar(select(func.count()).where(*own, Question.resolved_at.is_(None))) or 0
    if waiting >= MOST_OPEN:
        raise RefusedError("too_many_questions", f"{waiting} questions of this person wait already")


def _require_own(
    db: Session, grant: Grant, table: type[Assignment] | type[RatingAssignment], assignment_id: int
) -> None:
    own = select(table.id).where(
        table.id == assignment_id, table.campaign_id == grant.campaign.id, table.person_id == grant.person
    )
    if db.scalar(own) is None:
        raise RefusedError("not_allowed", "this assignment is another person's")
