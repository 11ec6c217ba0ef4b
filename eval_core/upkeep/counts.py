"""Counts for monitoring, over all campaigns together."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from eval_core.campaigns.access import unused_since
from eval_core.store import Assignment, Judgment, Rating, RatingAssignment, SignIn, Store


@dataclass(frozen=True)
class OperatingFigures:
    """Counts at one moment.

    Attributes:
        judgments: revisions of judgments, undos and imported ones included; never decreases.
        ratings: the same of ratings.
        leases: comparisons and responses with a live lease.
        sign_ins: browsers (or programs) signed in by a link, not signed out, and used of late.
    """

    judgments: int
    ratings: int
    leases: int
    sign_ins: int


def operating_figures(store: Store) -> OperatingFigures:
    """Count; tells nothing about any person or campaign, so it needs no permission.

    Raises:
        UnavailableError: if the database does not answer.
    """
    now = store.now()
    leased = [
        select(func.count()).select_from(table).where(table.status == "leased", table.leased_until > now)
        for table in (Assignment, RatingAssignment)
    ]
    open_ones = (SignIn.revoked_at.is_(None), SignIn.used_at > unused_since(store))
    with store.read() as db:
        return OperatingFigures(
            judgments=db.scalar(select(func.count()).select_from(Judgment)) or 0,
            ratings=db.scalar(select(func.count()).select_from(Rating)) or 0,
            leases=sum(db.scalar(query) or 0 for query in leased),
            sign_ins=db.scalar(select(func.count()).select_from(SignIn).where(*open_ones)) or 0,
        )
