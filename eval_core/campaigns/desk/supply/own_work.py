"""One person's work in a campaign, in numbers: read once for each pile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import and_, bindparam, case, func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant
from eval_core.campaigns.desk.supply.written_standards import STANDARD_HERE
from eval_core.store import (
    WORK_KINDS,
    Assignment,
    Exclusion,
    Message,
    Question,
)
from eval_core.store.engine import ask

_SWAPPED = func.coalesce(func.sum(case((Assignment.swapped, 1), else_=0)), 0)
_OF_PERSON = (Assignment.campaign_id == bindparam("campaign"), Assignment.person_id == bindparam("person"))


def _latest(kind: str) -> Any:
    return func.coalesce(func.max(case((Assignment.kind == kind, Assignment.sequence))), 0)


_OWN_WORK = select(
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
    select(func.count(Message.id))
    .where(
        Message.campaign_id == bindparam("campaign"),
        Message.person_id == bindparam("person"),
        Message.read_at.is_(None),
    )
    .scalar_subquery(),
    STANDARD_HERE.scalar_subquery(),
).where(*_OF_PERSON)


@dataclass(frozen=True)
class OwnWork:
    """One person's assignments in a campaign, in numbers.

    `done` counts the stream (regular, gold, repeats); `sequence` is the highest running number, `last_gold` and
    `last_repeat` are those of the last one served (0: none), `unread` and `messages` the answers and the messages
    not seen yet. An excluded person gets no more; `written_standard` is the only one that the person judges, if any.
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
    messages: int
    written_standard: str | None

    def after(self, taken: Assignment) -> OwnWork:
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


def own_work(db: Session, grant: Grant) -> OwnWork:
    """The person's work so far."""
    return OwnWork(*ask(db, _OWN_WORK, {"campaign": grant.campaign.id, "person": grant.person}).one())
