"""How many judgments one person is asked for: the campaign's quota, or a lower one for those from its open link."""

from __future__ import annotations

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from eval_core.campaigns.rules import Rules
from eval_core.store import Arrival, Campaign
from eval_core.store.engine import ask

_ARRIVED = (
    select(Arrival.id)
    .where(Arrival.person_id == bindparam("person"), Arrival.campaign_id == bindparam("campaign"))
    .limit(1)
)


def lower_of(*quotas: int | None) -> int | None:
    """The lowest of several quotas; None is no limit."""
    return min((quota for quota in quotas if quota is not None), default=None)


def quota_of(db: Session, campaign: Campaign, rules: Rules, person_id: int | None) -> int | None:
    """The most that this person judges or rates here, None without a limit."""
    low = lower_of(campaign.per_annotator, rules.open_link_judgments)
    if low == campaign.per_annotator or person_id is None:
        return campaign.per_annotator  # the usual case asks nothing
    arrived = ask(db, _ARRIVED, {"person": person_id, "campaign": campaign.id}).first() is not None
    return low if arrived else campaign.per_annotator
