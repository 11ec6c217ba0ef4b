"""Many annotators at once, in threads, on real databases."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier, Lock
from typing import Any

import pytest
from sqlalchemy import select, text, update

from eval_core.campaigns import locks as locking
from eval_core.campaigns.desk import compare
from eval_core.campaigns.desk.supply import leases as leasing
from eval_core.campaigns.desk.supply import places
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.timing import LEASE
from eval_core.errors import RefusedError
from eval_core.store import Assignment, Comparison
from tests.conftest import Clock
from tests.support.acts import Desk, judge_and_go_on, open_desk, record_judgment, skip_comparison, undo_judgment
from tests.support.blocking import until_blocked
from tests.support.building import Built, comparisons
from tests.support.checking import Click, history, problems

pytestmark = pytest.mark.both_databases

THREADS = 8
_PATIENCE = 30.0  # seconds


class Worker:
    """An annotator's tab: judges until there is nothing left, undoing and double-clicking now and then."""

    def __init__(self, built: Built, session: str, seed: int, start: Barrier, skips: bool = False) -> None:
        self.built, self.session, self.chance = built, session, random.Random(seed)
        self.start, self.skips = start, skips
        self.acknowledged: list[Click] = []
        self.skipped: list[int] = []

    def run(self) -> None:
        self.start.wait()
        give_up = time.monotonic() + _PATIENCE
        while time.monotonic() < give_up:
            desk = open_desk(self.built.store, self.session, self.built.slug)
            if desk.task is not None:
                self._act(desk.task.assignment_id, desk.task.revision)
            elif desk.reason == "finished":
                return
            else:
                assert desk.reason == "waiting", desk.reason
                time.sleep(0.005)
        raise TimeoutError("an annotator never came to an end")

    def _act(self, assignment: int, revision: int) -> None:
        store, slug = self.built.store, self.built.slug
        choice = self.chance.choice(["A", "tie", "B"])
        try:
            if self.skips and self.chance.random() < 0.05:
                if skip_comparison(store, self.session, slug, assignment, revision, "other"):
                    self.skipped.append(assignment)
                return
            for _ in range(self.chance.choice([1, 1, 2])):
                if record_judgment(store, self.session, slug, assignment, revision, choice):
                    self.acknowledged.append((assignment, revision + 1, choice))
            if self.chance.random() < 0.1 and undo_judgment(store, self.session, slug, assignment, revision + 1):
                self.acknowledged.append((assignment, revision + 2, None))
        except RefusedError as refusal:  # the other tab of the same annotator was quicker
            if refusal.code != "stale":
                raise


def work(built: Built, sessions: list[str], skips: bool = False) -> list[Worker]:
    """Run a tab per session at the same time."""
    start = Barrier(len(sessions))
    workers = [Worker(built, session, seed, start, skips) for seed, session in enumerate(sessions)]
    with ThreadPoolExecutor(len(workers)) as pool:
        for running in [pool.submit(worker.run) for worker in workers]:
            running.result()
    return workers


def test_overlap_is_met_and_never_exceeded(campaign: Callable[..., Built]) -> None:
    """Eight annotators at once give every comparison exactly its overlap, and lose no click."""
    built = campaign(prompts=8, overlap=2, shared=3, shared_overlap=5)
    workers = work(built, built.annotators(THREADS))
    clicks = [click for worker in workers for click in worker.acknowledged]
    rows = comparisons(built.store, built.slug)
    assert [row.done for row in rows] == [row.overlap for row in rows] == [5] * 3 + [2] * 21
    assert problems(built.store, built.slug, clicks) == []


@pytest.mark.parametrize("policy", ["balanced", "adaptive"])
def test_overlap_holds_where_all_go_on_at_once(campaign: Callable[..., Built], policy: str) -> None:
    """The same where each click records and lays out in one transaction: none waits for one who waits for them."""
    built = campaign(prompts=8, overlap=2, shared=3, shared_overlap=5)
    change_rules(built.store, built.slug, {"pair_policy": policy})

    class Brisk(Worker):
        def _act(self, assignment: int, revision: int) -> None:
            about = (self.built.store, self.session, self.built.slug)
            desk = open_desk(*about)
            while desk is not None and desk.task is not None:
                judged = desk.task
                desk = judge_and_go_on(*about, judged.assignment_id, judged.revision, "A")
                self.acknowledged.append((judged.assignment_id, judged.revision + 1, "A"))

    sessions = built.annotators(THREADS)
    start = Barrier(THREADS)
    workers = [Brisk(built, session, seed, start) for seed, session in enumerate(sessions)]
    with ThreadPoolExecutor(THREADS) as pool:
        for running in [pool.submit(worker.run) for worker in workers]:
            running.result()
    clicks = [click for worker in workers for click in worker.acknowledged]
    assert [row.done for row in comparisons(built.store, built.slug)] == [5] * 3 + [2] * 21
    assert problems(built.store, built.slug, clicks) == []


def test_two_tabs_of_one_annotator_are_one_annotator(campaign: Callable[..., Built]) -> None:
    """With two tabs each, four annotators never judge one comparison twice nor hold two at a time."""
    built = campaign(prompts=6, overlap=3)
    sessions = built.annotators(THREADS // 2)
    workers = work(built, sessions * 2, skips=True)
    clicks = [click for worker in workers for click in worker.acknowledged]
    skipped = [assignment for worker in workers for assignment in worker.skipped]
    assert problems(built.store, built.slug, clicks) == []
    with built.store.read() as db:
        states = Counter(db.scalars(select(Assignment.status)))
        assert set(states) <= {"done", "skipped"}
        assert set(db.scalars(select(Assignment.id).filter_by(status="skipped"))) == set(skipped)
    rows = comparisons(built.store, built.slug)
    assert [row.done for row in rows if row.done < 3 and not _all_had(built, row.id)] == []


@pytest.mark.postgres
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.parametrize(("policy", "search"), [("balanced", "_WITH_ROOM"), ("adaptive", "_THIS_ONE")])
def test_a_lease_taken_while_one_looks_is_seen(
    campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch, policy: str, search: str
) -> None:
    """What was free when the search began, and is locked after another's lease, is not given away twice."""
    built = campaign(prompts=1, overlap=1)
    change_rules(built.store, built.slug, {"pair_policy": policy})
    store, kari, ola = built.store, built.enter("Kari"), built.enter("Ola")
    held = open_desk(store, ola, built.slug).task
    assert held is not None

    def lease_ends(minutes: int) -> None:
        end = store.now() + timedelta(minutes=minutes)
        with store.write() as db:
            db.execute(update(Assignment).where(Assignment.id == held.assignment_id).values(leased_until=end))

    lease_ends(-1)
    with store.write() as db:  # nothing else is open
        of_ola = select(Assignment.comparison_id).scalar_subquery()
        db.execute(update(Comparison).where(Comparison.id != of_ola).values(withdrawn_at=store.now()))
    monkeypatch.setattr(leasing, search, getattr(leasing, search).where(text("pg_sleep(1) IS NOT NULL")))
    asleep = text("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()")
    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(open_desk, store, kari, built.slug)
        with store.read() as db:
            while not looking.done() and db.execute(asleep).first() is None:
                time.sleep(0.01)
        lease_ends(30)
        desk = looking.result(timeout=20)
    assert (desk.task, desk.reason) == (None, "waiting")


@pytest.mark.postgres
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_what_others_have_locked_is_waited_for(campaign: Callable[..., Built]) -> None:
    """No one is sent away for the last open comparison being in someone else's transaction for a moment."""
    built = campaign(prompts=1, systems=("a", "b"), overlap=2)
    store, kari, ola = built.store, built.enter("Kari"), built.enter("Ola")
    with ThreadPoolExecutor(2) as pool:
        with store.write() as db:
            db.execute(select(Comparison.id).with_for_update(key_share=True))
            looking = [pool.submit(open_desk, store, who, built.slug) for who in (kari, ola)]
            until_blocked(store, looking)
        desks = [thread.result(timeout=20) for thread in looking]
    assert [desk.reason for desk in desks] == [None, None]
    assert problems(store, built.slug) == []


@pytest.mark.postgres
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_lease_that_is_being_prolonged_is_not_given_away(
    campaign: Callable[..., Built], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who asks just after a lease has expired does not get it if its owner prolongs it at the same time."""
    built = campaign(prompts=1, systems=("a", "b"), overlap=1)
    store, kari, ola = built.store, built.enter("Kari"), built.enter("Ola")
    held = open_desk(store, kari, built.slug).task
    clock.move(seconds=LEASE.total_seconds() - 1)
    looking: list[Future[Desk]] = []

    def slowly(*about: Any, **more: Any) -> bool:
        """Sees that there is room; before that is acted upon, the lease is over and someone else looks."""
        room = places.has_room(*about, **more)
        clock.move(seconds=2)
        looking.append(pool.submit(open_desk, store, ola, built.slug))
        until_blocked(store, looking)
        return room

    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(compare, "has_room", slowly)
        assert open_desk(store, kari, built.slug).task == held
        assert looking[0].result(timeout=20).reason == "waiting"
    assert problems(store, built.slug) == []


@pytest.mark.postgres
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.parametrize("by_assignment", [False, True])
def test_a_lock_keeps_nobody_from_gold(campaign: Callable[..., Built], by_assignment: bool) -> None:
    """While someone's click locks a comparison, another can get the same one as gold or a repeat, without a wait."""
    built = campaign(prompts=1, systems=("a", "b"))
    store, kari = built.store, built.enter("Kari")
    assert open_desk(store, kari, built.slug).task is not None
    with store.read() as db:
        held = db.scalars(select(Assignment)).one()
        db.expunge(held)
    again = {"campaign_id": held.campaign_id, "comparison_id": held.comparison_id, "person_id": held.person_id}
    with store.write() as db:
        if by_assignment:
            locking.lock_comparisons_of(db, [held.id])
        else:
            locking.lock_comparison(db, held.comparison_id)
        with store.write() as other:
            other.execute(text("SET LOCAL lock_timeout = '200ms'"))
            assert (
                other.execute(text("SELECT id FROM comparison FOR UPDATE SKIP LOCKED")).first() is None
            )  # it is locked
            other.add(Assignment(**again, kind="repeat", occurrence=1, status="leased", swapped=False, sequence=2))


def test_leases_that_run_out_under_load_are_not_judged_twice(campaign: Callable[..., Built], clock: Clock) -> None:
    """With the clock jumping past leases while people work, only late work goes beyond the overlap; no click is lost."""

    class Jumping:
        """Moves on by seven minutes at each look: leases end within a few calls."""

        def __init__(self) -> None:
            self.lock = Lock()

        def __call__(self) -> datetime:
            with self.lock:
                clock.move(minutes=7)
                return clock.time

    built = campaign(prompts=5, overlap=2)
    built.store.now = Jumping()
    acknowledged: list[Click] = []

    class Slow(Worker):
        def _act(self, assignment: int, revision: int) -> None:
            time.sleep(self.chance.random() * 0.01)
            try:
                if record_judgment(built.store, self.session, built.slug, assignment, revision, "A"):
                    acknowledged.append((assignment, revision + 1, "A"))
            except RefusedError as refusal:
                if refusal.code not in {"lease_lost", "stale"}:
                    raise

    start = Barrier(4)
    with ThreadPoolExecutor(4) as pool:
        slow = [Slow(built, session, seed, start) for seed, session in enumerate(built.annotators(4))]
        for running in [pool.submit(worker.run) for worker in slow]:
            running.result()
    late = Counter(row["comparison_id"] for row in history(built.store).values() if row["live"] and row["late"])
    done = {row.id: row.done for row in comparisons(built.store, built.slug)}
    assert all(made - late[identity] <= 2 <= made for identity, made in done.items())
    assert problems(built.store, built.slug, acknowledged, now=clock.time) == []


def test_the_same_click_from_eight_threads_is_one_judgment(campaign: Callable[..., Built]) -> None:
    """A held key that arrives on many connections at once is recorded once, and acknowledged to all."""
    built = campaign()
    session = built.enter("Kari")
    task = open_desk(built.store, session, built.slug).task
    assert task is not None
    start = Barrier(THREADS)

    def click(_: int) -> bool:
        start.wait()
        return record_judgment(built.store, session, built.slug, task.assignment_id, 0, "B")

    with ThreadPoolExecutor(THREADS) as pool:
        assert sorted(pool.map(click, range(THREADS))) == [False] * (THREADS - 1) + [True]
    assert problems(built.store, built.slug, [(task.assignment_id, 1, "B")]) == []


@pytest.mark.parametrize("tabs", [2, 6])
def test_tabs_opened_at_once_show_the_same(campaign: Callable[..., Built], tabs: int) -> None:
    """An annotator's tabs opened at the same moment get one lease: the same comparison with the same sides."""
    built = campaign()
    for session in built.annotators(5):
        start = Barrier(tabs)

        def look(_: int, session: str = session, start: Barrier = start) -> object:
            start.wait()
            return open_desk(built.store, session, built.slug).task

        with ThreadPoolExecutor(tabs) as pool:
            assert len(set(pool.map(look, range(tabs)))) == 1


def _all_had(built: Built, comparison: int) -> bool:
    """Whether all four annotators judged or skipped a comparison, so that no one was left for it."""
    with built.store.read() as db:
        return len(db.scalars(select(Assignment.id).filter_by(comparison_id=comparison)).all()) == THREADS // 2
