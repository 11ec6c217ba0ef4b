"""How far a campaign is whose responses are rated: one sheet of ratings is one piece of work. Names no system."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Subquery, and_, case, func, literal, or_, select, union_all
from sqlalchemy.orm import Session

from eval_core.campaigns.desk.supply.rating_leases import by_people, ratable
from eval_core.campaigns.watching.tallies import WINDOW, Lately
from eval_core.store import Campaign, Prompt, Rating, RatingAssignment, Response

_HAD = ("done", "skipped")


@dataclass(frozen=True)
class Rater:
    """One person's work: `done`, `skipped`, and what is still open to them."""

    done: int
    skipped: int
    left: int
    last_seen: datetime | None


@dataclass(frozen=True)
class Step:
    """One revision of a sheet: +1 where it was rated, -1 where it was undone, 0 if ratings replaced others."""

    person_id: int
    at: datetime
    active_ms: int | None
    change: int


def sheet_counts(db: Session, campaigns: Sequence[Campaign]) -> dict[int, tuple[int, int, int, int]]:
    """Of each campaign, by its id: sheets made (no surplus beyond the overlap) and wanted, responses, and those rated
    as often as wanted. One query for all."""
    if not campaigns:
        return {}
    rows = db.execute(union_all(*map(_sheet_counts, campaigns)))
    return {int(row[0]): (int(row[1]), int(row[2]), int(row[3]), int(row[4])) for row in rows}


def _sheet_counts(campaign: Campaign) -> Any:
    rated = _rated(campaign)
    times = func.coalesce(rated.c.times, 0)
    full = times >= campaign.overlap
    figures = (case((full, campaign.overlap), else_=times), campaign.overlap, 1, case((full, 1), else_=0))
    return _responses(campaign, rated, literal(campaign.id), *(func.coalesce(func.sum(one), 0) for one in figures))


@dataclass(frozen=True)
class Raters:
    """The sheets of people, by their ids; `left` is what is open to who has none, by their only written standard."""

    people: dict[int, Rater]
    left: dict[str | None, int]
    standards: Mapping[int, str]

    def of(self, person: int) -> Rater:
        """A person's sheets."""
        return self.people.get(person) or Rater(0, 0, self.left[self.standards.get(person)], None)


def raters(db: Session, campaign: Campaign, standards: Mapping[int, str]) -> Raters:
    """Everybody's sheets.

    Args:
        standards: the only written standard of each person who judges just one: others' responses are not open to them.
    """
    mine = _under(campaign)
    rated = _rated(campaign)
    still_open = _responses(campaign, rated, Response.id).where(func.coalesce(rated.c.times, 0) < campaign.overlap)
    total, had = {}, {}
    for standard in {None, *standards.values()}:
        fits = still_open
        if standard is not None:
            fits = still_open.where(or_(Prompt.written_standard.is_(None), Prompt.written_standard == standard))
        total[standard] = db.scalar(select(func.count()).select_from(fits.subquery())) or 0
        had[standard] = dict(
            db.execute(
                select(RatingAssignment.person_id, func.count())
                .where(*mine, RatingAssignment.response_id.in_(fits), RatingAssignment.status.in_(_HAD))
                .group_by(RatingAssignment.person_id)
            ).all()
        )
    seen = dict(
        db.execute(
            select(RatingAssignment.person_id, func.max(Rating.decided_at))
            .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
            .where(*mine)
            .group_by(RatingAssignment.person_id)
        ).all()
    )
    by_status = (_count(RatingAssignment.status == status) for status in _HAD)
    by_person = {}
    rows = select(RatingAssignment.person_id, *by_status, func.max(RatingAssignment.shown_at)).where(*mine)
    for person, done, skipped, shown in db.execute(rows.group_by(RatingAssignment.person_id)):
        last, standard = max((at for at in (seen.get(person), shown) if at), default=None), standards.get(person)
        left = total[standard] - had[standard].get(person, 0)
        by_person[person] = Rater(int(done), int(skipped), left, last)
    return Raters(by_person, total, standards)


def steps(db: Session, campaign: Campaign) -> list[Step]:
    """Every revision of every sheet that counts and whose time is known, the earliest first."""
    in_force = func.max(case((or_(Rating.value.is_not(None), Rating.not_applicable), 1), else_=0))
    rows = db.execute(
        select(
            RatingAssignment.id,
            RatingAssignment.person_id,
            func.max(Rating.decided_at),
            func.max(Rating.active_ms),
            in_force,
        )
        .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
        .where(*_under(campaign), by_people())
        .group_by(RatingAssignment.id, RatingAssignment.person_id, Rating.revision)
        .order_by(RatingAssignment.id, Rating.revision)
    )
    rated_before: dict[int, int] = defaultdict(int)
    changes = []
    for sheet, person, at, active_ms, rated in rows:
        change, rated_before[sheet] = rated - rated_before[sheet], rated
        if at is not None:
            changes.append(Step(person, at, active_ms, change))
    return sorted(changes, key=lambda step: step.at)


def lately_rated(db: Session, campaign: Campaign, now: datetime) -> dict[int, Lately]:
    """Person -> what they rated within `WINDOW`, as `lately` does for judgments; without sides and haste."""
    by_person: dict[int, Lately] = defaultdict(Lately)
    for step in steps(db, campaign):
        if step.at < now - WINDOW:
            continue
        recent = by_person[step.person_id]
        recent.moments.append(step.at)
        recent.made.append(step.change)
        if step.active_ms is not None:
            recent.active_ms += step.active_ms
            recent.measured += 1
    return by_person


def rating_curve(db: Session, campaign: Campaign) -> list[tuple[datetime, int]]:
    """(moment, responses rated by then, counted for each person), in order of time."""
    total, points = 0, []
    for step in steps(db, campaign):
        total += step.change
        points.append((step.at, total))
    return points


def _under(campaign: Campaign) -> tuple[ColumnElement[bool], ...]:
    controls = select(Response.id).where(Response.campaign_id == campaign.id, Response.system_id.is_(None))
    return (
        RatingAssignment.campaign_id == campaign.id,
        RatingAssignment.protocol_key == campaign.protocol_key,
        RatingAssignment.response_id.not_in(controls),
    )


def _rated(campaign: Campaign) -> Subquery:
    """Response -> how many people have rated it."""
    return (
        select(RatingAssignment.response_id, func.count().label("times"))
        .where(*_under(campaign), RatingAssignment.status == "done", by_people())
        .group_by(RatingAssignment.response_id)
        .subquery()
    )


def _responses(campaign: Campaign, rated: Subquery, *columns: Any) -> Any:
    """A query of the responses to rate, with how often each was rated."""
    return (
        select(*columns)
        .select_from(Response)
        .join(Prompt, Prompt.id == Response.prompt_id)
        .outerjoin(rated, rated.c.response_id == Response.id)
        .where(and_(*ratable(campaign)))
    )


def _count(condition: Any) -> Any:
    return func.sum(case((condition, 1), else_=0))
