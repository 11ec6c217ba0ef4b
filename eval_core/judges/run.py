"""A judge's run: requests run in parallel, and each reply is stored as soon as it arrives.

Few requests are in memory at a time, so a campaign's size does not matter. A run that was stopped in any way continues
where it stopped: what has been stored is not asked for again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from eval_core.errors import InputError
from eval_core.judges.endpoint import Endpoint, EndpointReply, NoReplyError
from eval_core.judges.failures import same_kind
from eval_core.judges.formats import FormedRequests, keep_form
from eval_core.judges.leases import leased
from eval_core.judges.plan import TRIES, Request, Retry, note_on, requests_left
from eval_core.judges.prices import Account, bytes_of
from eval_core.judges.probabilities import fields_for, with_probabilities
from eval_core.judges.replies import Answer, store_answers
from eval_core.judges.reply_meanings import CUT_OFF, FINAL, meaning_of
from eval_core.judges.tally import Tally, Watcher
from eval_core.judges.work import Judging, ShownPair, count_left, past_requests
from eval_core.protocols.replies import Choice, CountError, Reading, ReplyError
from eval_core.store import Store

__all__ = ["STOP_AFTER", "Tally", "Watcher", "run_judge"]

STOP_AFTER = 20  # equal failures in a row
# While one reply is being stored, another request uses its slot.
_WORKERS_PER_SLOT = 2


async def run_judge(
    store: Store,
    judging: Judging,
    endpoint: Endpoint,
    *,
    concurrency: int = 8,
    temperature: float | None = None,
    limit: int | None = None,
    tries: int = TRIES,
    retry: Retry | None = None,
    stop_after: int | None = STOP_AFTER,
    account: Account | None = None,
    logprobs: bool = False,
    watch: Watcher | None = None,
    heard: Callable[[Answer], None] | None = None,
) -> Tally:
    """Make all requests that are left, and store every reply. One run of a judge at a time works in a campaign.

    Args:
        concurrency: at most this many requests at once; twice as many are in memory.
        limit: settle at most this many.
        tries: how many requests are made about one thing whose replies cannot be read.
        retry: only what an earlier run left without an answer for this reason.
        stop_after: so many equal failures in a row end the run; never where None.
        account: prices and budget.
        logprobs: ask for log-probabilities, and keep what they add to ratings.
        watch: called with the progress after everything that is settled; what it raises ends the run.
        heard: called with each answer once it is stored.

    Raises:
        ParvisError: where the endpoint cannot be reached or refuses all requests, or another run of this judge is at
            work here. What was stored stays.
    """
    async with leased(store, judging):
        left, past = await asyncio.to_thread(lambda: (count_left(store, judging), past_requests(store, judging)))
        tally = Tally(left if limit is None else min(left, limit))

        def pass_over() -> None:  # what was given up by an earlier run
            tally.total = min(left, tally.total + (limit is not None))
            tally.done += 1
            tally.given_up += 1

        requests = requests_left(
            store,
            judging,
            endpoint.model,
            temperature,
            limit,
            seed=endpoint.seed,
            past=past,
            retry=retry,
            passed_over=pass_over,
        )
        run = _Run(store, judging, endpoint, requests, tally, tries, stop_after, account or Account(), watch, heard)
        run.more = fields_for(judging.protocol) if logprobs else None
        if left:
            await run.all_of_them(concurrency)
        return tally


class _Run:
    def __init__(
        self,
        store: Store,
        judging: Judging,
        endpoint: Endpoint,
        requests: Iterator[Request],
        tally: Tally,
        tries: int,
        stop_after: int | None,
        account: Account,
        watch: Watcher | None,
        heard: Callable[[Answer], None] | None,
    ) -> None:
        self.store, self.judging, self.endpoint, self.requests = store, judging, endpoint, requests
        self.tally, self.tries, self.stop_after, self.account = tally, tries, stop_after, account
        self.watch, self.heard = watch, heard
        self.formed = FormedRequests(endpoint)
        self._writing = asyncio.Lock()
        self._arrived: list[Answer] = []
        self._in_flight = 0
        self.more: dict[str, Any] | None = None  # fields that each request has besides
        self._most: int | None = None  # items in a request: fewer, once a batch was too long
        self._equal: tuple[tuple[str, str] | None, int] = (None, 0)  # the last failure's kind, and how many in a row

    async def all_of_them(self, concurrency: int) -> None:
        """Ask about everything, with this many requests at once."""
        await self.endpoint.require_reachable()
        self.tally.began = Tally(0).began
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(_WORKERS_PER_SLOT * concurrency):
                    group.create_task(self._work())
        except BaseExceptionGroup as failures:
            raise failures.exceptions[0] from None
        finally:
            if self._arrived:  # while the run was being ended
                rest, self._arrived = self._arrived, []
                store_answers(self.store, self.judging, rest)
            if self.formed.form:
                keep_form(self.store, self.judging, self.formed.form)

    async def _work(self) -> None:
        """Take up one request after another until there is none."""
        # Read in this thread: that is faster than passing every request from another one.
        for request in self.requests:
            self._in_flight += 1
            self.tally.most_in_flight = max(self.tally.most_in_flight, self._in_flight)
            for part in request.parts(self._most):
                await self._settle(part)
            self._in_flight -= 1
            if self.tally.stopped:
                return

    async def _settle(self, request: Request) -> None:
        """Ask; then at most twice more, and otherwise, about each thing without an answer; then give it up."""
        waiting = deque([request])
        while waiting:
            current = waiting.popleft()
            if current.malformed >= self.tries:
                self._note(current.size, given_up=current.size)
                continue
            size = bytes_of(current.messages)
            reserved = None if self.tally.stopped else self.account.reserve(size)
            if reserved is None:
                self.tally.stopped = self.tally.stopped or "budget"
                return
            answer, problem = await self._ask(current, reserved, size)
            await self._keep(answer, problem)
            again = _again(current, answer, problem)
            if _was_too_long(problem):
                self._most = min([most for most in (self._most, *(one.size for one in again)) if most], default=None)
            waiting.extend(again)
            self._note(answer.kept, given_up=0)
            lost = current.size - answer.kept - sum(one.size for one in again)
            self._note(lost, given_up=lost)

    async def _ask(self, request: Request, reserved: float, size: int) -> tuple[Answer, ReplyError | None]:
        """The outcome of one request, and what is wrong with its reply."""
        try:
            reply = await self.formed.ask(request, self.more)
            self.tally.form = self.formed.form
        except NoReplyError as error:
            self.account.release(reserved, perhaps_paid=error.perhaps_paid)
            none = Answer(request.about, request.criterion, request.hash, None, None, str(error), body=error.body)
            return none, None
        except BaseException:
            self.account.release(reserved, perhaps_paid=True)
            raise
        self.account.settle(reserved, size, reply.prompt_tokens, reply.completion_tokens)
        meaning, problem = _read(request, reply)
        if self.more and isinstance(meaning, Reading):
            meaning = await with_probabilities(self.endpoint, self.account, request, reply, meaning)
        answer = Answer(
            request.about,
            request.criterion,
            request.hash,
            meaning,
            reply.text,
            problem.message if problem else None,
            reply.prompt_tokens,
            reply.completion_tokens,
            reply,
        )
        return answer, problem

    async def _keep(self, answer: Answer, problem: ReplyError | None) -> None:
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
        tally.cost = self.account.spent if self.account.price else None
        if answer.error is not None:  # also of what is kept in part
            kind = problem.code if problem else same_kind(answer.error or "")
            tally.note(answer.status, kind, answer.error or "", answer.text if answer.text is not None else answer.body)
            self._count_in_row((answer.status, kind) if not answer.kept else None)
        else:
            self._count_in_row(None)
        if self.heard:
            self.heard(answer)

    def _count_in_row(self, kind: tuple[str, str] | None) -> None:
        """End the run where too many equal failures come in a row; None is a good reply."""
        before, count = self._equal
        self._equal = (kind, count + 1 if kind == before else 1)
        if kind is not None and self.stop_after is not None and self._equal[1] >= self.stop_after:
            self.tally.stopped = "failures"

    def _note(self, number: int, *, given_up: int) -> None:
        if number:
            self.tally.done += number
            self.tally.given_up += given_up
            if self.watch:
                self.watch(self.tally)


def _read(request: Request, reply: EndpointReply) -> tuple[Choice | Reading | None, ReplyError | None]:
    """What a reply means, or what can be kept of it, and what is wrong with it."""
    try:
        meaning = meaning_of(request, reply)
    except ReplyError as error:
        return None, error
    except InputError as error:  # one that no reply caused would be a bug of ours
        raise AssertionError(error.message) from error
    wrong = meaning.wrong if isinstance(meaning, Reading) else {}
    return meaning, next(iter(wrong.values()), None)


def _was_too_long(problem: ReplyError | None) -> bool:
    """Whether a smaller request may be answered where this one was not."""
    return problem is not None and (problem.code == CUT_OFF or isinstance(problem, CountError))


def _again(request: Request, answer: Answer, problem: ReplyError | None) -> list[Request]:
    """Requests about what has no answer yet, each other than the one before; none where no other one would help."""
    if problem is None or (problem.code in FINAL and (problem.code != CUT_OFF or request.size == 1)):
        return []
    malformed, note = request.malformed + 1, note_on(problem.message, answer.text if request.note else None)
    if isinstance(request.about, ShownPair):
        return [replace(request, note=note, malformed=malformed)]
    rest = tuple(item for item in request.about if item.response_id not in answer.marks)
    if len(rest) > 1 and _was_too_long(problem):
        middle = (len(rest) + 1) // 2
        return [request.about_these(half, None, malformed) for half in (rest[:middle], rest[middle:])]
    return [request.about_these(rest, note, malformed)]
