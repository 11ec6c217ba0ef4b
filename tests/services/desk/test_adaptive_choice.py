"""The adaptive policy: it prefers the most informative judgments, and keeps every promise of the balanced one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Select, event, func, select, update

from eval_core.campaigns.access import Grant, find_campaign
from eval_core.campaigns.desk.supply import adaptive_choice as choosing
from eval_core.campaigns.desk.supply import leases as leasing
from eval_core.campaigns.desk.supply.adaptive_choice import Outlook, _Computed, outlook_of
from eval_core.campaigns.desk.supply.leases import lease_regular
from eval_core.campaigns.desk.supply.own_work import own_work
from eval_core.campaigns.rules import change_rules, rules_of
from eval_core.campaigns.timing import LEASE
from eval_core.store import Assignment, Comparison, Judgment, Person, Response, Store, System
from eval_core.store.cache import PerCampaign
from tests.conftest import Clock
from tests.support.acts import Desk, judge_and_go_on, open_desk, skip_comparison
from tests.support.building import Built, comparisons
from tests.support.checking import leaks, problems

Make = Callable[..., Built]
Pair = tuple[str, str]
NEW = "xray-modell"
# So many draws separate expected shares of 0.94 and 0.79 (adaptive) from 0.36 and 0.33 (uniform) by over four errors.
DRAWS, MOST = 100, 0.6


def adaptive(built: Built) -> Built:
    change_rules(built.store, built.slug, {"pair_policy": "adaptive"})
    return built


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test starts without counts, computes them for every choice, and draws from one seed."""
    generator = np.random.default_rng(20261121)
    monkeypatch.setattr(leasing, "new_generator", lambda _chance: generator)
    monkeypatch.setattr(choosing, "_COMPUTED", PerCampaign(64))
    monkeypatch.setattr(choosing, "_USES", 1)
    monkeypatch.setattr(choosing, "_REST", 0)


def pairs(store: Store) -> dict[int, Pair]:
    """The names of the systems of every comparison."""
    with store.read() as db:
        names = dict(db.execute(select(Response.id, System.name).join(System, System.id == Response.system_id)).all())
        return {
            row.id: (names[row.first_response_id], names[row.second_response_id])
            for row in db.scalars(select(Comparison))
        }


def go(built: Built, session: str, most: int, winner: Callable[[Pair, int], str] | None = None) -> list[int]:
    """The comparisons that an annotator judged, at most so many; `winner` names the better system, '' for a tie."""
    about = (built.store, session, built.slug)
    had: list[int] = []
    known: Counter[Pair] = Counter()
    of = pairs(built.store)
    desk: Desk | None = open_desk(*about)
    while desk is not None and desk.task is not None and len(had) < most:
        assert leaks(desk, built.systems) == []
        with built.store.read() as db:
            held = db.get_one(Assignment, desk.task.assignment_id)
            comparison, swapped = held.comparison_id, held.swapped
        pair, choice = of[comparison], "A"
        if winner:
            best = winner(pair, known[pair])
            choice = "AB"[(best == pair[0]) == swapped] if best else "tie"
        known[pair] += 1
        had.append(comparison)
        desk = judge_and_go_on(*about, desk.task.assignment_id, desk.task.revision, choice)
    return had


def share(built: Built, had: Sequence[int], wanted: Callable[[Pair], bool]) -> float:
    of = pairs(built.store)
    return sum(wanted(of[comparison]) for comparison in had) / len(had)


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """What is sent to the database meanwhile."""
    seen: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        seen.append(statement)

    event.listen(store.writer, "before_cursor_execute", note)
    yield seen
    event.remove(store.writer, "before_cursor_execute", note)


def even(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant weights that are all the same: uniform choice."""
    monkeypatch.setattr(choosing, "pair_weights", lambda size, *_args, **_more: np.ones((size, size)) - np.eye(size))


def next_ones(built: Built, name: str, number: int) -> list[int]:
    """What a person who has not judged yet could get next: the comparisons of so many draws, none of which is kept."""
    drawn = []
    for _ in range(number):
        with built.store.write() as db:
            grant = Grant(db.scalars(select(Person.id).where(Person.name == name)).one(), find_campaign(db, built.slug))
            lease = lease_regular(db, grant, own_work(db, grant), rules_of(grant.campaign), built.store.now())
            assert lease is not None
            drawn.append(lease.comparison_id)
            db.rollback()
    return drawn


def with_a_new_system(built: Built) -> None:
    """Half of the others' comparisons are judged; on every prompt two of the new one's are open, none is judged."""
    rows, of = comparisons(built.store, built.slug), pairs(built.store)
    own: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        if NEW in of[row.id]:
            own[row.prompt_id].append(row.id)

    def withdraw(gone: list[int], when: datetime | None) -> None:
        with built.store.write() as db:
            db.execute(update(Comparison).where(Comparison.id.in_(gone)).values(withdrawn_at=when))

    withdraw([comparison for some in own.values() for comparison in some], built.store.now())
    go(built, built.enter("before"), 60, lambda pair, number: pair[number % 2])
    withdraw([comparison for some in own.values() for comparison in some[:2]], None)


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["adaptive", "uniform"])
def test_a_new_system_comes_up_more_often(campaign: Make, monkeypatch: pytest.MonkeyPatch, policy: str) -> None:
    """With a third of what is open, a new system has most of the next draws; under even weights it has not."""
    built = campaign(prompts=12, systems=("a-m", "b-m", "c-m", "d-m", "e-m", NEW), overlap=1)
    with_a_new_system(built)
    adaptive(built).enter("after")
    if policy == "uniform":
        even(monkeypatch)
    monkeypatch.setattr(choosing, "_USES", DRAWS + 1)  # nothing is judged meanwhile
    had = next_ones(built, "after", DRAWS)
    assert (share(built, had, lambda pair: NEW in pair) > MOST) == (policy == "adaptive")


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["adaptive", "uniform"])
def test_what_is_in_doubt_comes_up_more_often(campaign: Make, monkeypatch: pytest.MonkeyPatch, policy: str) -> None:
    """Of three systems, two of them alike, those two have most of the next draws, not a third of them."""
    built = campaign(prompts=50, overlap=1)
    close = set(built.systems[:2])
    go(
        built,
        built.enter("before"),
        75,
        lambda pair, number: pair[number % 2] if set(pair) == close else pair[number % 6 == 0],
    )
    adaptive(built).enter("after")
    if policy == "uniform":
        even(monkeypatch)
    monkeypatch.setattr(choosing, "_USES", DRAWS + 1)  # nothing is judged meanwhile
    had = next_ones(built, "after", DRAWS)
    assert (share(built, had, lambda pair: set(pair) == close) > MOST) == (policy == "adaptive")


def test_a_campaign_is_finished_with_every_promise_kept(campaign: Make) -> None:
    """Annotators through the judging service come to the end: shared set first, overlap exact, nothing left over."""
    built = adaptive(campaign(prompts=14, overlap=2, shared=5, shared_overlap=3))
    people = built.annotators(3)
    in_order = [go(built, session, 5) for session in people]
    shared = {row.id for row in comparisons(built.store, built.slug) if row.shared}
    assert [set(had) for had in in_order] == [shared] * 3
    rest = [go(built, session, 1000) for session in people]
    assert [row.done for row in comparisons(built.store, built.slug)] == [3] * 5 + [2] * 37
    assert [open_desk(built.store, session, built.slug).reason for session in people] == ["finished"] * 3
    assert problems(built.store, built.slug) == []
    positions = {row.id: row.position for row in comparisons(built.store, built.slug)}
    assert [positions[one] for one in rest[0]] != sorted(positions[one] for one in rest[0])


def test_comparisons_of_one_prompt_keep_their_distance(campaign: Make) -> None:
    """While there are other prompts, ten places lie between two comparisons of the same."""
    built = adaptive(campaign(prompts=14, overlap=1))
    prompts = {row.id: row.prompt_id for row in comparisons(built.store, built.slug)}
    met = [prompts[comparison] for comparison in go(built, built.enter("Kari"), 24)]
    assert all(len(set(met[start : start + 10])) == 10 for start in range(len(met) - 9))


def test_what_cannot_be_weighed_is_judged_too(campaign: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs of no weight, and systems that came after the counts, come in the end, in serving order."""
    built = adaptive(campaign(prompts=4, overlap=1))
    monkeypatch.setattr(Outlook, "order", lambda *_args: [])
    had = go(built, built.enter("Kari"), 1000)
    assert had == [row.id for row in comparisons(built.store, built.slug)]


def test_a_comparison_given_back_keeps_its_sides(campaign: Make, clock: Clock) -> None:
    """One who gets a comparison again after losing it sees A and B where an old tab still shows them."""
    built = adaptive(campaign(prompts=1, systems=("a", "b"), overlap=1))
    mine, other = built.annotators(2)
    for _ in range(4):
        before = open_desk(built.store, mine, built.slug).task
        clock.move(hours=1)
        assert open_desk(built.store, other, built.slug).task is not None
        assert open_desk(built.store, mine, built.slug).reason == "waiting"
        clock.move(seconds=LEASE.total_seconds() + 1)
        assert open_desk(built.store, mine, built.slug).task == before
        clock.move(hours=1)


def test_a_skipped_comparison_goes_to_somebody_else(campaign: Make) -> None:
    """The skipper never sees it again, and others judge everything."""
    built = adaptive(campaign(prompts=4, overlap=1))
    skipper, other = built.annotators(2)
    task = open_desk(built.store, skipper, built.slug).task
    assert task is not None
    skip_comparison(built.store, skipper, built.slug, task.assignment_id, 0, "unreadable")
    assert len(go(built, skipper, 1000)) == 11
    assert len(go(built, other, 1000)) == 1
    assert problems(built.store, built.slug) == []


def test_the_quota_ends_the_work(campaign: Make) -> None:
    """With a number per annotator the desk is empty after so many."""
    built = adaptive(campaign(per_annotator=3))
    session = built.enter("Kari")
    assert len(go(built, session, 1000)) == 3
    assert open_desk(built.store, session, built.slug).reason == "quota"


def leased(built: Built, session_of: str) -> list[str]:
    """The statements with which a person's next comparison is found and locked."""
    with built.store.write() as db:
        person = db.scalars(select(Person.id).where(Person.name == session_of)).one()
        grant = Grant(person, find_campaign(db, built.slug))
        own = own_work(db, grant)
        with statements(built.store) as seen:
            assert lease_regular(db, grant, own, rules_of(grant.campaign), built.store.now()) is not None
        db.rollback()
    return [statement for statement in seen if not statement.startswith("INSERT")]


def test_the_balanced_policy_costs_nothing_more(campaign: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """In serving order one statement finds a comparison, as ever; adaptively one more, and none for kept counts."""
    monkeypatch.setattr(choosing, "_USES", 20)
    built = campaign(prompts=6)
    built.enter("Kari")
    look_again = 0 if built.store.is_sqlite else 1
    assert len(leased(built, "Kari")) == 1 + look_again
    adaptive(built)
    first, second = leased(built, "Kari"), leased(built, "Kari")
    find = 2 if built.store.is_sqlite else 3
    assert (len(first), len(second)) == (find + 3 + look_again, find + look_again)
    assert sum("GROUP BY" in statement for statement in first) == 1


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_counts_are_read_from_the_rankings_index(campaign: Make) -> None:
    """Counting reads columns of the covering index alone; one column more, and it reads the table of judgments."""
    built = campaign(prompts=1)

    def reads_the_table(query: Select[Any]) -> bool:
        with built.store.read() as db:
            words = str(query.compile(db.get_bind())).replace("?", str(built.id))
            steps = db.connection().exec_driver_sql(f"EXPLAIN {words}").all()
            root = "SELECT rootpage FROM sqlite_master WHERE name = 'judgment'"
            table = db.connection().exec_driver_sql(root).scalar_one()
        cursor = next(step.p1 for step in steps if step.opcode == "OpenRead" and step.p2 == table)
        return any(step.opcode == "Column" and step.p1 == cursor for step in steps)

    assert not reads_the_table(choosing._COUNTS)
    assert reads_the_table(choosing._COUNTS.add_columns(func.max(Judgment.decided_at)))


def test_only_peoples_judgments_count(campaign: Make) -> None:
    """What a language model judged moves no weight; the same by a person does."""
    built = campaign(prompts=4)

    def weights() -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        with built.store.read() as db:
            outlook = choosing._read(db, built.id)
        assert outlook is not None
        return outlook.weights

    untouched = weights()
    go(built, built.enter("Kari"), 5, lambda pair, _: pair[0])
    assert not np.allclose(weights(), untouched)
    with built.store.write() as db:
        db.execute(update(Person).where(Person.name == "Kari").values(kind="judge"))
    np.testing.assert_allclose(weights(), untouched)


def test_counts_are_computed_again() -> None:
    """They serve a number of choices or a minute, whichever ends first, and always longer than computing them took."""
    computed = _Computed(None, at=100.0, seconds=0.01)
    limits = {"_USES": 20, "_REST": 50, "_SECONDS": 60.0}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in limits.items():
            patch.setattr(choosing, name, value)
        assert [computed.serves(101.0) for _ in range(20)] == [True] * 19 + [False]
        assert computed.serves(100.4)
        assert _Computed(None, 100.0, 0.01).serves(159.9)
        assert not _Computed(None, 100.0, 0.01).serves(160.1)
        assert _Computed(None, 100.0, 2.0).serves(199.0)


def test_two_databases_have_counts_of_their_own(campaign: Make, other_store: Store) -> None:
    """Campaigns of one number in two databases are not taken for one another."""
    built = campaign(prompts=1)
    with built.store.read() as db, other_store.read() as other:
        assert outlook_of(db, built.id) is not None
        assert outlook_of(other, built.id) is None


def test_every_position_is_as_likely_to_be_in_the_sample() -> None:
    """The windows begin anywhere: over many draws each of 400 open comparisons is in about as many samples."""
    outlook = Outlook({}, np.zeros((2, 2)), 10, 409)
    generator = np.random.default_rng(1)
    met = np.zeros(420)
    for _ in range(4000):
        starts = outlook.starts(generator)
        for number in range(choosing.WINDOWS):
            start, end = starts[f"start{number}"], starts[f"start{number + 1}"]
            met[max(start, 0) : min(start + choosing.WINDOW, end)] += 1
    expected = 4000 * choosing.WINDOWS * choosing.WINDOW / 407
    assert met[10:410] == pytest.approx(np.full(400, expected), rel=0.2)


def test_a_pair_is_drawn_by_its_weight_however_many_candidates_it_has() -> None:
    """Of two pairs, one with a single candidate and three quarters of the weight, that one comes first in 3 of 4 draws."""

    class Candidate:
        def __init__(self, number: int, one: int, two: int) -> None:
            self.id, self.one, self.two = number, one, two

    weights = np.zeros((3, 3))
    weights[0, 1] = weights[1, 0] = 0.375
    weights[0, 2] = weights[2, 0] = 0.125
    outlook = Outlook({70: 0, 80: 1, 90: 2}, weights, 0, 10)
    candidates = [Candidate(0, 80, 70), *(Candidate(number, 70, 90) for number in range(1, 30)), Candidate(99, 70, 5)]
    generator = np.random.default_rng(2)
    orders = [outlook.order(candidates, generator) for _ in range(2000)]  # type: ignore[arg-type]
    assert {len(order) for order in orders} == {2}
    assert np.mean([order[0].id == 0 for order in orders]) == pytest.approx(0.75, abs=0.05)
    assert {row.id for order in orders for row in order} == set(range(30))
