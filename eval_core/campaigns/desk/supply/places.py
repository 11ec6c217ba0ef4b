"""The places of a comparison: how many people may judge it, who holds one, and whether one is left."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ScalarSelect, and_, bindparam, func, or_, select, text
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant
from eval_core.campaigns.desk.supply.assigned import Assigned
from eval_core.campaigns.desk.supply.own_work import OwnWork, is_plenty
from eval_core.store import (
    Assignment,
    Comparison,
    Exclusion,
    Judgment,
)
from eval_core.store.base import UTCDateTime
from eval_core.store.engine import ask
from eval_core.store.schema.content import OPEN_COMPARISON

# Statements of every click, built once: building one costs more than running it.
_OTHER = aliased(Assignment)


def held_by_others(now: Any, person_id: Any = None) -> ScalarSelect[int]:
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
    return (count if person_id is None else count.where(_OTHER.person_id != person_id)).scalar_subquery()


# People whose comparisons others judge instead.
_REPLACED = select(Exclusion.person_id).where(Exclusion.in_force(Comparison.campaign_id), Exclusion.put_back)
# Late work takes nobody's place.
_LATE = (
    select(func.count())
    .where(
        Judgment.campaign_id == Comparison.campaign_id,
        text("judgment.late"),  # to the letter as in its index
        Judgment.comparison_id == Comparison.id,
        Judgment.live,
        Judgment.choice.is_not(None),
    )
    .correlate(Comparison)
    .scalar_subquery()
)
# The condition for people to have judged a comparison as often as wanted, see `is_filled`.
IS_FILLED = or_(
    Comparison.withdrawn_at.is_not(None),
    Comparison.overlap
    <= select(func.count())
    .where(
        _OTHER.comparison_id == Comparison.id,
        _OTHER.kind == "regular",
        _OTHER.status == "done",
        _OTHER.sequence > 0,  # imported work has no running number
        _OTHER.person_id.not_in(_REPLACED.correlate(Comparison)),
    )
    .correlate(Comparison)
    .scalar_subquery()
    - _LATE,
)
_FILLED = select(Comparison.id).where(Comparison.id == bindparam("comparison"), IS_FILLED)
# What is asked stands in a column: as a condition it would lead PostgreSQL through the index of all open comparisons.
_HAS_ROOM = select(
    and_(
        text(OPEN_COMPARISON),
        Comparison.done + held_by_others(bindparam("now", type_=UTCDateTime()), bindparam("person"))
        < Comparison.overlap,
    )
).where(Comparison.id == bindparam("comparison"))
_OPEN = (Comparison.campaign_id == bindparam("campaign"), text(OPEN_COMPARISON))
_HOLDERS = (
    select(func.count(_OTHER.person_id.distinct()))
    .where(
        # Apart, since both tables have a column `kind`.
        _OTHER.comparison_id.in_(select(Comparison.id).where(*_OPEN).correlate(None)),
        _OTHER.status == "leased",
        _OTHER.leased_until > bindparam("now", type_=UTCDateTime()),
    )
    .scalar_subquery()
)
_OPEN_FOR_ACTIVE = select(func.count(), _HOLDERS).where(*_OPEN)


def has_room(db: Session, assignment: Assigned, now: datetime) -> bool:
    """Whether the comparison could still take this person's judgment without exceeding its overlap.

    On PostgreSQL the answer holds until the transaction ends if the comparison is locked.
    """
    if assignment.kind != "regular":  # gold and repeats have no overlap to fill
        return db.get_one(Comparison, assignment.comparison_id, populate_existing=True).withdrawn_at is None
    about = {"comparison": assignment.comparison_id, "person": assignment.person_id, "now": now}
    return bool(ask(db, _HAS_ROOM, about).scalar())


def is_filled(db: Session, assignment: Assigned) -> bool:
    """Whether people have judged the comparison as often as wanted (imports apart, which may do so at any time)."""
    if assignment.kind != "regular":
        return False
    return ask(db, _FILLED, {"comparison": assignment.comparison_id}).first() is not None


def has_plenty(db: Session, grant: Grant, own: OwnWork, now: datetime) -> bool:
    """Whether at least three comparisons are open for each active annotator, so that some may be taken ahead.

    Active is who holds an open comparison. While more are open than all annotators could hold, nobody counts those.
    """
    if own.open_for_all:
        return True
    open_, active = ask(db, _OPEN_FOR_ACTIVE, {"campaign": grant.campaign.id, "now": now}).one()
    return is_plenty(open_, active)
