"""Any sequence of actions in several tabs, of breaks and of delayed duplicates keeps every promise."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from datetime import timedelta
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, multiple, rule, run_state_machine_as_test
from sqlalchemy import select, update

from eval_core.campaigns.desk.compare import Task
from eval_core.campaigns.desk.judgments import revise_judgment
from eval_core.campaigns.desk.supply import leases as leasing
from eval_core.campaigns.desk.supply import stream
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.errors import RefusedError
from eval_core.store import Assignment, Campaign, Comparison, Judgment, Remark, Store
from tests.conftest import Clock
from tests.support.acts import Desk, action, explain_judgment, one, open_desk, record_judgment, skip_comparison
from tests.support.building import build_campaign
from tests.support.checking import Click, history, leaks, problems, rewritten
from tests.support.golden import add_gold, settle

PEOPLE, TABS = st.integers(0, 2), st.integers(0, 1)
CHOICES = st.sampled_from(["A", "tie", "B"])
SPANS = st.sampled_from([1, 29, 31, 600, -1, -29, -45])
NOT_OPEN = {"paused", "closed"}
RULES = {"gold_share": 0.3, "repeat_share": 0.5, "reasons": "share", "reasons_share": 0.5}
_CHANCE = Random(1)
_numbers = count()


def machine(store: Store, clock: Clock, record: Callable[..., bool] = record_judgment) -> type[RuleBasedStateMachine]:
    """The machine on this database; every run has a campaign of its own in it."""
    people = [sign_in(store, add_person(store, f"person {number}", ["annotator"]).token) for number in range(3)]

    start = clock.time

    class Judging(RuleBasedStateMachine):
        clicks: Bundle[Any] = Bundle("clicks")
        undos: Bundle[Any] = Bundle("undos")
        revisions: Bundle[Any] = Bundle("revisions")
        reasons: Bundle[Any] = Bundle("reasons")

        def __init__(self) -> None:
            super().__init__()
            self.slug = f"run-{next(_numbers)}"
            # A run that is played again goes the same way.
            clock.time = start
            _CHANCE.seed(1)
            self.built = build_campaign(store, slug=self.slug, prompts=1, overlap=2)
            self.id = self.built.id
            add_gold(self.built, 3)
            settle(self.built, **RULES)
            self.screens: dict[tuple[int, int], Desk] = {}  # what each tab shows, however old
            self.acknowledged: list[Click] = []
            self.standing: dict[int, tuple[int, int, str | None]] = {}  # assignment -> person, revision, choice
            self.explained: set[tuple[int, int]] = set()
            self.skipped: set[int] = set()
            self.latest = clock.time
            self.before = history(store)

        @rule(person=PEOPLE, tab=TABS, ahead=st.integers(0, 2))
        def refresh(self, person: int, tab: int, ahead: int) -> None:
            """A tab that asks for its pile, of one sheet or more."""
            desk = self.screens[person, tab] = open_desk(store, people[person], self.slug, ahead=ahead)
            assert leaks(desk.pile, self.built.systems) == []
            assert desk.done == sum(who == person and choice is not None for who, _, choice in self.standing.values())
            if desk.task is not None:
                assert desk.task.assignment_id not in self.skipped
                assert desk.chosen == self.standing.get(desk.task.assignment_id, (0, 0, None))[2]

        @rule(target=clicks, person=PEOPLE, tab=TABS, choice=CHOICES)
        def click(self, person: int, tab: int, choice: str) -> Any:
            """A click on whatever the tab shows, fresh or stale."""
            desk = self.screens.get((person, tab))
            if desk is None or desk.task is None:
                return multiple()
            self.send(person, desk.task, choice)
            return person, desk.task, choice

        @rule(target=clicks, person=PEOPLE, tab=TABS, choice=CHOICES, number=st.integers(1, 4))
        def work(self, person: int, tab: int, choice: str, number: int) -> Any:
            """Reasons and choices about what has just been shown are always taken."""
            made = multiple()
            for _ in range(number):
                self.refresh(person, tab, 0)
                desk = self.screens[person, tab]
                if desk.task is None:
                    break
                if desk.chosen is not None:
                    assert self.say_why(person, desk.task.assignment_id, desk.task.revision)
                else:
                    assert self.send(person, desk.task, choice)
                    made = person, desk.task, choice
            return made

        @rule(which=clicks)
        def delayed_duplicate(self, which: tuple[int, Task, str]) -> None:
            """A click that was taken before, undone or not, is never taken again."""
            person, task, choice = which
            known = (task.assignment_id, task.revision + 1, choice) in self.acknowledged
            recorded = self.send(person, task, choice)
            assert not (known and recorded)

        @rule(target=undos, person=PEOPLE)
        def undo(self, person: int) -> Any:
            """The last action, whatever it was; a skip only while nobody else has got the comparison."""
            undoable = open_desk(store, people[person], self.slug).pile.undo
            if not undoable:
                return multiple()
            document = action("undo", undoable[0].assignment_id, undoable[0].revision)
            taken = self.take_back(person, document, undoable[0].kind)
            assert taken or undoable[0].kind == "skip"
            return (person, document) if taken else multiple()

        @rule(which=undos)
        def delayed_undo(self, which: tuple[int, dict[str, object]]) -> None:
            assert not self.take_back(*which, "")

        @rule(target=revisions, which=st.integers(0, 20), choice=CHOICES)
        def revise(self, which: int, choice: str) -> Any:
            """Another choice on an earlier judgment of one's own, as "My work" shows it."""
            if not self.standing:
                return multiple()
            identity = sorted(self.standing)[which % len(self.standing)]
            person, revision, _ = self.standing[identity]
            action = person, identity, revision, choice
            self.change(*action)
            return action

        @rule(which=revisions)
        def delayed_revision(self, which: tuple[int, int, int, str]) -> None:
            _, identity, revision, choice = which
            known = (identity, revision + 1, choice) in self.acknowledged
            assert not (self.change(*which) and known)

        @rule(target=reasons, person=PEOPLE, tab=TABS)
        def explain(self, person: int, tab: int) -> Any:
            """Why, where the tab asks, and where it shows something else."""
            desk = self.screens.get((person, tab))
            if desk is None or desk.task is None:
                return multiple()
            action = person, desk.task.assignment_id, desk.task.revision
            self.say_why(*action)
            return action

        @rule(which=reasons)
        def delayed_reasons(self, which: tuple[int, int, int]) -> None:
            known = which[1:] in self.explained
            assert not (self.say_why(*which) and known)

        @rule(person=PEOPLE, tab=TABS)
        def skip(self, person: int, tab: int) -> None:
            desk = self.screens.get((person, tab))
            if desk is None or desk.task is None:
                return
            identity, seen = desk.task.assignment_id, desk.task.revision
            click = lambda: skip_comparison(store, people[person], self.slug, identity, seen, "other")  # noqa: E731
            if self.attempt(click, {"stale"} | NOT_OPEN):
                self.skipped.add(identity)

        @rule(minutes=SPANS)
        def time_passes(self, minutes: int) -> None:
            """Also backwards, as when somebody sets the machine's clock."""
            clock.move(minutes=minutes)
            self.latest = max(self.latest, clock.time)

        @rule(status=st.sampled_from(["open", "open", "open", "paused", "closed"]))
        def the_lead_turns(self, status: str) -> None:
            with store.write() as db:
                db.execute(update(Campaign).where(Campaign.id == self.id).values(status=status))

        def send(self, person: int, task: Task, choice: str) -> bool:
            identity, seen = task.assignment_id, task.revision
            click = lambda: record(store, people[person], self.slug, identity, seen, choice)  # noqa: E731
            new = self.attempt(click, {"stale", "lease_lost"} | NOT_OPEN)
            if new is False:
                assert self.standing[identity][1:] == (seen + 1, choice)
            return self.note(new, person, identity, seen + 1, choice)

        def take_back(self, person: int, document: dict[str, Any], kind: str) -> bool:
            identity, seen = document["assignment"], document["revision"]
            undone = lambda: one(store, people[person], self.slug, document)  # noqa: E731
            new = self.attempt(undone, {"lease_lost"} if kind == "skip" else set())
            if kind == "skip":
                self.skipped -= {identity} if new else set()
                return bool(new)
            # Without its reasons it is the same choice again, in the next revision.
            choice = self.standing[identity][2] if kind == "explain" else None
            return self.note(new, person, identity, seen + 1, choice)

        def change(self, person: int, identity: int, seen: int, choice: str) -> bool:
            click = lambda: revise_judgment(store, people[person], self.slug, identity, seen, choice)  # noqa: E731
            return self.note(self.attempt(click, {"stale"} | NOT_OPEN), person, identity, seen + 1, choice)

        def say_why(self, person: int, identity: int, seen: int) -> bool:
            why = {"A": ["grammar"], "B": ["flow", "spelling"]}
            click = lambda: explain_judgment(store, people[person], self.slug, identity, seen, why, None, "Fordi.")  # noqa: E731
            new = self.attempt(click, {"stale"} | NOT_OPEN)
            if new:
                self.explained.add((identity, seen))
            return bool(new)

        def attempt(self, action: Callable[[], bool], words: set[str]) -> bool | None:
            """Whether it was done now, None where it was refused: with one of these words, and without a trace."""
            before = self.state()
            try:
                return action()
            except RefusedError as refusal:
                assert refusal.code in words
                assert self.state() == before
                return None

        def note(self, new: bool | None, person: int, identity: int, revision: int, choice: str | None) -> bool:
            if new:
                self.acknowledged.append((identity, revision, choice))
                self.standing[identity] = person, revision, choice
            return bool(new)

        def state(self) -> list[Any]:
            with store.read() as db:
                own = [
                    db.execute(select(table.__table__).where(table.campaign_id == self.id).order_by(table.id)).all()
                    for table in (Assignment, Judgment, Comparison)
                ]
                return [*own, db.scalars(select(Remark.judgment_id).order_by(Remark.id)).all()]

        @invariant()
        def promises_hold(self) -> None:
            # A clock that was set back brings leases to life again; of judgments there are never too many.
            now = self.latest if self.latest == clock.time else self.latest + timedelta(days=1)
            assert problems(store, self.slug, self.acknowledged, now) == []

        @invariant()
        def history_only_grows(self) -> None:
            after = history(store)
            assert rewritten(self.before, after) == []
            self.before = after

        @invariant()
        def what_counts_is_what_was_said_last(self) -> None:
            own = [row for row in self.before.values() if row["campaign_id"] == self.id]
            assert {row["assignment_id"]: (row["person_id"], row["choice"]) for row in own if row["live"]}.keys() == (
                self.standing.keys()
            )
            for row in own:
                if row["live"]:
                    assert self.standing[row["assignment_id"]][1:] == (row["revision"], row["choice"])

        @invariant()
        def every_reason_given_is_kept(self) -> None:
            with store.read() as db:
                query = select(Judgment.assignment_id, Judgment.revision).join(Remark)
                kept = [tuple(row) for row in db.execute(query.where(Judgment.campaign_id == self.id))]
            assert sorted(kept) == sorted(self.explained)

    return Judging


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeats come at once, so that the short runs have some, and chance can be played again."""
    monkeypatch.setattr(stream, "_happens", lambda probability, _chance: _CHANCE.random() < probability)
    monkeypatch.setattr(stream, "REPEAT_GAP", 1)
    monkeypatch.setattr(stream, "_PROMPT_GAP", 1)
    monkeypatch.setattr(leasing, "_PLENTY", 0)


@pytest.mark.slow
@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize(
    ("database", "examples"),
    [("sqlite", 25), pytest.param("postgresql", 6, marks=pytest.mark.postgres)],
    indirect=["database"],
)
def test_any_sequence_keeps_every_promise(store: Store, clock: Clock, examples: int) -> None:
    """Counts, overlap, liveness and history hold after every step of random sequences of actions."""
    run_state_machine_as_test(
        machine(store, clock),
        settings=settings(
            max_examples=examples,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.slow
@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_machine_meets_every_kind(store: Store, clock: Clock) -> None:
    """Its runs are not empty of what they are about: gold, repeats, reasons and revisions occur in them."""
    run_state_machine_as_test(
        machine(store, clock),
        settings=settings(
            max_examples=12,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
    with store.read() as db:
        assert set(db.scalars(select(Assignment.kind))) == {"regular", "gold", "repeat"}
        assert set(db.scalars(select(Assignment.status))) >= {"done", "skipped", "leased"}
        assert db.scalar(select(Remark.id).limit(1)) is not None
        assert db.scalar(select(Judgment.id).where(Judgment.revision > 2).limit(1)) is not None


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("planted", [False, True])
def test_the_machine_notices_a_recast_after_undo(store: Store, clock: Clock, planted: bool) -> None:
    """A service that took every click for a fresh one, and so let a delayed duplicate re-cast, would be found."""

    def careless(store: Store, who: Any, slug: str, assignment: int, _revision: int, choice: str) -> bool:
        newest = [row["revision"] for row in history(store).values() if row["assignment_id"] == assignment]
        return record_judgment(store, who, slug, assignment, max(newest, default=0), choice)

    run = machine(store, clock, careless if planted else record_judgment)()
    click = run.work(0, 0, "A", 1)
    run.undo(0)
    run.promises_hold()
    with pytest.raises(AssertionError) if planted else nullcontext():
        run.delayed_duplicate(click)
