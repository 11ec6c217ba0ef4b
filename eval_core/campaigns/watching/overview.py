"""All campaigns of a lead or researcher at once: how far each is, and when something happened last. Names no system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select, true
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Trusted, Who, roles_of, signed_in_person
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.watching.progress import counts_of
from eval_core.errors import RefusedError
from eval_core.store import Campaign, Event, Judgment, Person, Rating, RatingAssignment, Store

_STAFF = {"lead", "researcher"}


@dataclass(frozen=True)
class CampaignOverview:
    """One campaign.

    Attributes:
        protocol: its key. leads: whether the reader leads it.
        done, total: judgments, or people's ratings of a response, made and wanted.
        active_at: when somebody judged, rated or changed something last; the campaign's beginning before that.
        rates: whether responses are rated, not compared.
    """

    slug: str
    title: str
    status: str
    protocol: str
    leads: bool
    done: int
    total: int
    active_at: datetime
    rates: bool


def list_overview(store: Store, who: Who) -> tuple[CampaignOverview, ...]:
    """Every campaign that the reader leads or researches, by title. As many queries for thirty as for one.

    Raises:
        RefusedError: 'signed_out', or 'not_allowed' for people who are neither lead nor researcher anywhere.
    """
    with store.read() as db:
        roles = _roles(db, who)
        campaigns = db.scalars(
            select(Campaign).where(Campaign.slug.in_(roles)).order_by(Campaign.title, Campaign.slug)
        ).all()
        counts, active = counts_of(db, campaigns), _active(db, campaigns)
        return tuple(
            CampaignOverview(
                slug=campaign.slug,
                title=campaign.title,
                status=campaign.status,
                protocol=campaign.protocol_key,
                leads="lead" in roles[campaign.slug],
                done=counts[campaign.id].done,
                total=counts[campaign.id].total,
                active_at=active.get(campaign.id, campaign.created_at),
                rates=rates_responses(campaign),
            )
            for campaign in campaigns
        )


def _roles(db: Session, who: Who) -> dict[str, set[str]]:
    if isinstance(who, Trusted):
        return dict.fromkeys(db.scalars(select(Campaign.slug)), _STAFF)
    person = signed_in_person(db, who)
    held = {slug: roles for slug, roles in roles_of(db, person).items() if roles & _STAFF}
    if not held:
        raise RefusedError("not_allowed", "this needs the role lead or researcher in some campaign")
    return held


def _active(db: Session, campaigns: Sequence[Campaign]) -> dict[int, datetime]:
    """Campaign -> when something happened last."""
    ids = [campaign.id for campaign in campaigns]
    newest: dict[int, datetime] = {}
    for query in _moments(ids):
        for campaign, at in db.execute(query):
            if at is not None:
                newest[campaign] = max(at, newest.get(campaign, at))
    return newest


def _moments(ids: Sequence[int]) -> Iterator[Any]:
    """Queries of campaigns and moments at which something happened in them."""
    last = select(func.max(Judgment.id)).where(Judgment.campaign_id == Campaign.id, Judgment.person_id == Person.id)
    # Person by person, each one index look-up: one maximum over a campaign would read all of it.
    each = select(last.correlate(Campaign, Person).scalar_subquery()).select_from(Campaign).join(Person, true())
    yield select(Judgment.campaign_id, Judgment.decided_at).where(Judgment.id.in_(each.where(Campaign.id.in_(ids))))
    yield (
        select(RatingAssignment.campaign_id, func.max(Rating.decided_at))
        .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
        .where(RatingAssignment.campaign_id.in_(ids))
        .group_by(RatingAssignment.campaign_id)
    )
    yield select(Event.campaign_id, func.max(Event.at)).where(Event.campaign_id.in_(ids)).group_by(Event.campaign_id)
