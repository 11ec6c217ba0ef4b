"""Comparing: the work of a campaign whose annotators say which of two texts is better."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant
from eval_core.campaigns.desk import reasons
from eval_core.campaigns.desk.gates import Known
from eval_core.campaigns.desk.judgments import Context, JudgedAssignment, append_revision, held_by, reopen_judgment
from eval_core.campaigns.desk.pile import Sheet
from eval_core.campaigns.desk.supply.assigned import Assigned, changed
from eval_core.campaigns.desk.supply.feedback import Feedback, training_feedback
from eval_core.campaigns.desk.supply.leases import anything_open, await_room, leases
from eval_core.campaigns.desk.supply.own_work import OwnWork, own_work
from eval_core.campaigns.desk.supply.places import has_plenty, has_room, is_filled
from eval_core.campaigns.desk.supply.qualification import (
    WORKING,
    NewcomerStage,
    lease_of_newcomer,
    newcomer_stage,
    try_is_over,
)
from eval_core.campaigns.desk.supply.stream import lease_following
from eval_core.campaigns.desk.work import Taken, Times, Turn
from eval_core.campaigns.locks import comparison_locks, try_lock_comparison
from eval_core.campaigns.outcomes import CHOICES
from eval_core.campaigns.rules import Rules
from eval_core.campaigns.text import storable
from eval_core.campaigns.timing import JUST_NOW, LEASE, dwell
from eval_core.errors import RefusedError
from eval_core.store import WORK_KINDS, Assignment, Comparison, Judgment, Prompt, Response
from eval_core.store.engine import ask
from eval_core.store.prepared import Query

# A lease is renewed when so much of it is gone: a renewal is a write.
_RENEW = timedelta(minutes=5)
# A lease that ends as soon is renewed like one that has ended: someone may be looking whose clock is a little ahead.
_SHORTLY = timedelta(minutes=1)
_FIRST, _SECOND = aliased(Response), aliased(Response)
_REVISION = (
    select(func.coalesce(func.max(Judgment.revision), 0))
    .where(Judgment.assignment_id == Assignment.id)
    .correlate(Assignment)
    .scalar_subquery()
)
_SHEETS = (
    select(
        Assignment.id,
        _REVISION,
        Assignment.kind,
        Assignment.swapped,
        Assignment.asks_reasons,
        Assignment.created_at,
        Prompt.text,
        Prompt.written_standard,
        _FIRST.text,
        _SECOND.text,
    )
    .select_from(Assignment)
    .join(Comparison, Comparison.id == Assignment.comparison_id)
    .join(Prompt, Prompt.id == Comparison.prompt_id)
    .join(_FIRST, _FIRST.id == Comparison.first_response_id)
    .join(_SECOND, _SECOND.id == Comparison.second_response_id)
    .where(Assignment.id.in_(bindparam("assignments", expanding=True)))
    .order_by(Assignment.sequence)
)


@dataclass(frozen=True)
class Task:
    """A comparison as one annotator sees it. Holds nothing that identifies a system."""

    assignment_id: int
    revision: int
    prompt: str
    written_standard: str | None
    response_a: str
    response_b: str


def read_task(db: Session, assignment_id: int, revision: int) -> Task:
    """The texts of an assignment as they were presented."""
    sheet = _sheets(db, [assignment_id], WORKING)[0]
    return Task(assignment_id, revision, sheet.prompt, sheet.written_standard, sheet.texts["A"], sheet.texts["B"])


class Comparing:
    """The `Work` of a campaign that compares."""

    rates = False

    def locks(self, db: Session, grant: Grant, assignments: Collection[int]) -> list[Query]:
        del grant
        return comparison_locks(db, assignments)

    def own(self, db: Session, grant: Grant) -> OwnWork:
        return own_work(db, grant)

    def newest(self, db: Session, grant: Grant, own: OwnWork) -> tuple[Known | None, Sheet | None]:
        del grant
        last, asking = own.newest, own.asking
        if last is None:
            return None, None
        known = Known(None if last.imported else last.guideline_version or "")
        if asking is None:
            return known, None
        sheet = _sheets(db, [asking.assignment_id], WORKING)[0]
        given = reasons.given_before(db, asking.assignment_id, asking.choice)
        return known, replace(sheet, chosen=asking.choice, given=given)

    def take(
        self,
        db: Session,
        grant: Grant,
        own: OwnWork,
        rules: Rules,
        now: datetime,
        *,
        ahead: int,
        quota: int | None,
        newcomer: bool,
        holding: Collection[int] | None,
    ) -> Taken:
        at = newcomer_stage(db, grant, own.done, rules, now) if newcomer else WORKING
        held = _kept(db, grant, own, now, holding, 1 + ahead) if own.leased else []
        instead = None
        if not held:
            held, instead, at = self._first(db, grant, own, rules, now, at, quota)
            own = own.after(held[0]) if held else own
        # In training the answer comes before the next comparison, and a test is short.
        if held and at.stage == "work" and all(one.kind in WORK_KINDS for one in held):
            _take_ahead(db, grant, own, rules, now, held, 1 + ahead, quota)
        shown = held if at.stage == "work" else held[:1]
        return Taken(tuple(_sheets(db, [one.id for one in shown], at, asks=rules.reasons != "off")), instead, at)

    def _first(
        self,
        db: Session,
        grant: Grant,
        own: OwnWork,
        rules: Rules,
        now: datetime,
        at: NewcomerStage,
        quota: int | None,
    ) -> tuple[list[Assigned], str | None, NewcomerStage]:
        """The next assignment, or why there is none."""
        if at.stage in ("training", "test"):
            leased, at = lease_of_newcomer(db, grant, own, at, now)
            return ([leased], None, at) if leased else ([], at.stage, at)
        if at.stage == "failed":
            return [], "failed", at
        if quota is not None and own.done >= quota:
            return [], "quota", at
        following = lease_following(db, grant, own, rules, now)
        return ([following], None, at) if following else ([], _why_nothing(db, grant, own), at)

    def give_back(self, db: Session, grant: Grant, holding: Collection[int], now: datetime) -> None:
        _hand_back(db, leases(db, grant), holding, now)

    def await_room(self, db: Session, grant: Grant, now: datetime) -> None:
        await_room(db, grant, own_work(db, grant), now)

    def held(self, db: Session, grant: Grant, assignment: int) -> JudgedAssignment:
        return held_by(db, grant, assignment)

    def same(self, db: Session, turn: Turn, held: JudgedAssignment) -> bool:
        del db
        return (held.revision, held.choice) == (turn.action.revision + 1, turn.action.choice)

    def check(self, turn: Turn, held: JudgedAssignment) -> None:
        if turn.action.kind == "rate" or (turn.action.kind == "choose" and turn.action.choice not in CHOICES):
            raise RefusedError("unknown_choice", f"'{turn.action.choice}' is not one of {', '.join(CHOICES)}")
        if turn.action.kind == "explain":
            reasons.require_known(turn.grant.campaign, turn.action, held)

    def record(self, db: Session, turn: Turn, held: JudgedAssignment, times: Times) -> int:
        action, assignment = turn.action, held.assignment
        if held.withdrawn:
            raise RefusedError("lease_lost", "this comparison was withdrawn")
        until = assignment.leased_until
        alive = assignment.status == "leased" and until is not None and until > turn.now
        late = not alive or (held.may_be_filled and is_filled(db, assignment))
        if assignment.asks_reasons and turn.rules.reasons == "off":  # since it was handed out: it is finished as it is
            changed(db, assignment, asks_reasons=False)
        context = Context(action.layout, action.language, action.prompt_opened)
        append_revision(db, turn.grant, held, action.choice, context, times, late=late)
        return held.revision + 1

    def skip(self, db: Session, turn: Turn, held: JudgedAssignment, done_at: datetime) -> None:
        comment = storable(turn.action.comment) or None
        skipped = {"skip_reason": turn.action.reason, "skip_comment": comment, "skipped_at": done_at}
        changed(db, held.assignment, status="skipped", **skipped)

    def is_explained(self, db: Session, held: JudgedAssignment) -> bool:
        return reasons.is_explained(db, held.assignment.id)

    def explain(self, db: Session, turn: Turn, held: JudgedAssignment) -> None:
        reasons.explain(db, turn, held)

    def take_back(self, db: Session, turn: Turn, held: JudgedAssignment, kind: str, done_at: datetime) -> None:
        assignment = held.assignment
        if kind == "explain":
            reopen_judgment(db, held)
            return
        if kind == "skip":
            if not has_room(db, assignment, turn.now):
                raise RefusedError("lease_lost", "somebody else has got this comparison meanwhile")
        else:
            times = Times(assignment.shown_at and min(assignment.shown_at, done_at), done_at, None)
            append_revision(db, turn.grant, held, None, Context(), times)
        leased = {"status": "leased", "leased_until": turn.now + LEASE, "shown_at": done_at}
        unskipped = dict.fromkeys(("skip_reason", "skip_comment", "skipped_at", "skip_settled_at"))
        changed(db, assignment, **leased, **unskipped)

    def restart(self, db: Session, held: JudgedAssignment, now: datetime) -> None:
        changed(db, held.assignment, shown_at=now)

    def require_undo(self, db: Session, held: JudgedAssignment) -> None:
        kind = held.assignment.kind
        if kind == "training" or (kind == "test" and try_is_over(db, held.assignment)):
            raise RefusedError("no_undo", "neither training nor a finished test is undone")

    def feedback(self, db: Session, grant: Grant, assignment: int, language: str) -> Feedback | None:
        return training_feedback(db, grant, assignment, language)


def _hand_back(
    db: Session, leased: Iterable[tuple[Assigned, bool]], holding: Collection[int], now: datetime
) -> list[tuple[Assigned, bool]]:
    """End the leases of what the browser no longer holds: others may take it, and until then it is this person's next.

    Gold and repeats alike, or asking again would show which they are; and no one can go on asking for something easier.
    What was undone is still theirs.
    """
    return [
        (
            assignment
            if assignment.id in holding or _revision(db, assignment.id)
            else changed(db, assignment, leased_until=now - JUST_NOW),
            filled,
        )
        for assignment, filled in leased
    ]


def _kept(
    db: Session, grant: Grant, own: OwnWork, now: datetime, holding: Collection[int] | None, wanted: int
) -> list[Assigned]:
    """What the person holds, and of what is theirs no longer as much as is wanted and has room.

    What others have filled since its lease ended is released.
    """
    leased = leases(db, grant)
    if holding is not None:
        leased = _hand_back(db, leased, holding, now)
    alive = [_is_alive(assignment, now) and not filled for assignment, filled in leased]
    missing = wanted - sum(alive)
    if missing > 1 and not all(alive) and not has_plenty(db, grant, own, now):
        missing = 1 - sum(alive)
    kept = []
    for (assignment, _filled), lives in zip(leased, alive, strict=True):
        if lives:
            until = assignment.leased_until
            much_is_gone = until is not None and until < now + LEASE - _RENEW
            kept.append(changed(db, assignment, leased_until=now + LEASE) if much_is_gone else assignment)
        elif missing <= 0:
            continue
        elif not try_lock_comparison(db, assignment.comparison_id):
            kept.append(assignment)
            missing -= 1
        elif has_room(db, assignment, now):
            kept.append(changed(db, assignment, leased_until=now + LEASE))
            missing -= 1
        else:
            changed(db, assignment, status="released")
    return kept


def _is_alive(assignment: Assigned, now: datetime) -> bool:
    return assignment.leased_until is not None and assignment.leased_until > now + _SHORTLY


def _take_ahead(
    db: Session,
    grant: Grant,
    own: OwnWork,
    rules: Rules,
    now: datetime,
    held: list[Assigned],
    wanted: int,
    quota: int | None,
) -> None:
    """Lease until the person holds so many, unless they are asked for fewer or little is left for the others."""
    if quota is not None:
        wanted = min(wanted, quota - own.done)
    if len(held) >= wanted or not has_plenty(db, grant, own, now):
        return
    while len(held) < wanted:
        following = lease_following(db, grant, own, rules, now)
        if following is None:
            return
        held.append(following)
        own = own.after(following)


def _sheets(db: Session, assignments: Sequence[int], at: NewcomerStage, *, asks: bool = True) -> list[Sheet]:
    """The texts of assignments as they are presented, in the order in which they were leased.

    Args:
        asks: whether the campaign asks for reasons at all.
    """
    if not assignments:
        return []
    sheets = []
    for id_, revision, kind, swapped, asks_reasons, made, prompt, standard, *both in ask(
        db, _SHEETS, {"assignments": list(assignments)}
    ):
        texts = [found or "" for found in (reversed(both) if swapped else both)]
        # The comparison decides the stage, so that a lease from before the training is not shown as training.
        stage = "work" if kind in WORK_KINDS else kind
        step = (at.number, at.total) if stage == at.stage and at.total else None
        sheets.append(
            Sheet(
                id_,
                revision,
                "pair",
                prompt,
                standard,
                dict(zip("AB", texts, strict=True)),
                dwell(sum(map(len, texts))),
                asks_reasons=asks and asks_reasons,
                stage=stage,
                step=step,
                made=made.isoformat(),
            )
        )
    return sheets


def _revision(db: Session, assignment_id: int) -> int:
    return db.scalar(select(_REVISION).where(Assignment.id == assignment_id)) or 0


def _why_nothing(db: Session, grant: Grant, own: OwnWork) -> str:
    if anything_open(db, grant, own):
        return "waiting"
    some = db.scalar(select(Comparison.id).where(Comparison.campaign_id == grant.campaign.id).limit(1))
    return "finished" if some is not None else "empty"
