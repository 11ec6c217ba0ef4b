"""Can annotators tell a campaign's gold without reading it? Its comparisons as a blind classifier sees them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.planting.recognition import FEATURES, Array, Recognition, features_of, recognise
from eval_core.store import Assignment, Campaign, Comparison, Prompt, Response, Store
from eval_core.store.bulk import chunks
from eval_core.store.schema.content import lacks_text

# More would take longer and tell no more.
_MOST = {"gold": 1000, "regular": 2000}


@dataclass(frozen=True)
class Seen:
    """A comparison as it is seen without reading: `features` as in `planting.recognition`, and of which prompt."""

    comparison_id: int
    prompt: str
    written_standard: str | None
    features: tuple[float, ...]


def recognise_gold(store: Store, slug: str, who: Who = OPERATOR) -> Recognition:
    """How well the gold in use can be told from the regular comparisons, and by what. For the campaign's leads."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        gold, regular = (seen(db, usable(db, campaign, kind)) for kind in ("gold", "regular"))
        places = _places(db, [one.comparison_id for one in (*gold, *regular)])
    features = [[*one.features, place] for one, place in zip((*gold, *regular), places, strict=True)]
    return recognise(
        np.array(features, dtype=np.float64).reshape(len(features), FEATURES),
        np.arange(len(features)) < len(gold),
        [one.prompt for one in (*gold, *regular)],
    )


def usable(db: Session, campaign: Campaign, kind: str) -> list[int]:
    """Ids of the comparisons of a kind that can be shown; of very many, some by chance."""
    of_kind = (Comparison.campaign_id == campaign.id, Comparison.kind == kind, ~Comparison.identical)
    query = select(Comparison.id).where(*of_kind, Comparison.withdrawn_at.is_(None), ~lacks_text())
    ids = list(db.scalars(query.order_by(Comparison.id)))
    return random.Random(campaign.id).sample(ids, min(_MOST[kind], len(ids)))  # noqa: S311 - chance, no secret


def seen(db: Session, ids: Sequence[int]) -> list[Seen]:
    """These comparisons as they are seen without reading, in the same order."""
    first, second = aliased(Response), aliased(Response)
    query = (
        # Gold made of a real response has the prompt of that one.
        select(Comparison.id, func.coalesce(Prompt.external_id, Prompt.key), Prompt, first.text, second.text)
        .join(Prompt, Prompt.id == Comparison.prompt_id)
        .join(first, first.id == Comparison.first_response_id)
        .join(second, second.id == Comparison.second_response_id)
    )
    found = {
        identity: Seen(identity, key, prompt.written_standard, features_of(prompt.text, one or "", other or ""))
        for part in chunks(ids, 500)
        for identity, key, prompt, one, other in db.execute(query.where(Comparison.id.in_(part)))
    }
    return [found[identity] for identity in ids]


def _places(db: Session, ids: list[int]) -> Array:
    """When each came up: the running number of one of its showings, drawn by chance.

    What nobody has seen yet gets the number of any, which tells nothing; without any showing all are alike.
    """
    shown: dict[int, list[int]] = defaultdict(list)
    for part in chunks(ids, 500):
        for identity, number in db.execute(
            select(Assignment.comparison_id, Assignment.sequence)
            .where(
                Assignment.comparison_id.in_(part), Assignment.kind.in_(("regular", "gold")), Assignment.sequence > 0
            )
            .order_by(Assignment.id)
        ):
            shown[identity].append(number)
    draws = np.random.default_rng(0)
    every = [number for numbers in shown.values() for number in numbers] or [0]
    return np.array([float(draws.choice(shown.get(identity) or every)) for identity in ids])
