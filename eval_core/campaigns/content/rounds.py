"""Rounds: new systems and prompts for a campaign that was judged before, with old comparisons served as anchors.

A round compares only what is new. Its anchors, comparisons that were judged before, are judged once more by somebody
who has not judged them; comparing both judgments shows whether the annotators' standards have drifted.
"""

from __future__ import annotations

from math import ceil

from sqlalchemy import case, select, update

from eval_core.campaigns.access import Grant
from eval_core.campaigns.audit import note
from eval_core.campaigns.content.loader import Loader
from eval_core.campaigns.content.pairs import shared_sample
from eval_core.store import Comparison, Prompt, Round
from eval_core.store.schema.content import lacks_text


def open_round(loader: Loader, grant: Grant, new: int, anchors: float = 0.0) -> int:
    """Open the round of `new` comparisons, in the transaction that adds them; the number of its anchors.

    Does nothing in the first round, or without new comparisons.
    """
    if new == 0 or loader.round == 1:
        return 0
    db, campaign = loader.db, loader.campaign
    begun = select(Round.id).where(Round.campaign_id == campaign.id, Round.number == loader.round)
    if db.scalar(begun) is None:
        db.add(Round(campaign_id=campaign.id, number=loader.round, opened_by=grant.person_id))
    chosen = _anchors(loader, ceil(anchors * new))
    # Spread over the new ones: an anchor takes the place in the serving order of the new one before it.
    places = db.scalars(
        select(Comparison.position)
        .where(Comparison.campaign_id == campaign.id, Comparison.round == loader.round, Comparison.kind == "regular")
        .order_by(Comparison.position)
    ).all()
    for number, anchor in enumerate(chosen):
        db.execute(
            update(Comparison)
            .where(Comparison.id == anchor.id)
            .values(
                position=places[number * len(places) // len(chosen)],
                # Of the count as it is when this is stored.
                overlap=case((Comparison.done > Comparison.overlap, Comparison.done), else_=Comparison.overlap) + 1,
                anchor_round=loader.round,
            )
            .execution_options(synchronize_session=False)
        )
    note(db, grant, "round_opened", round=loader.round, comparisons=new, anchors=len(chosen))
    return len(chosen)


def _anchors(loader: Loader, wanted: int) -> list[Comparison]:
    """Judged comparisons of earlier rounds, proportionally from each written standard and category."""
    rows = loader.db.execute(
        select(Comparison, Prompt.written_standard, Prompt.category)
        .join(Prompt, Prompt.id == Comparison.prompt_id)
        .where(
            Comparison.campaign_id == loader.campaign.id,
            Comparison.kind == "regular",
            Comparison.round < loader.round,
            Comparison.done > 0,
            ~Comparison.identical,
            Comparison.withdrawn_at.is_(None),
            ~lacks_text(),
        )
        .order_by(Comparison.id)
    ).all()
    return [row[0] for row in shared_sample(rows, lambda row: (row[1], row[2]), wanted, seed=loader.round)]
