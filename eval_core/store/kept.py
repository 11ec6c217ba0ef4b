"""Figures that take seconds at a million judgments, computed beside the pages that show them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from eval_core.store import Store

Found = TypeVar("Found")
State = tuple[int, ...]
_MOST = 32  # campaigns, of each database


class Kept(Generic[Found]):
    """What is computed of a campaign, kept for the state it was computed from (see `latest_change`).

    A page gets the figures of the newest state if they come within `patience` seconds. Otherwise it gets those of a
    little while ago, provided that nothing but judgments came in between; after an event, such as an exclusion, it
    waits, for a lead must see what came of a deed.

    Attributes:
        patience: seconds.
    """

    def __init__(self, compute: Callable[[Store, str], Found], patience: float = 0.3) -> None:
        self._compute, self.patience = compute, patience
        self._jobs: WeakKeyDictionary[Store, OrderedDict[str, dict[State, Future[Found]]]] = WeakKeyDictionary()
        self._pool = ThreadPoolExecutor(2)
        self._lock = Lock()

    def get(self, store: Store, slug: str, state: State) -> tuple[Found, bool]:
        """The figures, and whether they are of this state; raises what computing them raised."""
        with self._lock:
            jobs = self._jobs_of(store, slug)
            job = jobs.get(state)
            if job is None or (job.done() and job.exception()):
                job = jobs[state] = self._pool.submit(self._compute, store, slug)
            newest = _only_newest(jobs)
            before = jobs[newest] if newest is not None and newest[1:] == state[1:] else None
        if before is None:
            return job.result(), True
        try:
            return job.result(self.patience), True
        except TimeoutError:
            return before.result(), False

    def _jobs_of(self, store: Store, slug: str) -> dict[State, Future[Found]]:
        campaigns = self._jobs.setdefault(store, OrderedDict())
        jobs = campaigns.setdefault(slug, {})
        campaigns.move_to_end(slug)
        while len(campaigns) > _MOST:
            campaigns.popitem(last=False)
        return jobs


def _only_newest(jobs: dict[State, Future[Found]]) -> State | None:
    """The state computed last; the figures of those before are let go, for nobody asks for them any more."""
    done = [state for state, job in jobs.items() if job.done()]
    newest = next((state for state in reversed(done) if not jobs[state].exception()), None)
    for state in done:
        if state != newest:
            del jobs[state]
    return newest
