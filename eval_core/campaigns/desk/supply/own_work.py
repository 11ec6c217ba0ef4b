"""One person's work in a campaign, in numbers: read once for each pile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import and_, bindparam, case, func, or_, select, text, true
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant
from eval_core.campaigns.desk.supply.assigned import Assigned
from eval_core.campaigns.desk.supply.written_standards import STANDARD_HERE
from eval_core.store import (
    WORK_KINDS,
    Assignment,
    Comparison,
    Exclusion,
    Judgment,
    Membership,
    Message,
    Pause,
    Question,
    Remark,
)
from eval_core.store.engine import ask
from eval_core.store.schema.content import OPEN_COMPARISON

_SWAPPED = func.coalesce(func.sum(case((Assignment.swapped, 1), else_=0)), 0)
_OF_PERSON = (Assignment.campaign_id == bindparam("campaign"), Assignment.person_id == bindparam("person"))


def _latest(kind: str) -> Any:
    return func.coalesce(func.max(case((Assignment.kind == kind, Assignment.sequence))), 0)


# Fewer open ones for each active annotator, and no one takes one ahead: the end does not wait for tunnels.
OPEN_EACH = 3
_ANNOTATORS = (
    select(func.count())
    .where(
        or_(Membership.campaign_id == bindparam("campaign"), Membership.campaign_id.is_(None)),
        Membership.role == "annotator",
    )
    .scalar_subquery()
)
# With so many open ones, they suffice for all annotators, whoever is active.
_OPEN_FOR_ALL = (
    select(Comparison.id)
    .where(Comparison.campaign_id == bindparam("campaign"), text(OPEN_COMPARISON))
    .offset(OPEN_EACH * _ANNOTATORS)
    .limit(1)
    .correlate(None)
    .exists()
)
_BEFORE = aliased(Judgment)
# A choice that replaced another was made in "My work": the question for reasons does not go back to it. The same choice
# again is one whose reasons were undone.
_REVISED = and_(
    Judgment.choice.is_not(None),
    select(_BEFORE.id)
    .where(
        _BEFORE.assignment_id == Judgment.assignment_id,
        _BEFORE.revision == Judgment.revision - 1,
        _BEFORE.choice != Judgment.choice,
    )
    .correlate(Judgment)
    .exists(),
)
_JUDGED_BY = (Judgment.campaign_id == bindparam("campaign"), Judgment.person_id == bindparam("person"), ~_REVISED)
_NEWEST = (
    select(
        Judgment.imported,
        Judgment.guideline_version,
    )
    .where(*_JUDGED_BY)
    .order_by(Judgment.id.desc())
    .limit(1)
)
# Whichever lacks its reasons, not only the newest: undone ones are asked for again, however much was done since.
_ASKING = (
    select(Judgment.assignment_id, Judgment.choice)
    .join(Assignment, Assignment.id == Judgment.assignment_id)
    .where(
        *_JUDGED_BY,
        Assignment.asks_reasons,
        Judgment.live,
        Judgment.choice.is_not(None),
        ~Judgment.imported,
        ~select(Remark.id).where(Remark.judgment_id == Judgment.id).exists(),
    )
    .order_by(Judgment.id.desc())
    .limit(1)
)
_IN_NUMBERS = select(
    # Imported work of the person has no running number, and was not done here.
    func.coalesce(
        func.sum(
            case(
                (and_(Assignment.status == "done", Assignment.kind.in_(WORK_KINDS), Assignment.sequence > 0), 1),
                else_=0,
            )
        ),
        0,
    ),
    func.coalesce(func.max(Assignment.sequence), 0),
    _SWAPPED,
    func.count() - _SWAPPED,
    func.coalesce(func.sum(case((Assignment.status == "leased", 1), else_=0)), 0),
    _latest("gold"),
    _latest("repeat"),
    select(func.count(Question.id))
    .where(
        Question.campaign_id == bindparam("campaign"),
        Question.person_id == bindparam("person"),
        Question.answered_at.is_not(None),
        Question.read_at.is_(None),
    )
    .scalar_subquery(),
    select(func.count(Exclusion.id))
    .where(
        Exclusion.in_force(bindparam("campaign"), bindparam("person")),
    )
    .scalar_subquery(),
    select(func.count(Pause.id)).where(Pause.in_force(bindparam("campaign"), bindparam("person"))).scalar_subquery(),
    select(func.count(Message.id))
    .where(
        Message.campaign_id == bindparam("campaign"),
        Message.person_id == bindparam("person"),
        Message.read_at.is_(None),
    )
    .scalar_subquery(),
    STANDARD_HERE.scalar_subquery(),
    _OPEN_FOR_ALL,
).where(*_OF_PERSON)
# All in one statement: a click waits for each.
_numbers, _newest, _asking = _IN_NUMBERS.subquery(), _NEWEST.subquery(), _ASKING.subquery()
_OWN_WORK = select(*_numbers.c, *_newest.c, *_asking.c).select_from(
    _numbers.outerjoin(_newest, true()).outerjoin(_asking, true())
)


@dataclass(frozen=True)
class Newest:
    """What a person judged last, later revisions in *My work* left out."""

    imported: bool
    guideline_version: str | None


@dataclass(frozen=True)
class Asking:
    """A judgment that lacks nothing but its reasons."""

    assignment_id: int
    choice: str


@dataclass(frozen=True)
class OwnWork:
    """One person's assignments in a campaign, in numbers.

    `done` counts the stream (regular, gold, repeats); `sequence` is the highest running number, `last_gold` and
    `last_repeat` are those of the last one served (0: none), `unread` and `messages` the answers and the messages
    not seen yet. An excluded or paused person gets no more; `written_standard` is the only one that they judge, if any.
    `open_for_all`: so many comparisons are open that no one need count who is active. `asking` lacks its reasons, the
    newest where there are several.
    """

    done: int
    sequence: int
    swapped: int
    straight: int
    leased: int
    last_gold: int
    last_repeat: int
    unread: int
    excluded: int
    paused: int
    messages: int
    written_standard: str | None
    open_for_all: bool = False
    newest: Newest | None = None
    asking: Asking | None = None

    def after(self, taken: Assigned) -> OwnWork:
        """The same with one more lease."""
        return replace(
            self,
            sequence=taken.sequence,
            swapped=self.swapped + taken.swapped,
            straight=self.straight + (not taken.swapped),
            leased=self.leased + 1,
            last_gold=taken.sequence if taken.kind == "gold" else self.last_gold,
            last_repeat=taken.sequence if taken.kind == "repeat" else self.last_repeat,
        )


def is_plenty(open_: int, active: int) -> bool:
    """Whether enough is open for each active annotator, so that some may be taken ahead: comparisons or responses."""
    return open_ >= OPEN_EACH * max(active, 1)


def own_work(db: Session, grant: Grant) -> OwnWork:
    """The person's work so far."""
    row: tuple[Any, ...] = ask(db, _OWN_WORK, {"campaign": grant.campaign.id, "person": grant.person}).one()
    *numbers, imported, version, assignment, choice = row
    newest = None if imported is None else Newest(imported, version)
    asking = None if assignment is None else Asking(assignment, choice)
    return OwnWork(*(*numbers, newest, asking))
