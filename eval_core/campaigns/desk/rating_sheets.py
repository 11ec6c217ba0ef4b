"""Recording, undoing and skipping rating sheets. A sheet is recorded once or refused, never lost or doubled."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant, Trusted, Who, authorise
from eval_core.campaigns.desk.assignments import require_open
from eval_core.campaigns.desk.rating_desk import Mark, has_room, last_sheet, lock_raters, marks_of, revisions_of
from eval_core.campaigns.joining.consent import require_consent
from eval_core.campaigns.rules import rules_of
from eval_core.campaigns.text import TEXT_LIMIT, storable
from eval_core.campaigns.timing import IDLE, LEASE, dwell
from eval_core.errors import RefusedError
from eval_core.protocols import Criterion, load_protocol
from eval_core.store import SKIP_REASONS, Exclusion, Rating, RatingAssignment, Response, Store


def missing_marks(rated: tuple[Criterion, ...], marks: Mapping[str, Mark]) -> list[tuple[str, str]]:
    """What a sheet still lacks: (criterion, 'value') or (criterion, 'explanation'), in the protocol's order."""
    missing = []
    for criterion in rated:
        mark = marks.get(criterion.key)
        if mark is None:
            missing.append((criterion.key, "value"))
        elif needs_explanation(criterion, mark.value) and not mark.explanation.strip():
            missing.append((criterion.key, "explanation"))
    return missing


def needs_explanation(criterion: Criterion, value: int | None) -> bool:
    """Whether this rating has to be explained; "not applicable" never has."""
    if value is None or criterion.explanation in ("none", "optional"):
        return False
    return criterion.explanation == "required" or value < criterion.max


def record_ratings(
    store: Store,
    who: Who,
    slug: str,
    assignment_id: int,
    revision_seen: int,
    marks: Mapping[str, Mark],
    language: str | None = None,
) -> bool:
    """Record all ratings of one response; on a rated one this revises it, if the lead allows that.

    Args:
        revision_seen: the sheet's revision when it was shown (0 before the first rating).
        marks: one for every criterion of the protocol, and for 'overall' if it asks for that.

    Returns:
        True if they were recorded now, False if the same had been recorded before.

    Raises:
        RefusedError: 'incomplete' (a rating or an explanation is missing), 'unknown_rating' (a criterion or value that
            the protocol does not have), 'too_long' (an explanation over 2,000 characters), 'too_fast' (the texts had
            just appeared; the wait starts again), 'stale' (rated or undone meanwhile), 'not_revisable',
            'lease_lost', 'paused' or 'closed' (the campaign), 'withdrawn', 'excluded', 'not_allowed',
            'signed_out'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        assignment = _own(db, grant, assignment_id)
        given = _checked(grant, marks)
        revision, now = revisions_of(db, [assignment.id])[assignment.id], store.now()
        if revision == revision_seen + 1 and marks_of(db, [assignment.id])[assignment.id] == given:
            return False
        require_open(grant)
        require_consent(db, grant)
        if revision != revision_seen:
            raise RefusedError("stale", "this response was rated or undone meanwhile")
        _require_place(db, grant, assignment, now)
        hasty = _restarts_the_wait(assignment, who, now)
        if not hasty:
            # The time since the first showing was not spent on a revision.
            since = None if assignment.status == "done" else assignment.shown_at
            _append(db, assignment, revision + 1, given, now, language, since=since)
    if hasty:
        raise RefusedError("too_fast", "the texts had just appeared; the click was not counted")
    return True


def undo_ratings(store: Store, who: Who, slug: str, assignment_id: int, revision_seen: int) -> bool:
    """Undo what the person rated last: the response comes up again.

    Returns:
        True if it was undone now, False if the same click had undone it before.

    Raises:
        RefusedError: 'stale' if it is not (or no longer) the last; as `record_ratings` otherwise.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        assignment = _own(db, grant, assignment_id)
        if assignment.status == "leased" and revisions_of(db, [assignment_id])[assignment_id] == revision_seen + 1:
            return False
        require_open(grant)
        require_consent(db, grant)
        if last_sheet(db, grant) != (assignment_id, revision_seen):
            raise RefusedError("stale", "only the last rating can be undone, and this is no longer the last")
        now = store.now()
        emptied = dict.fromkeys(marks_of(db, [assignment_id])[assignment_id])
        _append(db, assignment, revision_seen + 1, emptied, now, None)
        assignment.status, assignment.leased_until, assignment.shown_at = "leased", now + LEASE, now
        return True


def skip_response(
    store: Store, who: Who, slug: str, assignment_id: int, revision_seen: int, reason: str, comment: str = ""
) -> bool:
    """Skip a response ("I cannot rate this"): no rating is made, and somebody else gets it.

    Returns:
        True if it was skipped now, False if it had been before.

    Raises:
        RefusedError: 'unknown_reason', 'too_long' for a comment over 2,000 characters, and as `record_ratings`.
    """
    if reason not in SKIP_REASONS:
        raise RefusedError("unknown_reason", f"'{reason}' is not one of {', '.join(SKIP_REASONS)}")
    if len(comment) > TEXT_LIMIT:
        raise RefusedError("too_long", f"a comment has at most {TEXT_LIMIT} characters")
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        assignment = _own(db, grant, assignment_id)
        if assignment.status == "skipped":
            return False
        require_open(grant)
        require_consent(db, grant)
        if assignment.status != "leased" or revisions_of(db, [assignment.id])[assignment.id] != revision_seen:
            raise RefusedError("stale", "this response was rated, undone or given to somebody else meanwhile")
        now = store.now()
        hasty = _restarts_the_wait(assignment, who, now)
        if not hasty:
            assignment.status, assignment.leased_until, assignment.skipped_at = "skipped", None, now
            assignment.skip_reason, assignment.skip_comment = reason, storable(comment) or None
    if hasty:
        raise RefusedError("too_fast", "the texts had just appeared; the click was not counted")
    return True


def _own(db: Session, grant: Grant, assignment_id: int) -> RatingAssignment:
    """The person's own assignment, locked until the transaction ends."""
    lock_raters(db, grant)
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


def _checked(grant: Grant, marks: Mapping[str, Mark]) -> dict[str, Mark]:
    """The marks as they are stored, in the protocol's order."""
    rated = load_protocol(grant.campaign.protocol_key).rated
    by_key = {criterion.key: criterion for criterion in rated}
    for key, mark in marks.items():
        criterion = by_key.get(key)
        if criterion is None:
            raise RefusedError("unknown_rating", f"the protocol has no criterion '{key}'")
        if not (criterion.na if mark.value is None else criterion.min <= mark.value <= criterion.max):
            raise RefusedError("unknown_rating", f"'{mark.value}' is not on the scale of '{key}'")
        if len(mark.explanation) > TEXT_LIMIT:
            raise RefusedError("too_long", f"an explanation has at most {TEXT_LIMIT} characters")
    lacking = missing_marks(rated, marks)
    if lacking:
        raise RefusedError("incomplete", f"missing: {', '.join(f'{what} of {key}' for key, what in lacking)}")
    return {key: Mark(marks[key].value, storable(marks[key].explanation)) for key in by_key}


def _require_place(db: Session, grant: Grant, assignment: RatingAssignment, now: datetime) -> None:
    """Refuse responses that somebody else got, that are withdrawn, or that may no longer be changed."""
    if assignment.status == "done":
        if not rules_of(grant.campaign).revisable:
            raise RefusedError("not_revisable", "the campaign does not allow changing earlier ratings")
        return
    if assignment.status == "skipped":
        raise RefusedError("stale", "this response was skipped meanwhile")
    response = db.get_one(Response, assignment.response_id)
    lives = assignment.leased_until is not None and assignment.leased_until > now
    room = lives or has_room(db, grant.campaign, assignment.response_id, grant.person, now)
    if assignment.status != "leased" or response.withdrawn_at is not None or not room:
        raise RefusedError("lease_lost", "somebody else got this response, or it was withdrawn")


def _restarts_the_wait(assignment: RatingAssignment, who: Who, now: datetime) -> bool:
    """Whether the texts had just appeared; then the wait starts again."""
    if isinstance(who, Trusted) or assignment.status == "done" or assignment.shown_at is None:
        return False
    hasty = timedelta(0) <= now - assignment.shown_at < dwell()
    if hasty:
        assignment.shown_at = now
    return hasty


def _append(
    db: Session,
    assignment: RatingAssignment,
    revision: int,
    marks: Mapping[str, Mark | None],
    now: datetime,
    language: str | None,
    since: datetime | None = None,
) -> None:
    """Add the next revision of a whole sheet; None undoes a rating. `since`: the beginning of the work on it."""
    db.execute(
        update(Rating).where(Rating.rating_assignment_id == assignment.id, Rating.live).values(live=False),
        execution_options={"synchronize_session": False},
    )
    active = int(min(max(now - since, timedelta(0)), IDLE).total_seconds() * 1000) if since else None
    db.execute(
        insert(Rating),
        [
            {
                "rating_assignment_id": assignment.id,
                "criterion": key,
                "revision": revision,
                "live": mark is not None,
                "value": mark.value if mark else None,
                "not_applicable": mark is not None and mark.value is None,
                "explanation": mark.explanation or None if mark else None,
                "decided_at": now,
                "active_ms": active,
                "language": language,
            }
            for key, mark in marks.items()
        ],
    )
    assignment.status, assignment.leased_until = "done", None
