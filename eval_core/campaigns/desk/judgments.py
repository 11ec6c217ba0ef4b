"""Judgments: an assignment with the judgment in force on it, the next revision, and revising one's own choice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

from sqlalchemy import Table, and_, bindparam, func, select, update
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant, Who, authorise
from eval_core.campaigns.desk.supply.assigned import ASSIGNED, Assigned, change_of
from eval_core.campaigns.desk.work import Times
from eval_core.campaigns.joining.consent import require_consent
from eval_core.campaigns.joining.guidelines import version_at
from eval_core.campaigns.locks import lock_comparisons_of, lock_person
from eval_core.campaigns.outcomes import CHOICES, canonical_outcome
from eval_core.campaigns.rules import rules_of
from eval_core.campaigns.timing import dwell
from eval_core.errors import RefusedError
from eval_core.ranking.habits import LAYOUTS
from eval_core.store import WORK_KINDS, Assignment, Campaign, Comparison, Exclusion, Judgment, Response, Store
from eval_core.store.base import utc_now
from eval_core.store.engine import ask, ask_all
from eval_core.store.prepared import Query

_FIRST, _SECOND = aliased(Response), aliased(Response)
# An assignment with all that an action on it asks for: one statement is quicker than four.
_HELD = (
    select(
        *ASSIGNED,
        func.coalesce(Judgment.revision, 0),
        Judgment.choice,
        Comparison.prompt_id,
        _FIRST.system_id,
        _SECOND.system_id,
        Comparison.done >= Comparison.overlap,
        Comparison.withdrawn_at.is_not(None),
        func.coalesce(func.length(_FIRST.text), 0) + func.coalesce(func.length(_SECOND.text), 0),
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
_ADD = _JUDGMENT.insert().inline()
_BURY = (
    update(_JUDGMENT).where(_JUDGMENT.c.assignment_id == bindparam("assignment"), _JUDGMENT.c.live).values(live=False)
)
_AS_IT_IS = [column for column in _JUDGMENT.c if column.key not in ("id", "revision", "live", "created_at")]
_ANEW = {name: bindparam(name, type_=_JUDGMENT.c[name].type) for name in ("revision", "live", "created_at")}
_AGAIN = _JUDGMENT.insert().from_select(
    [*_ANEW, *(column.key for column in _AS_IT_IS)],
    select(*_ANEW.values(), *_AS_IT_IS).where(
        _JUDGMENT.c.assignment_id == bindparam("assignment"), _JUDGMENT.c.revision == bindparam("before")
    ),
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
class JudgedAssignment:
    """A person's own assignment and the judgment in force on it; revision 0 before the first.

    `length` is that of both texts together, in characters.
    """

    assignment: Assigned
    revision: int
    choice: str | None
    prompt_id: int
    first_system_id: int | None
    second_system_id: int | None
    may_be_filled: bool
    withdrawn: bool
    length: int
    excluded: bool

    @property
    def status(self) -> str:
        """'leased', 'done', 'skipped' or 'released'."""
        return self.assignment.status

    @property
    def kind(self) -> str:
        """That of the assignment."""
        return self.assignment.kind

    @property
    def made(self) -> datetime | None:
        """When it was made: its number may have been another assignment's whose file was taken out."""
        return self.assignment.created_at

    @property
    def handed_out_at(self) -> datetime | None:
        """When the person was given it, or when it came up again."""
        return self.assignment.shown_at

    @property
    def dwell(self) -> timedelta:
        """How long the texts must be in sight before a click counts."""
        return dwell(self.length)


def held_by(db: Session, grant: Grant, assignment_id: int) -> JudgedAssignment:
    """The person's own assignment.

    Raises:
        RefusedError: 'not_allowed' if it is another person's, 'excluded' if the person is excluded here.
    """
    about = {"assignment": assignment_id, "person": grant.person, "campaign": grant.campaign.id}
    row = ask(db, _HELD, about).first()
    if row is None:
        raise RefusedError("not_allowed", "this comparison is assigned to another person")
    held = JudgedAssignment(Assigned(*row[: len(ASSIGNED)]), *row[len(ASSIGNED) :])
    if held.excluded:
        raise RefusedError("excluded", "the person is excluded from the campaign")
    return held


def append_revision(
    db: Session,
    grant: Grant,
    held: JudgedAssignment,
    choice: str | None,
    context: Context,
    times: Times,
    *,
    late: bool = False,
) -> None:
    """Add the next revision, and update the assignment and the comparison's count with it.

    Args:
        choice: None takes the judgment back; the assignment is leased again by the caller.
        late: whether it came after the lease had ended.
    """
    assignment = held.assignment
    judgment = {
        "assignment_id": assignment.id,
        "revision": held.revision + 1,
        "live": True,
        "imported": False,
        "order_known": True,
        "created_at": utc_now(),
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
        "shown_at": times.shown_at,
        "decided_at": times.done_at,
        "active_ms": times.active_ms if choice else None,
        "late": late,
        "layout": context.layout,
        "text_view": grant.campaign.text_view,
        "language": context.language,
        "prompt_opened": context.prompt_opened,
        "protocol_version": grant.campaign.protocol_version,
        "protocol_hash": grant.campaign.protocol_hash,
        # What is published after a comparison was handed out counts as unread: acknowledging hands it out anew.
        "guideline_version": version_at(db, grant.campaign, assignment.shown_at if times.shown_at else None),
    }
    writes: list[Query] = [(_BURY, {"assignment": assignment.id})] if held.revision else []
    writes.append((_ADD, judgment))
    made = (choice is not None) - (assignment.status == "done")  # 0 if a choice replaces a choice
    if choice is not None:
        writes.append(change_of(assignment, status="done", leased_until=None))
    if assignment.kind == "regular" and made:
        writes.append((_COUNT, {"comparison": assignment.comparison_id, "made": made}))
    ask_all(db, *writes)


def reopen_judgment(db: Session, held: JudgedAssignment) -> None:
    """Take the reasons back: the same judgment again, as a revision without any. The one before keeps its own."""
    now = {"revision": held.revision + 1, "live": True, "created_at": utc_now()}
    about = {"assignment": held.assignment.id, "before": held.revision}
    ask_all(db, (_BURY, {"assignment": held.assignment.id}), (_AGAIN, {**about, **now}))


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
    no one records when its texts were opened again.

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
    if choice not in CHOICES or (context and context.layout not in (None, *LAYOUTS)):
        raise RefusedError("unknown_choice", f"'{choice}' is not one of {', '.join(CHOICES)}")
    with store.write() as db:
        grant: Grant = authorise(db, who, slug, "annotator")
        lock_person(db, grant)
        lock_comparisons_of(db, [assignment_id])
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
        append_revision(db, grant, held, choice, context or Context(), Times(None, store.now(), None))
        return True
