"""A judge's run: requests run in parallel, and each reply is stored as soon as it arrives.

Few requests are in memory at a time, so a campaign's size does not matter. A run that was stopped in any way continues
where it stopped: what has been stored is not asked for again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from eval_core.errors import InputError
from eval_core.judges.endpoint import Endpoint, NoReplyError
from eval_core.judges.plan import Request, requests_left
from eval_core.judges.replies import Answer, store_answers
from eval_core.judges.work import Judging, count_left, count_malformed
from eval_core.protocols.replies import Choice, CountError, Reply, ReplyError, parse_reply
from eval_core.store import Store

TRIES = 3  # of a request whose replies are malformed
_TRIES_OF_A_COUNT = 2  # of a batch that is answered for another number of items: then smaller ones are asked for
# While one reply is being stored, another request uses its slot.
_WORKERS_PER_SLOT = 2


@dataclass
class Tally:
    """How far a run is.

    Attributes:
        total: responses or comparisons to ask about when it began; `done` of them are settled, answered or not.
        asked: requests that were answered or failed; each is one of `ok`, `malformed` and `failed`.
        given_up: those without an answer in the end.
    """

    total: int
    done: int = 0
    asked: int = 0
    ok: int = 0
    malformed: int = 0
    failed: int = 0
    given_up: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    most_in_flight: int = 0
    began: float = field(default_factory=time.monotonic)

    @property
    def rate(self) -> float:
        """Responses or comparisons settled per second."""
        return self.done / max(time.monotonic() - self.began, 1e-9)


Watcher = Callable[[Tally], None]


async def run_judge(
    store: Store,
    judging: Judging,
    endpoint: Endpoint,
    *,
    concurrency: int = 8,
    temperature: float | None = None,
    limit: int | None = None,
    tries: int = TRIES,
    watch: Watcher | None = None,
) -> Tally:
    """Make all requests that are left, and store every reply.

    Args:
        concurrency: at most this many requests at once; twice as many are in memory.
        limit: settle at most this many.
        tries: how often a request is made whose replies are malformed.
        watch: called after every reply with the progress.

    Raises:
        ParvisError: where the endpoint cannot be reached or refuses all requests. What was stored stays.
    """
    left = await asyncio.to_thread(count_left, store, judging)
    run = _Run(
        store,
        judging,
        endpoint,
        requests_left(store, judging, endpoint.model, temperature, limit),
        Tally(left if limit is None else min(left, limit)),
        tries,
        watch,
    )
    if not left:
        return run.tally
    await endpoint.require_reachable()
    run.tally.began = time.monotonic()
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(_WORKERS_PER_SLOT * concurrency):
                group.create_task(run.work())
    except BaseExceptionGroup as failures:
        raise failures.exceptions[0] from None
    finally:
        await run.keep_the_rest()
    return run.tally


class _Run:
    def __init__(
        self,
        store: Store,
        judging: Judging,
        endpoint: Endpoint,
        requests: Iterator[Request],
        tally: Tally,
        tries: int,
        watch: Watcher | None,
    ) -> None:
        self.store, self.judging, self.endpoint, self.requests = store, judging, endpoint, requests
        self.tally, self.tries, self.watch = tally, tries, watch
        self._writing = asyncio.Lock()
        self._arrived: list[Answer] = []
        self._in_flight = 0

    async def work(self) -> None:
        """Take up one request after another until there is none."""
        # Read in this thread: that is faster than passing every request from another one.
        for request in self.requests:
            self._in_flight += 1
            self.tally.most_in_flight = max(self.tally.most_in_flight, self._in_flight)
            await self._settle(request)
            self._in_flight -= 1

    async def keep_the_rest(self) -> None:
        """Store what arrived while the run was being ended."""
        if self._arrived:
            rest, self._arrived = self._arrived, []
            store_answers(self.store, self.judging, rest)

    async def _settle(self, request: Request) -> None:
        """Ask until there is a reply that can be read, or it is time to give up."""
        attempts, most = 0, self.tries
        if self.judging.resumed:
            attempts = await asyncio.to_thread(count_malformed, self.store, self.judging, request.hash)
        while attempts < most:
            answer, miscounted = await self._ask(request)
            await self._keep(answer)
            if answer.status == "ok":
                self._note(request, given_up=False)
                return
            if answer.status == "failed":
                self._note(request, given_up=True)
                return
            attempts += 1
            if miscounted:
                most = min(most, _TRIES_OF_A_COUNT)
        halves = request.halves()
        for half in halves:
            await self._settle(half)
        if not halves:
            self._note(request, given_up=True)

    async def _ask(self, request: Request) -> tuple[Answer, bool]:
        """The outcome of one request, and whether the reply is for another number of items."""
        try:
            reply = await self.endpoint.ask(request.messages)
        except NoReplyError as error:
            return Answer(request.about, request.criterion, request.hash, None, None, str(error)), False
        meaning: Choice | Reply | None = None
        problem: InputError | None = None
        try:
            meaning = parse_reply(request.protocol, reply.text, items=request.size, criterion=request.criterion)
        except ReplyError as error:
            problem = error
        answer = Answer(
            request.about,
            request.criterion,
            request.hash,
            meaning,
            reply.text,
            problem.message if problem else None,
            reply.prompt_tokens,
            reply.completion_tokens,
        )
        return answer, isinstance(problem, CountError)

    async def _keep(self, answer: Answer) -> None:
        """Store a reply, together with those that arrive while another one is being stored."""
        self._arrived.append(answer)
        async with self._writing:
            if self._arrived:  # else it was stored with those before
                those, self._arrived = self._arrived, []
                await asyncio.to_thread(store_answers, self.store, self.judging, those)
        tally = self.tally
        tally.asked += 1
        setattr(tally, answer.status, getattr(tally, answer.status) + 1)
        tally.prompt_tokens += answer.prompt_tokens or 0
        tally.completion_tokens += answer.completion_tokens or 0

    def _note(self, request: Request, *, given_up: bool) -> None:
        self.tally.done += request.size
        self.tally.given_up += request.size * given_up
        if self.watch:
            self.watch(self.tally)
