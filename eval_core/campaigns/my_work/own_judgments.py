"""An annotator's own judgments: the list, and each comparison as it was presented.

Regular comparisons, gold and repeats look alike here: nothing that is returned tells them apart.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant, Who, authorise
from eval_core.campaigns.desk.compare import Task, read_task
from eval_core.campaigns.desk.judgments import why_fixed
from eval_core.campaigns.text import first_words, folded
from eval_core.errors import RefusedError
from eval_core.store import WORK_KINDS, Assignment, Comparison, Judgment, Prompt, Reason, Remark, Response, Store

PAGE_LIMIT = 200
SEARCH_LIMIT = 200
_READ, _BEGINNING = 500, 90  # characters of a prompt: read, and shown in the list
_FIRST, _SECOND = aliased(Response), aliased(Response)
_TEXTS = (
    select(Assignment.id, Prompt.text, _FIRST.text, _SECOND.text)
    .join(Comparison, Comparison.id == Assignment.comparison_id)
    .join(Prompt, Prompt.id == Comparison.prompt_id)
    .join(_FIRST, _FIRST.id == Comparison.first_response_id)
    .join(_SECOND, _SECOND.id == Comparison.second_response_id)
)


@dataclass(frozen=True)
class OwnJudgment:
    """One line of the list.

    Attributes:
        number: the person's own running number, from 1.
        beginning: the first words of the prompt.
        choice: 'A', 'tie' or 'B', as presented.
        fixed: why it cannot be revised now ('paused', 'closed', 'not_revisable'); None if it can.
    """

    assignment_id: int
    number: int
    beginning: str
    written_standard: str | None
    choice: str
    decided_at: datetime
    revision: int
    fixed: str | None


@dataclass(frozen=True)
class OwnPage:
    """A part of the list, the newest first.

    Attributes:
        total: all judgments of the person; `found` of them match the search.
        before: where the next part begins, None after the last one.
    """

    rows: tuple[OwnJudgment, ...]
    total: int
    found: int
    before: int | None


@dataclass(frozen=True)
class OwnRemark:
    """The reasons given with one revision; `issues` are (side 'A' or 'B', key of the protocol)."""

    quality: str | None
    comment: str | None
    issues: tuple[tuple[str, str], ...]


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


def own_judgments(
    store: Store, who: Who, slug: str, *, search: str = "", limit: int = 50, before: int | None = None
) -> OwnPage:
    """The person's judgments that count in this campaign, the newest first; training and test are not among them.

    Args:
        search: to be found in the prompt, in a response or in the person's own comments, whatever its case.
            Every character is literal. Blank finds all.
        limit: rows of the part, 1 to 200.
        before: only lower running numbers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        numbers = _numbers(db, grant)
        matching, part, more = part_of(numbers, _matching(db, grant, search), limit, before)
        rows = _rows(db, grant, part, numbers)
        return OwnPage(rows, len(numbers), matching, rows[-1].number if more else None)


def part_of(
    numbers: dict[int, int], matching: set[int] | None, limit: int, before: int | None
) -> tuple[int, list[int], bool]:
    """A part of a list, the newest first: how many match in all, the assignments of the part, and whether more follow.

    Args:
        numbers: assignment -> its running number.
        matching: the ones that match the search; None for all.
        limit: of the part, 1 to `PAGE_LIMIT`.
        before: only lower running numbers.
    """
    matches = [
        (number, assignment_id)
        for assignment_id, number in numbers.items()
        if matching is None or assignment_id in matching
    ]
    left = [
        assignment_id for number, assignment_id in sorted(matches, reverse=True) if before is None or number < before
    ]
    limit = min(max(limit, 1), PAGE_LIMIT)
    return len(matches), left[:limit], len(left) > limit


def own_judgment(store: Store, who: Who, slug: str, assignment_id: int) -> OwnComparison:
    """One judgment of the person's list, with everything that they saw and wrote.

    Raises:
        RefusedError: 'not_allowed' for anything outside the person's list, 'signed_out'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        number = _numbers(db, grant).get(assignment_id)
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


def _numbers(db: Session, grant: Grant) -> dict[int, int]:
    """Assignment -> the running number of every judgment in the list, in the order of serving."""
    own = db.scalars(
        select(Assignment.id)
        .join(Judgment, (Judgment.assignment_id == Assignment.id) & Judgment.live)
        .where(
            Assignment.campaign_id == grant.campaign.id,
            Assignment.person_id == grant.person,
            Assignment.kind.in_(WORK_KINDS),
            Judgment.choice.is_not(None),
            ~Judgment.imported,
        )
        .order_by(Assignment.sequence, Assignment.id)
    )
    return {assignment_id: number for number, assignment_id in enumerate(own, 1)}


def _matching(db: Session, grant: Grant, search: str) -> set[int] | None:
    """The person's assignments in which the search is found; None without a search."""
    # Not left to the database: SQLite knows no case beyond ASCII, and PostgreSQL only that of its locale.
    wanted = folded(search.strip()[:SEARCH_LIMIT])
    if not wanted:
        return None
    own = (Assignment.campaign_id == grant.campaign.id, Assignment.person_id == grant.person)
    texts = [tuple(row) for row in db.execute(_TEXTS.where(*own))]
    comments = db.execute(
        select(Assignment.id, Remark.comment)
        .join(Judgment, Judgment.assignment_id == Assignment.id)
        .join(Remark, Remark.judgment_id == Judgment.id)
        .where(*own, Remark.comment.is_not(None))
    )
    return {
        assignment_id
        for assignment_id, *parts in [*texts, *comments]
        if any(wanted in folded(part or "") for part in parts)
    }


def _rows(db: Session, grant: Grant, wanted: list[int], numbers: dict[int, int]) -> tuple[OwnJudgment, ...]:
    fixed = why_fixed(grant.campaign)
    rows = db.execute(
        select(
            Assignment.id,
            func.substr(Prompt.text, 1, _READ),
            Prompt.written_standard,
            Judgment.choice,
            func.coalesce(Judgment.decided_at, Judgment.created_at, type_=Judgment.created_at.type),
            Judgment.revision,
        )
        .join(Judgment, (Judgment.assignment_id == Assignment.id) & Judgment.live)
        .join(Comparison, Comparison.id == Assignment.comparison_id)
        .join(Prompt, Prompt.id == Comparison.prompt_id)
        .where(Assignment.id.in_(wanted))
    ).all()
    made = [
        OwnJudgment(
            assignment_id,
            numbers[assignment_id],
            first_words(prompt, _BEGINNING),
            standard,
            choice,
            decided_at,
            revision,
            fixed,
        )
        for assignment_id, prompt, standard, choice, decided_at, revision in rows
    ]
    return tuple(sorted(made, key=lambda row: -row.number))


def _history(db: Session, assignment_id: int) -> tuple[Revision, ...]:
    rows = db.execute(
        select(Judgment, Remark)
        .outerjoin(Remark, Remark.judgment_id == Judgment.id)
        .where(Judgment.assignment_id == assignment_id)
        .order_by(Judgment.revision)
    ).all()
    issues: dict[int, list[tuple[str, str]]] = defaultdict(list)
    # The canonical first response was shown as A, unless the sides were swapped.
    as_a = case((Judgment.swapped, Comparison.second_response_id), else_=Comparison.first_response_id)
    for remark_id, stood_as_a, issue in db.execute(
        select(Reason.remark_id, Reason.response_id == as_a, Reason.issue)
        .join(Remark, Remark.id == Reason.remark_id)
        .join(Judgment, Judgment.id == Remark.judgment_id)
        .join(Comparison, Comparison.id == Judgment.comparison_id)
        .where(Judgment.assignment_id == assignment_id)
        .order_by(Reason.id)
    ):
        issues[remark_id].append(("A" if stood_as_a else "B", issue))
    return tuple(
        Revision(
            row.revision,
            row.choice,
            row.decided_at or row.created_at,
            OwnRemark(remark.quality, remark.comment, tuple(sorted(set(issues[remark.id])))) if remark else None,
        )
        for row, remark in rows
    )
