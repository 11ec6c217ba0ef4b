"""How far a campaign is, who does what, and when it may be finished. Names no system."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, func, or_, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.watching.forecast import Forecast, forecast
from eval_core.campaigns.watching.rating_progress import Rater, lately_rated, raters, rating_curve, sheet_counts
from eval_core.campaigns.watching.tallies import Lately, curve, lately
from eval_core.campaigns.watching.work_left import assigned, checks_done, open_to, standards_of
from eval_core.locales import natural
from eval_core.store import (
    Assignment,
    Campaign,
    Comparison,
    Exclusion,
    Judgment,
    Membership,
    Pause,
    Person,
    Response,
    Store,
)


@dataclass(frozen=True)
class PersonProgress:
    """One annotator.

    `left`: what they may still judge, up to their quota and to what is open to them now (which
    several people share); with over 5,000 open comparisons it is an upper bound.
    `pace` is judgments per hour of active time in the last days, None before the first.
    `excluded`: their judgments are left out of analyses, and they have nothing left.
    `paused`: a lead gives them no work for now.
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
    excluded: bool = False
    paused: bool = False
    id: int = 0


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

    Attributes:
        people: annotators and simulated ones; an LLM judge is not one of them.
        rates: whether responses are rated, not compared.
        checks: gold comparisons and repeats that the people have judged, which `done` leaves out.
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
    checks: int = 0

    @property
    def left(self) -> int:
        """Judgments still to be made."""
        return self.total - self.done

    @property
    def sum(self) -> int:
        """What all people have done; `done`, `checks` and `surplus` together."""
        return sum(person.done for person in self.people)

    @property
    def surplus(self) -> int:
        """Work of people that does not count towards `total`: withdrawn, judged more often than wanted, or judged by
        others instead; below 0 where `done` has judgments of no listed person."""
        return self.sum - self.checks - self.done


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
    paused = select(Pause.person_id).where(Pause.campaign_id == campaign.id, Pause.lifted_at.is_(None))
    seen = _Seen(now, frozenset(db.scalars(Exclusion.people(campaign.id))), frozenset(db.scalars(paused)))
    people = tuple((_raters if rates else _people)(db, campaign, recent, seen))
    return CampaignProgress(
        slug=campaign.slug,
        title=campaign.title,
        status=campaign.status,
        is_demo=campaign.is_demo,
        **vars(counts),
        skipped=sum(person.skipped for person in people),
        forecast=_outlook(campaign, counts, recent, people, now) if is_forecast(campaign) else None,
        deadline=campaign.deadline,
        people=people,
        at=now,
        rates=rates,
        checks=0 if rates else checks_done(db, campaign),
    )


def is_forecast(campaign: Campaign) -> bool:
    """Whether the campaign goes on, so that its end can be forecast."""
    return campaign.status in ("open", "paused")


def _outlook(
    campaign: Campaign,
    counts: Counts,
    recent: dict[int, Lately],
    people: tuple[PersonProgress, ...],
    now: datetime,
) -> Forecast | None:
    """The campaign's end at the pace of those who have work left. Simulated ones set the pace of the demo alone."""
    stopped = {person.id for person in people if person.excluded or person.paused or not person.left}
    if not campaign.is_demo:
        stopped |= {person.id for person in people if person.kind != "human"}
    working = (lately for identity, lately in recent.items() if identity not in stopped)
    made = sorted(pair for person in working for pair in zip(person.moments, person.made, strict=True))
    return forecast([moment for moment, _ in made], counts.total - counts.done, now, [number for _, number in made])


@dataclass(frozen=True)
class _Seen:
    """When the campaign is looked at, and the people whose judgments are left out, or who are paused, then."""

    now: datetime
    excluded: frozenset[int]
    paused: frozenset[int]


def counts_within(db: Session, campaign: Campaign) -> Counts:
    """`campaign_counts` within a transaction of the caller's."""
    return counts_of(db, [campaign])[campaign.id]


def counts_of(db: Session, campaigns: Sequence[Campaign]) -> dict[int, Counts]:
    """`counts_within` of several campaigns, by their ids; as many queries as of one."""
    rated = [campaign for campaign in campaigns if rates_responses(campaign)]
    ids = [campaign.id for campaign in campaigns if campaign not in rated]
    sheets = {key: Counts(*row, identical=0, gold=0) for key, row in sheet_counts(db, rated).items()}
    none = Counts(0, 0, 0, 0, 0, 0)
    return dict.fromkeys(ids, none) | (_comparison_counts(db, ids) if ids else {}) | sheets


def _comparison_counts(db: Session, ids: Sequence[int]) -> dict[int, Counts]:
    regular = and_(Comparison.kind == "regular", ~Comparison.identical, Comparison.withdrawn_at.is_(None))
    filled = Comparison.done >= Comparison.overlap
    # No one can judge a comparison without texts: then what was judged is all that is wanted.
    blank = select(Response.id).where(Response.campaign_id.in_(ids), or_(Response.text.is_(None), Response.text == ""))
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
    mine = Comparison.campaign_id.in_(ids)
    rows = db.execute(select(Comparison.campaign_id, *sums).where(mine).group_by(Comparison.campaign_id))
    return {key: Counts(*map(int, found)) for key, *found in rows}


def _people(db: Session, campaign: Campaign, recent: dict[int, Lately], seen: _Seen) -> Iterator[PersonProgress]:
    work = assigned(db, campaign)
    ids = [person for person in work if person is not None]
    own = aliased(Judgment)
    last = select(func.max(own.id)).where(own.campaign_id == campaign.id, own.person_id == Person.id).scalar_subquery()
    found = db.execute(
        select(Person, Judgment.decided_at)
        .outerjoin(Judgment, Judgment.id == last)
        .where(or_(Person.id.in_(_invited(campaign)), Person.id.in_(ids)), Person.kind != "judge")
    ).all()
    people = sorted(found, key=lambda row: natural(row[0].name))
    shown = _shown(db, campaign, [person.id for person, _ in people])
    still_open = open_to(db, campaign, work, standards_of(db, campaign))
    for person, decided_at in people:
        mine, of_late = work[person.id], recent.get(person.id, Lately())
        shown_at = shown.get(person.id)
        # An undo is not a judgment, but the person was there.
        last_seen = max((at for at in (decided_at, shown_at) if at), default=None)
        rater = Rater(mine.done, mine.skipped, still_open(person.id), last_seen)
        yield _progress_of(person, campaign, rater, of_late, seen)


def _raters(db: Session, campaign: Campaign, recent: dict[int, Lately], seen: _Seen) -> Iterator[PersonProgress]:
    found = raters(db, campaign, standards_of(db, campaign))
    taking_part = or_(Person.id.in_(_invited(campaign)), Person.id.in_(found.people))
    people = db.scalars(select(Person).where(taking_part, Person.kind != "judge"))
    for person in sorted(people, key=lambda person: natural(person.name)):
        yield _progress_of(person, campaign, found.of(person.id), recent.get(person.id, Lately()), seen)


def _invited(campaign: Campaign) -> Select[int]:
    here = or_(Membership.campaign_id == campaign.id, Membership.campaign_id.is_(None))
    return select(Membership.person_id).where(Membership.role == "annotator", here)


def _progress_of(person: Person, campaign: Campaign, rater: Rater, of_late: Lately, seen: _Seen) -> PersonProgress:
    left, excluded = rater.left, person.id in seen.excluded
    if campaign.per_annotator is not None:
        left = min(left, max(0, campaign.per_annotator - rater.done))
    left = 0 if excluded else left  # they judge no more
    paused = person.id in seen.paused
    goes_on = is_forecast(campaign) and not paused
    return PersonProgress(
        name=person.name,
        kind=person.kind,
        done=rater.done,
        left=left,
        quota=campaign.per_annotator,
        skipped=rater.skipped,
        pace=of_late.measured / (of_late.active_ms / 3_600_000) if of_late.active_ms else None,
        last_seen=rater.last_seen,
        forecast=forecast(of_late.moments, left, seen.now, of_late.made) if goes_on else None,
        excluded=excluded,
        paused=paused,
        id=person.id,
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
