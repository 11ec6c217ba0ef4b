"""One of an annotator's own judgments: the comparison as it was presented, and every revision with its reasons.

Regular comparisons, gold and repeats look alike here: nothing that is returned tells them apart.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Who, authorise
from eval_core.campaigns.desk.compare import Task, read_task
from eval_core.campaigns.desk.judgments import why_fixed
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.my_work.work_list import numbers_of
from eval_core.errors import RefusedError
from eval_core.store import Comparison, Judgment, Reason, Remark, Store


@dataclass(frozen=True, order=True)
class OwnMark:
    """A fault that the person named: its side, 'A' or 'B', and its issue, a key of the protocol.

    `start` and `end` are where it is: a half-open range of characters of that text, (-1, -1) for no place.
    """

    side: str
    start: int
    end: int
    issue: str


@dataclass(frozen=True)
class OwnRemark:
    """The reasons given with one revision."""

    quality: str | None
    comment: str | None
    marks: tuple[OwnMark, ...]


@dataclass(frozen=True)
class Revision:
    """One entry of a judgment's history; a choice of None: an undo."""

    revision: int
    choice: str | None
    decided_at: datetime
    remark: OwnRemark | None


@dataclass(frozen=True)
class OwnComparison:
    """A judged comparison with its texts as presented, its history (the oldest first), and why it is `fixed`."""

    number: int
    task: Task
    text_view: str
    choice: str
    protocol_key: str
    history: tuple[Revision, ...]
    fixed: str | None


def own_judgment(store: Store, who: Who, slug: str, assignment_id: int) -> OwnComparison:
    """One judgment of the person's list, with everything that they saw and wrote.

    Raises:
        RefusedError: 'not_allowed' for anything outside the person's list, 'signed_out'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        number = None if rates_responses(grant.campaign) else numbers_of(db, grant).get(assignment_id)
        if number is None:
            raise RefusedError("not_allowed", "this judgment is not in your list")
        history = _history(db, assignment_id)
        latest = history[-1]
        return OwnComparison(
            number,
            read_task(db, assignment_id, latest.revision),
            grant.campaign.text_view,
            latest.choice or "",
            grant.campaign.protocol_key,
            history,
            why_fixed(grant.campaign),
        )


def _history(db: Session, assignment_id: int) -> tuple[Revision, ...]:
    rows = db.execute(
        select(Judgment, Remark)
        .outerjoin(Remark, Remark.judgment_id == Judgment.id)
        .where(Judgment.assignment_id == assignment_id)
        .order_by(Judgment.revision)
    ).all()
    marks: dict[int, list[OwnMark]] = defaultdict(list)
    # The canonical first response was shown as A, unless the sides were swapped.
    as_a = case((Judgment.swapped, Comparison.second_response_id), else_=Comparison.first_response_id)
    for remark_id, stood_as_a, start, end, issue in db.execute(
        select(
            Reason.remark_id,
            Reason.response_id == as_a,
            func.coalesce(Reason.start, -1),
            func.coalesce(Reason.end, -1),
            Reason.issue,
        )
        .join(Remark, Remark.id == Reason.remark_id)
        .join(Judgment, Judgment.id == Remark.judgment_id)
        .join(Comparison, Comparison.id == Judgment.comparison_id)
        .where(Judgment.assignment_id == assignment_id)
    ):
        marks[remark_id].append(OwnMark("A" if stood_as_a else "B", start, end, issue))
    return tuple(
        Revision(
            row.revision,
            row.choice,
            row.decided_at or row.created_at,
            OwnRemark(remark.quality, remark.comment, tuple(sorted(marks[remark.id]))) if remark else None,
        )
        for row, remark in rows
    )
