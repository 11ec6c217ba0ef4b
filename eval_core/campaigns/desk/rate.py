"""Rating: the work of a campaign whose annotators say how good a response is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, groupby

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant
from eval_core.campaigns.desk.gates import Known
from eval_core.campaigns.desk.pile import Sheet, TextMark
from eval_core.campaigns.desk.rating_sheets import (
    append_scores,
    checked_scores,
    own_assignment,
    revisions_of,
    scores_of,
)
from eval_core.campaigns.desk.supply.feedback import RatingFeedback, rating_feedback
from eval_core.campaigns.desk.supply.qualification import (
    WORKING,
    NewcomerStage,
    lease_of_new_rater,
    newcomer_stage,
    try_is_over,
)
from eval_core.campaigns.desk.supply.rating_gold import lease_control
from eval_core.campaigns.desk.supply.rating_leases import (
    has_plenty,
    has_room,
    lease_group,
    lock_raters,
    of_rater,
    rater_locks,
    why_nothing,
)
from eval_core.campaigns.desk.work import Taken, Times, Turn
from eval_core.campaigns.joining.guidelines import version_rated_under
from eval_core.campaigns.rules import Rules, rules_of
from eval_core.campaigns.text import storable
from eval_core.campaigns.timing import JUST_NOW, LEASE, dwell
from eval_core.errors import RefusedError
from eval_core.protocols import load_protocol
from eval_core.store import Exclusion, Message, Pause, Prompt, Question, RatingAssignment, RatingMark, Response
from eval_core.store.prepared import Query


@dataclass(frozen=True)
class OwnRatings:
    """One person's ratings in a campaign, in numbers."""

    done: int
    unread: int
    messages: int
    excluded: int
    paused: int


@dataclass(frozen=True)
class RatedAssignment:
    """A person's own assignment of a response, and its newest revision, 0 before the first."""

    assignment: RatingAssignment
    revision: int
    text: str
    withdrawn: bool

    @property
    def kind(self) -> str:
        """'regular', 'training' or 'test'."""
        return self.assignment.kind

    @property
    def status(self) -> str:
        """'leased', 'done', 'skipped' or 'released'."""
        return self.assignment.status

    @property
    def made(self) -> datetime:
        """When it was made: its number may have been another assignment's whose file was taken out."""
        return self.assignment.created_at

    @property
    def handed_out_at(self) -> datetime | None:
        """When the person was given it, or when it came up again."""
        return self.assignment.shown_at

    @property
    def dwell(self) -> timedelta:
        """How long the text must be in sight before a click counts."""
        return dwell(len(self.text))


class RatingResponses:
    """The `Work` of a campaign that rates."""

    rates = True

    def locks(self, db: Session, grant: Grant, assignments: Collection[int]) -> list[Query]:
        del assignments
        return rater_locks(db, grant)

    def own(self, db: Session, grant: Grant) -> OwnRatings:
        here = (grant.campaign.id, grant.person)
        done = select(func.count()).where(
            *of_rater(grant), RatingAssignment.status == "done", RatingAssignment.kind == "regular"
        )
        unread = select(func.count()).where(
            Question.campaign_id == here[0],
            Question.person_id == here[1],
            Question.answered_at.is_not(None),
            Question.read_at.is_(None),
        )
        messages = select(func.count()).where(
            Message.campaign_id == here[0], Message.person_id == here[1], Message.read_at.is_(None)
        )
        excluded = select(func.count(Exclusion.id)).where(Exclusion.in_force(*here))
        paused = select(func.count(Pause.id)).where(Pause.in_force(*here))
        counts = select(*(one.scalar_subquery() for one in (done, unread, messages, excluded, paused)))
        return OwnRatings(*db.execute(counts).one())

    def newest(self, db: Session, grant: Grant, own: OwnRatings) -> tuple[Known | None, None]:
        del own
        version = version_rated_under(db, grant)
        return None if version is None else Known(version), None

    def take(
        self,
        db: Session,
        grant: Grant,
        own: OwnRatings,
        rules: Rules,
        now: datetime,
        *,
        ahead: int,
        quota: int | None,
        newcomer: bool,
        holding: Collection[int] | None,
    ) -> Taken:
        lock_raters(db, grant)
        at = newcomer_stage(db, grant, own.done, rules, now) if newcomer else WORKING
        if holding is not None:
            self.give_back(db, grant, holding, now)
        if at.stage != "work":
            return _first(db, grant, rules, now, at)
        left = None if quota is None else quota - own.done
        wanted = 1 + ahead if ahead and has_plenty(db, grant, now) else 1
        groups = _kept(db, grant, rules, now, wanted)
        while len(groups) < wanted:
            places = None if left is None else left - sum(map(len, groups))
            if places is not None and places <= 0:
                break
            group = lease_group(db, grant, now, places)
            if not group:
                break
            control = lease_control(db, grant, rules, now) if places is None or places > len(group) else None
            groups += [[control], group] if control else [group]
        db.flush()
        if groups:
            return Taken(tuple(_sheets(db, groups, at)), at=at)
        return Taken(instead="quota" if left is not None and left <= 0 else why_nothing(db, grant, now))

    def give_back(self, db: Session, grant: Grant, holding: Collection[int], now: datetime) -> None:
        # Until someone else takes it, it is this person's next: no one can go on asking for something easier.
        for assignment in _leased(db, grant):
            if assignment.id not in holding and not revisions_of(db, [assignment.id])[assignment.id]:
                assignment.leased_until = now - JUST_NOW
        db.flush()

    def await_room(self, db: Session, grant: Grant, now: datetime) -> None:
        """Nothing to wait for: raters of a campaign lease one after the other."""

    def held(self, db: Session, grant: Grant, assignment: int) -> RatedAssignment:
        own = own_assignment(db, grant, assignment)
        response = db.get_one(Response, own.response_id)
        revision = revisions_of(db, [own.id])[own.id]
        return RatedAssignment(own, revision, response.text or "", response.withdrawn_at is not None)

    def same(self, db: Session, turn: Turn, held: RatedAssignment) -> bool:
        if held.revision != turn.action.revision + 1:
            return False
        return scores_of(db, [held.assignment.id])[held.assignment.id] == checked_scores(turn.grant, turn.action.scores)

    def check(self, turn: Turn, held: RatedAssignment) -> None:
        if turn.action.kind != "rate":
            raise RefusedError("unknown_choice", "this campaign rates responses")
        checked_scores(turn.grant, turn.action.scores)
        known = {criterion.key for criterion in load_protocol(turn.grant.campaign.protocol_key).rated}
        for mark in turn.action.marks:
            if mark.issue not in known or mark.side != "A":
                raise RefusedError("unknown_issue", "the protocol does not have this criterion")
            if mark.end is not None and mark.end > len(held.text):
                raise RefusedError("bad_mark", "a mark lies outside the text")

    def record(self, db: Session, turn: Turn, held: RatedAssignment, times: Times) -> int:
        action, assignment = turn.action, held.assignment
        if held.withdrawn:
            raise RefusedError("lease_lost", "this response was withdrawn")
        until = assignment.leased_until
        alive = assignment.status == "leased" and until is not None and until > turn.now
        append_scores(
            db,
            assignment,
            held.revision + 1,
            checked_scores(turn.grant, action.scores),
            times,
            language=action.language,
            layout=action.layout,
            late=not alive,
            marks=action.marks,
        )
        return held.revision + 1

    def skip(self, db: Session, turn: Turn, held: RatedAssignment, done_at: datetime) -> None:
        assignment = held.assignment
        assignment.status, assignment.leased_until, assignment.skipped_at = "skipped", None, done_at
        assignment.skip_reason, assignment.skip_comment = turn.action.reason, storable(turn.action.comment) or None
        db.flush()

    def is_explained(self, db: Session, held: RatedAssignment) -> bool:
        del db, held
        return False

    def explain(self, db: Session, turn: Turn, held: RatedAssignment) -> None:
        raise RefusedError("unknown_choice", "this campaign rates responses")

    def take_back(self, db: Session, turn: Turn, held: RatedAssignment, kind: str, done_at: datetime) -> None:
        assignment = held.assignment
        if kind == "skip":
            control = db.get_one(Response, assignment.response_id).system_id is None
            room = has_room(db, turn.grant.campaign, assignment.response_id, turn.grant.person, turn.now)
            if not (control or room):
                raise RefusedError("lease_lost", "somebody else has got this response meanwhile")
            assignment.skip_reason = assignment.skip_comment = None
            assignment.skipped_at = assignment.skip_settled_at = None
        else:
            emptied = dict.fromkeys(scores_of(db, [assignment.id])[assignment.id])
            append_scores(db, assignment, held.revision + 1, emptied, Times(None, done_at, None))
        assignment.status, assignment.leased_until, assignment.shown_at = "leased", turn.now + LEASE, done_at
        db.flush()

    def restart(self, db: Session, held: RatedAssignment, now: datetime) -> None:
        held.assignment.shown_at = now
        db.flush()

    def require_undo(self, db: Session, held: RatedAssignment) -> None:
        if held.kind == "training" or (held.kind == "test" and try_is_over(db, held.assignment)):
            raise RefusedError("no_undo", "neither training nor a finished test is undone")

    def feedback(self, db: Session, grant: Grant, assignment: int, language: str) -> RatingFeedback | None:
        del language  # the lead's own words, in the language of the texts
        return rating_feedback(db, grant, assignment)


def _first(db: Session, grant: Grant, rules: Rules, now: datetime, at: NewcomerStage) -> Taken:
    """What a newcomer holds, or the control response that comes now: one at a time, none ahead."""
    groups = _kept(db, grant, rules, now, 1)
    if not groups:
        if at.stage == "failed":
            return Taken(instead="failed", at=at)
        leased, at = lease_of_new_rater(db, grant, at, now)
        if leased is None:
            return Taken(instead=at.stage, at=at)
        groups = [[leased]]
    db.flush()
    return Taken(tuple(_sheets(db, groups[:1], at)), at=at)


def _leased(db: Session, grant: Grant) -> Sequence[RatingAssignment]:
    rows = select(RatingAssignment).where(*of_rater(grant), RatingAssignment.status == "leased")
    return db.scalars(rows.order_by(RatingAssignment.id)).all()


def _kept(db: Session, grant: Grant, rules: Rules, now: datetime, wanted: int) -> list[list[RatingAssignment]]:
    """The responses that the person holds, by prompt; after its lease one is theirs if there is room and it is wanted.

    Undone ones come first; those leased meanwhile wait.
    """
    held, prompts = [], {}
    for row in _leased(db, grant):
        response = db.get_one(Response, row.response_id)
        room = response.system_id is None or has_room(db, grant.campaign, row.response_id, grant.person, now)
        if response.withdrawn_at is None and room:
            held.append(row)
            prompts[row.id] = response.prompt_id
        else:
            row.status = "released"
    undone = revisions_of(db, list(prompts)) if held else {}
    held.sort(key=lambda row: (-undone[row.id], row.id))
    places = rules_of(grant.campaign).responses_beside
    groups: list[list[RatingAssignment]] = []
    for _prompt, group in groupby(held, lambda row: prompts[row.id]):
        rows = list(group)
        for start in range(0, len(rows), places):
            beside = rows[start : start + places]
            if len(groups) < wanted or any(row.leased_until and row.leased_until > now for row in beside):
                groups.append(beside)
    for row in chain.from_iterable(groups):
        row.leased_until, row.shown_at = now + LEASE, row.shown_at or now
    return groups


def _sheets(db: Session, groups: Sequence[Sequence[RatingAssignment]], at: NewcomerStage) -> list[Sheet]:
    ids = [assignment.id for group in groups for assignment in group]
    scores, revisions, marks = scores_of(db, ids), revisions_of(db, ids), _marks_of(db, ids)
    sheets = []
    for group in groups:
        for assignment in group:
            response = db.get_one(Response, assignment.response_id)
            prompt = db.get_one(Prompt, response.prompt_id)
            # The response decides the stage, so that a lease from before the training is not shown as training.
            stage = "work" if assignment.kind == "regular" else assignment.kind
            sheets.append(
                Sheet(
                    assignment.id,
                    revisions[assignment.id],
                    "rating",
                    prompt.text,
                    prompt.written_standard,
                    {"A": response.text or ""},
                    dwell(len(response.text or "")),
                    stage=stage,
                    step=(at.number, at.total) if stage == at.stage and at.total else None,
                    reference=prompt.reference,
                    source_language=prompt.source_language,
                    target_language=prompt.target_language,
                    scores=scores[assignment.id],
                    marks=marks.get((assignment.id, revisions[assignment.id]), ()),
                    group=group[0].id,
                    made=assignment.created_at.isoformat(),
                )
            )
    return sheets


def _marks_of(db: Session, ids: Sequence[int]) -> dict[tuple[int, int], tuple[TextMark, ...]]:
    """The marks on each assignment, by its revision."""
    marks: dict[tuple[int, int], tuple[TextMark, ...]] = {}
    for row in db.scalars(select(RatingMark).where(RatingMark.rating_assignment_id.in_(ids)).order_by(RatingMark.id)):
        key = (row.rating_assignment_id, row.revision)
        marks[key] = (*marks.get(key, ()), TextMark("A", row.start, row.end, row.issue))
    return marks
