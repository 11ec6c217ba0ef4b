"""One response that an annotator rated, with every revision of its ratings. Nothing that is returned names a system."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Who, authorise
from eval_core.campaigns.desk.judgments import why_fixed
from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.desk.rating_sheets import RatedResponse
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.my_work.work_list import numbers_of
from eval_core.errors import RefusedError
from eval_core.store import Prompt, Rating, RatingAssignment, RatingMark, Response, Store


@dataclass(frozen=True)
class SheetRevision:
    """One entry of a sheet's history; without marks: an undo."""

    revision: int
    decided_at: datetime
    marks: dict[str, Score]


@dataclass(frozen=True)
class OwnSheet:
    """A rated response as its rater saw it, with its history (the oldest first).

    Attributes:
        sheet: the response and the ratings in force.
        marks: the words that were marked with the ratings in force: first character, the one after the last, and the
            criterion.
        fixed: why they cannot be revised now: 'not_revisable' or a state of the campaign; None if they can.
    """

    number: int
    sheet: RatedResponse
    protocol: str
    text_view: str
    source: str
    reference: str | None
    written_standard: str | None
    source_language: str | None
    target_language: str | None
    history: tuple[SheetRevision, ...]
    marks: tuple[tuple[int, int, str], ...]
    fixed: str | None


def own_rating(store: Store, who: Who, slug: str, assignment_id: int) -> OwnSheet:
    """One response of the person's list, with everything that they saw and wrote.

    Raises:
        RefusedError: 'not_allowed' for anything outside the person's list, 'signed_out'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        campaign = grant.campaign
        number = numbers_of(db, grant).get(assignment_id) if rates_responses(campaign) else None
        if number is None:
            raise RefusedError("not_allowed", "this response is not in your list")
        response = db.get_one(Response, db.get_one(RatingAssignment, assignment_id).response_id)
        prompt = db.get_one(Prompt, response.prompt_id)
        history = _history(db, assignment_id)
        return OwnSheet(
            number=number,
            sheet=RatedResponse(assignment_id, history[-1].revision, response.text or "", history[-1].marks),
            protocol=campaign.protocol_key,
            text_view=campaign.text_view,
            source=prompt.text,
            reference=prompt.reference,
            written_standard=prompt.written_standard,
            source_language=prompt.source_language,
            target_language=prompt.target_language,
            history=history,
            marks=_marked(db, assignment_id, history[-1].revision),
            fixed=why_fixed(campaign),
        )


def _marked(db: Session, assignment_id: int, revision: int) -> tuple[tuple[int, int, str], ...]:
    placed = (
        select(RatingMark.start, RatingMark.end, RatingMark.issue)
        .where(
            RatingMark.rating_assignment_id == assignment_id,
            RatingMark.revision == revision,
            RatingMark.start.is_not(None),
        )
        .order_by(RatingMark.start, RatingMark.end, RatingMark.issue)
    )
    return tuple((start or 0, end or 0, issue) for start, end, issue in db.execute(placed))


def _history(db: Session, assignment_id: int) -> tuple[SheetRevision, ...]:
    rows = db.scalars(
        select(Rating).where(Rating.rating_assignment_id == assignment_id).order_by(Rating.revision, Rating.id)
    ).all()
    revisions = []
    for revision, of_one in groupby(rows, key=lambda row: row.revision):
        ratings = list(of_one)
        marks = {
            row.criterion: Score(row.value, row.explanation or "")
            for row in ratings
            if row.value is not None or row.not_applicable
        }
        revisions.append(SheetRevision(revision, ratings[0].decided_at or ratings[0].created_at, marks))
    return tuple(revisions)
