"""What a campaign is, in a few words and numbers, for programs. Names no system."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.watching.progress import Counts, counts_within
from eval_core.store import Store


@dataclass(frozen=True)
class CampaignDescription:
    """A campaign.

    Attributes:
        status: 'draft', 'open', 'paused', 'closed' or 'archived'.
        kind: 'pairwise' where responses are compared, 'rating' where they are rated.
        protocol, protocol_version, protocol_hash: the protocol's key, its version and the hash of its content.
    """

    slug: str
    title: str
    status: str
    kind: str
    protocol: str
    protocol_version: str
    protocol_hash: str
    is_demo: bool
    deadline: datetime | None
    created_at: datetime
    counts: Counts


def describe_campaign(store: Store, slug: str, who: Who = OPERATOR) -> CampaignDescription:
    """The campaign. For leads and researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        return CampaignDescription(
            slug=campaign.slug,
            title=campaign.title,
            status=campaign.status,
            kind="rating" if rates_responses(campaign) else "pairwise",
            protocol=campaign.protocol_key,
            protocol_version=campaign.protocol_version,
            protocol_hash=campaign.protocol_hash,
            is_demo=campaign.is_demo,
            deadline=campaign.deadline,
            created_at=campaign.created_at,
            counts=counts_within(db, campaign),
        )
