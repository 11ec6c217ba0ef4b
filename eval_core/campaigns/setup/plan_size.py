"""How large a campaign's study is, the numbers that its power follows from; and how many comparisons to share."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.ranking.diagnostics.study_plan import StudySize
from eval_core.store import Campaign, Comparison, Membership, Store, System

# Comparisons that two annotators share: with fewer, an interval of their agreement spans more than 0.4.
ENOUGH_SHARED = 20
# As many judge a shared comparison: more would take their time from other texts.
_SHARED_BY = 5
# A shared set is at most so large a part of all comparisons.
_MOST_SHARED = 0.25


@dataclass(frozen=True)
class Shared:
    """A shared set: so many comparisons, each judged by `overlap` people; none where both are 0."""

    comparisons: int
    overlap: int

    def judgments(self, comparisons: int, overlap: int) -> int:
        """All judgments, where the other comparisons are judged by `overlap` people."""
        return (comparisons - self.comparisons) * overlap + self.comparisons * self.overlap


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


def shared_for(comparisons: int, people: int, overlap: int) -> Shared:
    """The shared set with which any two annotators share enough comparisons; none where they do without one."""
    pairs, by = people * (people - 1), min(people, _SHARED_BY)
    if not pairs or by <= overlap or comparisons * overlap * (overlap - 1) >= ENOUGH_SHARED * pairs:
        return Shared(0, 0)
    wanted = math.ceil(ENOUGH_SHARED * pairs / (by * (by - 1)))
    some = min(wanted, math.floor(_MOST_SHARED * comparisons))
    return Shared(some, by) if some else Shared(0, 0)
