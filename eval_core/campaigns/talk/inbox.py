"""The lead's side of questions: what annotators have asked and skipped, and the lead's answers. Names no system."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.desk.supply.qualification import count_failed
from eval_core.campaigns.talk.seen import (
    AsSeen,
    MarkedWords,
    SheetSeen,
    comparisons_seen,
    sheets_seen,
    words_marked,
)
from eval_core.campaigns.talk.skips import Skip, skips_of, skips_waiting
from eval_core.campaigns.text import checked_text
from eval_core.errors import RefusedError
from eval_core.store import Campaign, Clarification, Person, Question, Store

_WAITING, _SETTLED = 200, 50  # the most that an inbox shows of each

_EARLIER = aliased(Question)
_NUMBER = (
    select(func.count())
    .where(
        _EARLIER.campaign_id == Question.campaign_id,
        _EARLIER.person_id == Question.person_id,
        _EARLIER.id <= Question.id,
    )
    .scalar_subquery()
)
# Which of its person's open questions it is: everyone's first comes before anyone's second.
_TURN = func.row_number().over(partition_by=Question.person_id, order_by=Question.id)
_QUESTIONS = (
    select(
        Question,
        Person.name,
        select(Clarification.id).where(Clarification.question_id == Question.id).exists(),
        _NUMBER,
    )
    .join(Person, Person.id == Question.person_id)
    .where(Question.campaign_id == bindparam("campaign"))
)


@dataclass(frozen=True)
class AskedQuestion:
    """A question as the lead reads it; `published`: a clarification was published from it.

    `marked`: the words that the annotator pointed at. `number`: which of this annotator's questions it is, from 1.
    """

    id: int
    annotator: str
    text: str
    asked_at: datetime
    answer: str | None
    answered_at: datetime | None
    read_at: datetime | None
    resolved_at: datetime | None
    published: bool
    seen: AsSeen | SheetSeen | None
    marked: tuple[MarkedWords, ...]
    number: int


@dataclass(frozen=True)
class Inbox:
    """What annotators have written to the lead of a campaign: open questions in turns between people, each person's
    oldest first; the rest newest first.

    `asked` open questions are in the campaign, and `waiting` has the first of them. `skips` wait to be settled, and
    `skipped` of them are in the campaign; `settled_skips` are settled or withdrawn.
    """

    text_view: str
    waiting: tuple[AskedQuestion, ...]
    asked: int
    settled: tuple[AskedQuestion, ...]
    skips: tuple[Skip, ...]
    skipped: int
    settled_skips: tuple[Skip, ...]


def inbox(store: Store, slug: str, who: Who = OPERATOR) -> Inbox:
    """What waits for the campaign's lead, and what was settled or skipped lately. Names no system and no gold."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        about = {"campaign": campaign.id}
        unsettled = Question.resolved_at.is_(None)
        in_turns = _QUESTIONS.where(unsettled).order_by(_TURN, Question.id)
        waiting = db.execute(in_turns.limit(_WAITING), about).all()
        latest = _QUESTIONS.where(~unsettled).order_by(Question.resolved_at.desc(), Question.id.desc())
        settled = db.execute(latest.limit(_SETTLED), about).all()
        questions: list[Question] = [row[0] for row in [*waiting, *settled]]
        comparisons = comparisons_seen(db, [asked.assignment_id for asked in questions])
        sheets = sheets_seen(db, [asked.rating_assignment_id for asked in questions])
        return Inbox(
            campaign.text_view,
            tuple(_asked_question(row, comparisons, sheets) for row in waiting),
            _count_open(db, campaign),
            tuple(_asked_question(row, comparisons, sheets) for row in settled),
            skips_of(db, campaign, waiting=True),
            skips_waiting(db, campaign),
            skips_of(db, campaign, waiting=False),
        )


def count_waiting(store: Store, slug: str, who: Who = OPERATOR) -> int:
    """How many things wait for the campaign's lead: open questions, failed newcomers and unsettled skips.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        return _count_open(db, campaign) + count_failed(db, campaign) + skips_waiting(db, campaign)


def answer_question(
    store: Store, slug: str, question_id: int, answer: str, who: Who = OPERATOR, *, zone: tzinfo = UTC
) -> bool:
    """Answer a question, which settles it.

    An earlier answer stays: a further one is added below it under its date, and the whole counts as unread.

    Args:
        zone: of the lead, whose day the date is.

    Returns:
        False if the last answer has the same words and the same day: a double click answers once.

    Raises:
        RefusedError: 'empty_answer', 'too_long' over 2,000 characters, 'unknown_question'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        answer = checked_text(answer, empty="empty_answer")
        question = _question(db, grant.campaign, question_id)
        now = store.now()
        if question.answer is not None:
            dated = f"\n\n{now.astimezone(zone):%Y-%m-%d}\n{answer}"
            if question.answer == answer or question.answer.endswith(dated):
                return False
            answer = question.answer + dated
        question.answer, question.answered_by, question.answered_at = answer, grant.person_id, now
        question.read_at, question.resolved_at = None, question.resolved_at or now
        note(db, grant, "question_answered", question=question.id)
        return True


def resolve_question(store: Store, slug: str, question_id: int, who: Who = OPERATOR) -> bool:
    """Settle a question that needs no answer; False if it was settled before. RefusedError 'unknown_question'."""
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        question = _question(db, grant.campaign, question_id)
        if question.resolved_at is not None:
            return False
        question.resolved_at = store.now()
        note(db, grant, "question_resolved", question=question.id)
        return True


def resolve_questions(store: Store, slug: str, questions: Collection[int], who: Who = OPERATOR) -> int:
    """Settle questions together that need no answer.

    Args:
        questions: their ids, as the lead saw them: what was asked since is left alone.

    Returns:
        How many were open, and of this campaign; 0 for the second click of a double click.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        open_ones = (Question.campaign_id == grant.campaign.id, Question.resolved_at.is_(None))
        settle = update(Question).where(*open_ones, Question.id.in_(list(questions))).values(resolved_at=store.now())
        settled = len(db.scalars(settle.returning(Question.id)).all())
        if settled:
            note(db, grant, "question_resolved", count=settled)
        return settled


def _count_open(db: Session, campaign: Campaign) -> int:
    asked = select(func.count()).where(Question.campaign_id == campaign.id, Question.resolved_at.is_(None))
    return db.scalar(asked) or 0


def _question(db: Session, campaign: Campaign, question_id: int) -> Question:
    """The question, locked until the transaction ends: two leads answer one after the other."""
    question = db.scalar(
        select(Question).where(Question.id == question_id, Question.campaign_id == campaign.id).with_for_update()
    )
    if question is None:
        raise RefusedError("unknown_question", "there is no such question in this campaign")
    return question


def _asked_question(row: Any, comparisons: dict[int, AsSeen], sheets: dict[int, SheetSeen]) -> AskedQuestion:
    question, annotator, published, number = row
    seen = comparisons.get(question.assignment_id or 0) or sheets.get(question.rating_assignment_id or 0)
    return AskedQuestion(
        question.id,
        annotator,
        question.text,
        question.asked_at,
        question.answer,
        question.answered_at,
        question.read_at,
        question.resolved_at,
        published,
        seen,
        words_marked(seen, question.marks),
        number,
    )
