"""The public page of a campaign's results: whether there is one, and in which state of the data."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core import __version__
from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.results.leaderboard import events_with_effect, newest_judgment
from eval_core.campaigns.rules import SETTLED, rules_of
from eval_core.store import Campaign, Store


@dataclass(frozen=True)
class PublicResults:
    """A public page: whether with texts, and a key that changes with whatever it shows."""

    slug: str
    texts: bool
    key: str


@dataclass(frozen=True)
class Publication:
    """Whether a campaign may be published now, and its rule for the public page: off, full or without_texts."""

    settled: bool
    shown: str


def read_publication(store: Store, slug: str, who: Who = OPERATOR) -> Publication:
    """What its leads see of it. For leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        return Publication(campaign.status in SETTLED, rules_of(campaign).public_results)


def public_results(store: Store, slug: str) -> PublicResults | None:
    """The public page of a campaign as it is at this moment; None where there is none, whatever the reason.

    For anyone: a page that its lead has switched on is public.
    """
    with store.read() as db:
        campaign = db.scalar(select(Campaign).where(Campaign.slug == slug))
        if campaign is None or campaign.status not in SETTLED:
            return None
        shown = rules_of(campaign).public_results
        return None if shown == "off" else PublicResults(slug, shown == "full", _key(db, campaign))


def _key(db: Session, campaign: Campaign) -> str:
    """A hash of the campaign's own row and of everything that grows when judgments, marks or exclusions change."""
    about = [
        __version__,
        *(campaign.id, campaign.slug, campaign.title, campaign.status, campaign.settings, campaign.overlap),
        *(campaign.protocol_hash, campaign.clarifications, campaign.guideline_edition),
        *(newest_judgment(db, campaign), events_with_effect(db, campaign)),
    ]
    return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()
