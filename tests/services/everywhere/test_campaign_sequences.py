"""Any sequence of actions by annotators and leads together keeps the invariants of docs/architecture.md."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from sqlalchemy import select

from eval_core.campaigns.access import find_person
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.content.withdrawals import withdraw_comparison
from eval_core.campaigns.people.persons import add_person, renew_link, revoke_link
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.publishing.archive.export import export_everything
from eval_core.campaigns.publishing.archive.restore import import_everything
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.quality.exclusions import exclude_person, lift_exclusion
from eval_core.campaigns.results.votes import read_votes
from eval_core.errors import InputError, RefusedError
from eval_core.store import Assignment, Comparison, Judgment, Prompt, Response, Store, System
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment, undo_judgment
from tests.support.building import SYSTEMS, build_campaign, comparisons
from tests.support.checking import Click, everything, history, problems, rewritten

PEOPLE = st.integers(0, 2)
CHOICES = st.sampled_from(["A", "tie", "B"])
SAID = {"A is more fluent": "first", "B is more fluent": "second", "Equally fluent": "tie"}
OUTCOMES = {"A": "first", "B": "second", "tie": "tie"}
Vote = tuple[str, str, str, str]  # the system shown as A, the one shown as B, outcome, annotator
_numbers = count()


def machine(
    store: Store,
    clock: Clock,
    folder: Path,
    elsewhere: Callable[[], Store],
    votes: Callable[..., Any] = read_votes,
) -> type[RuleBasedStateMachine]:
    """The machine on this database; every run has a campaign and people of its own in it."""
    start = clock.time

    class House(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.run = next(_numbers)
            self.slug = f"house-{self.run}"
            clock.time = start
            self.names = [f"{self.slug}-{letter}" for letter in "abc"]
            self.prompts = 1
            self.built = build_campaign(store, slug=self.slug, prompts=1, overlap=2)
            links = [add_person(store, name, ["annotator"], [self.slug]) for name in self.names]
            self.ids = [self.id_of(name) for name in self.names]
            self.sessions = [sign_in(store, link.token) for link in links]
            self.signed_in = [True] * 3
            self.excluded: dict[int, bool] = {}  # person -> whether others judge instead
            self.withdrawn: set[int] = set()
            self.acknowledged: list[Click] = []
            self.standing: dict[int, tuple[int, int, str | None]] = {}  # assignment -> person, revision, choice
            self.before = history(store)

        def id_of(self, name: str) -> int:
            with store.read() as db:
                return find_person(db, name).id

        @rule(person=PEOPLE, choice=CHOICES, number=st.integers(1, 3))
        def judge(self, person: int, choice: str, number: int) -> None:
            """What is shown can be judged; who is signed out or excluded gets nothing and leaves no trace."""
            if not self.signed_in[person]:
                assert self.refused(lambda: open_desk(store, self.sessions[person], self.slug)) == "signed_out"
                return
            for _ in range(number):
                task = open_desk(store, self.sessions[person], self.slug).task
                if task is None:
                    return
                assert person not in self.excluded
                made = record_judgment(
                    store, self.sessions[person], self.slug, task.assignment_id, task.revision, choice
                )
                assert made
                self.note(person, task.assignment_id, task.revision + 1, choice)

        @rule(person=PEOPLE, choice=CHOICES)
        def judge_what_stands(self, person: int, choice: str) -> None:
            """A click on a comparison shown before the lead's action is recorded or refused, as a whole."""
            if not self.signed_in[person]:
                return
            task = open_desk(store, self.sessions[person], self.slug).task
            if task is None:
                return
            self.revoke(person)
            click = (self.sessions[person], self.slug, task.assignment_id, task.revision, choice)
            assert self.refused(lambda: record_judgment(store, *click)) == "signed_out"

        @rule(person=PEOPLE)
        def undo(self, person: int) -> None:
            if not self.signed_in[person]:
                return
            undoable = open_desk(store, self.sessions[person], self.slug).undoable
            if undoable is None:
                return
            identity, revision = undoable
            action = lambda: undo_judgment(store, self.sessions[person], self.slug, identity, revision)  # noqa: E731
            if person in self.excluded:
                assert self.refused(action) == "excluded"
            else:
                assert action()
                self.note(person, identity, revision + 1, None)

        @rule(person=PEOPLE, put_back=st.booleans())
        def exclude(self, person: int, put_back: bool) -> None:
            done = exclude_person(store, self.slug, self.ids[person], "too fast", put_back=put_back)
            assert done == (person not in self.excluded)
            self.excluded.setdefault(person, put_back)

        @precondition(lambda self: self.excluded)
        @rule(which=PEOPLE)
        def lift(self, which: int) -> None:
            person = sorted(self.excluded)[which % len(self.excluded)]
            assert lift_exclusion(store, self.slug, self.ids[person])
            del self.excluded[person]

        @rule(which=st.integers(0, 50))
        def withdraw(self, which: int) -> None:
            """A comparison is withdrawn, or restored."""
            rows = comparisons(store, self.slug)
            identity = rows[which % len(rows)].id
            out = identity not in self.withdrawn
            assert withdraw_comparison(store, self.slug, identity, withdrawn=out)
            self.withdrawn ^= {identity}

        @rule(person=PEOPLE)
        def revoke(self, person: int) -> None:
            revoke_link(store, self.names[person])
            self.signed_in[person] = False

        @rule(person=PEOPLE)
        def renew(self, person: int) -> None:
            self.sessions[person] = sign_in(store, renew_link(store, self.names[person]).token)
            self.signed_in[person] = True

        @precondition(lambda self: self.prompts < 4)
        @rule()
        def import_more(self) -> None:
            """New texts come in, and the same file again changes nothing."""
            self.prompts += 1
            path = self.file({name: f"svar {self.prompts} av {number}" for number, name in enumerate(SYSTEMS)})
            assert import_responses(store, path, self.slug).responses == len(SYSTEMS)
            before = everything(store)
            assert import_responses(store, path, self.slug).responses == 0
            after = everything(store)
            assert {name for name in before if before[name] != after[name]} <= {"event"}

        @precondition(lambda self: self.prompts > 1)
        @rule()
        def import_a_contradiction(self) -> None:
            """A file with another text for what is known is refused whole, what is new in it as well."""
            path = self.file({SYSTEMS[0]: "en annen tekst", "delta-modell": "en ny tekst"})
            before = everything(store)
            with pytest.raises(InputError):
                import_responses(store, path, self.slug)
            assert everything(store) == before

        @rule(minutes=st.sampled_from([1, 31, 600]))
        def time_passes(self, minutes: int) -> None:
            clock.move(minutes=minutes)

        @rule()
        def export(self) -> None:
            """The export is every live judgment, with what no analysis counts marked."""
            frame = export_judgments(store, self.slug)
            assert len(frame) == len([row for row in self.standing.values() if row[2] is not None])
            counted = frame[~frame["excluded"] & ~frame["withdrawn"]]
            rows = counted[["model_a", "model_b", "choice", "annotator_id"]].itertuples(index=False, name=None)
            assert Counter((a, b, SAID[choice], who) for a, b, choice, who in rows) == (self.expected())

        @rule()
        def move_house(self) -> None:
            """The campaign as one file, read elsewhere, counts the same judgments."""
            path = folder / f"{self.slug}.zip"
            with path.open("wb") as file:
                export_everything(store, self.slug, file, named=True)
            other = elsewhere()
            import_everything(other, path)
            assert counted_by(other, self.slug, read_votes) == self.expected()
            assert problems(other, self.slug) == []

        def file(self, texts: dict[str, str]) -> Path:
            path = folder / f"{self.slug}.jsonl"
            about = {"prompt": f"Ny oppgave {self.prompts}", "prompt_id": f"n{self.prompts}"}
            path.write_text("".join(json.dumps(about | {"system": k, "response": v}) + "\n" for k, v in texts.items()))
            return path

        def refused(self, action: Callable[[], object]) -> str:
            """The word by which an action is refused; it left no trace."""
            before = everything(store)
            with pytest.raises(RefusedError) as refusal:
                action()
            assert everything(store) == before
            return refusal.value.code

        def note(self, person: int, identity: int, revision: int, choice: str | None) -> None:
            self.acknowledged.append((identity, revision, choice))
            self.standing[identity] = person, revision, choice

        def expected(self) -> Counter[Vote]:
            """What must count, from what was acknowledged and the tables of texts alone."""
            found: Counter[Vote] = Counter()
            with store.read() as db:
                names = dict(
                    db.execute(select(Response.id, System.name).join(System, System.id == Response.system_id)).all()
                )
                for identity, (person, _, choice) in self.standing.items():
                    assignment = db.get_one(Assignment, identity)
                    pair = db.get_one(Comparison, assignment.comparison_id)
                    if choice is None or person in self.excluded or pair.id in self.withdrawn:
                        continue
                    sides = [names[pair.first_response_id], names[pair.second_response_id]]
                    a, b = reversed(sides) if assignment.swapped else sides
                    found[a, b, OUTCOMES[choice], self.names[person]] += 1
            return found

        @invariant()
        def nothing_is_lost_or_doubled(self) -> None:
            assert problems(store, self.slug, self.acknowledged) == []

        @invariant()
        def history_only_grows(self) -> None:
            after = history(store)
            assert rewritten(self.before, after) == []
            self.before = after

        @invariant()
        def what_counts_is_what_was_acknowledged(self) -> None:
            assert counted_by(store, self.slug, votes) == self.expected()

        @invariant()
        def prompts_are_those_that_came(self) -> None:
            with store.read() as db:
                found = len(db.scalars(select(Prompt.id).where(Prompt.campaign_id == self.built.id)).all())
            assert found == self.prompts

    return House


def counted_by(store: Store, slug: str, votes: Callable[..., Any]) -> Counter[Vote]:
    """What analyses count."""
    frame = votes(store, slug)
    return Counter(frame[["first", "second", "outcome", "annotator"]].itertuples(index=False, name=None))


@pytest.fixture
def elsewhere(tmp_path: Path, migrated_sqlite: Path) -> Callable[[], Store]:
    """Another Parvis, with an empty database."""
    numbers = count()

    def new() -> Store:
        file = tmp_path / f"elsewhere{next(numbers)}.db"
        file.write_bytes(migrated_sqlite.read_bytes())
        return Store(f"sqlite:///{file}")

    return new


def play(run: type[RuleBasedStateMachine], examples: int, **more: Any) -> None:
    run_state_machine_as_test(
        run,
        settings=settings(
            max_examples=examples,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            **more,
        ),
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("database", "examples"),
    [("sqlite", 10), pytest.param("postgresql", 3, marks=pytest.mark.postgres)],
    indirect=["database"],
)
def test_any_sequence_keeps_the_invariants(
    store: Store, clock: Clock, tmp_path: Path, elsewhere: Callable[[], Store], examples: int
) -> None:
    """Import, assignment, judging, undoing, expiry, exclusion, withdrawal, revoking and export, in any order."""
    play(machine(store, clock, tmp_path, elsewhere), examples)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("planted", [False, True])
def test_the_machine_notices_a_careless_reader(
    store: Store, clock: Clock, tmp_path: Path, elsewhere: Callable[[], Store], planted: bool
) -> None:
    """An analysis that went on counting what was excluded would be found."""
    by_name: dict[str, Any] = {}

    def careless(store: Store, slug: str) -> Any:
        frame = read_votes(store, slug)
        by_name[slug] = frame if slug not in by_name or len(frame) > len(by_name[slug]) else by_name[slug]
        return by_name[slug]

    run = machine(store, clock, tmp_path, elsewhere, careless if planted else read_votes)()
    run.judge(0, "A", 2)
    run.what_counts_is_what_was_acknowledged()
    run.exclude(0, False)
    with pytest.raises(AssertionError) if planted else nullcontext():
        run.what_counts_is_what_was_acknowledged()
    with store.read() as db:
        assert db.scalar(select(Judgment.id).limit(1)) is not None
