"""People who came by the open link: how it ended for each, and how they get back to the platform that sent them."""

from __future__ import annotations

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant, Who, authorise
from eval_core.campaigns.crowd_rules import WayBack
from eval_core.campaigns.rules import rules_of
from eval_core.errors import RefusedError
from eval_core.store import Arrival, Assignment, Campaign, RatingAssignment, Store

_OVER = ("quota", "finished", "closed", "archived")


def end_at(instead: str | None, done: int, quota: int | None, *, excluded: bool, skipped: int = 0) -> str | None:
    """How it has ended for someone on whose desk lies nothing; None while it goes on, or where a lead must decide.

    A lead decides about those for whom nothing is left because they have skipped more than they did: otherwise anyone
    could skip their way to the code.

    Args:
        instead: why nothing lies there, as in `Pile`; it says 'finished' to the excluded too.
        done, quota: what they have judged or rated, and how much they are asked for.
        skipped: how much they have skipped.
    """
    if excluded or instead not in (*_OVER, "failed") or (instead == "finished" and skipped > done):
        return None
    if instead == "failed":
        return "screened_out"
    is_done = instead == "quota" or (quota is not None and done >= quota) or (instead == "finished" and done > 0)
    return "completed" if is_done else "full"


def count_skipped(db: Session, grant: Grant) -> int:
    """How much the person has skipped in the campaign."""
    return sum(
        db.scalar(
            select(func.count()).where(
                table.campaign_id == grant.campaign.id, table.person_id == grant.person, table.status == "skipped"
            )
        )
        or 0
        for table in (Assignment, RatingAssignment)
    )


def has_completed(db: Session, grant: Grant) -> bool:
    """Whether the person has finished what the open link asked of them."""
    query = select(Arrival.id).where(*_own(grant), Arrival.ended == "completed")
    return db.scalar(query) is not None


def has_begun(store: Store, slug: str, platform_person: str | None) -> bool:
    """Whether a platform has sent someone to a campaign before; for strangers at its open link."""
    if platform_person is None:
        return False
    known = select(Arrival.id).join(Campaign, Campaign.id == Arrival.campaign_id)
    with store.read() as db:
        return db.scalar(known.where(Campaign.slug == slug, Arrival.platform_person == platform_person)) is not None


def refuse_second_coming(db: Session, campaign: Campaign, platform_person: str | None) -> None:
    """Refuse with 'begun_already' someone whom the platform has sent before.

    What a platform calls a person is no secret, so it opens no account: they come back by their own link. Within the
    transaction that adds the arrival; of two at one moment the table's constraint refuses the second.
    """
    known = select(Arrival.id).where(Arrival.campaign_id == campaign.id, Arrival.platform_person == platform_person)
    if platform_person is not None and db.scalar(known) is not None:
        raise RefusedError("begun_already", "this participant of the platform has begun already")


def read_way_back(store: Store, who: Who, slug: str) -> WayBack | None:
    """How the person gets back to the platform that sent them; None for those whom none sent.

    Its `end` is '' while it goes on; code and address come only with an end, so no one has them early.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        crowd = rules_of(grant.campaign).crowd
        if grant.person_id is None or not crowd.is_set:
            return None
        arrival = db.scalar(select(Arrival).where(*_own(grant)))
        return None if arrival is None else crowd.way_back(arrival.ended or "", arrival.parameters)


def _own(grant: Grant) -> tuple[ColumnElement[bool], ...]:
    return Arrival.campaign_id == grant.campaign.id, Arrival.person_id == grant.person
