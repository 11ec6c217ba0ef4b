"""The seam between the desk and what lies on it: comparisons or responses to rate.

`clicks` writes down once what both have in common; `compare` and `rate` are the two kinds of work.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant
from eval_core.campaigns.desk.action import Action
from eval_core.campaigns.desk.gates import Known
from eval_core.campaigns.desk.pile import Sheet
from eval_core.campaigns.desk.supply.feedback import Feedback, RatingFeedback
from eval_core.campaigns.desk.supply.qualification import WORKING, NewcomerStage
from eval_core.campaigns.rules import Rules
from eval_core.campaigns.timing import IDLE
from eval_core.store.prepared import Query


@dataclass(frozen=True)
class Times:
    """The times of one action: when its texts came into sight and when it was done (UTC), and how long it took.

    `active` is None where no one knows; it never exceeds `IDLE`.
    """

    shown_at: datetime | None
    done_at: datetime
    active: timedelta | None

    @property
    def active_ms(self) -> int | None:
        """The active time in milliseconds."""
        return None if self.active is None else int(min(max(self.active, timedelta(0)), IDLE).total_seconds() * 1000)


@dataclass(frozen=True)
class Turn:
    """An action on its way: by whom, under which rules, at which moment of the server's clock."""

    grant: Grant
    action: Action
    now: datetime
    rules: Rules


class Own(Protocol):
    """One person's work in a campaign, in numbers."""

    @property
    def done(self) -> int: ...
    @property
    def excluded(self) -> int: ...
    @property
    def paused(self) -> int: ...
    @property
    def unread(self) -> int: ...
    @property
    def messages(self) -> int: ...


class Held(Protocol):
    """A person's own assignment, as an action finds it."""

    @property
    def revision(self) -> int: ...
    @property
    def status(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def made(self) -> datetime | None: ...
    @property
    def handed_out_at(self) -> datetime | None: ...
    @property
    def dwell(self) -> timedelta: ...


OwnWork = TypeVar("OwnWork", bound=Own)
HeldWork = TypeVar("HeldWork", bound=Held)


@dataclass(frozen=True)
class Taken:
    """The sheets that a person holds now, or why there is none; and the newcomer's stage."""

    sheets: tuple[Sheet, ...] = ()
    instead: str | None = None
    at: NewcomerStage = WORKING


class Work(Protocol[OwnWork, HeldWork]):
    """What one kind of campaign lays on a desk."""

    rates: bool

    def locks(self, db: Session, grant: Grant, assignments: Collection[int]) -> list[Query]:
        """What keeps others from these comparisons or responses while the transaction lasts; nothing on SQLite."""

    def own(self, db: Session, grant: Grant) -> OwnWork:
        """The person's work so far."""

    def newest(self, db: Session, grant: Grant, own: OwnWork) -> tuple[Known | None, Sheet | None]:
        """The guidelines under which the person worked last, None for a newcomer; the sheet that lacks its reasons."""

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
        """What the person holds, and as many more as may be taken ahead, up to their quota. What is not in `holding`
        is given back."""

    def give_back(self, db: Session, grant: Grant, holding: Collection[int], now: datetime) -> None:
        """End the leases of what the person's browser no longer holds."""

    def held(self, db: Session, grant: Grant, assignment: int) -> HeldWork:
        """The person's own assignment; RefusedError 'not_allowed' or 'excluded'."""

    def same(self, db: Session, turn: Turn, held: HeldWork) -> bool:
        """Whether the assignment is already as this action wants it."""

    def check(self, turn: Turn, held: HeldWork) -> None:
        """Refuse an action with values that the protocol does not know."""

    def record(self, db: Session, turn: Turn, held: HeldWork, times: Times) -> int:
        """Record a choice or ratings; the new revision."""

    def skip(self, db: Session, turn: Turn, held: HeldWork, done_at: datetime) -> None:
        """Put the assignment away without a judgment."""

    def is_explained(self, db: Session, held: HeldWork) -> bool:
        """Whether the judgment in force has its reasons."""

    def explain(self, db: Session, turn: Turn, held: HeldWork) -> None:
        """Add the reasons to the judgment in force."""

    def take_back(self, db: Session, turn: Turn, held: HeldWork, kind: str, done_at: datetime) -> None:
        """Undo what was recorded, skipped or explained: the sheet comes up again."""

    def restart(self, db: Session, held: HeldWork, now: datetime) -> None:
        """Begin the wait before a click counts anew."""

    def require_undo(self, db: Session, held: HeldWork) -> None:
        """Refuse with 'no_undo' what has shown its answer: training, and a test that is over."""

    def await_room(self, db: Session, grant: Grant, now: datetime) -> None:
        """Wait until no one else locks what the person could be given (PostgreSQL)."""

    def feedback(self, db: Session, grant: Grant, assignment: int, language: str) -> Feedback | RatingFeedback | None:
        """What a newcomer learns after judging or rating a sheet of the training; None for any other."""
