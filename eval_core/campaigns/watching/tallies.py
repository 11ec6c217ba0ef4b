"""Counts of judgments for the progress page: of the last days by person and five minutes, and of all time in blocks.

Judgments are append-only, so each row's effect is final: a choice adds one; if it replaces
or undoes an earlier choice, that one is subtracted. So earlier sums stay correct.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, and_, case, cast, extract, func, or_, select
from sqlalchemy.orm import Session, aliased

from eval_core.store import Campaign, Event, Exclusion, Judgment, Person, Store, utc_now
from eval_core.store.cache import PerCampaign

WINDOW = timedelta(days=7)
STEP = timedelta(minutes=5)
# In a busier campaign less than `WINDOW` is read: it is as informative, and stays quick.
_MOST = 50_000
_BLOCK = 5_000
# Events that may add or change old rows.
_CHANGES_OLD_ROWS = ("judgments_imported", "person_erased", "person_excluded", "exclusion_lifted")
# A judgment is committed within this time: until then a smaller id may still turn up (PostgreSQL).
_SETTLED = timedelta(minutes=1)

_EARLIER = aliased(Judgment)
_CHOSEN_BEFORE = select(_EARLIER.id).where(
    _EARLIER.assignment_id == Judgment.assignment_id,
    _EARLIER.revision == Judgment.revision - 1,
    _EARLIER.choice.is_not(None),
)


def _flag(condition: Any) -> Any:
    return case((condition, 1), else_=0)


_CHANGE = _flag(Judgment.choice.is_not(None)) - _flag(and_(Judgment.revision > 1, _CHOSEN_BEFORE.exists()))


@dataclass
class Lately:
    """One person's judgments of the last days.

    Attributes:
        moments, made: the beginning of each stretch of work, and judgments that count in a ranking made in it.
        active_ms over measured: active time of so many judgments of any kind.
    """

    moments: list[datetime] = field(default_factory=list)
    made: list[int] = field(default_factory=list)
    active_ms: int = 0
    measured: int = 0


def lately(db: Session, campaign: Campaign, now: datetime) -> dict[int, Lately]:
    """Person (0: unknown) -> what they judged within `WINDOW`; of a very busy campaign the newest 50,000 rows."""
    newest = db.scalar(select(func.max(Judgment.id))) or 0
    seconds = cast(extract("epoch", Judgment.decided_at), BigInteger)
    rows = db.execute(
        select(
            func.coalesce(Judgment.person_id, 0).label("who"),
            (seconds // int(STEP.total_seconds())).label("stretch"),
            func.min(Judgment.decided_at),
            func.sum(case((Judgment.ranked, _CHANGE), else_=0)),
            func.coalesce(func.sum(Judgment.active_ms), 0),
            func.count(Judgment.active_ms),
        )
        .where(*_of(campaign, max(0, newest - _MOST)), Judgment.decided_at >= now - WINDOW, _of_people(campaign))
        .group_by("who", "stretch")
        .order_by("stretch")
    )
    by_person: dict[int, Lately] = defaultdict(Lately)
    for person, _, moment, made, active_ms, measured in rows:
        recent = by_person[person]
        recent.moments.append(moment)
        recent.made.append(int(made))
        recent.active_ms += active_ms
        recent.measured += measured
    return by_person


@dataclass(frozen=True)
class _Blocks:
    """The curve's points up to the judgment `mark`."""

    points: tuple[tuple[datetime, int], ...] = ()
    mark: int = 0


_BLOCKS: PerCampaign[_Blocks] = PerCampaign(16)  # their state: how many events changed old rows


def curve(store: Store, db: Session, campaign: Campaign) -> list[tuple[datetime, int]]:
    """(moment, judgments in force then), in order of time: a point for each of the newest, one for each block before.

    Judgments of people that count in a ranking, of known time; not those that others make instead of an excluded
    person. Blocks follow the order of recording; they are held in this process and never read again, unless judgments
    are imported, or a person is erased, excluded or counted again.
    """
    rewritten = (Event.campaign_id == campaign.id, Event.action.in_(_CHANGES_OLD_ROWS))
    changes = db.scalar(select(func.count()).where(*rewritten)) or 0
    blocks = _BLOCKS.get(store, campaign.id, changes) or _Blocks()
    settled = select(func.max(Judgment.id)).where(Judgment.created_at <= utc_now() - _SETTLED)
    newest = db.scalar(select(func.max(Judgment.id))) or 0
    if newest - blocks.mark > _BLOCK:
        last = db.scalar(settled.where(Judgment.id > newest - _BLOCK)) or newest - _BLOCK
        blocks = _further(db, campaign, blocks, last)
        _BLOCKS.put(store, campaign.id, changes, blocks)
    tail = db.execute(
        select(Judgment.decided_at, _CHANGE)
        .where(*_of(campaign, blocks.mark), *_counts(campaign))
        .order_by(Judgment.id)
    )
    return [*blocks.points, *_summed(sorted(tail.all()), blocks.points)]


def _counts(campaign: Campaign) -> tuple[ColumnElement[bool], ...]:
    return (and_(Judgment.ranked, Judgment.decided_at.is_not(None), _of_people(campaign)),)


def _of_people(campaign: Campaign) -> ColumnElement[bool]:
    """Whether a judgment fills a place: an LLM judge's does not, nor what others judge instead."""
    instead = Exclusion.people(campaign.id).where(Exclusion.put_back)
    judges = select(Person.id).where(Person.kind == "judge")
    return or_(
        Judgment.person_id.is_(None), and_(Judgment.person_id.not_in(judges), Judgment.person_id.not_in(instead))
    )


def _further(db: Session, campaign: Campaign, blocks: _Blocks, last: int) -> _Blocks:
    """The blocks from the mark up to the judgment `last`; the rest is too short for a block."""
    points, mark = list(blocks.points), blocks.mark
    changed = select(func.coalesce(func.sum(_CHANGE), 0), func.max(Judgment.id))
    while mark + _BLOCK <= last:
        within = (*_of(campaign, mark), *_counts(campaign), Judgment.id <= mark + _BLOCK)
        change, newest = db.execute(changed.where(*within)).one()
        if newest is not None:
            moment = db.scalar(select(Judgment.decided_at).where(Judgment.id == newest))
            points += _summed([(moment, int(change))], points)
        mark += _BLOCK
    return _Blocks(tuple(points), mark)


def _summed(changes: Sequence[Any], before: Sequence[tuple[datetime, int]]) -> list[tuple[datetime, int]]:
    moment, total = before[-1] if before else (None, 0)
    points = []
    for at, change in changes:
        moment, total = max(at, moment) if moment else at, total + change
        points.append((moment, total))
    return points


def _of(campaign: Campaign, after: int) -> tuple[ColumnElement[bool], ...]:
    # The sum keeps SQLite from the index of the campaign's people: the newest rows are at the table's end.
    return Judgment.campaign_id + 0 == campaign.id, Judgment.id > after
