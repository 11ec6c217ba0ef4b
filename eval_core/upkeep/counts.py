"""What those who run Parvis watch: how much there is, over all campaigns together."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from eval_core.store import Assignment, Judgment, Rating, RatingAssignment, SignIn, Store


@dataclass(frozen=True)
class OperatingFigures:
    """Counts of one moment.

    Attributes:
        judgments: revisions of judgments there are, undos and imported ones included: it only ever grows.
        ratings: the same of ratings.
        leases: comparisons and responses that lie with somebody and keep their place.
        sign_ins: browsers (or programs) that were signed in by a link and not signed out; they may be idle.
    """

    judgments: int
    ratings: int
    leases: int
    sign_ins: int


def operating_figures(store: Store) -> OperatingFigures:
    """Count; says nothing of any person or campaign, so it asks for no permission.

    Raises:
        UnavailableError: if the database does not answer.
    """
    now = store.now()
    leased = [
        select(func.count()).select_from(table).where(table.status == "leased", table.leased_until > now)
        for table in (Assignment, RatingAssignment)
    ]
    with store.read() as db:
        return OperatingFigures(
            judgments=db.scalar(select(func.count()).select_from(Judgment)) or 0,
            ratings=db.scalar(select(func.count()).select_from(Rating)) or 0,
            leases=sum(db.scalar(query) or 0 for query in leased),
            sign_ins=db.scalar(select(func.count()).select_from(SignIn).where(SignIn.revoked_at.is_(None))) or 0,
        )
