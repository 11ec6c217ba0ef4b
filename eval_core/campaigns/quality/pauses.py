"""Pauses of one annotator: no new work until the pause is lifted. Unlike with an exclusion, what they judged counts."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select, update

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.people.memberships import enter
from eval_core.store import Assignment, Pause, RatingAssignment, Store


def pause_person(store: Store, slug: str, person_id: int, who: Who = OPERATOR) -> bool:
    """Give a person of the campaign no new work; the regular work that they hold goes to others. For leads.

    Their desk says that they are paused. What they had done in their browser by then is still recorded.

    Returns:
        False if the person is paused already.

    Raises:
        RefusedError: 'unknown_person', 'signed_out', 'not_allowed'.
    """
    with store.write() as db:
        grant, person = enter(db, who, slug, person_id)
        if db.scalar(select(Pause.id).where(Pause.in_force(grant.campaign.id, person.id))) is not None:
            return False
        db.add(Pause(campaign_id=grant.campaign.id, person_id=person.id, made_by=grant.person_id, made_at=store.now()))
        for table in (Assignment, RatingAssignment):
            held = (table.campaign_id == grant.campaign.id, table.person_id == person.id, table.status == "leased")
            # No one else waits for gold and repeats, training and test.
            db.execute(update(table).where(*held, table.kind == "regular").values(status="released"))
        note(db, grant, "person_paused", person=person.id)
        return True


def resume_person(store: Store, slug: str, person_id: int, who: Who = OPERATOR) -> bool:
    """Give a paused person work again. For leads.

    Returns:
        False if the person is not paused.

    Raises:
        RefusedError: as `pause_person`.
    """
    with store.write() as db:
        grant, person = enter(db, who, slug, person_id)
        row = db.scalar(select(Pause).where(Pause.in_force(grant.campaign.id, person.id)))
        if row is None:
            return False
        row.lifted_by, row.lifted_at = grant.person_id, store.now()
        note(db, grant, "person_resumed", person=person.id)
        return True


def paused_since(store: Store, slug: str, who: Who = OPERATOR) -> dict[int, datetime]:
    """Person -> since when they are paused. For leads and researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        rows = select(Pause.person_id, Pause.made_at).where(Pause.campaign_id == campaign.id, Pause.lifted_at.is_(None))
        return dict(db.execute(rows).all())
