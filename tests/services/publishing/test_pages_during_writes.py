"""A program reads pages while people judge: no judgment is lost or doubled, whichever is committed first."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from eval_core.campaigns.publishing import judgment_pages
from eval_core.errors import RefusedError
from eval_core.store import Store
from tests.support.acts import open_desk, undo_judgment
from tests.support.building import Built
from tests.support.judging import judge
from tests.support.judgment_copy import Copy, exported

only_postgresql = pytest.mark.parametrize(
    "database", [pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True
)
SECONDS = 30


class HeldBack:
    """The commit of the first judgment of one thread waits until it is let go."""

    def __init__(self) -> None:
        self.waiting, self.go = threading.Event(), threading.Event()
        self.thread: threading.Thread | None = None
        self.has_judged = False

    def seen(self, _connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if threading.current_thread() is self.thread and statement.startswith("INSERT INTO judgment "):
            self.has_judged = True

    def commit(self, _connection: Any) -> None:
        if threading.current_thread() is self.thread and self.has_judged:
            self.waiting.set()
            assert self.go.wait(SECONDS)


@contextmanager
def held_back(store: Store, act: Callable[[], object]) -> Iterator[None]:
    """`act` in a thread of its own, with its judgment written and not yet committed; committed at the end."""
    late = HeldBack()
    late.thread = threading.Thread(target=act)
    event.listen(store.engine, "before_cursor_execute", late.seen)
    event.listen(store.engine, "commit", late.commit)
    late.thread.start()
    try:
        assert late.waiting.wait(SECONDS)
        yield
    finally:
        late.go.set()
        late.thread.join(SECONDS)
        event.remove(store.engine, "before_cursor_execute", late.seen)
        event.remove(store.engine, "commit", late.commit)
    assert not late.thread.is_alive()


def read_around_a_late_one(built: Built) -> Copy:
    """A copy that was read to its end before a judgment was committed, and again after it, with a later one between."""
    kari, ola, copy = built.enter("Kari"), built.enter("Ola"), Copy(built)
    open_desk(built.store, kari, built.slug)
    with held_back(built.store, lambda: judge(built, kari, at_most=1)):
        assert judge(built, ola, at_most=2) == 2
        copy.read_all(1)
        assert len(copy.table) == 2
        assert copy.table == exported(built)
    copy.read_all(1)
    return copy


@only_postgresql
def test_a_judgment_that_is_committed_late_is_read(campaign: Callable[..., Built]) -> None:
    """Others with larger ids were read before it: the next pages have it all the same."""
    built = campaign(prompts=6, overlap=3)
    copy = read_around_a_late_one(built)
    assert len(copy.table) == 3
    assert copy.table == exported(built)


@only_postgresql
def test_what_a_late_commit_would_lose_is_seen(campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a cursor that takes everything it has seen for settled."""
    monkeypatch.setattr(judgment_pages, "_SETTLED", timedelta(0))
    built = campaign(prompts=6, overlap=3)
    assert len(read_around_a_late_one(built).table) == 2
    assert len(exported(built)) == 3


@pytest.mark.both_databases
def test_reading_while_three_people_judge(campaign: Callable[..., Built]) -> None:
    """They judge and undo at once with the reading; at the end the copy is the export."""
    built = campaign(prompts=8, overlap=3)
    sessions = [built.enter(name) for name in ("Kari", "Ola", "Liv")]
    failed: list[BaseException] = []

    def work(session: str) -> None:
        try:
            for _turn in range(10):
                judge(built, session, at_most=2)
                undoable = open_desk(built.store, session, built.slug).undoable
                if undoable:
                    undo_judgment(built.store, session, built.slug, *undoable)
        except RefusedError as refusal:
            failed.append(refusal)

    threads = [threading.Thread(target=work, args=(session,)) for session in sessions]
    for thread in threads:
        thread.start()
    copy, reads = Copy(built), 0
    while any(thread.is_alive() for thread in threads):
        copy.read(3)
        reads += 1
    for thread in threads:
        thread.join()
    copy.read_all(3)
    assert failed == []
    assert reads > 3
    assert len(copy.table) >= 20
    assert copy.table == exported(built)
