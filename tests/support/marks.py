"""Marks, late work and actions of the desk, straight into the tables: for what reads them."""

from __future__ import annotations

from sqlalchemy import select, update

from eval_core.store import (
    Assignment,
    Comparison,
    DeskAction,
    Judgment,
    Question,
    RatingAssignment,
    RatingMark,
    Reason,
    Remark,
)
from tests.support.building import Built

WORDS = ((0, 5), (6, 8))  # "Dette" and "er" of every text of `building.text_of`


def mark_words(built: Built, *, issue: str = "grammar") -> list[int]:
    """Give each stored reason of `issue` two places instead of none; the judgments, in order."""
    with built.store.write() as db:
        rows = db.execute(
            select(Reason, Remark.judgment_id)
            .join(Remark, Remark.id == Reason.remark_id)
            .join(Judgment, Judgment.id == Remark.judgment_id)
            .where(Judgment.campaign_id == built.id, Reason.issue == issue, Reason.start.is_(None))
            .order_by(Remark.judgment_id)
        ).all()
        for reason, _judgment in rows:
            (reason.start, reason.end), (start, end) = WORDS
            db.add(
                Reason(remark_id=reason.remark_id, response_id=reason.response_id, issue=issue, start=start, end=end)
            )
        return [judgment for _reason, judgment in rows]


def make_late(built: Built, judgments: list[int]) -> None:
    """Let these judgments have come after their leases had run out."""
    with built.store.write() as db:
        db.execute(update(Judgment).where(Judgment.id.in_(judgments)).values(late=True))


def add_marks(built: Built) -> None:
    """Marks on reasons, questions, gold and a rated response, a late judgment, and an action of the desk."""
    marked = mark_words(built)
    make_late(built, marked[:1])
    start, end = WORDS[0]
    with built.store.write() as db:
        here = built.id
        asked = Question.campaign_id == here, Question.assignment_id.is_not(None)
        db.execute(
            update(Question).where(*asked).values(marks=[{"side": "A", "start": start, "end": end, "issue": "grammar"}])
        )
        gold = Comparison.campaign_id == here, Comparison.kind == "gold", Comparison.gold_outcome != "tie"
        db.execute(update(Comparison).where(*gold).values(gold_marks=[[start, end]]))
        sheets = select(RatingAssignment.id).where(RatingAssignment.campaign_id == here)
        for sheet in db.scalars(sheets).all():
            db.add(RatingMark(rating_assignment_id=sheet, revision=1, start=start, end=end, issue="grammar"))
        work = db.scalars(select(Assignment).where(Assignment.campaign_id == here, Assignment.person_id.is_not(None)))
        for number, one in enumerate(work.all()):
            assert one.person_id is not None
            db.add(
                DeskAction(
                    uuid=f"action-{number}",
                    campaign_id=here,
                    person_id=one.person_id,
                    kind="choose",
                    assignment_id=one.id,
                    revision=1,
                    done_at=built.store.now(),
                )
            )
