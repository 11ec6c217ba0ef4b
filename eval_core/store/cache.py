"""What is computed of a campaign and held in this process, so that it need not be computed again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import RLock
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from eval_core.store.engine import Store

Value = TypeVar("Value")
State = tuple[int, ...]
_CAMPAIGNS = 32  # whose figures are held, of each database


class PerCampaign(Generic[Value]):
    """A value for each campaign, with the state of the campaign that it was computed from. Safe in many threads.

    A database that nobody uses any more takes its values with it.

    Args:
        most: so many campaigns of each database; beyond it, the one used least recently is forgotten.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: WeakKeyDictionary[Store, OrderedDict[Hashable, tuple[Hashable, Value]]] = WeakKeyDictionary()
        self._lock = RLock()

    def get(self, store: Store, campaign: Hashable, state: Hashable = None) -> Value | None:
        """The campaign's value if it is of this state."""
        with self._lock:
            values = self._values.get(store)
            if values is None or campaign not in values:
                return None
            known_state, value = values[campaign]
            self.put(store, campaign, known_state, value)  # used just now
            return value if known_state == state else None

    def put(self, store: Store, campaign: Hashable, state: Hashable, value: Value) -> None:
        """Hold this value in place of the campaign's earlier one."""
        with self._lock:
            values = self._values.setdefault(store, OrderedDict())
            values[campaign] = state, value
            values.move_to_end(campaign)
            while len(values) > self.most:
                values.popitem(last=False)

    def get_or_compute(self, store: Store, campaign: Hashable, state: Hashable, compute: Callable[[], Value]) -> Value:
        """The campaign's value of this state, computed where there is none: one at a time, so never twice.

        Raises:
            Exception: what `compute` raises; then nothing changes.
        """
        with self._lock:
            value = self.get(store, campaign, state)
            if value is None:
                value = compute()
                self.put(store, campaign, state, value)
            return value

    def campaigns(self, store: Store) -> tuple[Hashable, ...]:
        """The campaigns of a database that have a value, the one used least recently first."""
        with self._lock:
            return tuple(self._values.get(store, ()))


class BackgroundFigures(Generic[Value]):
    """Figures that take seconds at a million judgments, computed in another thread than the page that shows them.

    They are held for the state that they were computed from (see `latest_change`). A page gets the figures of the
    newest state if they come within `patience` seconds. Otherwise it gets those of a little while ago, provided that
    nothing but judgments came in between; after an event, such as an exclusion, it waits, for a lead must see what
    the action changed.

    Attributes:
        patience: seconds.
    """

    def __init__(self, compute: Callable[[Store, str], Value], patience: float = 0.3) -> None:
        self._compute, self.patience = compute, patience
        self._jobs: PerCampaign[dict[State, Future[Value]]] = PerCampaign(_CAMPAIGNS)
        self._pool = ThreadPoolExecutor(2)
        self._lock = RLock()

    def get(self, store: Store, slug: str, state: State, patience: float | None = None) -> tuple[Value, bool]:
        """The figures, and whether they are of this state; raises what computing them raised.

        Args:
            patience: in place of the figures' own.
        """
        with self._lock:
            jobs = self._jobs.get_or_compute(store, slug, None, dict)
            job = jobs.get(state)
            if job is None or (job.done() and job.exception()):
                job = jobs[state] = self._pool.submit(self._compute, store, slug)
            newest = _forget_all_but_newest(jobs)
            earlier = jobs[newest] if newest is not None and newest[1:] == state[1:] else None
        if earlier is None:
            return job.result(), True
        try:
            return job.result(self.patience if patience is None else patience), True
        except TimeoutError:
            return earlier.result(), False


def _forget_all_but_newest(jobs: dict[State, Future[Value]]) -> State | None:
    """The state computed last; the figures of those before are deleted, for nobody asks for them any more."""
    done = [state for state, job in jobs.items() if job.done()]
    newest = next((state for state in reversed(done) if not jobs[state].exception()), None)
    for state in done:
        if state != newest:
            del jobs[state]
    return newest
