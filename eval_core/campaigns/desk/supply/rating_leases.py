"""Leases of responses to rate: who holds which, what is open to a person, and leasing the next."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, Select, bindparam, func, or_, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant
from eval_core.campaigns.desk.supply.own_work import OPEN_EACH, is_plenty
from eval_core.campaigns.desk.supply.written_standards import standard_of
from eval_core.campaigns.locks import has_one_writer, person_lock
from eval_core.campaigns.rules import rules_of
from eval_core.campaigns.timing import LEASE
from eval_core.store import Campaign, Exclusion, Person, Prompt, RatingAssignment, Response
from eval_core.store.engine import ask, chance_of
from eval_core.store.prepared import Query

# One of so many next open responses is drawn: no one rates one system's answers in a row.
_WINDOW = 40
_CAMPAIGN = select(Campaign.id).where(Campaign.id == bindparam("campaign")).with_for_update(key_share=True)


def has_room(db: Session, campaign: Campaign, response_id: int, person_id: int, now: datetime) -> bool:
    """The condition for one more person to rate a response: fewer than the overlap have rated or hold it."""
    taken = select(func.count()).where(
        RatingAssignment.response_id == response_id,
        RatingAssignment.protocol_key == campaign.protocol_key,
        RatingAssignment.person_id != person_id,
        _taken(now),
    )
    return (db.scalar(taken) or 0) < campaign.overlap


def lock_raters(db: Session, grant: Grant) -> None:
    """Run leasing and rating in one campaign one after the other (PostgreSQL; SQLite has one writer).

    A sheet takes minutes and this takes milliseconds; single responses, locked in the order of chance, would deadlock.
    """
    for query in rater_locks(db, grant):
        ask(db, *query)


def rater_locks(db: Session, grant: Grant) -> list[Query]:
    """What `lock_raters` asks, for anyone who has more to ask."""
    if has_one_writer(db):
        return []
    return [*person_lock(db, grant), (_CAMPAIGN, {"campaign": grant.campaign.id})]


def by_people() -> ColumnElement[bool]:
    """Whether this assignment counts towards the overlap: not an LLM judge's, nor that of an excluded person whose
    responses others rate instead."""
    instead = (
        select(Exclusion.id)
        .where(
            Exclusion.in_force(RatingAssignment.campaign_id, RatingAssignment.person_id),
            Exclusion.put_back,
        )
        .correlate(RatingAssignment)
    )
    return RatingAssignment.person_id.not_in(select(Person.id).where(Person.kind == "judge")) & ~instead.exists()


def _taken(now: datetime) -> ColumnElement[bool]:
    leased = (RatingAssignment.status == "leased") & (RatingAssignment.leased_until > now)
    return ((RatingAssignment.status == "done") | leased) & by_people()


def of_rater(grant: Grant) -> tuple[ColumnElement[bool], ...]:
    """The condition for an assignment to be the person's own, under the protocol of their campaign."""
    return (
        RatingAssignment.campaign_id == grant.campaign.id,
        RatingAssignment.person_id == grant.person,
        RatingAssignment.protocol_key == grant.campaign.protocol_key,
    )


def lease_group(db: Session, grant: Grant, now: datetime, most: int | None) -> list[RatingAssignment]:
    """Lease an open response, and as many others to its prompt as the campaign shows next to each other.

    Args:
        most: how many at most, None without a limit.
    """
    campaign = grant.campaign
    window = db.execute(_open(db, grant, now).limit(_WINDOW)).all()
    places = rules_of(campaign).responses_beside if most is None else min(rules_of(campaign).responses_beside, most)
    chance = chance_of(db)
    for first in chance.sample(window, len(window)):
        next_to_it = db.scalars(_open(db, grant, now).where(Response.prompt_id == first.prompt_id)).all()
        others = [other for other in next_to_it if other != first.id]
        group = [first.id, *chance.sample(others, len(others))]
        held: list[RatingAssignment] = []
        for response_id in group:
            if len(held) < places and has_room(db, campaign, response_id, grant.person, now):
                held.append(hold_response(db, grant, response_id, now))
        if held:
            db.flush()
            return held
    return []


def has_plenty(db: Session, grant: Grant, now: datetime) -> bool:
    """Whether at least three responses are open for each active annotator, so that some may be taken ahead.

    Active is who holds an open response, and who asks. Open ones are counted only up to what is needed.
    """
    campaign = grant.campaign
    of_campaign = (
        RatingAssignment.campaign_id == campaign.id,
        RatingAssignment.protocol_key == campaign.protocol_key,
    )
    done = (
        select(func.count())
        .where(
            RatingAssignment.response_id == Response.id,
            RatingAssignment.protocol_key == campaign.protocol_key,
            RatingAssignment.status == "done",
            by_people(),
        )
        .correlate(Response)
        .scalar_subquery()
    )
    is_open = (*ratable(campaign), done < campaign.overlap)
    others = (
        select(func.count(RatingAssignment.person_id.distinct()))
        .join(Response, Response.id == RatingAssignment.response_id)
        .join(Prompt, Prompt.id == Response.prompt_id)
        .where(*of_campaign, RatingAssignment.person_id != grant.person, *is_open)
        .where(RatingAssignment.status == "leased", RatingAssignment.leased_until > now)
    )
    active = 1 + (db.scalar(others) or 0)
    some = select(Response.id).join(Prompt, Prompt.id == Response.prompt_id).where(*is_open).limit(OPEN_EACH * active)
    return is_plenty(len(db.execute(some).all()), active)


def _open(db: Session, grant: Grant, now: datetime) -> Select[int, int]:
    """Responses that the person may rate and has not had, in the order in which they came."""
    campaign = grant.campaign
    had = select(RatingAssignment.id).where(
        *of_rater(grant), RatingAssignment.response_id == Response.id, RatingAssignment.status != "released"
    )
    taken = (
        select(func.count())
        .where(
            RatingAssignment.response_id == Response.id,
            RatingAssignment.protocol_key == campaign.protocol_key,
            RatingAssignment.person_id != grant.person,
            _taken(now),
        )
        .correlate(Response)
        .scalar_subquery()
    )
    query = (
        select(Response.id, Response.prompt_id)
        .join(Prompt, Prompt.id == Response.prompt_id)
        .where(
            *ratable(campaign),
            ~had.correlate(Response).exists(),
            taken < campaign.overlap,
        )
        .order_by(Response.prompt_id, Response.id)
    )
    standard = standard_of(db, campaign.id, grant.person)
    return (
        query.where(or_(Prompt.written_standard.is_(None), Prompt.written_standard == standard)) if standard else query
    )


def ratable(campaign: Campaign) -> tuple[ColumnElement[bool], ...]:
    """The condition for a response, joined with its prompt, to be one that the campaign rates."""
    return (
        Response.campaign_id == campaign.id,
        Response.system_id.is_not(None),
        Response.text != "",
        Response.withdrawn_at.is_(None),
        Prompt.kind == "regular",
    )


def hold_response(db: Session, grant: Grant, response_id: int, now: datetime) -> RatingAssignment:
    """The person's assignment of a response, of the kind 'regular': the one they released before, or a new one."""
    campaign = grant.campaign
    before = db.scalar(select(RatingAssignment).where(*of_rater(grant), RatingAssignment.response_id == response_id))
    if before is not None:
        before.status, before.shown_at, before.leased_until = "leased", now, now + LEASE
        before.kind, before.qualification_id = "regular", None
        return before
    made = RatingAssignment(
        campaign_id=campaign.id,
        response_id=response_id,
        person_id=grant.person,
        protocol_key=campaign.protocol_key,
        protocol_version=campaign.protocol_version,
        protocol_hash=campaign.protocol_hash,
        shown_at=now,
        leased_until=now + LEASE,
    )
    db.add(made)
    return made


def why_nothing(db: Session, grant: Grant, now: datetime) -> str:
    """'waiting' if others hold the rest, 'finished', or 'empty' if there never was a response."""
    here = select(Response.id).join(Prompt, Prompt.id == Response.prompt_id).where(*ratable(grant.campaign)).limit(1)
    if db.scalar(here) is None:
        return "empty"
    return "waiting" if db.execute(_open(db, grant, now + LEASE).limit(1)).first() else "finished"
