"""How many gold comparisons, or control responses, are left for training and test: in all, and for whom too few."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.content.gold_supply import unseen_by_person, usable_gold
from eval_core.campaigns.desk.supply.rating_gold import controls_by_standard, unseen_controls
from eval_core.campaigns.desk.supply.written_standards import fitting, standard_of
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.rules import rules_of
from eval_core.store import (
    Assignment,
    Campaign,
    Comparison,
    Membership,
    Person,
    Prompt,
    Qualification,
    RatingAssignment,
)

_NEWCOMERS = 50  # that are looked at, one after the other


def unseen_gold(db: Session, campaign: Campaign, person_id: int | None = None) -> int:
    """How many gold comparisons, or control responses, can be shown; with a person: that they have not seen."""
    if rates_responses(campaign):
        return len(unseen_controls(db, campaign, person_id))
    about = {"campaign": campaign.id, "person": person_id}
    query = select(func.count(Comparison.id)).where(*usable_gold())
    if person_id is not None:
        query = fitting(query.where(*unseen_by_person()), standard_of(db, campaign.id, person_id))
    return db.scalar(query, about) or 0


def without_gold(db: Session, campaign: Campaign) -> list[str]:
    """Names of the newcomers who cannot begin or finish training and test with the gold there is for them."""
    rules = rules_of(campaign)
    table = RatingAssignment if rates_responses(campaign) else Assignment
    need = rules.training + rules.test
    if not need:
        return []
    tried = (Qualification.person_id == Person.id, Qualification.campaign_id == campaign.id)
    passed = select(Qualification.id).where(*tried, Qualification.passed.is_not(None))
    here = (table.campaign_id == campaign.id, table.person_id == Person.id)
    worked = select(table.id).where(*here, table.kind.not_in(("training", "test")))
    begun = select(func.count(table.id)).where(*here, table.status != "released").scalar_subquery()
    newcomers = db.execute(
        select(Person.id, Person.name, begun)
        .join(Membership, Membership.person_id == Person.id)
        .where(
            Membership.campaign_id == campaign.id,
            Membership.role == "annotator",
            Person.kind == "human",
            ~passed.exists(),
            ~worked.exists(),
        )
        .order_by(Person.name)
        .limit(_NEWCOMERS)
    ).all()
    return [name for identity, name, had in newcomers if unseen_gold(db, campaign, identity) + had < need]


def gold_by_standard(db: Session, campaign: Campaign) -> dict[str, int]:
    """How much gold can be shown to a person who judges only this written standard; control responses alike.

    It has the standards that the campaign's prompts ask for; gold without a standard is for everyone.
    """
    asked = (
        select(Prompt.written_standard).where(Prompt.campaign_id == campaign.id, Prompt.kind == "regular").distinct()
    )
    standards = sorted(standard for standard in db.scalars(asked) if standard)
    if rates_responses(campaign):
        return controls_by_standard(db, campaign, standards)
    query = select(func.count(Comparison.id)).where(*usable_gold())
    return {standard: db.scalar(fitting(query, standard), {"campaign": campaign.id}) or 0 for standard in standards}
