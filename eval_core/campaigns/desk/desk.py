"""The desk: one comparison at a time, the same one until it is judged, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import and_, bindparam, func, inspect, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant, Trusted, Who, authorise
from eval_core.campaigns.desk.leases import OwnWork, anything_open, await_room, is_filled, keeps_place, leases, own_work
from eval_core.campaigns.desk.qualification import (
    WORKING,
    NewcomerStage,
    TestResult,
    lease_of_newcomer,
    newcomer_stage,
    open_stage,
    result_of,
)
from eval_core.campaigns.desk.stream import lease_following
from eval_core.campaigns.joining.consent import has_consented, has_withdrawn, letter_version
from eval_core.campaigns.joining.guidelines import has_acknowledged, version_in_force
from eval_core.campaigns.locks import lock_comparison, lock_person
from eval_core.campaigns.rules import Rules, rules_of
from eval_core.campaigns.timing import LEASE
from eval_core.store import WORK_KINDS, Assignment, Comparison, Judgment, Prompt, Remark, Response, Store
from eval_core.store.engine import ask

_FIRST, _SECOND = aliased(Response), aliased(Response)
_TEXTS = (
    select(Prompt.text, Prompt.written_standard, _FIRST.text, _SECOND.text, Assignment.swapped)
    .select_from(Assignment)
    .join(Comparison, Comparison.id == Assignment.comparison_id)
    .join(Prompt, Prompt.id == Comparison.prompt_id)
    .join(_FIRST, _FIRST.id == Comparison.first_response_id)
    .join(_SECOND, _SECOND.id == Comparison.second_response_id)
    .where(Assignment.id == bindparam("assignment"))
)
_BEFORE = aliased(Judgment)
# A choice that replaced a choice was made in "My work": neither Undo nor the question for reasons goes back to it.
_REVISED = and_(
    Judgment.choice.is_not(None),
    select(_BEFORE.id)
    .where(
        _BEFORE.assignment_id == Judgment.assignment_id,
        _BEFORE.revision == Judgment.revision - 1,
        _BEFORE.choice.is_not(None),
    )
    .correlate(Judgment)
    .exists(),
)
_LAST = (
    select(
        Judgment.assignment_id,
        Judgment.revision,
        Judgment.choice,
        Judgment.imported,
        Judgment.live,
        Judgment.guideline_version,
        Assignment.kind,
        Assignment.asks_reasons,
        select(Remark.id).where(Remark.judgment_id == Judgment.id).exists(),
    )
    .join(Assignment, Assignment.id == Judgment.assignment_id)
    .where(Judgment.campaign_id == bindparam("campaign"), Judgment.person_id == bindparam("person"), ~_REVISED)
    .order_by(Judgment.id.desc())
    .limit(1)
)
_REVISION = select(func.max(Judgment.revision)).where(Judgment.assignment_id == bindparam("assignment"))


@dataclass(frozen=True)
class Task:
    """A comparison as one annotator sees it. Holds nothing that identifies a system."""

    assignment_id: int
    revision: int
    prompt: str
    written_standard: str | None
    response_a: str
    response_b: str


@dataclass(frozen=True)
class Desk:
    """What an annotator's page shows.

    Attributes:
        task: the comparison to judge, or just judged and waiting for reasons; None if there is none.
        chosen: what was chosen on it, if only the reasons are missing.
        done: their own saved judgments in this campaign, training and test left out.
        quota: how many they are asked to judge, None without a limit.
        reason: why there is no task: 'consent', 'withdrawn', 'guidelines', 'failed', 'no_gold', 'paused', 'closed',
            'quota', 'waiting' (others hold the rest), 'finished' or 'empty'; None if there is a task.
        undoable: (assignment, revision) of their last judgment as long as it can be undone.
        stage: 'training', 'test' or 'work'; `step` is (number, total) in the first two.
        result: of a failed test.
        unread: answers to their questions that they have not seen; `messages` of the lead likewise.
    """

    title: str
    protocol: str
    text_view: str
    is_demo: bool
    task: Task | None
    done: int
    quota: int | None
    reason: str | None
    undoable: tuple[int, int] | None
    chosen: str | None = None
    stage: str = "work"
    step: tuple[int, int] | None = None
    result: TestResult | None = None
    unread: int = 0
    messages: int = 0


@dataclass(frozen=True)
class LastJudgment:
    """What a person did last at the desk of a campaign, including an undo (choice None), without later revisions.

    `live` is False if it was revised since; then it can be revised again, but not undone.
    """

    assignment_id: int
    revision: int
    choice: str | None
    imported: bool
    live: bool
    guideline_version: str | None
    kind: str
    asks_reasons: bool
    has_remark: bool

    @property
    def wants_reasons(self) -> bool:
        """Whether the annotator is still asked for reasons."""
        return self.asks_reasons and self.undoable and not self.has_remark

    @property
    def undoable(self) -> bool:
        """Whether it is a choice in force that can be undone."""
        return self.choice is not None and self.live and not self.imported


@dataclass(frozen=True)
class _Upcoming:
    """The annotator's assignment, or the reason why there is none."""

    assignment: Assignment | None = None
    reason: str | None = None
    stage: NewcomerStage = WORKING


def open_desk(store: Store, who: Who, slug: str, *, seen: tuple[int, int] | None = None) -> Desk:
    """The annotator's current comparison, leasing the next one if they have none.

    Code in this process (a simulated annotator) is not asked for consent, reading, a test or reasons.

    Args:
        seen: (assignment, revision) that this browser already shows. Any other one has just come up, and
            the dwell guard starts.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    if seen is not None and (desk := _unchanged(store, who, slug, seen)) is not None:
        return desk
    desk = _lay_out(store, who, slug, seen)
    if desk.reason == "waiting" and not store.is_sqlite:  # others' transactions may have locked it only for a moment
        desk = _lay_out(store, who, slug, seen, patient=True)
    return desk


def _lay_out(store: Store, who: Who, slug: str, seen: tuple[int, int] | None, *, patient: bool = False) -> Desk:
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        lock_person(db, grant)
        own = own_work(db, grant)
        if patient:
            await_room(db, grant, own, store.now())
        return lay_out(db, who, grant, own, store.now, seen=seen)


def lay_out(
    db: Session,
    who: Who,
    grant: Grant,
    own: OwnWork,
    clock: Callable[[], datetime],
    *,
    seen: tuple[int, int] | None = None,
) -> Desk:
    """`open_desk` within the caller's transaction, in which the person is locked."""
    rules, last = rules_of(grant.campaign), last_judgment(db, grant)
    gated = not isinstance(who, Trusted)
    asked = gated and last is not None and last.wants_reasons and grant.campaign.status == "open" and not own.excluded
    if last is not None and asked and not has_withdrawn(db, grant):
        return _asking(db, grant, own, last)
    upcoming = _take_up(db, grant, own, rules, last, clock, gated=gated)
    assignment = upcoming.assignment
    revision = _revision(db, assignment.id) if assignment and not inspect(assignment).pending else 0
    if assignment is not None and (assignment.id, revision) != seen:
        now = clock()
        assignment.shown_at = now
        assignment.first_shown_at = assignment.first_shown_at or now
    db.flush()
    return _desk(db, grant, own, upcoming, revision, last)


def last_judgment(db: Session, grant: Grant) -> LastJudgment | None:
    """What the person did last in this campaign."""
    row = ask(db, _LAST, {"campaign": grant.campaign.id, "person": grant.person}).first()
    return LastJudgment(*row) if row else None


def read_task(db: Session, assignment_id: int, revision: int) -> Task:
    """The texts of an assignment as they were presented."""
    prompt, written_standard, *texts, swapped = ask(db, _TEXTS, {"assignment": assignment_id}).one()
    response_a, response_b = reversed(texts) if swapped else texts
    return Task(assignment_id, revision, prompt, written_standard, response_a or "", response_b or "")


def _unchanged(store: Store, who: Who, slug: str, seen: tuple[int, int]) -> Desk | None:
    """The desk if its comparison is unchanged since it was seen: so in most reruns, which then write nothing."""
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        now = store.now()
        held = next((lease for lease in leases(db, grant) if lease.leased_until and lease.leased_until > now), None)
        if held is None or (held.id, _revision(db, held.id)) != seen or grant.campaign.status != "open":
            return None
        if is_filled(db, held):
            return None
        # A newcomer's comparison belongs to a try; closing the try is a write.
        at = WORKING if held.kind in WORK_KINDS else open_stage(db, grant, rules_of(grant.campaign))
        if at is None:
            return None
        last, own = last_judgment(db, grant), own_work(db, grant)
        if last is not None and last.wants_reasons and not isinstance(who, Trusted):
            return None
        return _desk(db, grant, own, _Upcoming(held, stage=at), seen[1], last)


def _take_up(
    db: Session,
    grant: Grant,
    own: OwnWork,
    rules: Rules,
    last: LastJudgment | None,
    clock: Callable[[], datetime],
    *,
    gated: bool,
) -> _Upcoming:
    """The assignment to show, or why there is none."""
    campaign = grant.campaign
    if campaign.status != "open":
        return _Upcoming(reason=campaign.status)
    missing = _missing(db, grant, rules, last) if gated else None
    if missing:
        return _Upcoming(reason=missing)
    if own.excluded:
        return _Upcoming(reason="finished")
    at = newcomer_stage(db, grant, own, rules, clock()) if gated else WORKING
    for assignment in leases(db, grant) if own.leased else ():
        lock_comparison(db, assignment.comparison_id)
        now = clock()
        if keeps_place(db, assignment, now):
            assignment.leased_until = now + LEASE
            return _Upcoming(assignment, stage=at)
        assignment.status = "released"
    if at.stage in ("training", "test"):
        leased, at = lease_of_newcomer(db, grant, own, at, clock())
        return _Upcoming(leased, None if leased else at.stage, at)
    if at.stage == "failed":
        return _Upcoming(reason="failed", stage=at)
    if campaign.per_annotator is not None and own.done >= campaign.per_annotator:
        return _Upcoming(reason="quota", stage=at)
    following = lease_following(db, grant, own, rules, clock())
    return _Upcoming(following, None if following else _why_nothing(db, grant, own), at)


def _missing(db: Session, grant: Grant, rules: Rules, last: LastJudgment | None) -> str | None:
    """What a person must do before going on: 'consent' or 'guidelines'; 'withdrawn' after withdrawing consent."""
    letter = letter_version(rules)
    if letter is not None and not has_consented(db, grant, letter):
        return "consent"
    # Anyone who withdrew stays out, even if the lead has removed the letter since.
    if letter is None and rules.letter.version and has_withdrawn(db, grant):
        return "withdrawn"
    newcomer_reads = last is None and (letter is not None or rules.training > 0 or rules.test > 0)
    changed = last is not None and not last.imported and last.guideline_version != version_in_force(grant.campaign)
    if (newcomer_reads or changed) and not has_acknowledged(db, grant):
        return "guidelines"
    return None


def _why_nothing(db: Session, grant: Grant, own: OwnWork) -> str:
    if anything_open(db, grant, own):
        return "waiting"
    some = db.scalar(select(Comparison.id).where(Comparison.campaign_id == grant.campaign.id).limit(1))
    return "finished" if some is not None else "empty"


def _revision(db: Session, assignment_id: int) -> int:
    return db.scalar(_REVISION, {"assignment": assignment_id}) or 0


def _asking(db: Session, grant: Grant, own: OwnWork, last: LastJudgment) -> Desk:
    """The desk of an annotator who has chosen and is asked for reasons."""
    upcoming = _Upcoming()
    desk = _desk(db, grant, own, upcoming, 0, last)
    return replace(desk, task=read_task(db, last.assignment_id, last.revision), chosen=last.choice)


def _desk(
    db: Session, grant: Grant, own: OwnWork, upcoming: _Upcoming, revision: int, last: LastJudgment | None
) -> Desk:
    campaign, at = grant.campaign, upcoming.stage
    undoable = None
    # Training has shown the answer, and a test is undone only before it ends.
    if (
        last
        and last.undoable
        and campaign.status == "open"
        and last.kind in (*WORK_KINDS, at.stage)
        and last.kind != "training"
        and not own.excluded
    ):
        undoable = (last.assignment_id, last.revision)
    # The comparison decides the stage, so that a lease from before the training is not shown as training.
    stage = upcoming.assignment.kind if upcoming.assignment and upcoming.assignment.kind not in WORK_KINDS else "work"
    return Desk(
        title=campaign.title,
        protocol=campaign.protocol_key,
        text_view=campaign.text_view,
        is_demo=campaign.is_demo,
        task=read_task(db, upcoming.assignment.id, revision) if upcoming.assignment else None,
        done=own.done,
        quota=campaign.per_annotator,
        reason=upcoming.reason,
        undoable=undoable,
        stage=stage,
        # A comparison leased before the lead changed the training is not one of its steps.
        step=(at.number, at.total) if stage == at.stage and at.total else None,
        result=result_of(db, at.qualification_id) if at.stage == "failed" and at.qualification_id else None,
        unread=own.unread,
        messages=own.messages,
    )
