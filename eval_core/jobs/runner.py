"""The runner: takes up jobs that are due, one at a time, in threads of the server's process.

Several servers on one database each have one. An idle runner asks the database one question every few seconds.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import TracebackType

from eval_core.campaigns.jobs.job_queue import (
    LEASE,
    PAUSES,
    Outcome,
    Turn,
    end_turn,
    keep_regular,
    put_off,
    renew_turn,
    take_turn,
)
from eval_core.errors import ParvisError, UnavailableError
from eval_core.store import Store

_POLL = 5.0  # seconds between two looks at the table
_BEAT = 10.0  # seconds between two renewals of a lease
_FIRST_REGULAR = 60.0  # seconds until regular work is queued: a server that lives for less leaves no trace
_REGULAR = 600.0  # seconds until that is looked after again
_LOG = logging.getLogger("parvis.jobs")


class AgainError(Exception):
    """The work cannot be done now, and may be later. `outcome` says why."""

    def __init__(self, **outcome: object) -> None:
        super().__init__(str(outcome.get("code")))
        self.outcome: Outcome = outcome


class GivenUpError(Exception):
    """The work cannot be done, now or later. `outcome` says why."""

    def __init__(self, **outcome: object) -> None:
        super().__init__(str(outcome.get("code")))
        self.outcome: Outcome = outcome


class LetGoError(BaseException):
    """The turn is over: the job was paused or stopped, or the server is. Not an error, so no `except` keeps it."""


@dataclass(frozen=True)
class Kind:
    """What a kind of job does.

    Attributes:
        work: does it; returns its outcome, raises `AgainError` to be called later, and calls the pulse now and then
            with how far it is. It may be called twice for the same job.
        every: the interval of regular work, None for work that is queued.
        most: turns before `AgainError` is final.
        long: takes minutes or hours; such jobs have a thread of their own, so that others need not wait.
    """

    work: Callable[[Store, Turn, Pulse], Outcome]
    every: timedelta | None = None
    most: int = len(PAUSES)
    long: bool = False


class Pulse:
    """Renews a turn's lease while the work goes on, and ends the work when its turn is over."""

    def __init__(self, store: Store, turn: Turn, stopping: threading.Event, beat: float = _BEAT) -> None:
        self._store, self._turn, self._stopping, self._beat = store, turn, stopping, beat
        self._over, self._lost = threading.Event(), threading.Event()
        self._progress: tuple[int, int] | None = None
        self._thread = threading.Thread(target=self._renew, name="parvis-pulse", daemon=True)

    def __call__(self, done: int, total: int) -> None:
        """Say how far the work is.

        Raises:
            LetGoError: if the turn is over.
        """
        self._progress = (done, total)
        if self._lost.is_set() or self._stopping.is_set():
            raise LetGoError

    @property
    def progress(self) -> tuple[int, int] | None:
        """What the work said last."""
        return self._progress

    def __enter__(self) -> Pulse:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _renew(self) -> None:
        renewed = time.monotonic()
        while not self._over.wait(self._beat):
            try:
                if not renew_turn(self._store, self._turn, self._progress):
                    self._lost.set()
                    return
                renewed = time.monotonic()
            except UnavailableError:  # the lease holds for a while without us
                if time.monotonic() - renewed > LEASE.total_seconds():
                    self._lost.set()
                    return


class Runner:
    """Works on the jobs of these kinds until it is stopped.

    Args:
        kinds: by the names of the job's table.
    """

    def __init__(self, store: Store, kinds: Mapping[str, Kind]) -> None:
        self._store, self._kinds = store, kinds
        self._stopping = threading.Event()
        lanes = ([name for name, kind in kinds.items() if kind.long is long] for long in (False, True))
        self._threads = [
            threading.Thread(target=self._loop, args=(lane,), name="parvis-jobs", daemon=True) for lane in lanes if lane
        ]

    def start(self) -> None:
        """Begin, in the background."""
        for thread in self._threads:
            thread.start()

    def stop(self, seconds: float = 10) -> None:
        """End after what is being done at this moment; what takes longer than so many seconds is taken up elsewhere."""
        self._stopping.set()
        until = time.monotonic() + seconds
        for thread in self._threads:
            if thread.is_alive():
                thread.join(max(0.0, until - time.monotonic()))

    def run_one(self, kinds: Collection[str] | None = None) -> bool:
        """Take one turn, if a job is due; whether there was one."""
        turn = take_turn(self._store, list(self._kinds) if kinds is None else kinds)
        if turn is None:
            return False
        kind = self._kinds[turn.kind]
        try:
            with Pulse(self._store, turn, self._stopping) as pulse:
                outcome = kind.work(self._store, turn, pulse)
        except LetGoError:
            put_off(self._store, turn, pause=timedelta(0))
        except AgainError as again:
            self._later(turn, kind, again.outcome)
        except GivenUpError as given_up:
            end_turn(self._store, turn, "failed", given_up.outcome, again=kind.every)
        except UnavailableError:
            put_off(self._store, turn, {"code": "database_away"})
        except ParvisError as error:
            end_turn(self._store, turn, "failed", {"code": "said", "text": str(error)}, again=kind.every)
        except Exception as error:
            _log(error, f"job {turn.id} ({turn.kind})")
            self._later(turn, kind, {"code": "unexpected", "type": type(error).__name__})
        else:
            if pulse.progress:
                renew_turn(self._store, turn, pulse.progress)
            end_turn(self._store, turn, "done", outcome, again=kind.every)
        return True

    def _later(self, turn: Turn, kind: Kind, outcome: Outcome) -> None:
        if kind.every is not None or turn.attempts >= kind.most:
            end_turn(self._store, turn, "failed", outcome, again=kind.every)
        else:
            put_off(self._store, turn, outcome)

    def _loop(self, lane: Collection[str]) -> None:
        regular = {name: every for name in lane if (every := self._kinds[name].every)}
        look_after = time.monotonic() + _FIRST_REGULAR
        pause = _POLL
        while not self._stopping.wait(pause):
            pause = _POLL
            try:
                if regular and time.monotonic() >= look_after:
                    keep_regular(self._store, regular)
                    look_after = time.monotonic() + _REGULAR
                if self.run_one(lane):
                    pause = 0
            except UnavailableError:
                continue  # said elsewhere; it may be back at the next look
            except Exception as error:  # the thread goes on, whatever a turn has come upon
                _log(error, "the runner")


def _log(error: Exception, what: str) -> None:
    """Log an error's type and place, without its message: that may quote an address or a name."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
    _LOG.error("%s failed: %s at %s", what, type(error).__name__, place)
