"""How it ends for a person who came by an open link: for the lead's list, and for the platform that sent them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, or_, update
from sqlalchemy.orm import Session

from eval_core.store import ARRIVAL_ENDS, Arrival


def end_arrival(db: Session, person_id: int, campaign_id: int, how: str, at: datetime) -> bool:
    """Note how it ended, once; False for a person who did not come by an open link, or for whom it has ended.

    Only completion follows another end: a lead gave another try or reopened the campaign.

    Args:
        how: one of ARRIVAL_ENDS.
    """
    if how not in ARRIVAL_ENDS:
        raise ValueError(f"there is no end {how!r}")
    going_on = Arrival.ended.is_(None)
    free = or_(going_on, Arrival.ended != "completed") if how == "completed" else going_on
    ending = update(Arrival).where(*_of(person_id, campaign_id), free).values(ended=how, ended_at=at)
    return db.scalar(ending.returning(Arrival.id)) is not None


def reopen_arrival(db: Session, person_id: int, campaign_id: int) -> None:
    """The person who had withdrawn takes part again."""
    withdrawn = (*_of(person_id, campaign_id), Arrival.ended == "withdrawn")
    db.execute(update(Arrival).where(*withdrawn).values(ended=None, ended_at=None))


def _of(person_id: int, campaign_id: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return Arrival.person_id == person_id, Arrival.campaign_id == campaign_id
