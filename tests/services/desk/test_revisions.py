"""Revising an earlier judgment: the choice is replaced, nothing is lost, doubled or undone by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from eval_core.campaigns.desk import judgments as judging
from eval_core.campaigns.desk.judgments import Context, revise_judgment
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.rules import change_rules
from eval_core.errors import RefusedError
from eval_core.store import Assignment, Campaign, Store
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment, undo_judgment
from tests.support.building import Built, build_campaign, comparisons
from tests.support.checking import Click, everything, history, problems, refusal, rewritten
from tests.support.desk_clicks import choices, judge, shown


@pytest.fixture
def judged(campaign: Callable[..., Built], clock: Clock) -> tuple[Built, str, int, int]:
    """A campaign, its annotator's session, and two assignments that she judged with A a minute apart."""
    built = campaign()
    kari = built.enter("Kari")
    made = []
    for _ in range(2):
        task = shown(built, kari)
        clock.move(minutes=1)
        judge(built, kari, task)
        made.append(task.assignment_id)
    return built, kari, made[0], made[1]


def revise(built: Built, who: Any, assignment: int, seen: int, choice: str, context: Context | None = None) -> bool:
    return revise_judgment(built.store, who, built.slug, assignment, seen, choice, context)


def test_a_choice_takes_the_place_of_a_choice(judged: tuple[Built, str, int, int], clock: Clock) -> None:
    """The new revision counts with its own outcome and moment; the old one stays, and so does the comparison's count."""
    built, kari, first, _ = judged
    before, counts = history(built.store), [row.done for row in comparisons(built.store, built.slug)]
    clock.move(days=1)
    assert revise(built, kari, first, 1, "tie", Context("stacked", "nn"))
    assert choices(built, first) == [(1, "A", False), (2, "tie", True)]
    assert rewritten(before, history(built.store)) == []
    assert [row.done for row in comparisons(built.store, built.slug)] == counts
    assert problems(built.store, built.slug, [(first, 1, "A"), (first, 2, "tie")]) == []
    (row,) = (row for row in history(built.store).values() if row["revision"] == 2)
    assert (row["outcome"], row["decided_at"], row["layout"], row["language"]) == ("tie", clock.time, "stacked", "nn")


def test_a_revision_has_no_time_of_showing(judged: tuple[Built, str, int, int], clock: Clock) -> None:
    """The day between the first showing and the revision is not taken for work; the first revision keeps its minute."""
    built, kari, first, _ = judged
    clock.move(days=1)
    revise(built, kari, first, 1, "B")
    rows = {row["revision"]: row for row in history(built.store).values() if row["assignment_id"] == first}
    assert (rows[2]["shown_at"], rows[2]["active_ms"]) == (None, None)
    assert (rows[1]["active_ms"], rows[1]["decided_at"] - rows[1]["shown_at"]) == (60_000, timedelta(minutes=1))


def test_the_same_click_twice_is_one_revision(judged: tuple[Built, str, int, int]) -> None:
    """A doubled click and a click on the present choice add nothing; an older screen is stale."""
    built, kari, first, _ = judged
    assert revise(built, kari, first, 1, "A") is False
    assert revise(built, kari, first, 1, "B") is True
    before = everything(built.store)
    assert revise(built, kari, first, 1, "B") is False
    assert refusal(lambda: revise(built, kari, first, 1, "tie")) == "stale"
    assert refusal(lambda: revise(built, kari, first, 3, "tie")) == "stale"
    assert everything(built.store) == before


def test_a_duplicate_from_before_a_later_revision_changes_nothing(judged: tuple[Built, str, int, int]) -> None:
    """A delayed double of the first revising click does not bring its choice back."""
    built, kari, first, _ = judged
    revise(built, kari, first, 1, "B")
    revise(built, kari, first, 2, "tie")
    assert refusal(lambda: revise(built, kari, first, 1, "B")) == "stale"
    assert choices(built, first)[-1] == (3, "tie", True)


def test_the_lead_decides_whether_judgments_are_revised(judged: tuple[Built, str, int, int]) -> None:
    """If the lead does not allow it, it is refused; once allowed again, it works."""
    built, kari, first, _ = judged
    change_rules(built.store, built.slug, {"revisable": False})
    before = everything(built.store)
    assert refusal(lambda: revise(built, kari, first, 1, "B")) == "not_revisable"
    assert everything(built.store) == before
    change_rules(built.store, built.slug, {"revisable": True})
    assert revise(built, kari, first, 1, "B")


@pytest.mark.parametrize("status", ["paused", "closed"])
def test_a_campaign_that_is_not_open_is_not_revised(judged: tuple[Built, str, int, int], status: str) -> None:
    """Paused and closed campaigns refuse with their own word, but acknowledge what they had recorded before."""
    built, kari, first, second = judged
    revise(built, kari, first, 1, "B")
    with built.store.write() as db:
        db.execute(update(Campaign).values(status=status))
    assert refusal(lambda: revise(built, kari, second, 1, "B")) == status
    assert revise(built, kari, first, 1, "B") is False


@pytest.mark.parametrize(
    ("kind", "word"),
    [("gold", None), ("repeat", None), ("regular", None), ("training", "not_revisable"), ("test", "not_revisable")],
)
def test_what_can_be_revised(judged: tuple[Built, str, int, int], kind: str, word: str | None) -> None:
    """Everything of the stream alike, so that nothing shows which is which; training and test never."""
    built, kari, first, _ = judged
    with built.store.write() as db:
        db.execute(update(Assignment).where(Assignment.id == first).values(kind=kind))
    try:
        assert revise(built, kari, first, 1, "B")
        assert word is None
    except RefusedError as refusal:
        assert refusal.code == word


def test_only_ones_own_judged_comparisons(judged: tuple[Built, str, int, int]) -> None:
    """Somebody else's judgment, one's own open comparison, an undone one and a made-up choice are refused."""
    built, kari, first, second = judged
    ola = built.enter("Ola")
    lying = shown(built, kari)
    before = everything(built.store)
    assert refusal(lambda: revise(built, ola, first, 1, "B")) == "not_allowed"
    assert refusal(lambda: revise(built, kari, lying.assignment_id, 0, "B")) == "stale"
    assert refusal(lambda: revise(built, kari, first, 1, "C")) == "unknown_choice"
    assert refusal(lambda: revise(built, kari, first, 1, "B", Context("upside_down"))) == "unknown_choice"
    assert everything(built.store) == before
    undo_judgment(built.store, kari, built.slug, second, 1)
    assert refusal(lambda: revise(built, kari, second, 2, "B")) == "stale"


def test_undo_passes_over_a_revision(judged: tuple[Built, str, int, int]) -> None:
    """After an older judgment was revised, Undo still undoes the last one of the desk, not the revision."""
    built, kari, first, second = judged
    revise(built, kari, first, 1, "B")
    assert open_desk(built.store, kari, built.slug).undoable == (second, 1)
    assert refusal(lambda: undo_judgment(built.store, kari, built.slug, first, 2)) == "stale"
    assert undo_judgment(built.store, kari, built.slug, second, 1)
    assert choices(built, first) == [(1, "A", False), (2, "B", True)]
    assert shown(built, kari).assignment_id == second
    assert problems(built.store, built.slug) == []


def test_the_last_judgment_is_not_undone_once_it_is_revised(judged: tuple[Built, str, int, int]) -> None:
    """Undo is not offered and is refused, in whatever revision it is asked for; judging on offers it again."""
    built, kari, _, second = judged
    revise(built, kari, second, 1, "B")
    assert open_desk(built.store, kari, built.slug).undoable is None
    for seen in (1, 2):
        assert refusal(lambda seen=seen: undo_judgment(built.store, kari, built.slug, second, seen)) == "stale"  # type: ignore[misc]
    assert choices(built, second) == [(1, "A", False), (2, "B", True)]
    task = shown(built, kari)
    judge(built, kari, task)
    assert open_desk(built.store, kari, built.slug).undoable == (task.assignment_id, 1)


Action = tuple[str, int, int, str]
ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["judge", "revise", "revise", "double", "undo"]),
        st.integers(0, 1),
        st.integers(0, 20),
        st.sampled_from(["A", "tie", "B"]),
    ),
    max_size=25,
)


def play(store: Store, slug: str, people: list[str], actions: list[Action]) -> tuple[list[Click], list[str]]:
    """Do the actions one after the other; what was acknowledged, and what was broken on the way."""
    done: list[Click] = []
    sent: list[tuple[str, int, int, str]] = []
    before = history(store)
    broken: list[str] = []
    for action, person, which, choice in actions:
        who = people[person]
        own = [message for message in sent if message[0] == who]
        desk = open_desk(store, who, slug)
        try:
            if action == "judge" and desk.task:
                task = desk.task
                record_judgment(store, who, slug, task.assignment_id, task.revision, choice)
                done.append((task.assignment_id, task.revision + 1, choice))
                sent.append((who, task.assignment_id, task.revision + 1, choice))
            elif action == "undo" and desk.undoable:
                undo_judgment(store, who, slug, *desk.undoable)
                done.append((desk.undoable[0], desk.undoable[1] + 1, None))
            elif action == "revise" and own:
                _, assignment, seen, _ = own[which % len(own)]
                if revise_judgment(store, who, slug, assignment, seen, choice):
                    done.append((assignment, seen + 1, choice))
                    sent.append((who, assignment, seen + 1, choice))
            elif action == "double" and own:
                _, assignment, made, old = own[which % len(own)]
                if made > 1 and revise_judgment(store, who, slug, assignment, made - 1, old):
                    broken.append("a doubled click was recorded")
        except RefusedError as refusal:
            if refusal.code != "stale":
                broken.append(f"refused with {refusal.code}")
        after = history(store)
        broken += [*problems(store, slug, done), *rewritten(before, after)]
        before = after
    return done, broken


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_any_sequence_of_revisions_keeps_every_promise(store: Store) -> None:
    """No choice is lost, each assignment has one live judgment, and no overlap is exceeded, whatever the order."""
    numbers = iter(range(10_000))
    people = [sign_in(store, add_person(store, name, ["annotator"]).token) or "" for name in ("Siri", "Per")]

    @settings(max_examples=25, suppress_health_check=list(HealthCheck))
    @given(ACTIONS)
    def run(actions: list[Action]) -> None:
        slug = f"run-{next(numbers)}"
        build_campaign(store, slug=slug, prompts=1, overlap=2)
        assert play(store, slug, people, actions)[1] == []

    run()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_revision_that_counts_twice_is_noticed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted violation: a revision that adds to the comparison's count is found by the same check."""
    built = build_campaign(store, prompts=1, overlap=2)
    people = [built.enter(name) for name in ("Kari", "Ola")]
    actions: list[Action] = [("judge", 0, 0, "A"), ("revise", 0, 0, "B")]
    assert play(store, built.slug, people, actions)[1] == []

    right = judging.append_revision

    def careless(db: Any, grant: Any, held: judging.Held, *rest: Any) -> None:
        right(db, grant, replace(held, assignment=replace(held.assignment, status="leased")), *rest)

    monkeypatch.setattr(judging, "append_revision", careless)
    assert play(store, built.slug, people, actions)[1] != []
