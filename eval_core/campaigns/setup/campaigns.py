"""Creating and listing campaigns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from eval_core.campaigns.kinds import is_readable, rates_under
from eval_core.errors import ParvisError
from eval_core.protocols import load_protocol
from eval_core.store import Campaign, Comparison, Judgment, RatingAssignment, Response, Store

_SLUG = re.compile(r"[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?")


@dataclass(frozen=True)
class CampaignRow:
    """One line of the list of campaigns; `rated` counts a response once for each person who rated it."""

    slug: str
    title: str
    status: str
    protocol: str
    overlap: int
    comparisons: int
    judgments: int
    responses: int
    rated: int
    is_demo: bool
    created_at: datetime


@dataclass(frozen=True)
class CampaignName:
    """A campaign as lists name it.

    Attributes:
        rates: whether responses are rated, not compared. readable: whether the file of its protocol can be read.
    """

    slug: str
    title: str
    status: str
    is_demo: bool
    rates: bool
    readable: bool


def check_slug(slug: str) -> None:
    """Raise ParvisError if this cannot be a campaign's short name."""
    if not _SLUG.fullmatch(slug):
        raise ParvisError(f"'{slug}' cannot be a campaign's short name: use small letters a-z, digits, - and _")


def create_campaign(
    store: Store,
    slug: str,
    *,
    title: str | None = None,
    protocol: str = "norwegian_fluency",
    overlap: int = 2,
    shared: int = 0,
    shared_overlap: int = 0,
    per_annotator: int | None = None,
    text_view: str = "plain",
    is_demo: bool = False,
) -> None:
    """Create an empty campaign.

    Args:
        slug: its short name in commands and files: small letters, digits, - and _.
        overlap: how many annotators judge one comparison, at least 1.
        shared: how many comparisons form the shared set, judged by `shared_overlap` annotators.
        per_annotator: how many comparisons one annotator judges at most.

    Raises:
        ParvisError: for a slug that is taken or malformed, an unknown protocol, or inconsistent numbers.
    """
    check_slug(slug)
    if overlap < 1 or (per_annotator is not None and per_annotator < 1) or shared < 0:
        raise ParvisError("overlap and the number per annotator must be at least 1, the shared set at least 0")
    if (shared > 0) != (shared_overlap > 0) or (shared and shared_overlap < overlap):
        raise ParvisError("a shared set needs both --shared N and --shared-overlap M, with M at least the overlap")
    if text_view not in ("plain", "formatted"):
        raise ParvisError("the text view must be plain or formatted")
    chosen = load_protocol(protocol)
    with store.write() as db:
        if db.scalar(select(Campaign.id).where(Campaign.slug == slug)) is not None:
            raise ParvisError(f"there is a campaign '{slug}' already")
        db.add(
            Campaign(
                slug=slug,
                title=title or slug,
                protocol_key=chosen.key,
                protocol_version=str(chosen.version),
                protocol_hash=chosen.content_hash,
                overlap=overlap,
                shared=shared,
                shared_overlap=shared_overlap,
                per_annotator=per_annotator,
                text_view=text_view,
                is_demo=is_demo,
                settings={},
                created_at=store.now(),
            )
        )


def campaign_names(store: Store) -> dict[str, CampaignName]:
    """Every campaign by its short name, archived ones last; without their sizes, which cost more to count."""
    with store.read() as db:
        rows = db.execute(
            select(Campaign.slug, Campaign.title, Campaign.status, Campaign.is_demo, Campaign.protocol_key).order_by(
                Campaign.status == "archived", Campaign.title, Campaign.slug
            )
        )
        return {
            slug: CampaignName(slug, title, status, is_demo, rates_under(protocol), is_readable(protocol))
            for slug, title, status, is_demo, protocol in rows
        }


def list_campaigns(store: Store) -> list[CampaignRow]:
    """Every campaign with its size, by short name."""
    with store.read() as db:
        comparisons = dict(
            db.execute(
                select(Comparison.campaign_id, func.count())
                .where(Comparison.kind == "regular")
                .group_by(Comparison.campaign_id)
            ).all()
        )
        judgments = dict(
            db.execute(
                select(Judgment.campaign_id, func.count())
                .where(Judgment.live, Judgment.outcome.is_not(None))
                .group_by(Judgment.campaign_id)
            ).all()
        )
        responses = dict(
            db.execute(
                select(Response.campaign_id, func.count())
                .where(Response.system_id.is_not(None), Response.withdrawn_at.is_(None))
                .group_by(Response.campaign_id)
            ).all()
        )
        rated = dict(
            db.execute(
                select(RatingAssignment.campaign_id, func.count())
                .where(RatingAssignment.status == "done", RatingAssignment.kind == "regular")
                .group_by(RatingAssignment.campaign_id)
            ).all()
        )
        return [
            CampaignRow(
                row.slug,
                row.title,
                row.status,
                row.protocol_key,
                row.overlap,
                comparisons.get(row.id, 0),
                judgments.get(row.id, 0),
                responses.get(row.id, 0),
                rated.get(row.id, 0),
                row.is_demo,
                row.created_at,
            )
            for row in db.scalars(select(Campaign).order_by(Campaign.slug))
        ]
