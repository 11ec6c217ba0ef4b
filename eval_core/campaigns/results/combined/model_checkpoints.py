"""Which systems of a campaign are checkpoints of a model."""

from __future__ import annotations

from sqlalchemy import select

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.ranking.checkpoints import ModelCheckpoint
from eval_core.store import Store, System


def read_checkpoints(store: Store, slug: str, who: Who = OPERATOR) -> tuple[ModelCheckpoint, ...]:
    """The campaign's checkpoints, by family and number. For researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        rows = db.execute(
            select(System.name, System.family, System.checkpoint)
            .where(System.campaign_id == campaign.id, System.checkpoint.is_not(None))
            .order_by(System.family, System.checkpoint, System.name)
        )
        return tuple(ModelCheckpoint(name, family or name, float(number or 0)) for name, family, number in rows)
