"""What a newcomer learns after each sheet of the training: what was expected, what was given, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant
from eval_core.campaigns.desk.supply.rating_gold import is_within
from eval_core.campaigns.joining.guideline_editions import guidelines_in
from eval_core.locales import said
from eval_core.protocols import by_category, load_protocol, plain_text
from eval_core.store import Assignment, Campaign, Comparison, Judgment, Rating, RatingAssignment, Response


@dataclass(frozen=True)
class Feedback:
    """What a newcomer learns after judging a training comparison.

    Attributes:
        choice, expected: A, B or tie, as presented.
        issue: the category of the fault, `label` its name, `explanation` what is wrong, in the reader's language.
        marks: where the fault is.
    """

    right: bool
    choice: str
    expected: str
    issue: str | None
    label: str | None
    explanation: str | None
    marks: tuple[FaultMark, ...]


@dataclass(frozen=True)
class FaultMark:
    """Where a fault is: the side as presented, and [start, end) of its text in code points."""

    side: str
    start: int
    end: int
    issue: str | None


@dataclass(frozen=True)
class CriterionFeedback:
    """One criterion of a training response: the least and the most that is right, and the value that was given.

    `given` is None for "not applicable".
    """

    key: str
    expected: tuple[int, int]
    given: int | None
    right: bool


@dataclass(frozen=True)
class RatingFeedback:
    """What a newcomer learns after rating a training response: each criterion with an expectation, and why."""

    right: bool
    criteria: tuple[CriterionFeedback, ...]
    explanation: str | None


def training_feedback(db: Session, grant: Grant, assignment_id: int, language: str) -> Feedback | None:
    """What a newcomer learns of a training comparison of theirs that they have judged; None of any other."""
    row = db.execute(
        select(Judgment.choice, Judgment.outcome, Judgment.swapped, Comparison)
        .select_from(Assignment)
        .join(Judgment, (Judgment.assignment_id == Assignment.id) & Judgment.live)
        .join(Comparison, Comparison.id == Assignment.comparison_id)
        .where(
            Assignment.id == assignment_id,
            Assignment.person_id == grant.person,
            Assignment.campaign_id == grant.campaign.id,
            Assignment.kind == "training",
            Judgment.choice.is_not(None),
        )
    ).first()
    if row is None:
        return None
    choice, outcome, swapped, gold = row
    expected = "tie" if gold.gold_outcome == "tie" else "AB"[(gold.gold_outcome == "first") == swapped]
    issues = load_protocol(grant.campaign.protocol_key).issues
    label = next((issue.label for issue in issues if issue.key == gold.gold_issue), None)
    return Feedback(
        right=outcome == gold.gold_outcome,
        choice=choice or "",
        expected=expected,
        issue=gold.gold_issue,
        label=(label.get(language) or said(label)) if label else None,
        explanation=_explanation(db, grant.campaign, gold, language),
        marks=_fault_marks(gold, expected),
    )


def _explanation(db: Session, campaign: Campaign, gold: Comparison, language: str) -> str | None:
    """What is wrong in a gold comparison: its own explanation, or else what the guidelines say of its category."""
    if gold.gold_explanation or not gold.gold_issue:
        return gold.gold_explanation
    rules = by_category(guidelines_in(db, campaign, language), [gold.gold_issue])[gold.gold_issue].rules
    return " ".join(plain_text(item) for item in rules) or None


def _fault_marks(gold: Comparison, expected: str) -> tuple[FaultMark, ...]:
    """The marks of the worse text, on the side where it was shown; none where both are equally good."""
    if expected == "tie":
        return ()
    side = {"A": "B", "B": "A"}[expected]
    return tuple(FaultMark(side, start, end, gold.gold_issue) for start, end in gold.gold_marks or ())


def rating_feedback(db: Session, grant: Grant, assignment_id: int) -> RatingFeedback | None:
    """What a newcomer learns of a training response of theirs that they have rated; None of any other."""
    rows = db.execute(
        select(Rating.criterion, Rating.value, Response.gold)
        .join(RatingAssignment, (RatingAssignment.id == Rating.rating_assignment_id) & Rating.live)
        .join(Response, Response.id == RatingAssignment.response_id)
        .where(
            RatingAssignment.id == assignment_id,
            RatingAssignment.person_id == grant.person,
            RatingAssignment.campaign_id == grant.campaign.id,
            RatingAssignment.kind == "training",
        )
    ).all()
    if not rows or not rows[0].gold:
        return None
    gold, given = rows[0].gold, {row.criterion: row.value for row in rows}
    keys = [one.key for one in load_protocol(grant.campaign.protocol_key).rated if one.key in gold["scores"]]
    criteria = tuple(_criterion(key, gold["scores"], given) for key in keys)
    return RatingFeedback(all(one.right for one in criteria), criteria, gold.get("explanation"))


def _criterion(key: str, scores: Mapping[str, Sequence[int]], given: Mapping[str, int | None]) -> CriterionFeedback:
    least, most = scores[key]
    return CriterionFeedback(key, (least, most), given.get(key), is_within(scores[key], given.get(key)))
