"""Rating sheets: a response with its ratings, what a sheet still lacks, the next revision, and revising one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import func, insert, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant, Who, authorise
from eval_core.campaigns.desk.pile import Score, TextMark
from eval_core.campaigns.desk.supply.rating_leases import lock_raters
from eval_core.campaigns.desk.work import Times
from eval_core.campaigns.joining.consent import require_consent
from eval_core.campaigns.rules import rules_of
from eval_core.campaigns.text import TEXT_LIMIT, storable
from eval_core.errors import RefusedError
from eval_core.protocols import Criterion, load_protocol
from eval_core.store import Exclusion, Rating, RatingAssignment, RatingMark, Store


@dataclass(frozen=True)
class RatedResponse:
    """One response with its ratings, as its rater sees it; `revision` is 0 before the first. Names no system."""

    assignment_id: int
    revision: int
    response: str
    scores: dict[str, Score]


def missing_scores(rated: tuple[Criterion, ...], scores: Mapping[str, Score]) -> list[tuple[str, str]]:
    """What a sheet still lacks: (criterion, 'value') or (criterion, 'explanation'), in the protocol's order."""
    missing = []
    for criterion in rated:
        score = scores.get(criterion.key)
        if score is None:
            missing.append((criterion.key, "value"))
        elif needs_explanation(criterion, score.value) and not score.explanation.strip():
            missing.append((criterion.key, "explanation"))
    return missing


def needs_explanation(criterion: Criterion, value: int | None) -> bool:
    """Whether this rating has to be explained; "not applicable" never has."""
    if value is None or criterion.explanation in ("none", "optional"):
        return False
    return criterion.explanation == "required" or value < criterion.max


def scores_of(db: Session, assignment_ids: Sequence[int]) -> dict[int, dict[str, Score]]:
    """The ratings in force on each assignment, by criterion."""
    scores: dict[int, dict[str, Score]] = {assignment_id: {} for assignment_id in assignment_ids}
    for row in db.scalars(select(Rating).where(Rating.rating_assignment_id.in_(assignment_ids), Rating.live)):
        scores[row.rating_assignment_id][row.criterion] = Score(row.value, row.explanation or "")
    return scores


def revisions_of(db: Session, assignment_ids: Sequence[int]) -> dict[int, int]:
    """The newest revision of each assignment, 0 before the first."""
    newest = dict(
        db.execute(
            select(Rating.rating_assignment_id, func.max(Rating.revision))
            .where(Rating.rating_assignment_id.in_(assignment_ids))
            .group_by(Rating.rating_assignment_id)
        ).all()
    )
    return {assignment_id: newest.get(assignment_id, 0) for assignment_id in assignment_ids}


def revise_ratings(
    store: Store,
    who: Who,
    slug: str,
    assignment_id: int,
    revision_seen: int,
    scores: Mapping[str, Score],
    language: str | None = None,
) -> bool:
    """Replace one's own earlier ratings of a response, if the lead allows that.

    The new ones have no active time: no one records when the texts were opened again.

    Args:
        revision_seen: the sheet's revision when it was shown.
        scores: one for every criterion of the protocol, and for 'overall' if it asks for that.

    Returns:
        True if they were recorded now, False if the same had been recorded before.

    Raises:
        RefusedError: 'incomplete' (a rating or an explanation is missing), 'unknown_rating' (a criterion or value that
            the protocol does not have), 'too_long' (an explanation over 2,000 characters), 'stale' (revised or undone
            meanwhile), 'not_revisable', 'paused' or 'closed' (the campaign), 'withdrawn', 'excluded', 'not_allowed',
            'signed_out'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        lock_raters(db, grant)
        assignment = own_assignment(db, grant, assignment_id)
        given = checked_scores(grant, scores)
        revision = revisions_of(db, [assignment.id])[assignment.id]
        if revision == revision_seen + 1 and scores_of(db, [assignment.id])[assignment.id] == given:
            return False
        if grant.campaign.status != "open":
            raise RefusedError(grant.campaign.status, f"the campaign is {grant.campaign.status}")
        require_consent(db, grant)
        if revision != revision_seen or assignment.status != "done":
            raise RefusedError("stale", "this response was rated or undone meanwhile")
        if assignment.kind != "regular":
            raise RefusedError("not_revisable", "training and test are not changed afterwards")
        if not rules_of(grant.campaign).revisable:
            raise RefusedError("not_revisable", "the campaign does not allow changing earlier ratings")
        append_scores(db, assignment, revision + 1, given, Times(None, store.now(), None), language=language)
        return True


def own_assignment(db: Session, grant: Grant, assignment_id: int) -> RatingAssignment:
    """The person's own assignment.

    Raises:
        RefusedError: 'not_allowed' if it is another person's, 'excluded' if the person is excluded here.
    """
    assignment = db.scalar(
        select(RatingAssignment).where(
            RatingAssignment.id == assignment_id,
            RatingAssignment.person_id == grant.person,
            RatingAssignment.campaign_id == grant.campaign.id,
        )
    )
    if assignment is None:
        raise RefusedError("not_allowed", "this response is assigned to another person")
    if db.scalar(select(Exclusion.id).where(Exclusion.in_force(grant.campaign.id, grant.person))) is not None:
        raise RefusedError("excluded", "the person is excluded from the campaign")
    return assignment


def checked_scores(grant: Grant, scores: Mapping[str, Score]) -> dict[str, Score]:
    """The scores as they are stored, in the protocol's order."""
    rated = load_protocol(grant.campaign.protocol_key).rated
    by_key = {criterion.key: criterion for criterion in rated}
    for key, score in scores.items():
        criterion = by_key.get(key)
        if criterion is None:
            raise RefusedError("unknown_rating", f"the protocol has no criterion '{key}'")
        if not (criterion.na if score.value is None else criterion.min <= score.value <= criterion.max):
            raise RefusedError("unknown_rating", f"'{score.value}' is not on the scale of '{key}'")
        if len(score.explanation) > TEXT_LIMIT:
            raise RefusedError("too_long", f"an explanation has at most {TEXT_LIMIT} characters")
    lacking = missing_scores(rated, scores)
    if lacking:
        raise RefusedError("incomplete", f"missing: {', '.join(f'{what} of {key}' for key, what in lacking)}")
    return {key: Score(scores[key].value, storable(scores[key].explanation)) for key in by_key}


def append_scores(
    db: Session,
    assignment: RatingAssignment,
    revision: int,
    scores: Mapping[str, Score | None],
    times: Times,
    *,
    language: str | None = None,
    layout: str | None = None,
    late: bool = False,
    marks: Sequence[TextMark] = (),
) -> None:
    """Add the next revision of a whole sheet; None undoes a rating."""
    db.execute(
        update(Rating).where(Rating.rating_assignment_id == assignment.id, Rating.live).values(live=False),
        execution_options={"synchronize_session": False},
    )
    db.execute(
        insert(Rating),
        [
            {
                "rating_assignment_id": assignment.id,
                "criterion": key,
                "revision": revision,
                "live": score is not None,
                "value": score.value if score else None,
                "not_applicable": score is not None and score.value is None,
                "explanation": score.explanation or None if score else None,
                "decided_at": times.done_at,
                "active_ms": times.active_ms,
                "language": language,
                "layout": layout,
                "late": late,
            }
            for key, score in scores.items()
        ],
    )
    db.add_all(
        RatingMark(
            rating_assignment_id=assignment.id, revision=revision, start=mark.start, end=mark.end, issue=mark.issue
        )
        for mark in marks
    )
    assignment.status, assignment.leased_until = "done", None
    db.flush()
