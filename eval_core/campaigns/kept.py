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
_MOST = 32  # states of campaigns, of each database


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
        self._jobs: WeakKeyDictionary[Store, OrderedDict[tuple[str, State], Future[Found]]] = WeakKeyDictionary()
        self._pool = ThreadPoolExecutor(2)
        self._lock = Lock()

    def get(self, store: Store, slug: str, state: State) -> tuple[Found, bool]:
        """The figures, and whether they are of this state; raises what computing them raised."""
        with self._lock:
            jobs = self._jobs.setdefault(store, OrderedDict())
            job = jobs.get((slug, state))
            if job is None or (job.done() and job.exception()):
                job = jobs[slug, state] = self._pool.submit(self._compute, store, slug)
            jobs.move_to_end((slug, state))
            while len(jobs) > _MOST:
                jobs.popitem(last=False)
            before = [
                other
                for (its_slug, its_state), other in jobs.items()
                if its_slug == slug and its_state[1:] == state[1:] and other.done() and not other.exception()
            ]
        try:
            return job.result(self.patience if before else None), True
        except TimeoutError:
            return before[-1].result(), False
