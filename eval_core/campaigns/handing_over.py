"""Giving back what lies unjudged with somebody who does not come, so that others get it at once."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.leasing import has_one_writer
from eval_core.errors import RefusedError
from eval_core.store import Assignment, Campaign, Judgment, Person, Store


def hand_over(store: Store, slug: str, name: str, seen_at: datetime | None, who: Who = OPERATOR) -> int:
    """Release the regular comparisons that lie unjudged with an annotator. For the campaign's leads.

    Gold and repeats stay: nobody else waits for them. A judgment that the annotator makes afterwards on what was
    released is refused with 'stale', and they go on with something else.

    Args:
        seen_at: when the lead read that the annotator was there last; whoever has come back since keeps their work.

    Returns:
        How many were released; 0 where there is nothing, as after the first click of a double click.

    Raises:
        RefusedError: 'unknown_person' in this campaign, 'came_back' since `seen_at`, 'signed_out', 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        person = db.scalar(
            select(Person.id).where(
                Person.name == name,
                select(Assignment.id)
                .where(Assignment.person_id == Person.id, Assignment.campaign_id == grant.campaign.id)
                .exists(),
            )
        )
        if person is None:
            raise RefusedError("unknown_person", "nobody of this name has worked in this campaign")
        if not has_one_writer(db):
            # As for every deed of the person: they judge before this, or after it.
            db.execute(select(Person.id).where(Person.id == person).with_for_update(key_share=True))
        lying = (
            Assignment.campaign_id == grant.campaign.id,
            Assignment.person_id == person,
            Assignment.status == "leased",
            Assignment.kind == "regular",
        )
        if _was_there_after(db, grant.campaign, person, seen_at):
            raise RefusedError("came_back", "the annotator has been there meanwhile")
        released = db.scalars(update(Assignment).where(*lying).values(status="released").returning(Assignment.id)).all()
        if released:
            note(db, grant, "work_handed_over", person=person, comparisons=len(released))
        return len(released)


def _was_there_after(db: Session, campaign: Campaign, person: int, seen_at: datetime | None) -> bool:
    mine = (Assignment.campaign_id == campaign.id, Assignment.person_id == person)
    last = select(func.max(Judgment.id)).where(Judgment.campaign_id == campaign.id, Judgment.person_id == person)
    moments = (
        db.scalar(select(func.max(Assignment.shown_at)).where(*mine, Assignment.status == "leased")),
        db.scalar(select(Judgment.decided_at).where(Judgment.id == last.scalar_subquery())),
    )
    return any(moment is not None and (seen_at is None or moment > seen_at) for moment in moments)
