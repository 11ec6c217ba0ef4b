"""What an annotator holds: an assignment with the judgment in force on it, and the next revision of that judgment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

from sqlalchemy import Table, and_, bindparam, func, select, update
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant
from eval_core.campaigns.joining.guidelines import version_at
from eval_core.campaigns.locks import lock_comparison_of, lock_person
from eval_core.campaigns.outcomes import CHOICES, canonical_outcome
from eval_core.campaigns.timing import IDLE, LEASE
from eval_core.errors import RefusedError
from eval_core.ranking.habits import LAYOUTS
from eval_core.store import Assignment, Comparison, Exclusion, Judgment, Response
from eval_core.store.engine import ask

_FIRST, _SECOND = aliased(Response), aliased(Response)
# An assignment with all that a click on it asks for: one statement is quicker than four.
_HELD = (
    select(
        Assignment,
        func.coalesce(Judgment.revision, 0),
        Judgment.choice,
        Comparison.prompt_id,
        _FIRST.system_id,
        _SECOND.system_id,
        (Comparison.done >= Comparison.overlap) | Comparison.withdrawn_at.is_not(None),
        select(Exclusion.id).where(Exclusion.in_force(Assignment.campaign_id, Assignment.person_id)).exists(),
    )
    .join(Comparison, Comparison.id == Assignment.comparison_id)
    .join(_FIRST, _FIRST.id == Comparison.first_response_id)
    .join(_SECOND, _SECOND.id == Comparison.second_response_id)
    .outerjoin(Judgment, and_(Judgment.assignment_id == Assignment.id, Judgment.live))
    .where(
        Assignment.id == bindparam("assignment"),
        Assignment.person_id == bindparam("person"),
        Assignment.campaign_id == bindparam("campaign"),
    )
)
# Written straight to the tables: the session holds neither judgments nor comparisons that could grow stale.
_JUDGMENT, _COMPARISON = cast("Table", Judgment.__table__), cast("Table", Comparison.__table__)
_BURY = (
    update(_JUDGMENT).where(_JUDGMENT.c.assignment_id == bindparam("assignment"), _JUDGMENT.c.live).values(live=False)
)
_COUNT = (
    update(_COMPARISON)
    .where(_COMPARISON.c.id == bindparam("comparison"))
    .values(done=_COMPARISON.c.done + bindparam("made"))
)


@dataclass(frozen=True)
class Context:
    """How the comparison was shown: stored with the judgment."""

    layout: str | None = None
    language: str | None = None
    prompt_opened: bool | None = None


@dataclass(frozen=True)
class Held:
    """A person's own assignment and the judgment in force on it; revision 0 before the first."""

    assignment: Assignment
    revision: int
    choice: str | None
    prompt_id: int
    first_system_id: int | None
    second_system_id: int | None
    may_be_filled: bool
    excluded: bool


def held_by(db: Session, grant: Grant, assignment_id: int) -> Held:
    """The person's own assignment, locked until the transaction ends.

    Raises:
        RefusedError: 'not_allowed' if it is another person's, 'excluded' if the person is excluded here.
    """
    lock_person(db, grant)
    lock_comparison_of(db, assignment_id)
    about = {"assignment": assignment_id, "person": grant.person, "campaign": grant.campaign.id}
    row = db.execute(_HELD, about).first()
    if row is None:
        raise RefusedError("not_allowed", "this comparison is assigned to another person")
    held = Held(*row)
    if held.excluded:
        raise RefusedError("excluded", "the person is excluded from the campaign")
    return held


def require_choice(choice: str, context: Context | None) -> None:
    """Refuse with 'unknown_choice' what no button sends."""
    if choice not in CHOICES or (context and context.layout not in (None, *LAYOUTS)):
        raise RefusedError("unknown_choice", f"'{choice}' is not one of {', '.join(CHOICES)}")


def require_open(grant: Grant) -> None:
    """Refuse with 'paused' or 'closed' if the campaign takes no work."""
    if grant.campaign.status != "open":
        raise RefusedError(grant.campaign.status, f"the campaign is {grant.campaign.status}")


def append_revision(db: Session, grant: Grant, held: Held, choice: str | None, context: Context, now: datetime) -> None:
    """Add the next revision, and update the assignment and the comparison's count with it."""
    assignment = held.assignment
    if held.revision:
        ask(db, _BURY, {"assignment": assignment.id})
    ask(
        db,
        _JUDGMENT.insert(),
        {
            "assignment_id": assignment.id,
            "revision": held.revision + 1,
            "live": True,
            "choice": choice,
            "outcome": canonical_outcome(choice, assignment.swapped),
            "swapped": assignment.swapped,
            "ranked": assignment.kind == "regular",
            "campaign_id": grant.campaign.id,
            "comparison_id": assignment.comparison_id,
            "prompt_id": held.prompt_id,
            "first_system_id": held.first_system_id,
            "second_system_id": held.second_system_id,
            "person_id": grant.person,
            "shown_at": assignment.shown_at,
            "decided_at": now,
            "active_ms": _active_ms(assignment, now) if choice else None,
            "layout": context.layout,
            "text_view": grant.campaign.text_view,
            "language": context.language,
            "prompt_opened": context.prompt_opened,
            "protocol_version": grant.campaign.protocol_version,
            "protocol_hash": grant.campaign.protocol_hash,
            "guideline_version": version_at(db, grant.campaign, assignment.shown_at),
        },
    )
    made = (choice is not None) - (assignment.status == "done")  # 0 if a choice replaces a choice
    if choice is None:
        assignment.status, assignment.leased_until, assignment.shown_at = "leased", now + LEASE, now
    else:
        assignment.status, assignment.leased_until = "done", None
    if assignment.kind == "regular" and made:
        ask(db, _COUNT, {"comparison": assignment.comparison_id, "made": made})


def _active_ms(assignment: Assignment, now: datetime) -> int | None:
    if assignment.shown_at is None:
        return None
    return int(min(max(now - assignment.shown_at, timedelta(0)), IDLE).total_seconds() * 1000)
