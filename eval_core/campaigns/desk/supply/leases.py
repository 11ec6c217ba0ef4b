"""Leases: who holds which comparison, and leasing the next one without exceeding any overlap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from random import Random
from typing import Any

from sqlalchemy import Row, and_, bindparam, func, select, text, union_all
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant
from eval_core.campaigns.desk.supply.adaptive_choice import WINDOW, WINDOWS, new_generator, outlook_of
from eval_core.campaigns.desk.supply.assigned import ASSIGNED, Assigned, changed, stored
from eval_core.campaigns.desk.supply.own_work import OwnWork
from eval_core.campaigns.desk.supply.places import IS_FILLED, has_room, held_by_others
from eval_core.campaigns.desk.supply.written_standards import fitting
from eval_core.campaigns.locks import has_one_writer
from eval_core.campaigns.rules import Rules
from eval_core.campaigns.timing import LEASE
from eval_core.store import (
    Assignment,
    Comparison,
    Prompt,
    Response,
)
from eval_core.store.base import UTCDateTime
from eval_core.store.engine import ask, chance_of
from eval_core.store.schema.content import OPEN_COMPARISON, lacks_text

# Two comparisons of one prompt are so far apart for one person, or as far as possible.
PROMPT_GAPS = (10, 7, 5, 3, 2, 1)
# With so many comparisons left, there is always one of another prompt to put between.
_PLENTY = 2 * PROMPT_GAPS[0]
# A difference of one between the two orders is left to chance; a difference of two is evened out.
_SIDE_IMBALANCE = 2

_OF_PERSON = (Assignment.campaign_id == bindparam("campaign"), Assignment.person_id == bindparam("person"))


_LEASES = (
    select(*ASSIGNED, and_(Assignment.kind == "regular", IS_FILLED))
    .join(Comparison, Comparison.id == Assignment.comparison_id)
    .where(*_OF_PERSON, Assignment.status == "leased")
    .order_by(Assignment.sequence)
)


_BY_ID = select(*ASSIGNED).where(Assignment.id == bindparam("assignment"))
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
# Looked up for each comparison in its turn. As NOT EXISTS, PostgreSQL may read all that the person ever had each time.
_NOT_HAD = _HAD_AND_KEPT.correlate(Comparison).limit(1).scalar_subquery().is_(None)
# Open comparisons that a person has not had, in serving order, with the assignment they released before, if any.
_CANDIDATES = (
    select(Comparison.id, _HAD.correlate(Comparison).scalar_subquery().label("had_before"))
    .where(Comparison.campaign_id == bindparam("campaign"), text(OPEN_COMPARISON), _NOT_HAD, ~lacks_text())
    .order_by(Comparison.position)
    .limit(1)
)
_OPEN_PROMPTS = _CANDIDATES.with_only_columns(Comparison.prompt_id).order_by(None).limit(_PLENTY)
_MET, _COMPARED, _ASKED, _SOURCE = aliased(Assignment), aliased(Comparison), aliased(Prompt), aliased(Prompt)
_LATELY = (
    _MET.campaign_id == bindparam("campaign"),
    _MET.person_id == bindparam("person"),
    _MET.sequence > bindparam("since"),
)
_MET_LATELY = select(_COMPARED.prompt_id).join(_MET, _MET.comparison_id == _COMPARED.id).where(*_LATELY)
# Gold made from a real response has a prompt of its own, which stands for the real one's id.
_SOURCE_MET_LATELY = (
    select(_SOURCE.id)
    .select_from(_MET)
    .join(_COMPARED, _COMPARED.id == _MET.comparison_id)
    .join(_ASKED, _ASKED.id == _COMPARED.prompt_id)
    .join(_SOURCE, (_SOURCE.campaign_id == _ASKED.campaign_id) & (_SOURCE.key == _ASKED.external_id))
    .where(*_LATELY)
)
# Not of a prompt that the person has met recently; `since` is the running number before the first of those.
NOT_LATELY = and_(Comparison.prompt_id.not_in(_MET_LATELY), Comparison.prompt_id.not_in(_SOURCE_MET_LATELY))
# The same for gold, whose prompt is its own: the ids of the prompts met recently.
IDS_MET_LATELY = (
    select(func.coalesce(_ASKED.external_id, _ASKED.key))
    .join(_COMPARED, _COMPARED.prompt_id == _ASKED.id)
    .join(_MET, _MET.comparison_id == _COMPARED.id)
).where(*_LATELY)
_ROOM = Comparison.done + held_by_others(bindparam("now", type_=UTCDateTime())) < Comparison.overlap
_WITH_ROOM = _CANDIDATES.where(NOT_LATELY, _ROOM).with_for_update(skip_locked=True, key_share=True, of=Comparison)
_WITH_ROOM_IN_THE_END = _CANDIDATES.where(_ROOM).with_for_update(key_share=True, of=Comparison)
# For the adaptive policy: whether the next in serving order is of the shared set; a sample of all; one of that.
_NEXT_SHARED = _CANDIDATES.where(NOT_LATELY, _ROOM).with_only_columns(Comparison.shared)
_THIS_ONE = _WITH_ROOM.where(Comparison.id == bindparam("comparison"))
_WINDOWS = [
    select(Comparison.id)
    .where(
        Comparison.campaign_id == bindparam("campaign"),
        text(OPEN_COMPARISON),
        Comparison.position >= bindparam(f"start{number}"),
        Comparison.position < bindparam(f"start{number + 1}"),
        _NOT_HAD,
    )
    .order_by(Comparison.position)
    .limit(WINDOW)
    .subquery()
    for number in range(WINDOWS)
]
# Found first and filtered once: SQLite would otherwise run every condition in each window.
_IN_WINDOWS = union_all(*(select(window.c.id) for window in _WINDOWS)).cte().prefix_with("MATERIALIZED")
_FIRST, _SECOND = aliased(Response), aliased(Response)
_SAMPLE = (
    select(
        Comparison.id,
        _HAD.correlate(Comparison).scalar_subquery().label("had_before"),
        _FIRST.system_id.label("one"),
        _SECOND.system_id.label("two"),
    )
    .join(_IN_WINDOWS, _IN_WINDOWS.c.id == Comparison.id)
    .join(_FIRST, _FIRST.id == Comparison.first_response_id)
    .join(_SECOND, _SECOND.id == Comparison.second_response_id)
    .where(_FIRST.text != "", _SECOND.text != "", NOT_LATELY, _ROOM)
)


def leases(db: Session, grant: Grant) -> list[tuple[Assigned, bool]]:
    """The person's open assignments, the oldest first, and whether people have filled their comparisons (`is_filled`).

    Expired leases are included.
    """
    rows = ask(db, _LEASES, {"campaign": grant.campaign.id, "person": grant.person})
    return [(Assigned(*row[:-1]), row[-1]) for row in rows]


def anything_open(db: Session, grant: Grant, own: OwnWork) -> bool:
    """Whether there is a comparison that the person has not had, even if others hold it now."""
    about = {"campaign": grant.campaign.id, "person": grant.person}
    return ask(db, fitting(_CANDIDATES, own.written_standard), about).first() is not None


def last_prompts(db: Session, grant: Grant, own: OwnWork) -> list[int]:
    """The prompts of the comparisons still open to the person, if these are few; none otherwise.

    If such a prompt came up in another way now, its last comparison would have to follow soon.
    """
    about = {"campaign": grant.campaign.id, "person": grant.person}
    prompts = ask(db, fitting(_OPEN_PROMPTS, own.written_standard), about).scalars().all()
    return list(set(prompts)) if len(prompts) < _PLENTY else []


def lease_regular(db: Session, grant: Grant, own: OwnWork, rules: Rules, now: datetime) -> Assigned | None:
    """Lease the next open comparison by the campaign's policy, of a prompt not met recently if possible.

    Balanced: in serving order. Adaptive: the shared set in serving order, so that agreement can be measured; then what
    `adaptive_choice` draws, and in serving order if it draws nothing, so that everything is judged in the end.
    """
    adaptive = rules.pair_policy == "adaptive"
    for gap in PROMPT_GAPS:
        taken = _lease_open(db, grant, own, now, since=own.sequence + 1 - gap, adaptive=adaptive)
        if taken is not None or own.sequence == 0:
            return taken
    return None


def _lease_open(
    db: Session, grant: Grant, own: OwnWork, now: datetime, *, since: int, adaptive: bool
) -> Assigned | None:
    about = {"campaign": grant.campaign.id, "person": grant.person, "now": now, "since": since}
    for offer in _offers(db, about, own.written_standard, adaptive=adaptive):
        assignment = Assigned(0, grant.campaign.id, offer.id, grant.person)
        if offer.had_before:
            assignment = Assigned(*ask(db, _BY_ID, {"assignment": offer.had_before}).one())
        # A lease committed between the query and its lock is only seen by asking again (PostgreSQL).
        if not has_one_writer(db) and not has_room(db, assignment, now):
            continue
        # For a person who had it before, the sides stay the same: an old tab may still show them.
        sides = assignment.swapped if offer.had_before else choose_side(own, chance_of(db))
        return hold(db, assignment, own, now, swapped=sides)
    return None


def _offers(db: Session, about: dict[str, Any], standard: str | None, *, adaptive: bool) -> Iterator[Row[Any]]:
    """Comparisons to try, the best first, with `had_before`; each is locked when it comes (PostgreSQL)."""
    if adaptive and db.scalar(fitting(_NEXT_SHARED, standard), about) is False:
        yield from _drawn(db, about, standard)
    candidates = fitting(_WITH_ROOM, standard)
    while (offer := ask(db, candidates, about).first()) is not None:
        yield offer
        candidates = candidates.where(Comparison.id != offer.id)


def _drawn(db: Session, about: dict[str, Any], standard: str | None) -> Iterator[Row[Any]]:
    """What the adaptive policy draws: one comparison of each pair of systems in its sample."""
    outlook = outlook_of(db, about["campaign"])
    if outlook is None:
        return
    generator = new_generator(chance_of(db))
    sample = db.execute(fitting(_SAMPLE, standard), about | outlook.starts(generator)).all()
    for row in outlook.order(sample, generator):
        locked = row if has_one_writer(db) else db.execute(_THIS_ONE, about | {"comparison": row.id}).first()
        if locked is not None:
            yield locked


def await_room(db: Session, grant: Grant, own: OwnWork, now: datetime) -> None:
    """Wait until nobody else locks the comparisons with room for the person (PostgreSQL), and lock one.

    `lease_regular` skips what others have locked; if nothing else is left, waiting helps. Call this in a
    transaction that has locked no comparison, else two could wait for each other.
    """
    about = {"campaign": grant.campaign.id, "person": grant.person, "now": now}
    db.execute(fitting(_WITH_ROOM_IN_THE_END, own.written_standard), about)


def hold(
    db: Session, assignment: Assigned, own: OwnWork, now: datetime, *, swapped: bool, occurrence: int = 0
) -> Assigned:
    """Make an assignment the person's lease, with the next running number, and hand it out."""
    lease: dict[str, Any] = {
        "status": "leased",
        "sequence": own.sequence + 1,
        "swapped": swapped,
        "leased_until": now + LEASE,
        "shown_at": now,
        "first_shown_at": assignment.first_shown_at or now,
    }
    if assignment.id:
        return changed(db, assignment, **lease)
    return stored(db, replace(assignment, **lease), occurrence)


def choose_side(own: OwnWork, chance: Random) -> bool:
    """Which response is shown as A: by chance, unless one order has come up too often."""
    imbalance = own.swapped - own.straight
    if abs(imbalance) >= _SIDE_IMBALANCE:
        return imbalance < 0
    return chance.random() < 1 / 2
