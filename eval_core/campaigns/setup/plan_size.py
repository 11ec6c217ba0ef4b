"""How large a campaign's study is: the numbers that its power follows from."""

from __future__ import annotations

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.ranking.diagnostics.study_plan import StudySize
from eval_core.store import Campaign, Comparison, Membership, Store, System


def read_plan_size(store: Store, slug: str, who: Who = OPERATOR) -> StudySize:
    """The systems, prompts in comparisons, annotators and overlap of a campaign. For its leads."""
    with store.read() as db:
        return size_of(db, authorise(db, who, slug, "lead").campaign)


def size_of(db: Session, campaign: Campaign) -> StudySize:
    """As `read_plan_size`, within a transaction."""
    systems = db.scalar(select(func.count()).where(System.campaign_id == campaign.id)) or 0
    counted = select(func.count(), func.count(Comparison.prompt_id.distinct()))
    comparisons, prompts = db.execute(
        counted.where(
            Comparison.campaign_id == campaign.id,
            Comparison.kind == "regular",
            ~Comparison.identical,
            Comparison.withdrawn_at.is_(None),
        )
    ).one()
    every = systems * (systems - 1) // 2
    per_prompt = comparisons / prompts if 0 < comparisons < every * prompts else None
    return StudySize(
        systems, prompts, annotators_of(db, campaign), campaign.overlap, campaign.per_annotator, per_prompt
    )


def annotators_of(db: Session, campaign: Campaign) -> int:
    """How many people may judge here."""
    here = or_(Membership.campaign_id == campaign.id, Membership.campaign_id.is_(None))
    people = select(Membership.person_id).where(here, Membership.role == "annotator").distinct()
    return db.scalar(select(func.count()).select_from(people.subquery())) or 0
