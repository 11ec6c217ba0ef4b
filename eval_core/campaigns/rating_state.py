"""What the pages of researchers ask before they read ratings: whether there are any, by whom, and how new they are."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.kinds import rates_responses
from eval_core.store import Person, Rating, RatingAssignment, Store, System


@dataclass(frozen=True)
class RatingState:
    """What is known of a campaign's ratings without reading them.

    Attributes:
        rates: whether responses are rated under the campaign's own protocol, not compared.
        protocols: the protocols under which somebody rated, the campaign's own first, then by key.
        kinds: who rated under the campaign's own protocol: 'human', 'simulated', 'judge'.
        systems: the campaign's systems, by name.
        newest: a number that grows with every rating, change and undo (of any campaign: the newest of one alone would
            be looked for among all of its ratings, every few seconds).
    """

    rates: bool
    protocols: tuple[str, ...]
    kinds: frozenset[str]
    systems: tuple[str, ...]
    newest: int


def rating_state(store: Store, slug: str, who: Who = OPERATOR) -> RatingState:
    """The state of a campaign's ratings, for researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        own = campaign.protocol_key
        found = db.execute(
            select(RatingAssignment.protocol_key, Person.kind)
            .join(Person, Person.id == RatingAssignment.person_id)
            .where(RatingAssignment.campaign_id == campaign.id, RatingAssignment.status == "done")
            .distinct()
        ).all()
        names = db.scalars(select(System.name).where(System.campaign_id == campaign.id).order_by(System.name))
        return RatingState(
            rates=rates_responses(campaign),
            protocols=tuple(sorted({row.protocol_key for row in found}, key=lambda key: (key != own, key))),
            kinds=frozenset(row.kind for row in found if row.protocol_key == own),
            systems=tuple(names),
            newest=db.scalar(select(func.max(Rating.id))) or 0,
        )
