"""The guidelines as one campaign has them: the data file, and the clarifications its lead has published."""

from __future__ import annotations

from eval_core.protocols import load_guidelines
from eval_core.store import Campaign


def version_in_force(campaign: Campaign) -> str:
    """The version that people read now: the data file's, and '+n' after n published clarifications."""
    base = load_guidelines("en").version
    return f"{base}+{campaign.clarifications}" if campaign.clarifications else base
