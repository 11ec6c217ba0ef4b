"""An annotator's own ratings: the list, and each response with every revision of its ratings.

Nothing that is returned names a system.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant, Who, authorise
from eval_core.campaigns.desk.judgments import why_fixed
from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.desk.rating_leases import of_rater
from eval_core.campaigns.desk.rating_sheets import RatedResponse, revisions_of
from eval_core.campaigns.my_work.own_judgments import SEARCH_LIMIT, part_of
from eval_core.campaigns.text import first_words, folded
from eval_core.errors import RefusedError
from eval_core.store import Prompt, Rating, RatingAssignment, Response, Store

_READ, _BEGINNING = 500, 90  # characters of a text: read, and shown in the list


@dataclass(frozen=True)
class OwnRating:
    """One line of the list.

    Attributes:
        number: the person's own running number, from 1, in the order in which they first rated.
        beginning: the first words of the response; `asked` those of its prompt, in `source_language`.
        language: of the response, None if it is unknown.
        decided_at: when the ratings in force were made, as revision `revision`.
    """

    assignment_id: int
    number: int
    beginning: str
    asked: str
    language: str | None
    source_language: str | None
    decided_at: datetime
    revision: int


@dataclass(frozen=True)
class OwnRatings:
    """A part of the list, the newest first.

    Attributes:
        total: all responses that the person has rated; `found` of them match the search.
        before: where the next part begins, None after the last one.
    """

    rows: tuple[OwnRating, ...]
    total: int
    found: int
    before: int | None


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
    fixed: str | None


def own_ratings(
    store: Store, who: Who, slug: str, *, search: str = "", limit: int = 50, before: int | None = None
) -> OwnRatings:
    """The responses that the person has rated here under the campaign's protocol, the newest first; no imported ones.

    Args:
        search: to be found in the prompt, in the response or in the person's own explanations, whatever its case.
            Blank finds all.
        limit: rows of the part, 1 to 200.
        before: only lower running numbers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        numbers = _numbers(db, grant)
        matching, part, more = part_of(numbers, _matching(db, grant, search), limit, before)
        rows = _rows(db, part, numbers)
        return OwnRatings(rows, len(numbers), matching, rows[-1].number if more else None)


def own_rating(store: Store, who: Who, slug: str, assignment_id: int) -> OwnSheet:
    """One response of the person's list, with everything that they saw and wrote.

    Raises:
        RefusedError: 'not_allowed' for anything outside the person's list, 'signed_out'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        campaign, number = grant.campaign, _numbers(db, grant).get(assignment_id)
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
            fixed=why_fixed(campaign),
        )


def _numbers(db: Session, grant: Grant) -> dict[int, int]:
    """Assignment -> the running number of every response in the list."""
    own = db.scalars(
        select(RatingAssignment.id)
        .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
        .where(*of_rater(grant), RatingAssignment.status == "done")
        .group_by(RatingAssignment.id)
        # Imported ratings have no time of decision.
        .having(func.count(Rating.decided_at) > 0)
        .order_by(func.min(Rating.id))
    )
    return {assignment_id: number for number, assignment_id in enumerate(own, 1)}


def _matching(db: Session, grant: Grant, search: str) -> set[int] | None:
    """The person's assignments in which the search is found; None without a search."""
    wanted = folded(search.strip()[:SEARCH_LIMIT])
    if not wanted:
        return None
    texts = (
        select(RatingAssignment.id, Prompt.text, Response.text)
        .join(Response, Response.id == RatingAssignment.response_id)
        .join(Prompt, Prompt.id == Response.prompt_id)
    )
    explanations = (
        select(RatingAssignment.id, Rating.explanation)
        .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
        .where(Rating.explanation.is_not(None))
    )
    rows = [tuple(row) for query in (texts, explanations) for row in db.execute(query.where(*of_rater(grant)))]
    return {assignment_id for assignment_id, *parts in rows if any(wanted in folded(part or "") for part in parts)}


def _rows(db: Session, wanted: Sequence[int], numbers: dict[int, int]) -> tuple[OwnRating, ...]:
    revisions = revisions_of(db, wanted)
    moment = func.max(func.coalesce(Rating.decided_at, Rating.created_at), type_=Rating.created_at.type)
    moments = dict(
        db.execute(
            select(Rating.rating_assignment_id, moment)
            .where(Rating.rating_assignment_id.in_(wanted), Rating.live)
            .group_by(Rating.rating_assignment_id)
        ).all()
    )
    rows = db.execute(
        select(
            RatingAssignment.id,
            func.substr(Response.text, 1, _READ),
            func.substr(Prompt.text, 1, _READ),
            func.coalesce(Prompt.target_language, Prompt.written_standard),
            Prompt.source_language,
        )
        .join(Response, Response.id == RatingAssignment.response_id)
        .join(Prompt, Prompt.id == Response.prompt_id)
        .where(RatingAssignment.id.in_(wanted))
    )
    made = [
        OwnRating(
            assignment_id,
            numbers[assignment_id],
            first_words(text, _BEGINNING),
            first_words(asked, _BEGINNING),
            language,
            source_language,
            moments[assignment_id],
            revisions[assignment_id],
        )
        for assignment_id, text, asked, language, source_language in rows
    ]
    return tuple(sorted(made, key=lambda row: -row.number))


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
