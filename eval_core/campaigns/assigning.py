"""What an annotator judges next: one leased comparison at a time, the same one until it is judged."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Exists, ScalarSelect, bindparam, case, func, inspect, or_, select, text
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant, Who, authorise
from eval_core.store import Assignment, Comparison, Judgment, Person, Prompt, Response, Store
from eval_core.store.base import UTCDateTime
from eval_core.store.content import OPEN_COMPARISON

# Long enough for a phone call, short enough that a vanished annotator holds nothing up for long.
LEASE = timedelta(minutes=30)
# One more showing than the other way round is left to chance; two are evened out.
_SIDE_IMBALANCE = 2


# Statements of every click, made once: building one costs more than running it.
_OTHER, _FIRST, _SECOND = aliased(Assignment), aliased(Response), aliased(Response)
_TEXTS = (
    select(Prompt.text, Prompt.written_standard, _FIRST.text, _SECOND.text)
    .select_from(Comparison)
    .join(Prompt, Prompt.id == Comparison.prompt_id)
    .join(_FIRST, _FIRST.id == Comparison.first_response_id)
    .join(_SECOND, _SECOND.id == Comparison.second_response_id)
    .where(Comparison.id == bindparam("comparison"))
)
_SWAPPED = func.coalesce(func.sum(case((Assignment.swapped, 1), else_=0)), 0)
_OWN_WORK = select(
    func.coalesce(func.sum(case((Assignment.status == "done", 1), else_=0)), 0),
    func.coalesce(func.max(Assignment.sequence), 0),
    _SWAPPED,
    func.count() - _SWAPPED,
    func.coalesce(func.sum(case((Assignment.status == "leased", 1), else_=0)), 0),
).where(Assignment.campaign_id == bindparam("campaign"), Assignment.person_id == bindparam("person"))


_OF_PERSON = (Assignment.campaign_id == bindparam("campaign"), Assignment.person_id == bindparam("person"))
_LEASES = select(Assignment).where(*_OF_PERSON, Assignment.status == "leased").order_by(Assignment.sequence)
_LAST = (
    select(Judgment.assignment_id, Judgment.revision, Judgment.choice, Judgment.imported)
    .where(Judgment.campaign_id == bindparam("campaign"), Judgment.person_id == bindparam("person"))
    .order_by(Judgment.id.desc())
    .limit(1)
)


def lacks_text() -> Exists:
    """Whether a text of a comparison is missing or empty (imported judgments may come without): nothing to look at."""
    blank = select(Response.id).where(
        Response.id.in_((Comparison.first_response_id, Comparison.second_response_id)),
        or_(Response.text.is_(None), Response.text == ""),
    )
    return blank.exists()


def held_by_others(now: Any, person_id: int | None = None) -> ScalarSelect[int]:
    """A correlated count of the live leases on a comparison, leaving out one person's own."""
    count = (
        select(func.count())
        .where(
            _OTHER.comparison_id == Comparison.id,
            _OTHER.kind == "regular",
            _OTHER.status == "leased",
            _OTHER.leased_until > now,
        )
        .correlate(Comparison)
    )
    return (count.where(_OTHER.person_id != person_id) if person_id else count).scalar_subquery()


_HAD = select(Assignment.id).where(
    Assignment.comparison_id == Comparison.id,
    Assignment.person_id == bindparam("person"),
    Assignment.occurrence == 0,
)
_HAD_AND_KEPT = select(Assignment.id).where(
    Assignment.comparison_id == Comparison.id,
    Assignment.person_id == bindparam("person"),
    Assignment.status != "released",
)
# Open comparisons that a person has not had, in serving order, with the assignment they gave back before, if any.
_CANDIDATES = (
    select(Comparison.id, _HAD.correlate(Comparison).scalar_subquery().label("had_before"))
    .where(
        Comparison.campaign_id == bindparam("campaign"), text(OPEN_COMPARISON), ~_HAD_AND_KEPT.exists(), ~lacks_text()
    )
    .order_by(Comparison.position)
    .limit(1)
)
_WITH_ROOM = _CANDIDATES.where(
    Comparison.done + held_by_others(bindparam("now", type_=UTCDateTime())) < Comparison.overlap
).with_for_update(skip_locked=True, key_share=True, of=Comparison)


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
    if seen is not None and (desk := _unchanged(store, who, slug, seen)) is not None:
        return desk
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        lock_person(db, grant)
        own = _own_work(db, grant)
        assignment, reason = _take_up(db, grant, own, store.now)
        revision = _revision(db, assignment.id) if assignment and not inspect(assignment).pending else 0
        if assignment is not None and (assignment.id, revision) != seen:
            now = store.now()
            assignment.shown_at = now
            assignment.first_shown_at = assignment.first_shown_at or now
        db.flush()
        return _desk(db, grant, own, assignment, revision, reason)


def _unchanged(store: Store, who: Who, slug: str, seen: tuple[int, int]) -> Desk | None:
    """The desk where its comparison still lies as it was seen: most reruns, and they write nothing."""
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        held = _held(db, grant, store.now())
        if held is None or (held.id, _revision(db, held.id)) != seen or grant.campaign.status != "open":
            return None
        return _desk(db, grant, _own_work(db, grant), held, seen[1], None)


def lock_person(db: Session, grant: Grant) -> None:
    """Let what one person does in two tabs happen one after the other (PostgreSQL; SQLite has one writer)."""
    if has_one_writer(db):
        return
    db.execute(select(Person.id).where(Person.id == grant.person).with_for_update(key_share=True))


def lock_comparison(db: Session, comparison_id: int) -> None:
    """Keep everybody else from leasing or judging a comparison until the transaction ends.

    Ask the time only after this: whoever took the place while we waited did so before that moment.
    """
    if has_one_writer(db):
        return
    db.execute(select(Comparison.id).where(Comparison.id == comparison_id).with_for_update(key_share=True))


def has_one_writer(db: Session) -> bool:
    """Whether a write transaction is alone by nature: no row needs a lock, nothing can change under it."""
    return db.get_bind().dialect.name == "sqlite"


@dataclass(frozen=True)
class _OwnWork:
    """One person's assignments in a campaign: judged ones, the highest number, which sides they saw, leases."""

    done: int
    sequence: int
    swapped: int
    straight: int
    leased: int


def _own_work(db: Session, grant: Grant) -> _OwnWork:
    return _OwnWork(*db.execute(_OWN_WORK, {"campaign": grant.campaign.id, "person": grant.person}).one())


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


@dataclass(frozen=True)
class LastJudgment:
    """The newest revision of a person's work in a campaign, an undo (choice None) included."""

    assignment_id: int
    revision: int
    choice: str | None
    imported: bool


def last_judgment(db: Session, grant: Grant) -> LastJudgment | None:
    """What the person did last in this campaign."""
    row = db.execute(_LAST, {"campaign": grant.campaign.id, "person": grant.person}).first()
    return LastJudgment(*row) if row else None


def _leases(db: Session, grant: Grant) -> Sequence[Assignment]:
    return db.scalars(_LEASES, {"campaign": grant.campaign.id, "person": grant.person}).all()


def _held(db: Session, grant: Grant, now: datetime) -> Assignment | None:
    return next((one for one in _leases(db, grant) if one.leased_until and one.leased_until > now), None)


def _take_up(
    db: Session, grant: Grant, own: _OwnWork, clock: Callable[[], datetime]
) -> tuple[Assignment | None, str | None]:
    """The assignment to show, or why there is none."""
    campaign = grant.campaign
    if campaign.status != "open":
        return None, campaign.status
    for assignment in _leases(db, grant) if own.leased else ():
        lock_comparison(db, assignment.comparison_id)
        now = clock()
        alive = assignment.leased_until is not None and assignment.leased_until > now
        if alive or has_room(db, assignment, now):
            assignment.leased_until = now + LEASE
            return assignment, None
        assignment.status = "released"
    if campaign.per_annotator is not None and own.done >= campaign.per_annotator:
        return None, "quota"
    following = _lease_next(db, grant, own, clock())
    return following, None if following else _why_nothing(db, grant)


def _lease_next(db: Session, grant: Grant, own: _OwnWork, now: datetime) -> Assignment | None:
    about = {"campaign": grant.campaign.id, "person": grant.person, "now": now}
    candidates = _WITH_ROOM
    while True:
        found = db.execute(candidates, about).first()
        if found is None:
            return None
        assignment = (
            db.get_one(Assignment, found.had_before)
            if found.had_before
            else Assignment(campaign_id=grant.campaign.id, comparison_id=found.id, person_id=grant.person)
        )
        # A lease committed between the query and its lock is only seen by asking again (PostgreSQL).
        if not has_one_writer(db) and not has_room(db, assignment, now):
            candidates = candidates.where(Comparison.id != found.id)
            continue
        assignment.status = "leased"
        assignment.sequence = own.sequence + 1
        # Given back to one who had it before, it keeps its sides: an old tab may still show them.
        if assignment.id is None:
            assignment.swapped = _choose_side(own.swapped - own.straight)
        assignment.leased_until = now + LEASE
        db.add(assignment)
        return assignment


def _choose_side(imbalance: int) -> bool:
    if abs(imbalance) >= _SIDE_IMBALANCE:
        return imbalance < 0
    return bool(secrets.randbits(1))


def _why_nothing(db: Session, grant: Grant) -> str:
    if db.execute(_CANDIDATES, {"campaign": grant.campaign.id, "person": grant.person}).first() is not None:
        return "waiting"
    some = db.scalar(select(Comparison.id).where(Comparison.campaign_id == grant.campaign.id).limit(1))
    return "finished" if some is not None else "empty"


def _revision(db: Session, assignment_id: int) -> int:
    return db.scalar(select(func.max(Judgment.revision)).where(Judgment.assignment_id == assignment_id)) or 0


def _desk(
    db: Session, grant: Grant, own: _OwnWork, assignment: Assignment | None, revision: int, reason: str | None
) -> Desk:
    last = last_judgment(db, grant) if grant.campaign.status == "open" else None
    return Desk(
        title=grant.campaign.title,
        text_view=grant.campaign.text_view,
        is_demo=grant.campaign.is_demo,
        task=_task(db, assignment, revision) if assignment else None,
        done=own.done,
        quota=grant.campaign.per_annotator,
        reason=reason,
        undoable=(last.assignment_id, last.revision) if last and last.choice and not last.imported else None,
    )


def _task(db: Session, assignment: Assignment, revision: int) -> Task:
    prompt, written_standard, *texts = db.execute(_TEXTS, {"comparison": assignment.comparison_id}).one()
    response_a, response_b = reversed(texts) if assignment.swapped else texts
    return Task(assignment.id, revision, prompt, written_standard, response_a or "", response_b or "")
