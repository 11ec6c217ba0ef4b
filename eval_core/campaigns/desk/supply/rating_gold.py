"""Control responses of a campaign that rates: texts with known ratings, drawn into the stream at the share of gold."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant
from eval_core.campaigns.desk.supply.rating_leases import hold_response, of_rater
from eval_core.campaigns.desk.supply.written_standards import standard_of
from eval_core.campaigns.rules import Rules
from eval_core.store import Campaign, Prompt, RatingAssignment, Response
from eval_core.store.engine import chance_of


def control_responses(campaign: Campaign) -> tuple[ColumnElement[bool], ...]:
    """The condition for a response to be a control one that may be shown."""
    # Without a system and not of a gold comparison: JSON cannot be compared with NULL everywhere.
    return (
        Response.campaign_id == campaign.id,
        Response.system_id.is_(None),
        Response.withdrawn_at.is_(None),
    )


def lease_control(db: Session, grant: Grant, rules: Rules, now: datetime) -> RatingAssignment | None:
    """A control response that the person has not had, as often as the share of gold says; None otherwise."""
    chance = chance_of(db)
    if not rules.gold_share or chance.random() >= rules.gold_share:
        return None
    unseen = [row.id for row in db.execute(_unseen(db, grant)) if row.gold]
    if not unseen:
        return None
    held = hold_response(db, grant, chance.choice(unseen), now)
    db.flush()
    return held


def _unseen(db: Session, grant: Grant) -> Select[tuple[int, object]]:
    had = select(RatingAssignment.id).where(
        *of_rater(grant), RatingAssignment.response_id == Response.id, RatingAssignment.status != "released"
    )
    query = (
        select(Response.id, Response.gold)
        .join(Prompt, Prompt.id == Response.prompt_id)
        .where(*control_responses(grant.campaign), ~had.correlate(Response).exists())
        .order_by(Response.id)
    )
    standard = standard_of(db, grant.campaign.id, grant.person)
    return (
        query.where(or_(Prompt.written_standard.is_(None), Prompt.written_standard == standard)) if standard else query
    )
