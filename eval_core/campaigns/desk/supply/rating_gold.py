"""Control responses of a campaign that rates: texts with known ratings, in training, test and stream."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant
from eval_core.campaigns.desk.supply.rating_leases import hold_response
from eval_core.campaigns.desk.supply.written_standards import standard_of
from eval_core.campaigns.rules import Rules
from eval_core.store import Campaign, Prompt, RatingAssignment, Response
from eval_core.store.engine import chance_of


@dataclass(frozen=True)
class Control:
    """A control response that may be shown: the criteria whose ratings are known, and its written standard."""

    response_id: int
    criteria: tuple[str, ...]
    standard: str | None


def control_responses(campaign: Campaign) -> tuple[ColumnElement[bool], ...]:
    """The condition for a response to be a control one that may be shown."""
    # Without a system and not of a gold comparison: JSON cannot be compared with NULL everywhere.
    return (
        Response.campaign_id == campaign.id,
        Response.system_id.is_(None),
        Response.withdrawn_at.is_(None),
    )


def is_within(expected: Sequence[int], given: int | None) -> bool:
    """Whether a value lies within what is expected, both ends included; "not applicable" does not."""
    return given is not None and expected[0] <= given <= expected[1]


def is_expected(scores: Mapping[str, Sequence[int]], given: Mapping[str, int | None]) -> bool:
    """Whether every criterion with an expectation got a value within it; "not applicable" is none."""
    return all(is_within(ends, given.get(key)) for key, ends in scores.items())


def lease_control(db: Session, grant: Grant, rules: Rules, now: datetime) -> RatingAssignment | None:
    """A control response that the person has not had, as often as the share of gold says; None otherwise."""
    if not rules.gold_share or chance_of(db).random() >= rules.gold_share:
        return None
    return hold_control(db, grant, now)


def hold_control(
    db: Session, grant: Grant, now: datetime, kind: str = "regular", qualification_id: int | None = None
) -> RatingAssignment | None:
    """Lease a control response that the person has not had; None if there is none.

    Training and test go evenly over criteria and written standards.

    Args:
        kind: 'training', 'test' (then with its `qualification_id`), or 'regular' in the stream.
    """
    unseen = unseen_controls(db, grant.campaign, grant.person)
    if not unseen:
        return None
    chance = chance_of(db)
    drawn = chance.choice(unseen) if kind == "regular" else _drawn_evenly(unseen, _had(db, grant, kind), chance)
    held = hold_response(db, grant, drawn.response_id, now)
    held.kind, held.qualification_id = kind, qualification_id
    db.flush()
    return held


def unseen_controls(db: Session, campaign: Campaign, person_id: int | None = None) -> list[Control]:
    """The control responses that can be shown; with a person: that they have not had, in a standard that they rate."""
    query = _shown(campaign)
    if person_id is not None:
        had = select(RatingAssignment.id).where(
            RatingAssignment.campaign_id == campaign.id,
            RatingAssignment.person_id == person_id,
            RatingAssignment.protocol_key == campaign.protocol_key,
            RatingAssignment.response_id == Response.id,
            RatingAssignment.status != "released",
        )
        query = query.where(~had.correlate(Response).exists())
        query = _fitting(query, standard_of(db, campaign.id, person_id))
    return [control for row in db.execute(query) if (control := _control(*row))]


def controls_by_standard(db: Session, campaign: Campaign, standards: Sequence[str]) -> dict[str, int]:
    """How many control responses can be shown to a person who rates only this written standard."""
    query = _shown(campaign)
    return {standard: sum(bool(row.gold) for row in db.execute(_fitting(query, standard))) for standard in standards}


def _had(db: Session, grant: Grant, kind: str) -> list[Control]:
    """The control responses that a person has had of one kind."""
    rows = db.execute(
        select(Response.id, Response.gold, Prompt.written_standard)
        .join(Prompt, Prompt.id == Response.prompt_id)
        .join(RatingAssignment, RatingAssignment.response_id == Response.id)
        .where(
            RatingAssignment.campaign_id == grant.campaign.id,
            RatingAssignment.person_id == grant.person,
            RatingAssignment.protocol_key == grant.campaign.protocol_key,
            RatingAssignment.kind == kind,
            RatingAssignment.status != "released",
        )
    )
    return [control for row in rows if (control := _control(*row))]


def _drawn_evenly(unseen: Sequence[Control], had: Sequence[Control], chance: Random) -> Control:
    """A control response of a criterion that came least so far; of those, of a written standard that came least.

    Args:
        unseen: at least one.
    """
    criteria = Counter(criterion for control in had for criterion in control.criteria)
    standards = Counter(control.standard for control in had)
    fewest = min(criteria[criterion] for control in unseen for criterion in control.criteria)
    least = {one for control in unseen for one in control.criteria if criteria[one] == fewest}
    fitting = [control for control in unseen if least.intersection(control.criteria)]
    rare = min(standards[control.standard] for control in fitting)
    fitting = [control for control in fitting if standards[control.standard] == rare]
    # A criterion with many control responses comes no sooner than one with few.
    criterion = chance.choice(sorted({one for control in fitting for one in control.criteria if one in least}))
    return chance.choice([control for control in fitting if criterion in control.criteria])


def _control(response_id: int, gold: dict[str, Any] | None, standard: str | None) -> Control | None:
    """A control response; None for the text of a gold comparison, of which no ratings are known."""
    return Control(response_id, tuple(gold["scores"]), standard) if gold and gold["scores"] else None


def _shown(campaign: Campaign) -> Select[int, Any, str | None]:
    return (
        select(Response.id, Response.gold, Prompt.written_standard)
        .join(Prompt, Prompt.id == Response.prompt_id)
        .where(*control_responses(campaign))
        .order_by(Response.id)
    )


def _fitting(query: Select[int, Any, str | None], standard: str | None) -> Select[int, Any, str | None]:
    if standard is None:
        return query
    return query.where(or_(Prompt.written_standard.is_(None), Prompt.written_standard == standard))
