"""Asking the lead about what lies there, and being answered. Neither side reads what system wrote what."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import and_, bindparam, func, select, update
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.locks import lock_person
from eval_core.campaigns.talk.seen import SKIPPED_SHEETS, SheetSeen, sheets_seen
from eval_core.campaigns.text import TEXT_LIMIT, first_words, storable
from eval_core.errors import RefusedError
from eval_core.store import (
    Assignment,
    Campaign,
    Clarification,
    Comparison,
    Judgment,
    Person,
    Prompt,
    Question,
    RatingAssignment,
    Response,
    Store,
)

_DOUBLE = timedelta(minutes=1)  # the same words again within it are a double click
_WAITING, _SETTLED, _SKIPS = 200, 50, 50  # the most that an inbox shows of each

_SIDES = (aliased(Response), aliased(Response))
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
_AS_SEEN = (
    select(
        Assignment.id,
        Assignment.swapped,
        Prompt.text,
        Prompt.written_standard,
        *(side.text for side in _SIDES),
        Judgment.choice,
        Comparison.id,
        Comparison.kind == "regular",
        Comparison.withdrawn_at.is_not(None),
    )
    .join(Comparison, Comparison.id == Assignment.comparison_id)
    .join(Prompt, Prompt.id == Comparison.prompt_id)
    .join(_SIDES[0], _SIDES[0].id == Comparison.first_response_id)
    .join(_SIDES[1], _SIDES[1].id == Comparison.second_response_id)
    .outerjoin(Judgment, and_(Judgment.assignment_id == Assignment.id, Judgment.live))
    .where(Assignment.id.in_(bindparam("assignments", expanding=True)))
)
_QUESTIONS = (
    select(Question, Person.name, select(Clarification.id).where(Clarification.question_id == Question.id).exists())
    .join(Person, Person.id == Question.person_id)
    .where(Question.campaign_id == bindparam("campaign"))
)
_SKIPPED_AT = func.coalesce(Assignment.skipped_at, Assignment.shown_at, Assignment.created_at)
_SKIPPED = (
    select(Assignment.id, Person.name, Assignment.skip_reason, Assignment.skip_comment, _SKIPPED_AT.label("at"))
    .join(Person, Person.id == Assignment.person_id)
    .where(Assignment.campaign_id == bindparam("campaign"), Assignment.status == "skipped", Person.kind == "human")
    .order_by(_SKIPPED_AT.desc(), Assignment.id.desc())
    .limit(_SKIPS)
)


@dataclass(frozen=True)
class OwnQuestion:
    """A question as the one who asked it reads it.

    Attributes:
        about: the first words of the prompt, None for a question about nothing that lay there.
        resolved_at: when it was settled; without an `answer` the lead closed it without one.
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


@dataclass(frozen=True)
class AsSeen:
    """A comparison as one annotator saw it, and what they chose ('A', 'tie', 'B'; None: nothing, or undone).

    `regular` ones can be withdrawn; `withdrawn` says that this one was.
    """

    assignment_id: int
    prompt: str
    written_standard: str | None
    response_a: str
    response_b: str
    choice: str | None
    comparison_id: int
    regular: bool
    withdrawn: bool


@dataclass(frozen=True)
class AskedQuestion:
    """A question as the lead reads it; `published` says that a clarification came of it."""

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


@dataclass(frozen=True)
class Skip:
    """A comparison, or a response to rate, that a person skipped; `reason` is one of `SKIP_REASONS`."""

    assignment_id: int
    annotator: str
    reason: str
    comment: str | None
    skipped_at: datetime
    seen: AsSeen | SheetSeen


@dataclass(frozen=True)
class Inbox:
    """What annotators told the lead of a campaign: open questions, oldest first; the rest newest first."""

    text_view: str
    waiting: tuple[AskedQuestion, ...]
    settled: tuple[AskedQuestion, ...]
    skips: tuple[Skip, ...]


def ask_question(
    store: Store, who: Who, slug: str, assignment_id: int | None, text: str, *, rated: bool = False
) -> int:
    """Ask the lead about one's own comparison, or (None) about anything. Works while the campaign is paused.

    Args:
        rated: whether the assignment is that of a response to rate.

    Returns:
        The question's id; the same words about the same within a minute are one question.

    Raises:
        RefusedError: 'empty_question', 'too_long' over 2,000 characters, 'not_allowed' for what lies with somebody
            else, 'closed' (the campaign), 'signed_out'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        lock_person(db, grant)
        text = _tidied(text, "empty_question")
        if assignment_id is not None:
            _require_own(db, grant, RatingAssignment if rated else Assignment, assignment_id)
        if grant.campaign.status == "closed":
            raise RefusedError("closed", "the campaign is closed")
        now = store.now()
        compared, sheet = (None, assignment_id) if rated else (assignment_id, None)
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
        question = Question(
            campaign_id=grant.campaign.id,
            person_id=grant.person,
            assignment_id=compared,
            rating_assignment_id=sheet,
            text=text,
            asked_at=now,
        )
        db.add(question)
        db.flush()
        return question.id


def own_questions(store: Store, who: Who, slug: str) -> list[OwnQuestion]:
    """What an annotator has asked in a campaign and was answered, newest first."""
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        rows = db.execute(_OWN_QUESTIONS, {"campaign": grant.campaign.id, "person": grant.person})
        return [
            OwnQuestion(
                row.id,
                row.text,
                row.asked_at,
                None if prompt is None else first_words(prompt),
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
        How many are read now that were not before. An answer that was changed meanwhile stays unread.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        now = store.now()
        return sum(
            db.scalar(
                update(Question)
                .where(
                    Question.id == one.id,
                    Question.campaign_id == grant.campaign.id,
                    Question.person_id == grant.person,
                    Question.answer == one.answer,
                    Question.read_at.is_(None),
                )
                .values(read_at=now)
                .returning(Question.id)
            )
            is not None
            for one in shown
        )


def inbox(store: Store, slug: str, who: Who = OPERATOR) -> Inbox:
    """What waits for the campaign's lead, and what was settled or skipped lately. Names no system and no gold."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        about = {"campaign": campaign.id}
        open_ones = _QUESTIONS.where(Question.resolved_at.is_(None)).order_by(Question.id).limit(_WAITING)
        closed = Question.resolved_at.is_not(None)
        closed_ones = _QUESTIONS.where(closed).order_by(Question.resolved_at.desc(), Question.id.desc()).limit(_SETTLED)
        waiting, settled = db.execute(open_ones, about).all(), db.execute(closed_ones, about).all()
        skipped, passed_on = (db.execute(one, about).all() for one in (_SKIPPED, SKIPPED_SHEETS.limit(_SKIPS)))
        asked = [row[0] for row in [*waiting, *settled]]
        seen = _as_seen(db, [*(one.assignment_id for one in asked), *(row.id for row in skipped)])
        of_questions = {one.rating_assignment_id for one in asked if one.rating_assignment_id is not None}
        sheets = sheets_seen(db, of_questions | {row.id for row in passed_on})
        skips = [
            Skip(row.id, row.name, row.skip_reason, row.skip_comment, row.at, found[row.id])
            for rows, found in ((skipped, seen), (passed_on, sheets))
            for row in rows
        ]
        return Inbox(
            campaign.text_view,
            tuple(_asked(*row, seen, sheets) for row in waiting),
            tuple(_asked(*row, seen, sheets) for row in settled),
            tuple(sorted(skips, key=lambda one: one.skipped_at, reverse=True)),
        )


def answer_question(store: Store, slug: str, question_id: int, answer: str, who: Who = OPERATOR) -> bool:
    """Answer a question, which settles it.

    What was answered stands: a further answer is added below it under its date, and the whole counts as unread.

    Returns:
        False if this very answer was given last, on the same day: a double click answers once.

    Raises:
        RefusedError: 'empty_answer', 'too_long' over 2,000 characters, 'unknown_question'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        answer = _tidied(answer, "empty_answer")
        question = _question(db, grant.campaign, question_id)
        now = store.now()
        if question.answer is not None:
            dated = f"\n\n{now:%Y-%m-%d}\n{answer}"
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


def _tidied(text: str, word_if_empty: str) -> str:
    text = storable(text)
    if not text:
        raise RefusedError(word_if_empty, "there is nothing in it")
    if len(text) > TEXT_LIMIT:
        raise RefusedError("too_long", f"at most {TEXT_LIMIT} characters")
    return text


def _require_own(
    db: Session, grant: Grant, table: type[Assignment] | type[RatingAssignment], assignment_id: int
) -> None:
    own = select(table.id).where(
        table.id == assignment_id, table.campaign_id == grant.campaign.id, table.person_id == grant.person
    )
    if db.scalar(own) is None:
        raise RefusedError("not_allowed", "this is not yours")


def _question(db: Session, campaign: Campaign, question_id: int) -> Question:
    """The question, locked until the transaction ends: two leads answer one after the other."""
    question = db.scalar(
        select(Question).where(Question.id == question_id, Question.campaign_id == campaign.id).with_for_update()
    )
    if question is None:
        raise RefusedError("unknown_question", "there is no such question in this campaign")
    return question


def _as_seen(db: Session, assignments: Sequence[int | None]) -> dict[int, AsSeen]:
    """What stood as A and B on these assignments, by their ids."""
    found = {}
    for row in db.execute(_AS_SEEN, {"assignments": {one for one in assignments if one is not None}}):
        identity, swapped, prompt, written_standard, first, second, *rest = row
        response_a, response_b = (second, first) if swapped else (first, second)
        found[identity] = AsSeen(identity, prompt, written_standard, response_a or "", response_b or "", *rest)
    return found


def _asked(
    question: Question, annotator: str, published: bool, seen: dict[int, AsSeen], sheets: dict[int, SheetSeen]
) -> AskedQuestion:
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
        seen.get(question.assignment_id or 0) or sheets.get(question.rating_assignment_id or 0),
    )
