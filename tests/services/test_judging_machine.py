"""Any sequence of clicks, undos, skips, refreshes, breaks and delayed duplicates keeps every promise."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, multiple, rule, run_state_machine_as_test

from eval_core.campaigns.assigning import Task, open_desk
from eval_core.campaigns.judging import record_judgment, skip_comparison, undo_judgment
from eval_core.campaigns.people import add_person, sign_in
from eval_core.errors import RefusedError
from eval_core.store import Store
from tests.conftest import Clock
from tests.services.building import build_campaign
from tests.services.checking import Click, history, leaks, problems, rewritten

PEOPLE = st.integers(0, 2)
CHOICES = st.sampled_from(["A", "tie", "B"])
_numbers = count()


def machine(store: Store, clock: Clock, record: Callable[..., bool] = record_judgment) -> type[RuleBasedStateMachine]:
    """The machine on this database; every run has a campaign of its own in it."""
    people = [sign_in(store, add_person(store, f"person {number}", ["annotator"]).token) for number in range(3)]

    class Judging(RuleBasedStateMachine):
        clicks: Bundle[Any] = Bundle("clicks")
        undos: Bundle[Any] = Bundle("undos")

        def __init__(self) -> None:
            super().__init__()
            self.slug = f"run-{next(_numbers)}"
            self.built = build_campaign(store, slug=self.slug, prompts=1, overlap=2)
            self.screens: list[Task | None] = [None] * 3  # what each browser shows, however old
            self.acknowledged: list[Click] = []
            self.standing: dict[int, str | None] = {}  # assignment -> the choice that should count
            self.skipped: set[tuple[int, str]] = set()
            self.before = history(store)

        @rule(person=PEOPLE)
        def refresh(self, person: int) -> None:
            desk = open_desk(store, people[person], self.slug)
            self.screens[person] = desk.task
            assert leaks(desk, self.built.systems) == []
            if desk.task is not None:
                assert (person, _texts(desk.task)) not in self.skipped

        @rule(target=clicks, person=PEOPLE, choice=CHOICES)
        def click(self, person: int, choice: str) -> Any:
            """A click on whatever the browser shows, fresh or stale."""
            task = self.screens[person]
            if task is None:
                return multiple()
            self.send(person, task, choice)
            return person, task, choice

        @rule(person=PEOPLE, choice=CHOICES)
        def refresh_and_click(self, person: int, choice: str) -> None:
            """A click on what has just been shown is always taken."""
            self.refresh(person)
            task = self.screens[person]
            if task is not None:
                assert self.send(person, task, choice)

        @rule(which=clicks)
        def delayed_duplicate(self, which: tuple[int, Task, str]) -> None:
            """A click that was taken before, undone or not, is never taken again."""
            person, task, choice = which
            known = (task.assignment_id, task.revision + 1, choice) in self.acknowledged
            recorded = self.send(person, task, choice)
            assert not (known and recorded)

        @rule(target=undos, person=PEOPLE)
        def undo(self, person: int) -> Any:
            undoable = open_desk(store, people[person], self.slug).undoable
            if undoable is None:
                return multiple()
            assert self.take_back(person, *undoable)
            return person, *undoable

        @rule(which=undos)
        def delayed_undo(self, which: tuple[int, int, int]) -> None:
            assert not self.take_back(*which)

        @rule(person=PEOPLE)
        def skip(self, person: int) -> None:
            task = self.screens[person]
            if task is None:
                return
            try:
                skip_comparison(store, people[person], self.slug, task.assignment_id, task.revision, "other")
            except RefusedError as refusal:
                assert refusal.code == "stale"
            else:
                self.skipped.add((person, _texts(task)))
                self.standing[task.assignment_id] = None

        @rule(minutes=st.sampled_from([1, 29, 31, 600]))
        def time_passes(self, minutes: int) -> None:
            clock.move(minutes=minutes)

        def send(self, person: int, task: Task, choice: str) -> bool:
            try:
                new = record(store, people[person], self.slug, task.assignment_id, task.revision, choice)
            except RefusedError as refusal:
                assert refusal.code in {"stale", "lease_lost"}
                return False
            if new:
                self.acknowledged.append((task.assignment_id, task.revision + 1, choice))
                self.standing[task.assignment_id] = choice
            else:
                assert self.standing[task.assignment_id] == choice
            return new

        def take_back(self, person: int, assignment: int, revision: int) -> bool:
            try:
                new = undo_judgment(store, people[person], self.slug, assignment, revision)
            except RefusedError as refusal:
                assert refusal.code == "stale"
                return False
            if new:
                self.acknowledged.append((assignment, revision + 1, None))
                self.standing[assignment] = None
            return new

        @invariant()
        def promises_hold(self) -> None:
            assert problems(store, self.slug, self.acknowledged) == []

        @invariant()
        def history_only_grows(self) -> None:
            after = history(store)
            assert rewritten(self.before, after) == []
            self.before = after

        @invariant()
        def what_counts_is_what_was_said_last(self) -> None:
            live = {
                row["assignment_id"]: row["choice"]
                for row in self.before.values()
                if row["live"] and row["assignment_id"] in self.standing and row["campaign_id"] == self.built.id
            }
            assert {key: value for key, value in self.standing.items() if value} == {
                key: value for key, value in live.items() if value
            }

    return Judging


@pytest.mark.parametrize(
    ("database", "examples"),
    [("sqlite", 25), pytest.param("postgresql", 6, marks=pytest.mark.postgres)],
    indirect=["database"],
)
def test_any_sequence_keeps_every_promise(store: Store, clock: Clock, examples: int) -> None:
    """Counts, overlap, liveness and history hold after every step of random sequences of deeds."""
    run_state_machine_as_test(
        machine(store, clock),
        settings=settings(
            max_examples=examples,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_machine_notices_a_recast_after_undo(store: Store, clock: Clock) -> None:
    """A service that took every click for a fresh one, and so let a delayed duplicate re-cast, would be found."""

    def careless(store: Store, who: Any, slug: str, assignment: int, _revision: int, choice: str) -> bool:
        newest = [row["revision"] for row in history(store).values() if row["assignment_id"] == assignment]
        return record_judgment(store, who, slug, assignment, max(newest, default=0), choice)

    with pytest.raises(AssertionError):
        run_state_machine_as_test(
            machine(store, clock, careless),
            settings=settings(
                max_examples=60,
                stateful_step_count=25,
                deadline=None,
                derandomize=True,
                database=None,
                phases=[Phase.generate],
                report_multiple_bugs=False,
            ),
        )


def _texts(task: Task) -> str:
    return "/".join(sorted((task.response_a, task.response_b)))
