"""Simulated annotators: they take comparisons from the desk and judge through the judging service, as people do.

Their choices follow a Davidson model with an effect per prompt and per annotator, so that a demo's ranking has
the kind of uncertainty that real judgments have. Everything they record is marked as simulated.
"""

from __future__ import annotations

import heapq
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from eval_core.campaigns.access import Trusted
from eval_core.campaigns.desk.desk import Task, open_desk
from eval_core.campaigns.desk.judgments import Context, record_judgment, skip_comparison
from eval_core.campaigns.desk.reasons import explain_judgment
from eval_core.campaigns.outcomes import CHOICES
from eval_core.store import Assignment, Comparison, Response, Store, System

Positive = Annotated[float, Field(gt=0)]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Session(_Record):
    """One sitting: so many days before the start of today (UTC), at that hour, for so long."""

    day: Annotated[int, Field(ge=1)]
    hour: Annotated[float, Field(ge=0, lt=24)]
    minutes: Positive


class SimulatedAnnotator(_Record):
    """A name, a median time per comparison in seconds, and when they sit down."""

    name: str
    seconds: Positive
    sessions: tuple[Session, ...]


class Simulation(_Record):
    """A design: see data/demo/simulation.toml for what the numbers mean."""

    seed: int
    share_done: Annotated[float, Field(gt=0, le=1)]
    tie_log_nu: float
    prompt_spread: Annotated[float, Field(ge=0)]
    annotator_spread: Annotated[float, Field(ge=0)]
    side_bias: float
    skip_rate: Annotated[float, Field(ge=0, lt=1)]
    gold_accuracy: Annotated[float, Field(ge=0, le=1)]
    issue_rate: Annotated[float, Field(ge=0, le=1)]
    issues: dict[str, tuple[str, ...]]
    strengths: dict[str, float]
    annotators: tuple[SimulatedAnnotator, ...]


def read_simulation(path: Path) -> Simulation:
    """The design in a TOML file; pydantic's ValidationError where it has another shape."""
    return Simulation.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))


class _Clock:
    """The time of the simulated day: the store asks it instead of the real one."""

    def __init__(self) -> None:
        self.time = datetime.min.replace(tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


def simulate(
    store: Store,
    slug: str,
    design: Simulation,
    people: dict[str, int],
    wanted: int,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Let the design's annotators judge in the days before now, until `wanted` judgments that count are made.

    Args:
        people: person id by name, one for each of the design's annotators.

    Returns:
        How many judgments were made: fewer than wanted where the sittings or the comparisons run out.
    """
    clock = _Clock()
    past = Store(store.url.render_as_string(hide_password=False), clock=clock)
    chance = np.random.default_rng(design.seed)
    minds = {one.name: _Mind(past, slug, design, one, Trusted(people[one.name]), chance) for one in design.annotators}
    # Everybody's next moment, in order of time: the clock never goes back.
    moments = [
        (start, end, one.name, True)
        for one in design.annotators
        for start, end in _sittings(one, store.now().astimezone(UTC))
    ]
    heapq.heapify(moments)
    made = 0
    try:
        while moments and made < wanted:
            clock.time, end, name, fresh = heapq.heappop(moments)
            if not fresh:
                made += minds[name].decide()
            if progress:
                progress(made, wanted)
            wait = minds[name].take_up()
            if wait is not None and clock.time + wait < end:
                heapq.heappush(moments, (clock.time + wait, end, name, False))
    finally:
        past.dispose()
    return made


def _sittings(one: SimulatedAnnotator, now: datetime) -> list[tuple[datetime, datetime]]:
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    starts = [today - timedelta(days=sitting.day) + timedelta(hours=sitting.hour) for sitting in one.sessions]
    return [(start, start + timedelta(minutes=s.minutes)) for start, s in zip(starts, one.sessions, strict=True)]


@dataclass(frozen=True)
class _Shown:
    """What no annotator's browser ever learns of a comparison.

    `expected` is the right choice of a gold comparison; `a` and `b` are the systems, '' where a text has none.
    """

    kind: str
    asks_reasons: bool
    expected: str | None
    prompt: int
    a: str
    b: str


class _Mind:
    """One simulated annotator: a taste of their own, and the comparison before them."""

    def __init__(
        self,
        store: Store,
        slug: str,
        design: Simulation,
        one: SimulatedAnnotator,
        who: Trusted,
        chance: np.random.Generator,
    ) -> None:
        self.store, self.slug, self.design, self.seconds, self.who, self.chance = (
            store,
            slug,
            design,
            one.seconds,
            who,
            chance,
        )
        self.taste = {name: chance.normal(0, design.annotator_spread) for name in sorted(design.strengths)}
        self.task: Task | None = None

    def take_up(self) -> timedelta | None:
        """Ask for a comparison; how long reading it will take, None where there is none."""
        self.task = open_desk(self.store, self.who, self.slug).task
        if self.task is None:
            return None
        return timedelta(seconds=float(np.clip(self.seconds * self.chance.lognormal(0, 0.45), 4, 240)))

    def decide(self) -> bool:
        """Judge or skip what lies there; whether a judgment was made that counts in the ranking."""
        if self.task is None:
            return False
        task, self.task = self.task, None
        if self.chance.random() < self.design.skip_rate:
            skip_comparison(self.store, self.who, self.slug, task.assignment_id, task.revision, "unreadable")
            return False
        shown = self._shown(task)
        context = Context(layout="side_by_side", language="nb", prompt_opened=bool(self.chance.random() < 0.3))
        choice = self._choice(shown)
        recorded = record_judgment(self.store, self.who, self.slug, task.assignment_id, task.revision, choice, context)
        if shown.asks_reasons:
            self._explain(task, shown, choice)
        return recorded and shown.kind == "regular"

    def _choice(self, shown: _Shown) -> str:
        design = self.design
        if shown.expected is not None:
            wrong = [choice for choice in CHOICES if choice != shown.expected]
            right = self.chance.random() < design.gold_accuracy
            return shown.expected if right else str(self.chance.choice(wrong))
        gap = design.side_bias + self._liking(shown.prompt, shown.a) - self._liking(shown.prompt, shown.b)
        weights = np.exp([gap / 2, design.tie_log_nu, -gap / 2])
        return str(self.chance.choice(["A", "tie", "B"], p=weights / weights.sum()))

    def _explain(self, task: Task, shown: _Shown, chosen: str) -> None:
        """Tick what the system of the side that lost is known for, or of both in a tie."""
        losers = {"A": {"B": shown.b}, "B": {"A": shown.a}}.get(chosen, {"A": shown.a, "B": shown.b})
        issues = {
            side: [one for one in self.design.issues.get(system, ()) if self.chance.random() < self.design.issue_rate]
            for side, system in losers.items()
        }
        explain_judgment(self.store, self.who, self.slug, task.assignment_id, task.revision + 1, issues)

    def _liking(self, prompt: int, system: str) -> float:
        on_this = np.random.default_rng([self.design.seed, prompt, *system.encode()])
        return float(self.design.strengths[system] + self.taste[system] + on_this.normal(0, self.design.prompt_spread))

    def _shown(self, task: Task) -> _Shown:
        first, second, system_one, system_two = aliased(Response), aliased(Response), aliased(System), aliased(System)
        with self.store.read() as db:
            kind, asks_reasons, gold, prompt, one, two, swapped = db.execute(
                select(
                    Assignment.kind,
                    Assignment.asks_reasons,
                    Comparison.gold_outcome,
                    Comparison.prompt_id,
                    func.coalesce(system_one.name, ""),
                    func.coalesce(system_two.name, ""),
                    Assignment.swapped,
                )
                .join(Assignment, Assignment.comparison_id == Comparison.id)
                .join(first, first.id == Comparison.first_response_id)
                .join(second, second.id == Comparison.second_response_id)
                .outerjoin(system_one, system_one.id == first.system_id)
                .outerjoin(system_two, system_two.id == second.system_id)
                .where(Assignment.id == task.assignment_id)
            ).one()
        expected = gold if gold in (None, "tie") else "AB"[(gold == "first") == swapped]
        return _Shown(kind, asks_reasons, expected, prompt, *((two, one) if swapped else (one, two)))
