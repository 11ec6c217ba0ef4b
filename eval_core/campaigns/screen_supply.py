"""What the screen for native readers can draw from in a campaign: only pairs that its leads have approved."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.protocols.native_screen import LEAST_APPROVED, ScreenPair, approved, load_pairs
from eval_core.store import Campaign, Prompt, ScreenApproval

STANDARDS = ("nb", "nn")


def standards_of(db: Session, campaign: Campaign) -> tuple[str, ...]:
    """The written standards of the campaign's texts, both where none is known."""
    query = select(Prompt.written_standard).where(Prompt.campaign_id == campaign.id).distinct()
    known = tuple(one for one in STANDARDS if one in set(db.scalars(query)))
    return known or STANDARDS


def approved_pairs(db: Session, campaign: Campaign) -> list[ScreenPair]:
    """The approved pairs, in the order of the files."""
    rows = db.execute(
        select(ScreenApproval.pair, ScreenApproval.fingerprint).where(ScreenApproval.campaign_id == campaign.id)
    )
    return approved(load_pairs(), [(pair, fingerprint) for pair, fingerprint in rows])


def still_needed(db: Session, campaign: Campaign) -> dict[str, int]:
    """How many more pairs of each written standard must be approved before anyone can be screened; {} for enough."""
    have = approved_pairs(db, campaign)
    lacks = {one: LEAST_APPROVED - sum(pair.standard == one for pair in have) for one in standards_of(db, campaign)}
    return {standard: lack for standard, lack in lacks.items() if lack > 0}
