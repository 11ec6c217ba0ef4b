"""Results before judging is closed: researchers see them after asking for them, and the audit log notes who did.

Seeing the ranking may change how people judge, choose gold or stop; so a report tells how often it was seen.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.store import Event, Judgment, RatingAssignment, Store

SETTLED = ("closed", "archived")


def results_are_shown(store: Store, slug: str, who: Who = OPERATOR) -> bool:
    """Whether this researcher sees results: judging is closed, or they asked before; in a demo always.

    Before the first judgment or rating there is nothing to hide.
    """
    with store.read() as db:
        return sees_results(db, authorise(db, who, slug, "researcher"))


def sees_results(db: Session, grant: Grant) -> bool:
    """`results_are_shown` within a transaction."""
    settled = grant.campaign.is_demo or grant.campaign.status in SETTLED
    return settled or _asked_before(db, grant) or not _some(db, grant)


def show_results(store: Store, slug: str, who: Who = OPERATOR) -> bool:
    """Show a researcher the results so far, from now on; False if they saw them before, or judging is closed.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "researcher")
        if grant.campaign.status in SETTLED or _asked_before(db, grant):
            return False
        note(db, grant, "results_shown")
        return True


def _some(db: Session, grant: Grant) -> bool:
    """Whether anything was judged or rated in the campaign."""
    judged = select(Judgment.id).where(Judgment.campaign_id == grant.campaign.id)
    rated = select(RatingAssignment.id).where(
        RatingAssignment.campaign_id == grant.campaign.id, RatingAssignment.status == "done"
    )
    return any(db.scalar(query.limit(1)) is not None for query in (judged, rated))


def _asked_before(db: Session, grant: Grant) -> bool:
    asked = select(Event.id).where(
        Event.campaign_id == grant.campaign.id, Event.person_id == grant.person_id, Event.action == "results_shown"
    )
    return db.scalar(asked.limit(1)) is not None
