"""What an annotator judges next: one leased comparison at a time, the same one until it is judged."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, and_, case, func, or_, select, text
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant, Who, authorise
from eval_core.store import Assignment, Comparison, Judgment, Person, Prompt, Response, Store
from eval_core.store.content import OPEN_COMPARISON

# Long enough for a phone call, short enough that a vanished annotator holds nothing up for long.
LEASE = timedelta(minutes=30)
# One more showing than the other way round is left to chance; two are evened out.
_SIDE_IMBALANCE = 2


@dataclass(frozen=True)
class Task:
    """A comparison as one annotator sees it. Holds nothing that tells the systems apart."""

    assignment_id: int
    revision: int
    prompt: str
    written_standard: str | None
    response_a: str
    response_b: str


@dataclass(frozen=True)
class Desk:
    """What lies before an annotator.

    Attributes:
        task: the comparison to judge, None where there is none.
        done: their own saved judgments in this campaign.
        quota: how many they are asked for, None where no number is set.
        reason: why there is no task: 'paused', 'closed', 'quota', 'waiting' (the rest lies with others),
            'finished' or 'empty'; None where there is one.
        undoable: (assignment, revision) of their last judgment while it can be undone.
    """

    title: str
    text_view: str
    is_demo: bool
    task: Task | None
    done: int
    quota: int | None
    reason: str | None
    undoable: tuple[int, int] | None


def open_desk(store: Store, who: Who, slug: str, *, seen: tuple[int, int] | None = None) -> Desk:
    """The annotator's current comparison, leasing the next one if they have none.

    Args:
        seen: (assignment, revision) that this browser already shows. Anything else has just come up, and
            the dwell guard starts to count.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    now = store.now()
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        held = _held(db, grant, now)
        if held is not None and (held.id, _revision(db, held.id)) == seen and grant.campaign.status == "open":
            return _desk(db, grant, held, None)
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        lock_person(db, grant)
        assignment, reason = _take_up(db, grant, store.now)
        now = store.now()
        if assignment is not None and (assignment.id, _revision(db, assignment.id)) != seen:
            assignment.shown_at = now
            assignment.first_shown_at = assignment.first_shown_at or now
        db.flush()
        return _desk(db, grant, assignment, reason)


def lock_person(db: Session, grant: Grant) -> None:
    """Let what one person does in two tabs happen one after the other (PostgreSQL; SQLite has one writer)."""
    db.execute(select(Person.id).where(Person.id == grant.person).with_for_update(key_share=True))


def lock_comparison(db: Session, comparison_id: int) -> None:
    """Keep everybody else from leasing or judging a comparison until the transaction ends.

    Ask the time only after this: whoever took the place while we waited did so before that moment.
    """
    db.execute(select(Comparison.id).where(Comparison.id == comparison_id).with_for_update(key_share=True))


def done_by(db: Session, grant: Grant) -> int:
    """How many comparisons this person has judged in this campaign."""
    return db.scalar(_own(grant, "done").with_only_columns(func.count())) or 0


def held_by_others(now: datetime, person_id: int | None = None):  # type: ignore[no-untyped-def]
    """A correlated count of the live leases on a comparison, leaving out one person's own."""
    other = aliased(Assignment)
    count = (
        select(func.count())
        .where(
            other.comparison_id == Comparison.id,
            other.kind == "regular",
            other.status == "leased",
            other.leased_until > now,
        )
        .correlate(Comparison)
    )
    return (count.where(other.person_id != person_id) if person_id else count).scalar_subquery()


def has_room(db: Session, assignment: Assignment, now: datetime) -> bool:
    """Whether the comparison could still take this person's judgment without exceeding its overlap.

    Locks the comparison, so that the answer holds until the transaction ends.
    """
    lock_comparison(db, assignment.comparison_id)
    taken = Comparison.done + held_by_others(now, assignment.person_id)
    return bool(
        db.scalar(
            select(Comparison.id).where(
                Comparison.id == assignment.comparison_id,
                text(OPEN_COMPARISON),
                taken < Comparison.overlap,
            )
        )
    )


def last_judgment(db: Session, grant: Grant) -> Judgment | None:
    """The person's newest revision in this campaign, an undo included."""
    return db.scalar(
        select(Judgment)
        .where(Judgment.campaign_id == grant.campaign.id, Judgment.person_id == grant.person)
        .order_by(Judgment.id.desc())
        .limit(1)
    )


def _own(grant: Grant, status: str) -> Select[Any]:
    return select(Assignment).where(
        Assignment.campaign_id == grant.campaign.id,
        Assignment.person_id == grant.person,
        Assignment.status == status,
    )


def _held(db: Session, grant: Grant, now: datetime) -> Assignment | None:
    query = _own(grant, "leased").where(Assignment.leased_until > now).order_by(Assignment.sequence).limit(1)
    held: Assignment | None = db.scalar(query)
    return held


def _take_up(db: Session, grant: Grant, clock: Callable[[], datetime]) -> tuple[Assignment | None, str | None]:
    """The assignment to show, or why there is none."""
    campaign = grant.campaign
    if campaign.status != "open":
        return None, campaign.status
    for assignment in db.scalars(_own(grant, "leased").order_by(Assignment.sequence)):
        lock_comparison(db, assignment.comparison_id)
        now = clock()
        alive = assignment.leased_until is not None and assignment.leased_until > now
        if alive or has_room(db, assignment, now):
            assignment.leased_until = now + LEASE
            return assignment, None
        assignment.status = "released"
    if campaign.per_annotator is not None and done_by(db, grant) >= campaign.per_annotator:
        return None, "quota"
    assignment = _lease_next(db, grant, clock())
    return assignment, None if assignment else _why_nothing(db, grant)


def _lease_next(db: Session, grant: Grant, now: datetime) -> Assignment | None:
    candidates = _candidates(grant).where(Comparison.done + held_by_others(now) < Comparison.overlap)
    while True:
        comparison_id = db.scalar(candidates.limit(1).with_for_update(skip_locked=True, key_share=True, of=Comparison))
        if comparison_id is None:
            return None
        assignment = db.scalar(
            select(Assignment).where(
                Assignment.comparison_id == comparison_id,
                Assignment.person_id == grant.person,
                Assignment.occurrence == 0,
            )
        ) or Assignment(campaign_id=grant.campaign.id, comparison_id=comparison_id, person_id=grant.person)
        # A lease committed between the query and its lock is only seen by asking again (PostgreSQL).
        if not has_room(db, assignment, now):
            candidates = candidates.where(Comparison.id != comparison_id)
            continue
        sequence, swapped, straight = _showings(db, grant)
        assignment.status = "leased"
        assignment.sequence = sequence + 1
        # Given back to one who had it before, it keeps its sides: an old tab may still show them.
        if assignment.id is None:
            assignment.swapped = _choose_side(swapped - straight)
        assignment.leased_until = now + LEASE
        db.add(assignment)
        db.flush()
        return assignment


def _candidates(grant: Grant) -> Select[Any]:
    """Open comparisons that this person has not had, in serving order."""
    had = select(Assignment.id).where(
        Assignment.comparison_id == Comparison.id,
        Assignment.person_id == grant.person,
        Assignment.status != "released",
    )
    # Imported judgments may come without texts, and comparisons with an empty one: nothing to look at.
    blank = select(Response.id).where(
        Response.id.in_((Comparison.first_response_id, Comparison.second_response_id)),
        or_(Response.text.is_(None), Response.text == ""),
    )
    return (
        select(Comparison.id)
        .where(Comparison.campaign_id == grant.campaign.id, text(OPEN_COMPARISON), ~had.exists(), ~blank.exists())
        .order_by(Comparison.position)
    )


def _showings(db: Session, grant: Grant) -> tuple[int, int, int]:
    """The person's highest running number, and how often they saw the sides swapped and not."""
    swapped = func.coalesce(func.sum(case((Assignment.swapped, 1), else_=0)), 0)
    row = db.execute(
        select(func.coalesce(func.max(Assignment.sequence), 0), swapped, func.count() - swapped).where(
            Assignment.campaign_id == grant.campaign.id, Assignment.person_id == grant.person
        )
    ).one()
    return int(row[0]), int(row[1]), int(row[2])


def _choose_side(imbalance: int) -> bool:
    if abs(imbalance) >= _SIDE_IMBALANCE:
        return imbalance < 0
    return bool(secrets.randbits(1))


def _why_nothing(db: Session, grant: Grant) -> str:
    if db.scalar(_candidates(grant).limit(1)) is not None:
        return "waiting"
    some = db.scalar(select(Comparison.id).where(Comparison.campaign_id == grant.campaign.id).limit(1))
    return "finished" if some is not None else "empty"


def _revision(db: Session, assignment_id: int) -> int:
    return db.scalar(select(func.max(Judgment.revision)).where(Judgment.assignment_id == assignment_id)) or 0


def _desk(db: Session, grant: Grant, assignment: Assignment | None, reason: str | None) -> Desk:
    last = last_judgment(db, grant) if grant.campaign.status == "open" else None
    return Desk(
        title=grant.campaign.title,
        text_view=grant.campaign.text_view,
        is_demo=grant.campaign.is_demo,
        task=_task(db, assignment) if assignment else None,
        done=done_by(db, grant),
        quota=grant.campaign.per_annotator,
        reason=reason,
        undoable=(last.assignment_id, last.revision) if last and last.choice and not last.imported else None,
    )


def _task(db: Session, assignment: Assignment) -> Task:
    first, second = aliased(Response), aliased(Response)
    row = db.execute(
        select(Prompt.text, Prompt.written_standard, first.text, second.text)
        .select_from(Comparison)
        .join(Prompt, Prompt.id == Comparison.prompt_id)
        .join(first, first.id == Comparison.first_response_id)
        .join(second, and_(second.id == Comparison.second_response_id))
        .where(Comparison.id == assignment.comparison_id)
    ).one()
    prompt, written_standard, *texts = row
    response_a, response_b = reversed(texts) if assignment.swapped else texts
    return Task(
        assignment.id,
        _revision(db, assignment.id),
        prompt,
        written_standard,
        response_a or "",
        response_b or "",
    )
