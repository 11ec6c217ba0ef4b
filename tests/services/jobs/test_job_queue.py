"""Jobs: queued once, done once, taken up again where a runner has died, paused and stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.jobs.job_list import list_all_jobs, list_jobs, move_job, stop_job
from eval_core.campaigns.jobs.job_queue import (
    LEASE,
    MOST_TURNS,
    PAUSES,
    Turn,
    end_turn,
    keep_regular,
    queue_job,
    renew_turn,
    sweep_jobs,
    take_turn,
)
from eval_core.errors import ParvisError, RefusedError
from eval_core.jobs.runner import AgainError, Kind, LetGoError, Pulse, Runner
from eval_core.store import Job, Store
from tests.conftest import Clock
from tests.support.building import Built

KIND = "work"


def queue(store: Store, key: str = "one", **about: Any) -> bool:
    """Queue a job that is due now."""
    with store.write() as db:
        return queue_job(db, KIND, key, store.now(), about=about)


def take(store: Store) -> Turn:
    turn = take_turn(store, [KIND])
    assert turn is not None
    return turn


def row(store: Store) -> Job:
    with store.read() as db:
        job = db.scalars(select(Job).order_by(Job.id.desc()).limit(1)).one()
        db.expunge(job)
        return job


class Counted:
    """Work that notes what it was called for."""

    def __init__(self, *failures: BaseException) -> None:
        self.done: list[Any] = []
        self._failures = list(failures)

    def __call__(self, store: Store, turn: Turn, pulse: Pulse) -> dict[str, Any]:
        del store
        if self._failures:
            raise self._failures.pop(0)
        pulse(1, 2)
        self.done.append(turn.about.get("number"))
        return {"code": "sent"}


@pytest.fixture
def runner(store: Store) -> Iterator[Callable[..., Runner]]:
    """Makes runners of one kind of work, and stops them in the end."""
    made: list[Runner] = []

    def make(work: Callable[..., Any], **facts: Any) -> Runner:
        made.append(Runner(store, {KIND: Kind(work, **facts)}))
        return made[-1]

    yield make
    for one in made:
        one.stop()


@pytest.mark.both_databases
def test_the_same_work_is_queued_once(store: Store) -> None:
    """While a job of a key has not ended there is no second one; after it there may be."""
    assert queue(store)
    assert not queue(store)
    assert end_turn(store, take(store), "done", {"code": "sent"})
    assert queue(store)
    assert [job.state for job in list_all_jobs(store, ended=True)] == ["waiting", "done"]


@pytest.mark.both_databases
def test_two_runners_do_each_job_once(store: Store, runner: Callable[..., Runner]) -> None:
    """Runners in two threads, as of two servers, share twenty jobs, and none is done twice."""
    work = Counted()
    for number in range(20):
        queue(store, f"job {number}", number=number)
    both = [runner(work), runner(work)]
    start = threading.Barrier(2)

    def drain(one: Runner) -> None:
        start.wait()
        while one.run_one():
            pass

    threads = [threading.Thread(target=drain, args=(one,)) for one in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    while both[0].run_one():  # one that both had looked at is left to the next look
        pass
    assert sorted(work.done) == list(range(20))
    assert {job.state for job in list_all_jobs(store, ended=True)} == {"done"}


@pytest.mark.both_databases
def test_a_dead_runners_job_is_taken_up_again(store: Store, clock: Clock) -> None:
    """Not before its lease has run out; and what the first runner still writes then counts for nothing."""
    queue(store)
    first = take(store)
    clock.move(seconds=LEASE.total_seconds() - 1)
    assert take_turn(store, [KIND]) is None
    assert renew_turn(store, first, (1, 2))
    clock.move(seconds=LEASE.total_seconds() - 1)
    assert take_turn(store, [KIND]) is None
    clock.move(seconds=2)
    second = take(store)
    assert (second.id, second.attempts) == (first.id, 2)
    assert not renew_turn(store, first)
    assert not end_turn(store, first, "failed", {"code": "crashed"})
    assert end_turn(store, second, "done", {"code": "sent"})
    assert (row(store).state, row(store).done, row(store).lease) == ("done", 1, None)


def test_work_that_kills_its_process_is_given_up(store: Store, clock: Clock) -> None:
    """A job whose turns never end is not tried for ever."""
    queue(store)
    for _ in range(MOST_TURNS):
        take(store)
        clock.move(minutes=5)
    assert take_turn(store, [KIND]) is None
    assert (row(store).state, row(store).outcome) == ("failed", {"code": "crashed"})


def test_a_clock_that_jumps(store: Store, clock: Clock) -> None:
    """A lease and a due time given by a clock years ahead do not hold up the work once it is right again."""
    clock.move(days=1000)
    keep_regular(store, {"regular": timedelta(hours=1)})
    queue(store)
    take(store)
    clock.move(days=-1000)
    assert take(store).attempts == 2
    keep_regular(store, {"regular": timedelta(hours=1)})
    clock.move(hours=1)
    assert take_turn(store, ["regular"]) is not None
    clock.move(days=-1)  # a day back: the lease looks endless
    assert take_turn(store, ["regular"]) is not None


def test_what_fails_for_now_is_tried_again_later(store: Store, clock: Clock, runner: Callable[..., Runner]) -> None:
    """The pauses grow; in the end it has failed, and the reason is kept."""
    work = Counted(*(AgainError(code="database_away") for _ in range(3)))
    one = runner(work, most=3)
    queue(store)
    for pause in PAUSES[:2]:
        assert one.run_one()
        assert (row(store).state, row(store).due_at) == ("waiting", store.now() + pause)
        assert not one.run_one()
        clock.move(seconds=pause.total_seconds())
    assert one.run_one()
    assert (row(store).state, row(store).outcome) == ("failed", {"code": "database_away"})
    assert work.done == []


def test_errors_are_kept_in_words(store: Store, runner: Callable[..., Runner]) -> None:
    """One that a person can fix ends the work; a bug is tried again and names no data."""
    one = runner(Counted(ParvisError("no such model"), ValueError("kari@example.org")))
    queue(store)
    assert one.run_one()
    assert (row(store).state, row(store).outcome) == ("failed", {"code": "said", "text": "no such model"})
    queue(store)
    assert one.run_one()
    assert row(store).outcome == {"code": "unexpected", "type": "ValueError"}


@pytest.mark.slow
def test_regular_work_comes_back(store: Store, clock: Clock, runner: Callable[..., Runner]) -> None:
    """Every hour, in one row; also after it has failed."""
    hour = timedelta(hours=1)
    one = runner(Counted(ParvisError("not now")), every=hour)
    keep_regular(store, {KIND: hour})
    keep_regular(store, {KIND: hour})
    for code in ("said", "sent", "sent"):
        assert not one.run_one()
        clock.move(hours=1)
        assert one.run_one()
        found = row(store)
        assert found.outcome is not None
        assert (found.state, found.outcome["code"], found.due_at) == ("waiting", code, store.now() + hour)
    assert len(list_all_jobs(store, ended=True)) == 1


def test_a_runner_that_is_stopped_gives_its_work_back(store: Store, runner: Callable[..., Runner]) -> None:
    """At once, and without counting the turn; another server takes it up."""
    work = Counted()
    queue(store)
    stopping = runner(work)
    stopping.stop()
    assert stopping.run_one()
    assert (row(store).state, row(store).attempts, work.done) == ("waiting", 0, [])
    assert runner(work).run_one()
    assert work.done == [None]


def test_pausing_and_stopping(campaign: Callable[..., Built], runner: Callable[..., Runner]) -> None:
    """A lead pauses, resumes and stops work that is going on; its turn is over, and the log has it."""
    built = campaign()
    store, lead = built.store, built.enter("Lise", "lead")
    with store.write() as db:
        queue_job(db, KIND, "one", store.now(), campaign_id=built.id)
    turn = take(store)
    assert move_job(store, built.slug, turn.id, "paused", lead)
    assert not move_job(store, built.slug, turn.id, "paused", lead)
    assert not renew_turn(store, turn)
    assert take_turn(store, [KIND]) is None
    assert move_job(store, built.slug, turn.id, "resumed", lead)
    assert renew_turn(store, take(store))
    assert move_job(store, built.slug, turn.id, "stopped", lead)
    assert not move_job(store, built.slug, turn.id, "resumed", lead)
    assert [job.state for job in list_jobs(store, built.slug, who=lead)] == ["stopped"]
    with pytest.raises(RefusedError):
        move_job(store, built.slug, 99, "paused", lead)
    with pytest.raises(ParvisError):
        stop_job(store, 99)
    assert not stop_job(store, turn.id)


def test_work_learns_that_its_turn_is_over(store: Store) -> None:
    """The pulse notices within a beat that the job was stopped, and the work's next word ends it."""
    queue(store)
    turn = take(store)
    with Pulse(store, turn, threading.Event(), beat=0.001) as pulse:
        pulse(1, 2)
        stop_job(store, turn.id)
        pulse._thread.join(10)
        with pytest.raises(LetGoError):
            pulse(2, 2)


@pytest.mark.slow
def test_old_jobs_are_swept(store: Store, clock: Clock) -> None:
    """What ended is kept for thirty days; what has not ended is kept."""
    queue(store, "old")
    end_turn(store, take(store), "done", {"code": "sent"})
    queue(store, "waiting")
    clock.move(days=31)
    with store.write() as db:
        db.execute(update(Job).where(Job.key == "waiting").values(created_at=store.now() - timedelta(days=100)))
    assert sweep_jobs(store) == 1
    assert [job.state for job in list_all_jobs(store, ended=True)] == ["waiting"]
