"""How raters did on control responses: within what is expected of every criterion, or not. First answers count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.desk.supply.rating_gold import is_expected
from eval_core.store import Campaign, Person, Rating, RatingAssignment, Response


@dataclass(frozen=True)
class ControlCount:
    """Of `n` sheets, `right` within what is expected."""

    right: int
    n: int


def control_counts(db: Session, campaign: Campaign) -> dict[int, ControlCount]:
    """Control response -> how its raters did, LLM judges left out."""
    return _counted((response, right) for response, _, right in _sheets(db, campaign))


def controls_of_people(db: Session, campaign: Campaign) -> dict[int, ControlCount]:
    """Person -> how they did on control responses that are in use."""
    withdrawn = select(Response.id).where(Response.campaign_id == campaign.id, Response.withdrawn_at.is_not(None))
    out = set(db.scalars(withdrawn))
    return _counted((person, right) for response, person, right in _sheets(db, campaign) if response not in out)


def _counted(sheets: Iterable[tuple[int, bool]]) -> dict[int, ControlCount]:
    found: dict[int, list[bool]] = defaultdict(list)
    for key, right in sheets:
        found[key].append(right)
    return {key: ControlCount(sum(rights), len(rights)) for key, rights in found.items()}


def _sheets(db: Session, campaign: Campaign) -> list[tuple[int, int, bool]]:
    """Each first sheet of a control response in the stream: response, person, and whether all is as expected."""
    rows = db.execute(
        select(
            RatingAssignment.id, RatingAssignment.person_id, Response.id, Response.gold, Rating.criterion, Rating.value
        )
        .join(Response, Response.id == RatingAssignment.response_id)
        .join(Rating, (Rating.rating_assignment_id == RatingAssignment.id) & (Rating.revision == 1))
        .join(Person, Person.id == RatingAssignment.person_id)
        .where(
            RatingAssignment.campaign_id == campaign.id,
            RatingAssignment.status == "done",
            RatingAssignment.kind == "regular",
            Response.system_id.is_(None),
            Person.kind != "judge",
        )
    ).all()
    given: dict[int, dict[str, int | None]] = defaultdict(dict)
    about = {}
    for sheet, person, response, gold, criterion, value in rows:
        given[sheet][criterion] = value
        about[sheet] = (response, person, gold)
    return [
        (response, person, is_expected(gold["scores"], given[sheet]))
        for sheet, (response, person, gold) in about.items()
        if gold
    ]
