"""Reasons for a judgment: marks of the guidelines' issues in either response, how good a tie was, and a comment."""

from __future__ import annotations

from sqlalchemy import bindparam, case, func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.desk.action import Action
from eval_core.campaigns.desk.judgments import JudgedAssignment
from eval_core.campaigns.desk.pile import Given, TextMark
from eval_core.campaigns.desk.work import Turn
from eval_core.campaigns.text import storable
from eval_core.errors import RefusedError
from eval_core.protocols import load_protocol
from eval_core.store import Campaign, Comparison, Judgment, Reason, Remark, Response

QUALITIES = ("both_well", "both_badly")
_LIVE = select(Judgment.id).where(Judgment.assignment_id == bindparam("assignment"), Judgment.live)
_REMARK = select(Remark.id).where(Remark.judgment_id == bindparam("judgment"))
_GIVEN = (
    select(
        Remark.id,
        Remark.quality,
        Remark.comment,
        case((Judgment.swapped, Comparison.second_response_id), else_=Comparison.first_response_id),
    )
    .join(Judgment, Judgment.id == Remark.judgment_id)
    .join(Comparison, Comparison.id == Judgment.comparison_id)
    .where(Judgment.assignment_id == bindparam("assignment"), Judgment.choice == bindparam("choice"))
    .order_by(Judgment.revision.desc())
    .limit(1)
)
_MARKS = (
    select(Reason.response_id, Reason.start, Reason.end, Reason.issue)
    .where(Reason.remark_id == bindparam("remark"))
    .order_by(Reason.id)
)
_RESPONSES = (
    select(Response.id, func.length(Response.text))
    .join(
        Comparison,
        (Comparison.first_response_id == Response.id) | (Comparison.second_response_id == Response.id),
    )
    .where(Comparison.id == bindparam("comparison"))
    .order_by(Comparison.first_response_id != Response.id)
)


def require_known(campaign: Campaign, action: Action, held: JudgedAssignment) -> None:
    """Refuse with 'unknown_issue' what the protocol does not have, and a quality of a judgment that is no tie."""
    known = {issue.key for issue in load_protocol(campaign.protocol_key).issues}
    if not {mark.issue for mark in action.marks} <= known:
        raise RefusedError("unknown_issue", "the protocol does not have this issue")
    if action.tie is not None and (action.tie not in QUALITIES or held.choice != "tie"):
        raise RefusedError("unknown_issue", "only a tie can be of two good or two bad texts")


def is_explained(db: Session, assignment_id: int) -> bool:
    """Whether the judgment in force has its reasons."""
    judgment = db.scalar(_LIVE, {"assignment": assignment_id})
    return db.scalar(_REMARK, {"judgment": judgment}) is not None


def explain(db: Session, turn: Turn, held: JudgedAssignment) -> None:
    """Add the reasons to the judgment in force; no mark is an answer too.

    Raises:
        RefusedError: 'stale' where no judgment is in force, 'bad_mark' for a place outside the text.
    """
    judgment = db.scalar(_LIVE, {"assignment": held.assignment.id})
    if judgment is None or held.choice is None:
        raise RefusedError("stale", "this judgment was undone meanwhile")
    action = turn.action
    responses = db.execute(_RESPONSES, {"comparison": held.assignment.comparison_id}).all()
    shown = dict(zip("BA" if held.assignment.swapped else "AB", responses, strict=True))
    for mark in action.marks:
        if mark.end is not None and mark.end > (shown[mark.side][1] or 0):
            raise RefusedError("bad_mark", "a mark lies outside the text")
    remark = Remark(
        judgment_id=judgment, quality=action.tie, comment=storable(action.comment) or None, given_at=turn.now
    )
    db.add(remark)
    db.flush()
    db.add_all(
        Reason(remark_id=remark.id, response_id=shown[mark.side][0], issue=mark.issue, start=mark.start, end=mark.end)
        for mark in action.marks
    )
    db.flush()


def given_before(db: Session, assignment_id: int, choice: str) -> Given | None:
    """The reasons that were given last for this choice of the assignment; None if there never were any."""
    last = db.execute(_GIVEN, {"assignment": assignment_id, "choice": choice}).first()
    if last is None:
        return None
    remark, quality, comment, as_a = last
    found = db.execute(_MARKS, {"remark": remark}).all()
    marks = (TextMark("A" if response == as_a else "B", start, end, issue) for response, start, end, issue in found)
    return Given(tuple(marks), quality, comment or "")
