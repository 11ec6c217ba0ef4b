"""Simulated annotators: they lease comparisons from the desk and judge through the same services as people.

Their choices follow Davidson's model with an effect per text and per annotator, so that a demo's ranking has the
kind of uncertainty that real judgments have. Everything they record is marked as simulated.

The same design, texts and first day give the same judgments to the byte, on either database. So every random number
depends on the design's seed and on what it is for (an annotator's name and running number, a prompt's key, a system's
name), never on an id of the database, the real time or earlier random numbers; and only `Random.random` is used, whose
numbers stay the same in later versions of Python.
"""

from __future__ import annotations

import heapq
import math
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from random import Random
from statistics import NormalDist
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from eval_core.campaigns.access import Trusted
from eval_core.campaigns.desk.clicks import carry_out, open_desk
from eval_core.campaigns.outcomes import CHOICES
from eval_core.errors import RefusedError
from eval_core.store import Assignment, Campaign, Comparison, Prompt, Response, Store, System

Share = Annotated[float, Field(ge=0, le=1)]
Spread = Annotated[float, Field(gt=0)]
Positive = Annotated[float, Field(gt=0)]
# How much one reading time differs from an annotator's median (standard deviation of its logarithm), and its range.
_TIME_SPREAD = 0.45
_LEAST_SECONDS, _MOST_SECONDS = 2, 240
_PROMPT_OPENED = 0.3  # share of comparisons whose prompt is unfolded


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Session(_Record):
    """A session of work: `day` days before the day of loading (UTC), from `hour` on, for `minutes`."""

    day: Annotated[int, Field(ge=1)]
    hour: Annotated[float, Field(ge=0, lt=24)]
    minutes: Positive


class SimulatedAnnotator(_Record):
    """A name, the median time per comparison in seconds, the sessions, and the share of comparisons judged unread."""

    name: str
    seconds: Positive
    sessions: tuple[Session, ...]
    unread: Share = 0


class Simulation(_Record):
    """A design: see data/demo/simulation.toml for what the numbers mean."""

    seed: int
    share_done: Annotated[float, Field(gt=0, le=1)]
    tie_log_nu: float
    text_spread: Spread
    annotator_spread: Spread
    skip_rate: Share
    gold_accuracy: Share
    issue_rate: Share
    issues: dict[str, tuple[str, ...]]
    strengths: dict[str, float]
    annotators: tuple[SimulatedAnnotator, ...]

    def draws(self, *purpose: object) -> Random:
        """Random numbers that depend on the seed and on what they are for."""
        return Random("/".join(map(str, (self.seed, *purpose))))  # noqa: S311 - invented people, no secret

    def strength(self, annotator: str, prompt: str, system: str) -> float:
        """How good an annotator finds a system's text for a prompt, by its key; natural log scale."""
        effects = (
            (self.draws("text", prompt, system), self.text_spread),
            (self.draws("taste", annotator, system), self.annotator_spread),
        )
        return self.strengths[system] + sum(_normal(draws, spread) for draws, spread in effects)


def read_simulation(path: Path) -> Simulation:
    """The design in a TOML file.

    Raises:
        pydantic.ValidationError: if the file does not have the shape of a design.
    """
    return Simulation.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))


def simulate(
    store: Store,
    slug: str,
    design: Simulation,
    people: dict[str, int],
    wanted: int,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Let the design's annotators judge in the days before the campaign was created.

    After an interruption the stored judgments are repeated, which changes nothing, and the rest is made.

    Args:
        people: person id by name, one for each of the design's annotators.
        wanted: the number of judgments in the ranking at which to stop.

    Returns:
        The number reached: below `wanted` where the sessions or the comparisons run out.
    """
    clock = _Clock()
    past = Store(store.url.render_as_string(hide_password=False), clock=clock, chance=Random())  # noqa: S311 - invented
    try:
        desks = {
            annotator.name: _Desk(past, slug, design, annotator, Trusted(people[annotator.name]))
            for annotator in design.annotators
        }
        # Every annotator's next action, by time: (when, who, end of the session, whether the session begins).
        actions = [
            (start, annotator.name, start + timedelta(minutes=session.minutes), True)
            for annotator in design.annotators
            for session in annotator.sessions
            for start in (_start(session, _first_day(store, slug)),)
        ]
        heapq.heapify(actions)
        made = 0
        while actions and made < wanted:
            clock.time, name, end, begins = heapq.heappop(actions)
            if not begins:
                made += desks[name].judge()
            if progress:
                progress(made, wanted)
            # A comparison that was begun is finished after the session's end, so that none stays leased for days.
            duration = desks[name].take_comparison() if clock.time < end and made < wanted else None
            if duration is not None:
                heapq.heappush(actions, (clock.time + duration, name, end, False))
        return made
    finally:
        past.dispose()


class _Clock:
    """The simulated time, which the store uses instead of the real one."""

    def __init__(self) -> None:
        self.time = datetime.min.replace(tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


def _first_day(store: Store, slug: str) -> date:
    """The day (UTC) on which the campaign was created; the days of the sessions count back from it."""
    with store.read() as db:
        created = db.execute(select(Campaign.created_at).where(Campaign.slug == slug)).scalar_one()
    return created.astimezone(UTC).date()


def _start(session: Session, today: date) -> datetime:
    return datetime.combine(today - timedelta(days=session.day), time(), UTC) + timedelta(hours=session.hour)


def _normal(draws: Random, spread: float) -> float:
    return NormalDist(0, spread).inv_cdf(draws.random())


def _pick(draws: Random, choices: tuple[str, ...], weights: tuple[float, ...]) -> str:
    """One of the choices; its probability is its weight's share of all."""
    remaining = draws.random() * sum(weights)
    for choice, weight in zip(choices, weights, strict=True):
        remaining -= weight
        if remaining < 0:
            return choice
    return choices[-1]


@dataclass(frozen=True)
class _Shown:
    """A comparison as shown, with what an annotator's browser is never sent.

    Attributes:
        kind: that of its assignment, such as 'regular' or 'gold'.
        expected: the right choice of a gold comparison, None for others.
        prompt: the prompt's key.
        a: the name of the system whose text is shown as A; '' where it has none. The same for `b`.
    """

    assignment: int
    kind: str
    asks_reasons: bool
    expected: str | None
    prompt: str
    a: str
    b: str


class _Desk:
    """One simulated annotator, and the comparison that they have leased."""

    def __init__(
        self, store: Store, slug: str, design: Simulation, annotator: SimulatedAnnotator, who: Trusted
    ) -> None:
        self.store, self.slug, self.design, self.annotator, self.who = store, slug, design, annotator, who
        self.number = 0  # of the present comparison, from 1
        self.earlier = self._earlier()
        self.shown: _Shown | None = None
        self.draws = design.draws()

    def take_comparison(self) -> timedelta | None:
        """Lease the next comparison; returns how long they will read it, None where there is no comparison."""
        name, number = self.annotator.name, self.number + 1
        assignment = self.earlier.get(number)
        if assignment is None:
            self.store.chance.seed(f"{self.design.seed}/desk/{name}/{number}")
            task = open_desk(self.store, self.who, self.slug, ahead=0).first
            if task is None:
                return None
            assignment = task.assignment_id
        self.number, self.shown = number, self._look(assignment)
        self.draws = self.design.draws("judging", name, number)
        seconds = self.annotator.seconds * math.exp(_normal(self.draws, _TIME_SPREAD))
        # Whole milliseconds: the last digits of an exponential are not the same on every machine.
        return timedelta(milliseconds=round(1000 * min(max(seconds, _LEAST_SECONDS), _MOST_SECONDS)))

    def judge(self) -> bool:
        """Judge or skip the present comparison; returns whether that made a judgment for the ranking."""
        shown = self.shown
        if shown is None:
            return False
        if self.draws.random() < self.design.skip_rate:
            self._act("skip", shown, 0, reason="unreadable")
            return False
        opened = self.draws.random() < _PROMPT_OPENED
        choice = self._choice(shown)
        self._act("choose", shown, 0, choice=choice, layout="side_by_side", language="nb", prompt_opened=opened)
        if shown.asks_reasons:
            marks = [
                {"side": side, "start": None, "end": None, "issue": issue}
                for side, issues in self._issues(shown, choice).items()
                for issue in issues
            ]
            self._act("explain", shown, 1, marks=marks)
        return shown.kind == "regular"

    def _act(self, kind: str, shown: _Shown, revision: int, **more: object) -> None:
        """Send an action, by an id that is the same when an interrupted simulation comes here again."""
        action = {"id": f"{kind}/{self.number}", "kind": kind, "assignment": shown.assignment, "revision": revision}
        answer = carry_out(self.store, self.who, self.slug, [action | more])[0]
        if answer.result == "refused":
            raise RefusedError(answer.word or "", f"the simulated {kind} was refused")

    def _choice(self, shown: _Shown) -> str:
        if self.draws.random() < self.annotator.unread:
            return _pick(self.draws, ("A", "B"), (1, 1))
        if shown.expected is not None:
            right = self.draws.random() < self.design.gold_accuracy
            wrong = tuple(choice for choice in CHOICES if choice != shown.expected)
            return shown.expected if right else _pick(self.draws, wrong, (1, 1))
        strength_a, strength_b = (
            self.design.strength(self.annotator.name, shown.prompt, system) for system in (shown.a, shown.b)
        )
        half = (strength_a - strength_b) / 2
        return _pick(self.draws, CHOICES, (math.exp(half), math.exp(self.design.tie_log_nu), math.exp(-half)))

    def _issues(self, shown: _Shown, choice: str) -> dict[str, list[str]]:
        """Some of the design's issues for the system of the side that lost; in a tie, for both."""
        faulty = {"A": {"B": shown.b}, "B": {"A": shown.a}}.get(choice, {"A": shown.a, "B": shown.b})
        return {
            side: [
                issue for issue in self.design.issues.get(system, ()) if self.draws.random() < self.design.issue_rate
            ]
            for side, system in faulty.items()
        }

    def _earlier(self) -> dict[int, int]:
        """Assignment by running number, where an interrupted simulation has left some."""
        with self.store.read() as db:
            rows = db.execute(
                select(Assignment.sequence, Assignment.id)
                .join(Campaign, Campaign.id == Assignment.campaign_id)
                .where(Campaign.slug == self.slug, Assignment.person_id == self.who.person_id)
            )
            return dict(rows.all())

    def _look(self, assignment: int) -> _Shown:
        first, second = aliased(Response), aliased(Response)
        first_system, second_system = aliased(System), aliased(System)
        with self.store.read() as db:
            kind, asks_reasons, gold, prompt, first_name, second_name, swapped = db.execute(
                select(
                    Assignment.kind,
                    Assignment.asks_reasons,
                    Comparison.gold_outcome,
                    Prompt.key,
                    func.coalesce(first_system.name, ""),
                    func.coalesce(second_system.name, ""),
                    Assignment.swapped,
                )
                .join(Assignment, Assignment.comparison_id == Comparison.id)
                .join(Prompt, Prompt.id == Comparison.prompt_id)
                .join(first, first.id == Comparison.first_response_id)
                .join(second, second.id == Comparison.second_response_id)
                .outerjoin(first_system, first_system.id == first.system_id)
                .outerjoin(second_system, second_system.id == second.system_id)
                .where(Assignment.id == assignment)
            ).one()
        expected = gold if gold in (None, "tie") else "AB"[(gold == "first") == swapped]
        a, b = (second_name, first_name) if swapped else (first_name, second_name)
        return _Shown(assignment, kind, asks_reasons, expected, prompt, a, b)
