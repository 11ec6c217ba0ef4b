"""The log of the desk: each action once, by the id that its browser gave it; when it was done; what can be undone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import cast

from sqlalchemy import String, Table, and_, bindparam, case, func, literal, or_, select, union_all, update
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant
from eval_core.campaigns.desk.action import Action
from eval_core.campaigns.desk.pile import Undoable
from eval_core.campaigns.timing import LEASE
from eval_core.store import Assignment, DeskAction, Judgment, Rating, RatingAssignment
from eval_core.store.base import utc_now
from eval_core.store.engine import ask, ask_all
from eval_core.store.prepared import Query

UNDOABLE = ("choose", "explain", "skip", "rate")
# So many actions of one sitting can be undone; a sitting ends with a break of `LEASE`.
_DEEPEST_UNDO = 20
_LOG = cast("Table", DeskAction.__table__)
_ADD = _LOG.insert().inline()
_OF_PERSON = (DeskAction.campaign_id == bindparam("campaign"), DeskAction.person_id == bindparam("person"))
# What is asked or read next to the sheets takes none of their time.
_ON_SHEETS = (*UNDOABLE, "undo")
_LAST = (
    select(DeskAction.read_until)
    .where(*_OF_PERSON, DeskAction.kind.in_(_ON_SHEETS))
    .order_by(DeskAction.id.desc())
    .limit(1)
)
_last = _LAST.subquery()
_BEFORE = union_all(
    select(DeskAction.uuid, DeskAction.read_until).where(
        *_OF_PERSON, DeskAction.uuid.in_(bindparam("ids", expanding=True))
    ),
    select(literal(None, String), _last.c.read_until),
)
_RECENT = (
    select(DeskAction.id, DeskAction.kind, DeskAction.revision, DeskAction.done_at)
    .where(*_OF_PERSON, ~DeskAction.undone, DeskAction.kind.in_(UNDOABLE))
    .order_by(DeskAction.id.desc())
    .limit(_DEEPEST_UNDO)
)
_SINCE = aliased(Judgment)
_CHANGED = (
    select(_SINCE.id)
    .where(
        _SINCE.assignment_id == DeskAction.assignment_id,
        _SINCE.revision >= DeskAction.revision,
        _SINCE.choice.is_distinct_from(Judgment.choice),
    )
    .correlate(DeskAction, Judgment)
    .exists()
)
# A choice stands in the revisions that were made when its reasons were undone.
_SAME = or_(
    Judgment.revision == DeskAction.revision,
    and_(DeskAction.kind == "choose", Judgment.revision > DeskAction.revision, ~_CHANGED),
)
# A judgment that was revised in My work, or whose test is over, is not undone at the desk.
_STANDS = case(
    (DeskAction.kind == "skip", Assignment.status == "skipped"),
    else_=and_(Assignment.status == "done", _SAME, ~Judgment.imported),
)
_COMPARED = (
    _RECENT.with_only_columns(
        DeskAction.id,
        DeskAction.kind,
        case((DeskAction.kind == "skip", DeskAction.revision), else_=Judgment.revision),
        DeskAction.done_at,
        DeskAction.assignment_id,
        Assignment.kind,
        _STANDS,
    )
    .join(Assignment, Assignment.id == DeskAction.assignment_id)
    .outerjoin(Judgment, and_(Judgment.assignment_id == Assignment.id, Judgment.live))
)
_REVISION_RATED = (
    select(func.max(Rating.revision))
    .where(Rating.rating_assignment_id == RatingAssignment.id)
    .correlate(RatingAssignment)
    .scalar_subquery()
)
_RATED = _RECENT.add_columns(
    DeskAction.rating_assignment_id,
    RatingAssignment.kind,
    or_(
        and_(DeskAction.kind == "skip", RatingAssignment.status == "skipped"),
        and_(DeskAction.kind == "rate", RatingAssignment.status == "done", DeskAction.revision == _REVISION_RATED),
    ),
).join(RatingAssignment, RatingAssignment.id == DeskAction.rating_assignment_id)


def done_before(
    db: Session, grant: Grant, ids: Collection[str], locks: Sequence[Query] = ()
) -> tuple[set[str], datetime | None]:
    """Those of the ids whose action is recorded already, and until when the person read for their last one at least.

    Args:
        locks: to be taken first.
    """
    about = {"campaign": grant.campaign.id, "person": grant.person, "ids": list(ids)}
    *_locked, found = ask_all(db, *locks, (_BEFORE, about))
    rows = found.all()
    return {uuid for uuid, _at in rows if uuid is not None}, next((at for uuid, at in rows if uuid is None), None)


def write_down(
    db: Session,
    grant: Grant,
    action: Action,
    done_at: datetime,
    *,
    revision: int,
    rates: bool,
    read_until: datetime | None = None,
) -> None:
    """Add an action, with the revision that it led to.

    Args:
        read_until: until when texts were read for it and those before it, at the earliest; None: `done_at`.
    """
    ask(
        db,
        _ADD,
        {
            "uuid": action.id,
            "campaign_id": grant.campaign.id,
            "person_id": grant.person,
            "kind": action.kind,
            "assignment_id": None if rates else action.assignment,
            "rating_assignment_id": action.assignment if rates else None,
            "revision": revision,
            "done_at": done_at,
            "read_until": read_until or done_at,
            "undone": False,
            "created_at": utc_now(),
        },
    )


def undoable(db: Session, grant: Grant, *, rates: bool, kinds: Collection[str]) -> list[tuple[int, Undoable]]:
    """(id in the log, action) of what the person can undo, the newest first, up to what no longer holds.

    Each has the revision that its judgment is at now.

    Args:
        kinds: of the assignments whose judgments may be undone.
    """
    about = {"campaign": grant.campaign.id, "person": grant.person}
    rows = ask(db, _RATED if rates else _COMPARED, about).all()
    found: list[tuple[int, Undoable]] = []
    before: datetime | None = None
    for entry, kind, revision, done_at, assignment, of, stands in rows:
        if before is not None and before - done_at > LEASE:
            break
        before = done_at
        if not stands or of not in kinds:
            break
        found.append((entry, Undoable(assignment, revision, kind)))
    return found


def was_skipped(db: Session, grant: Grant, assignment: int, *, rates: bool) -> bool:
    """Whether the person skipped this assignment and took that back."""
    about = DeskAction.rating_assignment_id if rates else DeskAction.assignment_id
    skips = select(DeskAction.id).where(*_OF_PERSON, about == assignment, DeskAction.kind == "skip", DeskAction.undone)
    return ask(db, skips.limit(1), {"campaign": grant.campaign.id, "person": grant.person}).first() is not None


def was_undone(db: Session, grant: Grant, assignment: int, revision: int, *, rates: bool) -> bool:
    """Whether the person has taken back what led to this revision."""
    about = DeskAction.rating_assignment_id if rates else DeskAction.assignment_id
    undone = (about == assignment, DeskAction.kind == "undo", DeskAction.revision == revision)
    query = select(DeskAction.id).where(*_OF_PERSON, *undone).limit(1)
    return ask(db, query, {"campaign": grant.campaign.id, "person": grant.person}).first() is not None


def cross_out(db: Session, entries: Sequence[int]) -> None:
    """Note that these actions were undone."""
    if entries:
        ask(db, update(_LOG).where(_LOG.c.id.in_(list(entries))).values(undone=True), {})
