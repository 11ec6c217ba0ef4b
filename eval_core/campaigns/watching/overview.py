"""All campaigns of a lead or researcher at once: how far each is, and when something happened last. Names no system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, null, select, true
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Trusted, Who, roles_of, signed_in_person
from eval_core.campaigns.kinds import is_readable, rates_under
from eval_core.campaigns.watching.progress import counts_of
from eval_core.errors import RefusedError
from eval_core.store import (
    Campaign,
    DeskAction,
    Event,
    Judgment,
    Person,
    Qualification,
    Question,
    Rating,
    RatingAssignment,
    Store,
)

_STAFF = {"lead", "researcher"}


@dataclass(frozen=True)
class CampaignOverview:
    """One campaign.

    Attributes:
        protocol: its key. leads: whether the reader leads it.
        done, total: judgments, or people's ratings of a response, made and wanted.
        active_at: when someone judged, rated or changed something last; the campaign's beginning before that.
        rates: whether responses are rated, not compared; False where the protocol cannot be read.
        readable: whether the file of its protocol can be read. If not, done and total are 0.
        state: numbers of which one grows with everything that people do in the campaign; the first with what leads do.
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
    readable: bool = True
    state: tuple[int, ...] = ()


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
        readable = [campaign for campaign in campaigns if is_readable(campaign.protocol_key)]
        counts, traces = counts_of(db, readable), _traces(db, campaigns)
        return tuple(
            CampaignOverview(
                slug=campaign.slug,
                title=campaign.title,
                status=campaign.status,
                protocol=campaign.protocol_key,
                leads="lead" in roles[campaign.slug],
                done=counts[campaign.id].done if campaign.id in counts else 0,
                total=counts[campaign.id].total if campaign.id in counts else 0,
                active_at=traces[campaign.id].newest or campaign.created_at,
                rates=rates_under(campaign.protocol_key),
                readable=campaign.id in counts,
                state=tuple(traces[campaign.id].numbers),
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


@dataclass
class _Trace:
    """What a campaign's tables say of its past: the newest moment, and a number of each table that only grows."""

    newest: datetime | None
    numbers: list[int]


def _traces(db: Session, campaigns: Sequence[Campaign]) -> dict[int, _Trace]:
    """Campaign -> what happened in it so far."""
    ids = [campaign.id for campaign in campaigns]
    queries = list(_trace_queries(ids))
    found = {campaign: _Trace(None, [0] * len(queries)) for campaign in ids}
    for place, query in enumerate(queries):
        for campaign, at, number in db.execute(query):
            trace = found[campaign]
            trace.newest = max((moment for moment in (at, trace.newest) if moment), default=None)
            trace.numbers[place] = max(trace.numbers[place], number or 0)
    return found


def _trace_queries(ids: Sequence[int]) -> Iterator[Any]:
    """Queries of campaigns, the newest moment in a table, and a number that grows with every change of it."""
    for table, moment, number in (
        (Event, func.max(Event.at), func.max(Event.id)),
        (Question, null(), func.count() + func.count(Question.resolved_at)),
        (Qualification, null(), func.count() + func.count(Qualification.finished_at)),
    ):
        mine = table.campaign_id.in_(ids)
        yield select(table.campaign_id, moment, number).where(mine).group_by(table.campaign_id)
    here = Campaign.id.in_(ids)
    # Person by person, each one index look-up: one maximum over a campaign would read all of it.
    last = select(func.max(Judgment.id)).where(Judgment.campaign_id == Campaign.id, Judgment.person_id == Person.id)
    each = select(last.correlate(Campaign, Person).scalar_subquery()).select_from(Campaign).join(Person, true())
    yield select(Judgment.campaign_id, Judgment.decided_at, Judgment.id).where(Judgment.id.in_(each.where(here)))
    acted = (
        select(func.max(DeskAction.id))
        .where(DeskAction.campaign_id == Campaign.id, DeskAction.person_id == Person.id)
        .correlate(Campaign, Person)
        .scalar_subquery()
    )
    yield select(Campaign.id, null(), acted).select_from(Campaign).join(Person, true()).where(here)
    yield (
        select(RatingAssignment.campaign_id, func.max(Rating.decided_at), func.max(Rating.id))
        .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
        .where(RatingAssignment.campaign_id.in_(ids))
        .group_by(RatingAssignment.campaign_id)
    )
