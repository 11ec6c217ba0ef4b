"""What leaving an annotator out would do to the judgments and the end date."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.watching.forecast import Forecast, forecast
from eval_core.campaigns.watching.progress import counts_within
from eval_core.campaigns.watching.rating_progress import lately_rated
from eval_core.campaigns.watching.tallies import Lately, lately
from eval_core.store import Campaign, Comparison, Exclusion, Judgment, RatingAssignment, Store
from eval_core.store.schema.work import RANKED


@dataclass(frozen=True)
class Omission:
    """What leaving an annotator out would do.

    Attributes:
        judgments: theirs that count now, `of` so many: judgments, or rated responses.
        again: how many others would have to make instead, on `comparisons` comparisons or responses.
        hours: the active time that takes at the others' pace; None where no time was measured.
        now: the forecast as it is; `without`: without this person; `served`: without, and with what others make
            instead. None with too little to forecast from.
    """

    judgments: int
    of: int
    again: int
    comparisons: int
    hours: float | None
    now: Forecast | None
    without: Forecast | None
    served: Forecast | None


def read_omission(store: Store, slug: str, person_id: int, who: Who = OPERATOR) -> Omission:
    """What leaving a person out would do to the judgments, the hours and the end date. For leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign, now = authorise(db, who, slug, "lead").campaign, store.now()
        rates = rates_responses(campaign)
        made, of, again, comparisons = (_rated if rates else _judged)(db, campaign, person_id)
        counts = counts_within(db, campaign)
        recent = lately_rated(db, campaign, now) if rates else lately(db, campaign, now)
        excluded = set(db.scalars(Exclusion.people(campaign.id)))
    working = {person: row for person, row in recent.items() if person not in excluded}
    rest = [row for person, row in working.items() if person != person_id]
    left = counts.total - counts.done
    active, measured = sum(row.active_ms for row in rest), sum(row.measured for row in rest)

    def end(rows: Collection[Lately], to_make: int) -> Forecast | None:
        pairs = sorted(pair for row in rows for pair in zip(row.moments, row.made, strict=True))
        return forecast([at for at, _ in pairs], to_make, now, [number for _, number in pairs])

    return Omission(
        made,
        of,
        again,
        comparisons,
        again * active / measured / 3_600_000 if measured else None,
        end(working.values(), left),
        end(rest, left),
        end(rest, left + again),
    )


def _judged(db: Session, campaign: Campaign, person_id: int) -> tuple[int, int, int, int]:
    """Judgments of the person, of all who count, judgments to make again, and comparisons that this concerns."""
    ranked = select(func.count()).where(Judgment.campaign_id == campaign.id, text(RANKED))
    counted = ranked.where(Judgment.person_id.is_(None) | Judgment.person_id.not_in(Exclusion.people(campaign.id)))
    theirs = (
        select(Judgment.comparison_id, func.count().label("made"))
        .where(Judgment.campaign_id == campaign.id, Judgment.person_id == person_id, text(RANKED))
        .group_by(Judgment.comparison_id)
        .subquery()
    )
    rows = db.execute(
        select(theirs.c.made, Comparison.done, Comparison.overlap)
        .join(Comparison, Comparison.id == theirs.c.comparison_id)
        .where(Comparison.withdrawn_at.is_(None))
    ).all()
    lacking = [max(0, overlap - done + made) - max(0, overlap - done) for made, done, overlap in rows]
    made = db.scalar(ranked.where(Judgment.person_id == person_id)) or 0
    return made, db.scalar(counted) or 0, sum(lacking), sum(number > 0 for number in lacking)


def _rated(db: Session, campaign: Campaign, person_id: int) -> tuple[int, int, int, int]:
    """The same of rated responses: each that the person rated is rated once more by another."""
    done = select(func.count()).where(
        RatingAssignment.campaign_id == campaign.id,
        RatingAssignment.status == "done",
        RatingAssignment.kind == "regular",
        RatingAssignment.protocol_key == campaign.protocol_key,
    )
    made = db.scalar(done.where(RatingAssignment.person_id == person_id)) or 0
    counted = db.scalar(done.where(RatingAssignment.person_id.not_in(Exclusion.people(campaign.id)))) or 0
    return made, counted, made, made
