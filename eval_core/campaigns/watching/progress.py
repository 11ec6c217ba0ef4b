"""How far a campaign is, who does what, and when it may be finished. Names no system."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, func, or_, select, text
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.watching.forecast import Forecast, forecast
from eval_core.campaigns.watching.rating_progress import Rater, lately_rated, raters, rating_curve, sheet_counts
from eval_core.campaigns.watching.tallies import Lately, curve, lately
from eval_core.locales import natural
from eval_core.store import (
    WORK_KINDS,
    Assignment,
    Campaign,
    Comparison,
    Exclusion,
    Judgment,
    Membership,
    Person,
    Response,
    Store,
)
from eval_core.store.schema.content import OPEN_COMPARISON, lacks_text

# Up to so many open comparisons, who has had which is looked up; beyond it, a bound is computed.
_LOOKED_UP = 5_000
_HAD = ("done", "skipped")


@dataclass(frozen=True)
class PersonProgress:
    """One annotator.

    `left`: what they may still judge, up to their quota and to what is open to them now (which
    several people share); with over 5,000 open comparisons it is an upper bound.
    `pace` is judgments per hour of active time in the last days, None before the first.
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
class Counts:
    """A campaign in numbers of judgments: `total` wanted, `done` of them made (surplus beyond the overlap not counted).

    `comparisons` to judge, `comparisons_done` of them as often as wanted; without `identical` pairs and `gold`.
    Under a rating protocol one person's ratings of one response count as a judgment, and responses as comparisons.
    """

    done: int
    total: int
    comparisons: int
    comparisons_done: int
    identical: int
    gold: int


@dataclass(frozen=True)
class CampaignProgress:
    """What the lead's page and the command line show of a campaign; the counts are those of `Counts`.

    `rates`: whether responses are rated, not compared.
    """

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
    rates: bool = False

    @property
    def left(self) -> int:
        """Judgments still to be made."""
        return self.total - self.done


def campaign_counts(store: Store, slug: str, who: Who = OPERATOR) -> Counts:
    """The counts alone, which are quick. For leads and researchers."""
    with store.read() as db:
        return counts_within(db, authorise(db, who, slug, "lead", "researcher").campaign)


def campaign_progress(store: Store, slug: str, who: Who = OPERATOR) -> CampaignProgress:
    """The progress of a campaign now. For leads and researchers."""
    with store.read() as db:
        return progress_within(db, authorise(db, who, slug, "lead", "researcher").campaign, store.now())


def burn_up(store: Store, slug: str, who: Who = OPERATOR, points: int = 200) -> list[tuple[datetime, int]]:
    """Judgments made against time, thinned to about so many points."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        curve_points = rating_curve(db, campaign) if rates_responses(campaign) else curve(store, db, campaign)
    step, thinned = max(1, len(curve_points) and curve_points[-1][1] / points), curve_points[:1]
    for point in curve_points[1:]:
        if abs(point[1] - thinned[-1][1]) >= step or point is curve_points[-1]:
            thinned.append(point)
    return thinned


def progress_within(
    db: Session, campaign: Campaign, now: datetime, recent: dict[int, Lately] | None = None
) -> CampaignProgress:
    """`campaign_progress` within a transaction of the caller's, who may have read the recent judgments."""
    counts, rates = counts_within(db, campaign), rates_responses(campaign)
    if recent is None:
        recent = lately_rated(db, campaign, now) if rates else lately(db, campaign, now)
    people = tuple((_raters if rates else _people)(db, campaign, recent, now))
    excluded = set(db.scalars(Exclusion.people(campaign.id)))  # they judge no more
    working = (person for identity, person in recent.items() if identity not in excluded)
    made = sorted(pair for person in working for pair in zip(person.moments, person.made, strict=True))
    pace = forecast([moment for moment, _ in made], counts.total - counts.done, now, [number for _, number in made])
    return CampaignProgress(
        slug=campaign.slug,
        title=campaign.title,
        status=campaign.status,
        is_demo=campaign.is_demo,
        **vars(counts),
        skipped=sum(person.skipped for person in people),
        forecast=pace,
        deadline=campaign.deadline,
        people=people,
        at=now,
        rates=rates,
    )


def counts_within(db: Session, campaign: Campaign) -> Counts:
    """`campaign_counts` within a transaction of the caller's."""
    if rates_responses(campaign):
        return Counts(*sheet_counts(db, campaign), identical=0, gold=0)
    regular = and_(Comparison.kind == "regular", ~Comparison.identical, Comparison.withdrawn_at.is_(None))
    filled = Comparison.done >= Comparison.overlap
    # Nobody can judge a comparison without texts: then what was judged is all that is wanted.
    blank = select(Response.id).where(
        Response.campaign_id == campaign.id, or_(Response.text.is_(None), Response.text == "")
    )
    servable: ColumnElement[bool] = regular
    wanted: Any = Comparison.overlap
    if db.scalar(blank.limit(1)) is not None:
        lacking = or_(Comparison.first_response_id.in_(blank), Comparison.second_response_id.in_(blank))
        servable = and_(regular, or_(filled, ~lacking))
        wanted = case((or_(filled, ~lacking), Comparison.overlap), else_=Comparison.done)
    capped = case((filled, Comparison.overlap), else_=Comparison.done)
    figures = (
        (regular, capped),
        (regular, wanted),
        (servable, 1),
        (and_(regular, filled), 1),
        (Comparison.identical, 1),
        (Comparison.kind == "gold", 1),
    )
    sums = (func.coalesce(func.sum(case((condition, value), else_=0)), 0) for condition, value in figures)
    return Counts(*map(int, db.execute(select(*sums).where(Comparison.campaign_id == campaign.id)).one()))


@dataclass
class _Assigned:
    """One person's assignments in numbers: `done` work, `skipped`, and regular comparisons `had` either way."""

    done: int = 0
    skipped: int = 0
    had: int = 0


def _assigned(db: Session, campaign: Campaign) -> dict[int | None, _Assigned]:
    """Counted from indexes alone: of a million assignments only the rows of gold comparisons are read."""
    assigned: dict[int | None, _Assigned] = defaultdict(_Assigned)
    by_status = select(Assignment.person_id, Assignment.status, func.count()).where(
        Assignment.campaign_id == campaign.id
    )
    for person, status, number in db.execute(by_status.group_by(Assignment.person_id, Assignment.status)):
        numbers = assigned[person]
        numbers.done += number if status == "done" else 0
        numbers.skipped += number if status == "skipped" else 0
        numbers.had += number if status in _HAD else 0
    on_gold = (
        select(Assignment.person_id, Assignment.kind, Assignment.status, func.count())
        .join(Comparison, Comparison.id == Assignment.comparison_id)
        .where(Comparison.campaign_id == campaign.id, Comparison.kind == "gold", Assignment.status.in_(_HAD))
    )
    for person, kind, status, number in db.execute(
        on_gold.group_by(Assignment.person_id, Assignment.kind, Assignment.status)
    ):
        assigned[person].had -= number
        if status == "done" and kind not in WORK_KINDS:
            assigned[person].done -= number
    return assigned


def _open_to(db: Session, campaign: Campaign, assigned: dict[int | None, _Assigned]) -> Callable[[int], int]:
    """How many comparisons are still open to a person: those below their overlap that they have not had.

    If little is open, it is counted. Otherwise it is bounded: nobody has a comparison twice, so no more is open to
    them than is open at all, or than they have not had.
    """
    every = db.scalar(select(func.count()).where(*_regular(campaign))) or 0
    still_open = select(Comparison.id).where(Comparison.campaign_id == campaign.id, text(OPEN_COMPARISON))
    total = db.scalar(select(func.count()).select_from(still_open.subquery())) or 0
    if total > _LOOKED_UP:
        return lambda person_id: max(0, min(total, every - assigned[person_id].had))
    still_open = still_open.where(~lacks_text())
    total = db.scalar(select(func.count()).select_from(still_open.subquery())) or 0
    had = dict(
        db.execute(
            select(Assignment.person_id, func.count(Assignment.comparison_id.distinct()))
            .where(Assignment.comparison_id.in_(still_open), Assignment.status.in_(_HAD))
            .group_by(Assignment.person_id)
        ).all()
    )
    return lambda person_id: total - had.get(person_id, 0)


def _regular(campaign: Campaign) -> tuple[ColumnElement[bool], ...]:
    return Comparison.campaign_id == campaign.id, Comparison.kind == "regular", ~Comparison.identical


def _people(db: Session, campaign: Campaign, recent: dict[int, Lately], now: datetime) -> Iterator[PersonProgress]:
    assigned = _assigned(db, campaign)
    ids = [person for person in assigned if person is not None]
    own = aliased(Judgment)
    last = select(func.max(own.id)).where(own.campaign_id == campaign.id, own.person_id == Person.id).scalar_subquery()
    found = db.execute(
        select(Person, Judgment.decided_at)
        .outerjoin(Judgment, Judgment.id == last)
        .where(or_(Person.id.in_(_invited(campaign)), Person.id.in_(ids)))
    ).all()
    people = sorted(found, key=lambda row: natural(row[0].name))
    shown = _shown(db, campaign, [person.id for person, _ in people])
    open_to = _open_to(db, campaign, assigned)
    for person, decided_at in people:
        mine, of_late = assigned[person.id], recent.get(person.id, Lately())
        shown_at = shown.get(person.id)
        # An undo is not a judgment, but the person was there.
        last_seen = max((at for at in (decided_at, shown_at) if at), default=None)
        rater = Rater(mine.done, mine.skipped, open_to(person.id), last_seen)
        yield _progress_of(person, campaign, rater, of_late, now)


def _raters(db: Session, campaign: Campaign, recent: dict[int, Lately], now: datetime) -> Iterator[PersonProgress]:
    by_person = raters(db, campaign)
    taking_part = or_(Person.id.in_(_invited(campaign)), Person.id.in_(by_person.keys()))
    for person in sorted(db.scalars(select(Person).where(taking_part)), key=lambda person: natural(person.name)):
        yield _progress_of(
            person, campaign, by_person.get(person.id, by_person[0]), recent.get(person.id, Lately()), now
        )


def _invited(campaign: Campaign) -> Select[int]:
    here = or_(Membership.campaign_id == campaign.id, Membership.campaign_id.is_(None))
    return select(Membership.person_id).where(Membership.role == "annotator", here)


def _progress_of(person: Person, campaign: Campaign, rater: Rater, of_late: Lately, now: datetime) -> PersonProgress:
    left = rater.left
    if campaign.per_annotator is not None:
        left = min(left, max(0, campaign.per_annotator - rater.done))
    return PersonProgress(
        name=person.name,
        kind=person.kind,
        done=rater.done,
        left=left,
        quota=campaign.per_annotator,
        skipped=rater.skipped,
        pace=of_late.measured / (of_late.active_ms / 3_600_000) if of_late.active_ms else None,
        last_seen=rater.last_seen,
        forecast=forecast(of_late.moments, left, now, of_late.made),
    )


def _shown(db: Session, campaign: Campaign, people: Collection[int]) -> dict[int | None, datetime | None]:
    """Person -> when their open work last came up."""
    unjudged = ("leased", "released", "skipped")
    return dict(
        db.execute(
            select(Assignment.person_id, func.max(Assignment.shown_at))
            .where(
                Assignment.campaign_id == campaign.id,
                Assignment.person_id.in_(people),
                Assignment.status.in_(unjudged),
            )
            .group_by(Assignment.person_id)
        ).all()
    )
