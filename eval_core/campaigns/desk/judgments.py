"""Recording, undoing, skipping and revising judgments. A click is recorded once or refused, never lost or doubled."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant, Trusted, Who, authorise
from eval_core.campaigns.desk.assignments import Context, append_revision, held_by, require_choice, require_open
from eval_core.campaigns.desk.desk import Desk, last_judgment, lay_out
from eval_core.campaigns.desk.leases import keeps_place, own_work
from eval_core.campaigns.desk.qualification import try_is_over
from eval_core.campaigns.joining.consent import require_consent
from eval_core.campaigns.rules import rules_of
from eval_core.campaigns.text import TEXT_LIMIT, storable
from eval_core.campaigns.timing import dwell
from eval_core.errors import RefusedError
from eval_core.store import (
    SKIP_REASONS,
    WORK_KINDS,
    Assignment,
    Campaign,
    Store,
)


def record_judgment(
    store: Store,
    who: Who,
    slug: str,
    assignment_id: int,
    revision_seen: int,
    choice: str,
    context: Context | None = None,
) -> bool:
    """Record a choice on the comparison that the annotator saw.

    Args:
        revision_seen: the assignment's revision when it was shown (0 before the first judgment).
        choice: 'A', 'tie' or 'B', as presented.

    Returns:
        True if it was recorded now, False if the same click had been recorded before.

    Raises:
        RefusedError: 'too_fast' (the comparison had just appeared; the wait starts again), 'stale'
            (judged, undone or skipped meanwhile), 'lease_lost' (somebody else got it after a long
            break), 'paused' or 'closed' (the campaign), 'not_allowed', 'signed_out', 'unknown_choice'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        word = _record(db, who, grant, assignment_id, revision_seen, choice, context, store.now)
    _require_patience(word)
    return word == "recorded"


def judge_and_go_on(
    store: Store,
    who: Who,
    slug: str,
    assignment_id: int,
    revision_seen: int,
    choice: str,
    context: Context | None = None,
) -> Desk | None:
    """Record a choice as `record_judgment` does, and lay out the next comparison in the same transaction.

    Returns:
        The desk, as `open_desk` would give it now; None if `open_desk` must decide: the annotator holds another
        comparison already, or others hold the rest and waiting may help.

    Raises:
        RefusedError: as `record_judgment`.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        word = _record(db, who, grant, assignment_id, revision_seen, choice, context, store.now)
        own = own_work(db, grant) if word != "too_fast" else None
        # Locking the next comparison while holding the judged one could deadlock with somebody who does the reverse.
        desk = lay_out(db, who, grant, own, store.now) if own and not own.leased else None
    _require_patience(word)
    return None if desk and desk.reason == "waiting" else desk


def undo_judgment(store: Store, who: Who, slug: str, assignment_id: int, revision_seen: int) -> bool:
    """Undo the annotator's last judgment: a null revision is added, and the comparison comes up again.

    Returns:
        True if it was undone now, False if the same click had undone it before.

    Raises:
        RefusedError: 'stale' if it is not (or no longer) the last judgment, 'no_undo' in training (the answer has
            been shown) and after a test, 'withdrawn' (the consent); as `record_judgment` otherwise.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        held = held_by(db, grant, assignment_id)
        now = store.now()
        last = last_judgment(db, grant)
        if last is not None and last.assignment_id == assignment_id:
            if last.revision == revision_seen + 1 and last.choice is None:
                return False
            if last.revision == revision_seen and last.undoable:
                require_open(grant)
                require_consent(db, grant)
                kind = held.assignment.kind
                if kind == "training" or (kind == "test" and try_is_over(db, held.assignment)):
                    raise RefusedError("no_undo", "neither training nor a finished test is undone")
                append_revision(db, grant, held, None, Context(), now)
                return True
        raise RefusedError("stale", "only the last judgment can be undone, and this is no longer the last")


def skip_comparison(
    store: Store, who: Who, slug: str, assignment_id: int, revision_seen: int, reason: str, comment: str = ""
) -> bool:
    """Skip a comparison ("I cannot judge this"): no judgment is made, and somebody else gets it.

    Returns:
        True if it was skipped now, False if it had been before.

    Raises:
        RefusedError: 'unknown_reason', 'no_skip' in training and test, 'too_long' for a comment over 2,000
            characters, and as `record_judgment`: nobody can tell why they cannot judge a comparison they have not seen.
    """
    if reason not in SKIP_REASONS:
        raise RefusedError("unknown_reason", f"'{reason}' is not one of {', '.join(SKIP_REASONS)}")
    if len(comment) > TEXT_LIMIT:
        raise RefusedError("too_long", f"a comment has at most {TEXT_LIMIT} characters")
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        held = held_by(db, grant, assignment_id)
        assignment = held.assignment
        if assignment.status == "skipped":
            return False
        require_open(grant)
        if assignment.kind not in WORK_KINDS:
            raise RefusedError("no_skip", "in training and test every comparison is judged")
        if held.revision != revision_seen or assignment.status != "leased":
            raise RefusedError("stale", "this comparison was judged, undone or skipped meanwhile")
        now = store.now()
        word = "too_fast" if _restarts_the_wait(assignment, who, now) else "skipped"
        if word == "skipped":
            assignment.status = "skipped"
            assignment.skip_reason = reason
            assignment.skip_comment = storable(comment) or None
            assignment.skipped_at = now
    _require_patience(word)
    return True


def _record(
    db: Session,
    who: Who,
    grant: Grant,
    assignment_id: int,
    revision_seen: int,
    choice: str,
    context: Context | None,
    clock: Callable[[], datetime],
) -> str:
    """The outcome of a click: 'recorded', 'repeated' (the same click again) or 'too_fast' (the wait starts again)."""
    require_choice(choice, context)
    held = held_by(db, grant, assignment_id)
    now = clock()
    if (held.revision, held.choice) == (revision_seen + 1, choice):
        return "repeated"
    require_open(grant)
    if held.revision != revision_seen or held.assignment.status != "leased":
        raise RefusedError("stale", "this comparison was judged, undone or skipped meanwhile")
    if not keeps_place(db, held.assignment, now, may_be_filled=held.may_be_filled):
        raise RefusedError("lease_lost", "somebody else got this comparison after the long break")
    if _restarts_the_wait(held.assignment, who, now):
        return "too_fast"
    append_revision(db, grant, held, choice, context or Context(), now)
    return "recorded"


def _require_patience(word: str) -> None:
    # Only now: the wait that starts again has to be saved.
    if word == "too_fast":
        raise RefusedError("too_fast", "the comparison had just appeared; the click was not counted")


def _restarts_the_wait(assignment: Assignment, who: Who, now: datetime) -> bool:
    """Whether the comparison had just appeared; then the wait starts again."""
    # Only people click too quickly: trusted code in this process has read what it judges.
    if isinstance(who, Trusted):
        return False
    # A clock set back makes the time since appearance negative: unknown, and no reason to refuse.
    since = now - assignment.shown_at if assignment.shown_at else timedelta.max
    too_fast = timedelta(0) <= since < dwell()
    if too_fast:
        assignment.shown_at = now
    return too_fast


def why_fixed(campaign: Campaign) -> str | None:
    """Why judgments cannot be revised now: 'paused', 'closed' or 'not_revisable'; None if they can."""
    if campaign.status != "open":
        return campaign.status
    return None if rules_of(campaign).revisable else "not_revisable"


def revise_judgment(
    store: Store,
    who: Who,
    slug: str,
    assignment_id: int,
    revision_seen: int,
    choice: str,
    context: Context | None = None,
) -> bool:
    """Replace one's own earlier choice. The counts of the comparison do not change.

    The earlier revisions keep their remarks. The new one has no time of showing and no active time:
    nobody records when its texts were opened again.

    Args:
        revision_seen: the revision that was on the screen, at least 1.
        choice: 'A', 'tie' or 'B', as presented.

    Returns:
        True if it was revised now, False if the judgment already had this choice (the same click twice).

    Raises:
        RefusedError: 'stale' (revised or undone meanwhile), 'not_revisable' (the lead does not allow it, or it
            belongs to training or test), 'withdrawn' (the consent), 'paused' or 'closed', 'not_allowed',
            'signed_out', 'unknown_choice'.
    """
    require_choice(choice, context)
    with store.write() as db:
        grant: Grant = authorise(db, who, slug, "annotator")
        held = held_by(db, grant, assignment_id)
        if held.choice == choice and held.revision in (revision_seen, revision_seen + 1):
            return False
        require_consent(db, grant)
        fixed = why_fixed(grant.campaign)
        if fixed:
            raise RefusedError(fixed, f"judgments cannot be revised now: {fixed}")
        if held.assignment.kind not in WORK_KINDS:
            raise RefusedError("not_revisable", "training and test are not revised")
        if held.assignment.status != "done" or held.revision != revision_seen:
            raise RefusedError("stale", "this comparison was revised or undone meanwhile")
        held.assignment.shown_at = None
        append_revision(db, grant, held, choice, context or Context(), store.now())
        return True
