"""What pages about comparisons say in a campaign where responses are rated."""

from __future__ import annotations

from eval_core.campaigns.kinds import protocol_kind
from eval_core.locales import gettext as _
from eval_core.ui.address import page_link
from eval_core.ui.parts.html import sentence
from eval_core.ui.session import Seat, session_id, store


def rates(slug: str) -> bool:
    """Whether responses are rated in the campaign, instead of compared."""
    return protocol_kind(store(), session_id(), slug) == "rating"


def rated_instead(seat: Seat, text: str) -> None:
    """Say that responses are rated here, and what follows; with a link to the scores for researchers."""
    sentence(f"{_('Responses are rated in this campaign.')} {text}")
    if seat.slug in seat.visitor.campaigns_as("researcher"):
        page_link("ranking", seat.slug, label=_("See the scores"))
