"""The rules that a judge judges by: those that people read, in the version in force."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from eval_core.campaigns.joining.guideline_editions import guidelines_in
from eval_core.campaigns.joining.guidelines import list_clarifications, version_in_force
from eval_core.campaigns.kinds import rates_responses
from eval_core.store import Campaign

_LANGUAGE = "en"  # of the templates; a protocol without it has its first


@dataclass(frozen=True)
class Guidance:
    """The guidelines of a campaign as Markdown, with its leads' clarifications behind them, and their version."""

    version: str
    text: str


def guidance_in_force(db: Session, campaign: Campaign) -> Guidance:
    """What people read in this campaign before they judge; where they rate, the clarifications alone."""
    parts = [] if rates_responses(campaign) else [guidelines_in(db, campaign, _LANGUAGE).body.strip()]
    published = [f"{one.number}. {one.text.strip()}" for one in list_clarifications(db, campaign.id)]
    if published:
        parts.append("## Clarifications in this campaign\n\n" + "\n".join(published))
    return Guidance(version_in_force(campaign), "\n\n".join(parts))
