"""An annotator's stream: mostly regular comparisons, sometimes gold or a repeat.

Nobody can see which: all three are leased, shown, judged and counted alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from random import Random
from typing import Literal, TypeVar

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant
from eval_core.campaigns.content.gold_supply import HAD_OF_KIND, drawn_evenly, unseen_by_person, usable_gold
from eval_core.campaigns.desk.supply.assigned import Assigned, changed
from eval_core.campaigns.desk.supply.leases import (
    IDS_MET_LATELY,
    NOT_LATELY,
    anything_open,
    choose_side,
    hold,
    last_prompts,
    lease_regular,
)
from eval_core.campaigns.desk.supply.own_work import OwnWork
from eval_core.campaigns.desk.supply.written_standards import fitting
from eval_core.campaigns.rules import Rules
from eval_core.store import Assignment, Comparison, Prompt
from eval_core.store.engine import ask, chance_of
from eval_core.store.schema.content import lacks_text

Item = TypeVar("Item")

# A repeat comes back when the choice is forgotten.
REPEAT_GAP = 20
# A prompt met more recently gets neither gold nor a repeat.
_PROMPT_GAP = 10
_AGAIN = aliased(Assignment)
_USABLE = (~Comparison.identical, Comparison.withdrawn_at.is_(None), ~lacks_text())
_GOLD = (
    select(Comparison.id, Comparison.gold_issue, Prompt.written_standard)
    .join(Prompt, Prompt.id == Comparison.prompt_id)
    .where(*usable_gold(), *unseen_by_person())
    .order_by(Comparison.id)
)
# The same, and not of a prompt met recently.
_GOLD_APART = _GOLD.where(
    NOT_LATELY,
    ~select(Prompt.id)
    .where(Prompt.id == Comparison.prompt_id, Prompt.external_id.in_(IDS_MET_LATELY))
    .correlate(Comparison)
    .exists(),
)
_REPEATABLE = (
    select(Assignment.comparison_id, Assignment.swapped)
    .join(Comparison, Comparison.id == Assignment.comparison_id)
    .where(
        Assignment.campaign_id == bindparam("campaign"),
        Assignment.person_id == bindparam("person"),
        Assignment.kind == "regular",
        Assignment.status == "done",
        Assignment.sequence.between(1, bindparam("until")),  # imported work has no running number
        *_USABLE,
        ~select(_AGAIN.id)
        .where(_AGAIN.comparison_id == Comparison.id, _AGAIN.person_id == bindparam("person"), _AGAIN.kind == "repeat")
        .correlate(Comparison)
        .exists(),
        NOT_LATELY,
        Comparison.prompt_id.not_in(bindparam("last", expanding=True)),
    )
    .order_by(Assignment.sequence)
)
_OCCURRENCE = select(func.max(Assignment.occurrence) + 1).where(
    Assignment.comparison_id == bindparam("comparison"), Assignment.person_id == bindparam("person")
)


def due(share: float, number: int, last: int) -> float:
    """The chance that the next comparison is of a kind with this `share` of the stream.

    The stream is cut into blocks of 1/share; each block has one, at a random place.

    Args:
        share: 0 to 1.
        number: the running number of the next comparison, from 1.
        last: the running number of the last one of this kind, 0 for none.
    """
    if share <= 0:
        return 0.0
    block = math.ceil(number * share - 1e-9)
    first, final = math.floor((block - 1) / share + 1e-9) + 1, math.floor(block / share + 1e-9)
    return 0.0 if last >= first else 1 / max(1, final - number + 1)


def lease_following(db: Session, grant: Grant, own: OwnWork, rules: Rules, now: datetime) -> Assigned | None:
    """Lease the next comparison of the person's stream; None if no regular comparison is open to them."""
    number, chance = own.sequence + 1, chance_of(db)
    taken = None
    golden = _happens(due(rules.gold_share, number, own.last_gold), chance)
    again = _happens(due(rules.repeat_share, number, own.last_repeat), chance)
    # Nothing after the last regular comparison: on a later visit only gold or a repeat could come.
    if (golden or again) and anything_open(db, grant, own):
        taken = lease_gold(db, grant, own, now, "gold") if golden else None
        taken = taken or (_lease_repeat(db, grant, own, now) if again else None)
    taken = taken or lease_regular(db, grant, own, rules, now)
    if taken is None:
        return None
    asks = _happens(rules.share_of_reasons, chance)
    return taken if taken.asks_reasons == asks else changed(db, taken, asks_reasons=asks)


def lease_gold(
    db: Session,
    grant: Grant,
    own: OwnWork,
    now: datetime,
    kind: Literal["gold", "training", "test"],
    qualification_id: int | None = None,
) -> Assigned | None:
    """Lease a gold comparison that the person has never seen; None if there is none.

    The stream takes none of a prompt met recently; training and test do if there is no other, and go evenly over
    categories and written standards.
    """
    about = {"campaign": grant.campaign.id, "person": grant.person, "since": own.sequence + 1 - _PROMPT_GAP}
    unseen = ask(db, fitting(_GOLD_APART, own.written_standard), about).all()
    if not unseen and kind != "gold":
        unseen = ask(db, fitting(_GOLD, own.written_standard), about).all()
    if not unseen:
        return None
    chance = chance_of(db)
    comparison = (
        _drawn(unseen, chance).id
        if kind == "gold"
        else drawn_evenly(unseen, db.execute(HAD_OF_KIND, about | {"kind": kind}).all(), chance)
    )
    assignment = Assigned(0, grant.campaign.id, comparison, grant.person, kind, qualification_id=qualification_id)
    return hold(db, assignment, own, now, swapped=choose_side(own, chance))


def _lease_repeat(db: Session, grant: Grant, own: OwnWork, now: datetime) -> Assigned | None:
    """Lease a comparison judged long ago, with its sides swapped."""
    number = own.sequence + 1
    about = {
        "campaign": grant.campaign.id,
        "person": grant.person,
        "until": number - REPEAT_GAP,
        "since": number - _PROMPT_GAP,
        "last": last_prompts(db, grant, own),
    }
    repeatable = ask(db, fitting(_REPEATABLE, own.written_standard), about).all()
    if not repeatable:
        return None
    again = _drawn(repeatable, chance_of(db))
    occurrence = ask(db, _OCCURRENCE, {"comparison": again.comparison_id, "person": grant.person}).scalar_one()
    assignment = Assigned(0, grant.campaign.id, again.comparison_id, grant.person, "repeat")
    return hold(db, assignment, own, now, swapped=not again.swapped, occurrence=occurrence)


def _happens(probability: float, chance: Random) -> bool:
    return chance.random() < probability


def _drawn(items: Sequence[Item], chance: Random) -> Item:
    return items[int(chance.random() * len(items))]
