"""One example of what a campaign's annotators will see, for a lead who looks at the plan. Names no system."""

from __future__ import annotations

from sqlalchemy import func, select

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.desk.rating_sheets import RatedResponse
from eval_core.campaigns.desk.supply.rating_leases import ratable
from eval_core.campaigns.talk.seen import AsSeen, SheetSeen
from eval_core.protocols import Protocol
from eval_core.store import Prompt, Response, Store


def read_example(store: Store, slug: str, protocol: Protocol, who: Who = OPERATOR) -> AsSeen | SheetSeen | None:
    """The first response of the campaign, or the first two to one prompt, as this protocol would show them. For leads.

    Returns:
        None where nothing suitable is loaded. Ids are 0: nothing is assigned.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    needed = 1 if protocol.kind == "rating" else 2
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        there = select(Response.prompt_id).join(Prompt, Prompt.id == Response.prompt_id).where(*ratable(campaign))
        enough = there.group_by(Response.prompt_id).having(func.count(Response.text.distinct()) >= needed)
        first = db.scalar(enough.order_by(Response.prompt_id).limit(1))
        if first is None:
            return None
        prompt = db.get_one(Prompt, first)
        mine = select(Response.text).where(*ratable(campaign), Response.prompt_id == first).join(Prompt)
        texts = list(dict.fromkeys(text or "" for text in db.scalars(mine.order_by(Response.id))))
        if protocol.kind == "pairwise":
            return pair_of(protocol, prompt.text, texts[0], texts[1], prompt.written_standard)
        return sheet_of(protocol, prompt.text, texts[0], campaign.text_view, prompt)


def pair_of(protocol: Protocol, prompt: str, first: str, second: str, written_standard: str | None = None) -> AsSeen:
    """Two texts that no one has compared."""
    return AsSeen(
        0, prompt, written_standard, first, second, None, 0, regular=True, withdrawn=False, protocol=protocol.key
    )


def sheet_of(protocol: Protocol, source: str, response: str, text_view: str, prompt: Prompt | None = None) -> SheetSeen:
    """A response on a sheet that no one has filled in."""
    return SheetSeen(
        sheet=RatedResponse(0, 0, response, {}),
        protocol=protocol.key,
        text_view=text_view,
        source=source,
        reference=prompt.reference if prompt else None,
        written_standard=prompt.written_standard if prompt else None,
        source_language=prompt.source_language if prompt else None,
        target_language=prompt.target_language if prompt else None,
        response_id=0,
        withdrawn=False,
    )
