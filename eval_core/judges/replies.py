"""Storing what LLM judges reply: every reply in one transaction with the ratings or the judgment that it makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.outcomes import canonical_outcome
from eval_core.judges.endpoint import EndpointReply
from eval_core.judges.work import Judging, RatedItem, ShownPair
from eval_core.protocols.replies import REPLY_LIMIT, Choice, Mark, Reading, Reply
from eval_core.store import (
    Assignment,
    Comparison,
    JudgeReply,
    Judgment,
    Person,
    Rating,
    RatingAssignment,
    Reason,
    Remark,
    Response,
    Store,
)

_ERROR_LIMIT = 1000  # characters


@dataclass(frozen=True)
class Answer:
    """The outcome of one request to a judge.

    Attributes:
        about: the items that were rated in this request, or the pair that was shown.
        criterion: the one that was asked for, where each is asked for separately.
        meaning: what a reply that can be read means, of a batch at least in part; None for any other.
        text: the raw reply; None where none came.
        error: what is wrong with the reply, or why none came.
        reply: what else came with the text.
        body: the endpoint's answer, where it was no reply.
    """

    about: tuple[RatedItem, ...] | ShownPair
    criterion: str | None
    request_hash: str
    meaning: Choice | Reading | Reply | None
    text: str | None
    error: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reply: EndpointReply | None = None
    body: str | None = None

    @property
    def status(self) -> str:
        """'ok', 'malformed' (a reply that means nothing) or 'failed' (no reply)."""
        return "failed" if self.text is None else "malformed" if self.meaning is None else "ok"

    @property
    def kept(self) -> int:
        """For how many items the reply has a meaning; 1 for a comparison."""
        return int(self.meaning is not None) if isinstance(self.about, ShownPair) else len(self.marks)

    @property
    def marks(self) -> dict[int, dict[str, Mark]]:
        """The marks that can be kept, by the id of the rated response."""
        if isinstance(self.about, ShownPair) or not isinstance(self.meaning, Reading | Reply):
            return {}
        both = zip(self.about, self.meaning.items, strict=True)
        return {item.response_id: marks for item, marks in both if marks is not None}


def store_answers(store: Store, judging: Judging, answers: Sequence[Answer]) -> None:
    """Store replies together with what they say. What another run has stored in the meantime is kept."""
    with store.write() as db:
        # One run after another: two of the same judge would each miss what the other adds (PostgreSQL).
        db.execute(select(Person.id).where(Person.id == judging.person_id).with_for_update(key_share=True))
        now = store.now()
        _add_replies(db, judging, answers, now)
        sheets: dict[int, dict[str, Mark]] = {}
        for answer in answers:
            if isinstance(answer.about, ShownPair) and isinstance(answer.meaning, Choice):
                _add_choice(db, judging, answer.about, answer.meaning, now)
            for response, marks in answer.marks.items():
                sheets.setdefault(response, {}).update(marks)
        if sheets:
            _add_ratings(db, judging, sheets, now)


def _add_replies(db: Session, judging: Judging, answers: Sequence[Answer], now: datetime) -> None:
    attempts = dict(
        db.execute(
            select(JudgeReply.request_hash, func.max(JudgeReply.attempt))
            .where(
                JudgeReply.person_id == judging.person_id,
                JudgeReply.request_hash.in_({answer.request_hash for answer in answers}),
            )
            .group_by(JudgeReply.request_hash)
        ).all()
    )
    rows = []
    for answer in answers:
        attempts[answer.request_hash] = attempts.get(answer.request_hash, 0) + 1
        rows.append(
            {
                "campaign_id": judging.campaign_id,
                "person_id": judging.person_id,
                "protocol_key": judging.protocol.key,
                "protocol_hash": judging.protocol.content_hash,
                "request_hash": answer.request_hash,
                "about": _about(answer.about),
                "criterion": answer.criterion,
                "attempt": attempts[answer.request_hash],
                "status": answer.status,
                "text": None if answer.text is None else _storable(answer.text)[:REPLY_LIMIT],
                "error": None if answer.error is None else _storable(answer.error)[:_ERROR_LIMIT],
                "prompt_tokens": answer.prompt_tokens,
                "completion_tokens": answer.completion_tokens,
                "kept": None if answer.text is None else answer.kept,
                "created_at": now,
                **_what_else(answer),
            }
        )
    db.execute(insert(JudgeReply), rows)


def _what_else(answer: Answer) -> dict[str, Any]:
    """What came with a reply's text, or in its place."""
    reply = answer.reply
    texts = {
        "reasoning": reply.reasoning if reply else None,
        "refusal": reply.refusal if reply else None,
        "finish_reason": reply.finish_reason if reply else None,
        "body": reply.body if reply else answer.body,
    }
    kept = {name: None if text is None else _storable(text)[:REPLY_LIMIT] for name, text in texts.items()}
    return kept | {"usage": reply.usage if reply else None}


def _storable(text: str) -> str:
    """The text without what no database can store: NUL, half of a surrogate pair."""
    return text.replace("\x00", "\N{REPLACEMENT CHARACTER}").encode(errors="replace").decode()


def _about(about: tuple[RatedItem, ...] | ShownPair) -> dict[str, Any]:
    if isinstance(about, ShownPair):
        return {"comparison": about.comparison_id, "swapped": about.swapped}
    return {"response": [item.response_id for item in about]}


def _add_ratings(db: Session, judging: Judging, sheets: dict[int, dict[str, Mark]], now: datetime) -> None:
    """Add the missing ratings of each response."""

    def known() -> dict[int, int]:
        here = select(RatingAssignment.response_id, RatingAssignment.id).where(
            RatingAssignment.person_id == judging.person_id,
            RatingAssignment.protocol_key == judging.protocol.key,
            RatingAssignment.response_id.in_(sheets),
        )
        return dict(db.execute(here).all())

    assignments = known()
    if new := [_sheet(judging, response, now) for response in sheets if response not in assignments]:
        db.execute(insert(RatingAssignment), new)
        assignments = known()
    have = set(
        db.execute(
            select(Rating.rating_assignment_id, Rating.criterion).where(
                Rating.rating_assignment_id.in_(assignments.values())
            )
        ).all()
    )
    rows = [
        {
            "rating_assignment_id": assignments[response],
            "criterion": key,
            "revision": 1,
            "live": True,
            "value": mark.value,
            "not_applicable": mark.value is None,
            "expected": mark.expected,
            "log_probability": mark.log_probability,
            "explanation": _storable(mark.explanation) if mark.explanation else None,
            "decided_at": now,
        }
        for response, marks in sheets.items()
        for key, mark in marks.items()
        if (assignments[response], key) not in have
    ]
    if rows:
        db.execute(insert(Rating), rows)


def _sheet(judging: Judging, response_id: int, now: datetime) -> dict[str, Any]:
    return {
        "campaign_id": judging.campaign_id,
        "response_id": response_id,
        "person_id": judging.person_id,
        "protocol_key": judging.protocol.key,
        "protocol_version": judging.protocol.version,
        "protocol_hash": judging.protocol.content_hash,
        "status": "done",
        "created_at": now,
    }


def _add_choice(db: Session, judging: Judging, pair: ShownPair, choice: Choice, now: datetime) -> None:
    """Add the judgment of one order with its reasons, unless it is there already."""
    same = select(Assignment.id).where(
        Assignment.comparison_id == pair.comparison_id,
        Assignment.person_id == judging.person_id,
        Assignment.occurrence == pair.occurrence,
    )
    if db.scalar(same) is not None:
        return
    judgment = _add_judgment(db, judging, pair, choice, now)
    if choice.reason or choice.issues:
        _add_reasons(db, judgment, pair, choice, now)


def _add_judgment(db: Session, judging: Judging, pair: ShownPair, choice: Choice, now: datetime) -> int:
    """Add the judgment of one order, and give its id; a comparison's `done` counts people and does not change."""
    first, second = aliased(Response), aliased(Response)
    prompt, first_system, second_system = db.execute(
        select(Comparison.prompt_id, first.system_id, second.system_id)
        .join(first, first.id == Comparison.first_response_id)
        .join(second, second.id == Comparison.second_response_id)
        .where(Comparison.id == pair.comparison_id)
    ).one()
    ranked = pair.occurrence == 0
    assignment = Assignment(
        campaign_id=judging.campaign_id,
        comparison_id=pair.comparison_id,
        person_id=judging.person_id,
        occurrence=pair.occurrence,
        # The other order is what a repeat is: the same comparison with its sides swapped.
        kind="regular" if ranked else "repeat",
        status="done",
        swapped=pair.swapped,
    )
    db.add(assignment)
    db.flush()
    db.execute(
        insert(Judgment),
        {
            "assignment_id": assignment.id,
            "revision": 1,
            "live": True,
            "choice": choice.choice,
            "outcome": canonical_outcome(choice.choice, pair.swapped),
            "swapped": pair.swapped,
            "ranked": ranked,
            "campaign_id": judging.campaign_id,
            "comparison_id": pair.comparison_id,
            "prompt_id": prompt,
            "first_system_id": first_system,
            "second_system_id": second_system,
            "person_id": judging.person_id,
            "decided_at": now,
            "text_view": "plain",
            "protocol_version": judging.protocol.version,
            "protocol_hash": judging.protocol.content_hash,
            "guideline_version": judging.guidance.version if judging.guidance else None,
        },
    )
    return db.scalars(select(Judgment.id).where(Judgment.assignment_id == assignment.id)).one()


def _add_reasons(db: Session, judgment: int, pair: ShownPair, choice: Choice, now: datetime) -> None:
    """Add the judge's reasons as an annotator's are kept: one sentence, and issues of either response.

    An issue has a place where the words that the judge quotes are in the text exactly once.
    """
    responses = db.execute(
        select(Comparison.first_response_id, Comparison.second_response_id).where(Comparison.id == pair.comparison_id)
    ).one()
    sides = dict(zip("BA" if pair.swapped else "AB", responses, strict=True))
    texts = {"A": pair.response_a, "B": pair.response_b}
    remark = Remark(judgment_id=judgment, comment=_storable(choice.reason) or None, given_at=now)
    db.add(remark)
    db.flush()
    marks = {
        (sides[named.side], named.issue, place_of(named.words, texts[named.side])): None for named in choice.issues
    }
    db.add_all(
        Reason(remark_id=remark.id, response_id=response, issue=issue, start=start, end=end)
        for response, issue, (start, end) in marks
    )
    db.flush()


def place_of(words: str, text: str) -> tuple[int, int] | tuple[None, None]:
    """Where words are in a text, if they are there exactly once."""
    start = text.find(words) if words.strip() else -1
    if start < 0 or text.find(words, start + 1) >= 0:
        return None, None
    return start, start + len(words)
