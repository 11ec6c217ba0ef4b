"""How far a campaign is, who does what, and when it may be finished. Names no system."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import and_, case, func, or_, select, text
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.leasing import lacks_text
from eval_core.store import WORK_KINDS, Assignment, Campaign, Comparison, Judgment, Membership, Person, Store
from eval_core.store.content import OPEN_COMPARISON

# The forecast speaks of the pace of the last days only, and needs something to go by.
_WINDOW = timedelta(days=7)
_MIN_JUDGMENTS = 20
_MIN_SPAN = timedelta(minutes=10)
_BINS = 8
_Z = 1.645  # a 90 % interval


@dataclass(frozen=True)
class Forecast:
    """When the campaign may be finished: the middle and a 90 % interval. `per_hour` is the pace behind it."""

    low: datetime
    middle: datetime
    high: datetime
    per_hour: float


@dataclass(frozen=True)
class PersonProgress:
    """One annotator.

    `left` is what they may still judge: up to their quota, and no more than is open to them now (which
    several people share). `pace` is judgments per hour of active time, None before there is any.
    """

    name: str
    kind: str
    done: int
    left: int
    quota: int | None
    skipped: int
    pace: float | None
    last_seen: datetime | None
    forecast: Forecast | None


@dataclass(frozen=True)
class CampaignProgress:
    """Counts in judgments: `total` wanted, `done` of them made (surplus beyond the overlap not counted)."""

    slug: str
    title: str
    status: str
    is_demo: bool
    done: int
    total: int
    comparisons: int
    comparisons_done: int
    identical: int
    gold: int
    skipped: int
    forecast: Forecast | None
    deadline: datetime | None
    people: tuple[PersonProgress, ...]
    at: datetime

    @property
    def left(self) -> int:
        """Judgments still to be made."""
        return self.total - self.done


def campaign_progress(store: Store, slug: str, who: Who = OPERATOR) -> CampaignProgress:
    """Where a campaign stands now. For leads and researchers."""
    now = store.now()
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        regular = (Comparison.kind == "regular") & ~Comparison.identical & Comparison.withdrawn_at.is_(None)
        capped = case((Comparison.done > Comparison.overlap, Comparison.overlap), else_=Comparison.done)
        # Nobody can judge what has no text: then what was judged is all that is wanted.
        finished_or_servable = (Comparison.done >= Comparison.overlap) | ~lacks_text()
        wanted = case((finished_or_servable, Comparison.overlap), else_=Comparison.done)
        total, done, comparisons, finished, identical, gold = db.execute(
            select(
                *(
                    func.coalesce(func.sum(case((condition, value), else_=0)), 0)
                    for condition, value in (
                        (regular, wanted),
                        (regular, capped),
                        (regular & finished_or_servable, 1),
                        (regular & (Comparison.done >= Comparison.overlap), 1),
                        (Comparison.identical, 1),
                        (Comparison.kind == "gold", 1),
                    )
                )
            ).where(Comparison.campaign_id == campaign.id)
        ).one()
        recent = _moments(db, campaign, now - _WINDOW)
        people = _people(db, campaign, recent, now)
        return CampaignProgress(
            slug=campaign.slug,
            title=campaign.title,
            status=campaign.status,
            is_demo=campaign.is_demo,
            done=int(done),
            total=int(total),
            comparisons=int(comparisons),
            comparisons_done=int(finished),
            identical=int(identical),
            gold=int(gold),
            skipped=sum(person.skipped for person in people),
            forecast=forecast([moment for moment, _ in recent], int(total) - int(done), now),
            deadline=campaign.deadline,
            people=people,
            at=now,
        )


def burn_up(store: Store, slug: str, who: Who = OPERATOR, points: int = 200) -> list[tuple[datetime, int]]:
    """Judgments made against time, thinned to about so many points."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        moments = _moments(db, campaign, None)
    step = max(1, len(moments) // points)
    curve = [(moment, number) for number, (moment, _) in enumerate(moments, 1)]
    return curve[::step] + (curve[-1:] if curve and (len(curve) - 1) % step else [])


def forecast(moments: Sequence[datetime], left: int, now: datetime) -> Forecast | None:
    """Extrapolate the recent pace.

    The pace is judgments over the time since the first of `moments` (sorted). Its uncertainty comes from how
    unevenly eight equal stretches of that time were filled, at least as a Poisson process would fill them; the
    interval is symmetric in log pace. None with too little to go by, or nothing left.
    """
    if left <= 0 or len(moments) < _MIN_JUDGMENTS or now - moments[0] < _MIN_SPAN:
        return None
    span = now - moments[0]
    counts = [0] * _BINS
    for moment in moments:
        counts[min(_BINS - 1, max(0, int((moment - moments[0]) / span * _BINS)))] += 1
    mean = len(moments) / _BINS
    variance = max(mean, sum((count - mean) ** 2 for count in counts) / (_BINS - 1))
    spread = min(math.exp(_Z * math.sqrt(variance / _BINS) / mean), 20.0)
    wait = span * (left / len(moments))
    return Forecast(now + wait / spread, now + wait, now + wait * spread, len(moments) / (span.total_seconds() / 3600))


def _moments(db: Session, campaign: Campaign, since: datetime | None) -> list[tuple[datetime, int | None]]:
    """When each judgment was made, and by whom, in order of time."""
    query = select(Judgment.decided_at, Judgment.person_id).where(
        Judgment.campaign_id == campaign.id,
        Judgment.live,
        Judgment.ranked,
        Judgment.choice.is_not(None),
        Judgment.decided_at.is_not(None),
    )
    if since is not None:
        query = query.where(Judgment.decided_at >= since)
    return sorted(((moment, person_id) for moment, person_id in db.execute(query) if moment), key=lambda made: made[0])


def _open_to(db: Session, campaign: Campaign) -> Callable[[int], int]:
    """How many comparisons are still open to a person: those below their overlap that they have not had."""
    here = Comparison.campaign_id == campaign.id
    still_open = select(Comparison.id).where(here, text(OPEN_COMPARISON), ~lacks_text())
    total = db.scalar(select(func.count()).select_from(still_open.subquery())) or 0
    had = dict(
        db.execute(
            select(Assignment.person_id, func.count(Assignment.comparison_id.distinct()))
            .where(Assignment.comparison_id.in_(still_open), Assignment.status.in_(("done", "skipped")))
            .group_by(Assignment.person_id)
        ).all()
    )
    return lambda person_id: total - had.get(person_id, 0)


def _by_person(db: Session, owner: Any, *conditions: Any, **figures: Any) -> dict[int | None, Any]:
    """Figures per person over the rows of a table, as attributes of a row."""
    query = select(owner.person_id, *(figure.label(name) for name, figure in figures.items()))
    return {row.person_id: row for row in db.execute(query.where(*conditions).group_by(owner.person_id))}


def _people(
    db: Session, campaign: Campaign, recent: Sequence[tuple[datetime, int | None]], now: datetime
) -> tuple[PersonProgress, ...]:
    judged = _by_person(
        db,
        Judgment,
        Judgment.campaign_id == campaign.id,
        Judgment.live,
        active_ms=func.sum(Judgment.active_ms),
        timed=func.count(Judgment.active_ms),
    )
    # An undo is no judgment any more, but the person was there.
    decided = _by_person(db, Judgment, Judgment.campaign_id == campaign.id, at=func.max(Judgment.decided_at))
    shown = _by_person(
        db,
        Assignment,
        Assignment.campaign_id == campaign.id,
        at=func.max(Assignment.shown_at),
        done=func.sum(case((and_(Assignment.status == "done", Assignment.kind.in_(WORK_KINDS)), 1), else_=0)),
        skipped=func.sum(case((Assignment.status == "skipped", 1), else_=0)),
    )
    invited = select(Membership.person_id).where(
        Membership.role == "annotator",
        or_(Membership.campaign_id == campaign.id, Membership.campaign_id.is_(None)),
    )
    ids = [person_id for person_id in {*judged, *shown} if person_id is not None]
    people = db.scalars(select(Person).where(or_(Person.id.in_(invited), Person.id.in_(ids))).order_by(Person.name))
    open_to = _open_to(db, campaign)
    rows = []
    for person in people:
        row, last, seen = (found.get(person.id) for found in (judged, decided, shown))
        done, left = int(seen.done) if seen else 0, open_to(person.id)
        if campaign.per_annotator is not None:
            left = min(left, max(0, campaign.per_annotator - done))
        times = [found.at for found in (last, seen) if found and found.at]
        rows.append(
            PersonProgress(
                name=person.name,
                kind=person.kind,
                done=done,
                left=left,
                quota=campaign.per_annotator,
                skipped=int(seen.skipped) if seen else 0,
                pace=row.timed / (row.active_ms / 3_600_000) if row and row.active_ms else None,
                last_seen=max(times, default=None),
                forecast=forecast([moment for moment, person_id in recent if person_id == person.id], left, now),
            )
        )
    return tuple(rows)
