"""A clock that jumps, forth and back: leases, the order of judgments, undoing and what is kept in memory hold."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.desk.compare import Task
from eval_core.campaigns.results.votes import read_votes
from eval_core.store import Judgment, Store, utc_now
from eval_core.web.throttle import FailureLimit
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment, undo_judgment
from tests.support.building import Built, comparisons
from tests.support.checking import Click, problems, refusal


def lying(built: Built, session: str) -> Task:
    """What lies before them."""
    task = open_desk(built.store, session, built.slug).task
    assert task is not None
    return task


def click(built: Built, session: str, choice: str = "A") -> Click:
    """Judge what lies there."""
    task = lying(built, session)
    record_judgment(built.store, session, built.slug, task.assignment_id, task.revision, choice)
    return task.assignment_id, task.revision + 1, choice


def test_set_back_between_showing_and_click(
    campaign: Callable[..., Built], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Set back by two hours under a comparison, its click counts, with no time rather than a negative one."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "400")
    built = campaign()
    session = built.enter("Kari")
    task = lying(built, session)
    clock.move(hours=-2)
    assert record_judgment(built.store, session, built.slug, task.assignment_id, 0, "A")
    with built.store.read() as db:
        assert db.scalar(select(Judgment.active_ms)) is None
    assert problems(built.store, built.slug, [(task.assignment_id, 1, "A")]) == []


def test_undo_takes_the_last_click_not_the_latest_time(campaign: Callable[..., Built], clock: Clock) -> None:
    """What was judged last is undone, though by the clock it came before; what was judged before it stays."""
    built = campaign()
    session = built.enter("Kari")
    first = click(built, session)
    clock.move(days=-1)
    last = click(built, session, "B")
    assert open_desk(built.store, session, built.slug).undoable == last[:2]
    assert refusal(lambda: undo_judgment(built.store, session, built.slug, *first[:2])) == "stale"
    assert undo_judgment(built.store, session, built.slug, *last[:2])
    assert lying(built, session).assignment_id == last[0]
    assert problems(built.store, built.slug, [first, last, (last[0], 2, None)]) == []


def test_leases_across_a_jump_and_back(campaign: Callable[..., Built], clock: Clock) -> None:
    """A day forth ends every lease, and others take the places; a day back gives none of them away twice."""
    built = campaign(prompts=1, overlap=1)
    early, late = built.annotators(3), [built.enter(name) for name in ("Kari", "Ola", "Per")]
    held = [lying(built, session) for session in early]
    clock.move(days=1)
    taken = [lying(built, session) for session in late]
    clock.move(days=-1)
    # By the clock both leases hold now: nobody's work is thrown away, and what was one too many is known as late.
    done: list[Click] = []
    for session, task in zip(early + late, held + taken, strict=True):
        assert record_judgment(built.store, session, built.slug, task.assignment_id, 0, "A")
        done.append((task.assignment_id, 1, "A"))
    with built.store.read() as db:
        counted = db.execute(select(Judgment.comparison_id, Judgment.late)).all()
    assert sorted(counted) == sorted(
        (row.id, late) for row in comparisons(built.store, "trial") for late in (False, True)
    )
    assert problems(built.store, built.slug, done, now=clock.time + timedelta(days=2)) == []
    for session in early + late:
        assert open_desk(built.store, session, built.slug).task is None


def test_what_is_kept_in_memory_follows(campaign: Callable[..., Built]) -> None:
    """Judgments stamped in the future and in the past, then more of them: a ranking reads what the database has."""
    built = campaign(prompts=6)
    kari, ola = built.annotators(2)

    def anew() -> int:
        return len(read_votes(Store(built.store.url.render_as_string(hide_password=False)), built.slug))

    for days in (1, -1):
        for session in (kari, ola):
            for _ in range(3):
                click(built, session)
        with built.store.write() as db:  # the clock was wrong by so much when they were made
            db.execute(update(Judgment).values(created_at=utc_now() + timedelta(days=days)))
        assert len(read_votes(built.store, built.slug)) == anew()
        click(built, kari)
        assert len(read_votes(built.store, built.slug)) == anew() > 0


def test_the_limit_on_guesses_asks_another_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who guesses links is counted by a clock that nobody sets; only time that has passed forgets."""
    limit = FailureLimit(allowed=2, seconds=600)
    passed = [1000.0]
    monkeypatch.setattr("time.time", lambda: 4e9)
    monkeypatch.setattr("time.monotonic", lambda: passed[0])
    limit.failed("one")
    limit.failed("one")
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert limit.blocked("one")
    passed[0] += 601
    assert not limit.blocked("one")
