"""Handing over: releasing what an absent annotator holds, so that others get it at once."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.locks import has_one_writer
from eval_core.errors import RefusedError
from eval_core.store import Assignment, Campaign, Judgment, Person, Rating, RatingAssignment, Store


def hand_over(store: Store, slug: str, name: str, seen_at: datetime | None, who: Who = OPERATOR) -> int:
    """Release the regular comparisons, or the responses to rate, that an annotator holds. For leads.

    Gold and repeats stay: no one else waits for them. What the annotator does later with released work that still
    lies in the browser is recorded, and marked late.

    Args:
        seen_at: when the annotator was last there, as the lead saw it; anyone who has returned since keeps their work.

    Returns:
        How many were released; 0 if there is nothing, as for the second click of a double click.

    Raises:
        RefusedError: 'unknown_person' in this campaign, 'came_back' since `seen_at`, 'signed_out', 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        rates = rates_responses(grant.campaign)
        table = RatingAssignment if rates else Assignment
        worked = select(table.id).where(table.person_id == Person.id, table.campaign_id == grant.campaign.id)
        person = db.scalar(select(Person.id).where(Person.name == name, worked.exists()))
        if person is None:
            raise RefusedError("unknown_person", "nobody of this name has worked in this campaign")
        if not has_one_writer(db):
            # As for every action of the person: they judge before or after this.
            db.execute(select(Person.id).where(Person.id == person).with_for_update(key_share=True))
        moments = (_rated if rates else _judged)(db, grant.campaign, person)
        if any(moment is not None and (seen_at is None or moment > seen_at) for moment in moments):
            raise RefusedError("came_back", "the annotator has returned meanwhile")
        held = (sheets_held if rates else comparisons_held)(grant.campaign)
        release = update(table).where(*held, table.person_id == person).values(status="released")
        released = db.scalars(release.returning(table.id)).all()
        if released:
            about = {"responses" if rates else "comparisons": len(released)}
            note(db, grant, "work_handed_over", person=person, **about)
        return len(released)


def comparisons_held(campaign: Campaign) -> tuple[ColumnElement[bool], ...]:
    """The condition for a regular comparison to be held unjudged, even if its lease has expired."""
    return Assignment.campaign_id == campaign.id, Assignment.status == "leased", Assignment.kind == "regular"


def sheets_held(campaign: Campaign) -> tuple[ColumnElement[bool], ...]:
    """The condition for a response to be held unrated under the campaign's protocol."""
    return (
        RatingAssignment.campaign_id == campaign.id,
        RatingAssignment.status == "leased",
        RatingAssignment.kind == "regular",
        RatingAssignment.protocol_key == campaign.protocol_key,
    )


def _judged(db: Session, campaign: Campaign, person: int) -> tuple[datetime | None, ...]:
    """When the person's open work came up, and when they last judged."""
    mine = (Assignment.campaign_id == campaign.id, Assignment.person_id == person)
    last = select(func.max(Judgment.id)).where(Judgment.campaign_id == campaign.id, Judgment.person_id == person)
    return (
        db.scalar(select(func.max(Assignment.shown_at)).where(*mine, Assignment.status == "leased")),
        db.scalar(select(Judgment.decided_at).where(Judgment.id == last.scalar_subquery())),
    )


def _rated(db: Session, campaign: Campaign, person: int) -> tuple[datetime | None, ...]:
    """As `_judged`, of ratings."""
    mine = (RatingAssignment.campaign_id == campaign.id, RatingAssignment.person_id == person)
    made = select(func.max(Rating.decided_at)).join(
        RatingAssignment, RatingAssignment.id == Rating.rating_assignment_id
    )
    return (
        db.scalar(select(func.max(RatingAssignment.shown_at)).where(*mine, RatingAssignment.status == "leased")),
        db.scalar(made.where(*mine)),
    )
