"""A judge's exam: it compares texts whose answer is known, in both orders, before it judges in any campaign.

Nothing is stored: neither a judge nor a judgment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from eval_core.agreement.exam import PASS_MARK, ExamResult, exam_result
from eval_core.campaigns.outcomes import canonical_outcome
from eval_core.errors import InputError, ParvisError
from eval_core.judges.endpoint import Endpoint, NoReplyError
from eval_core.judges.exam_gold import Gold, GoldPair
from eval_core.judges.formats import FormedRequests
from eval_core.judges.plan import TRIES, Request, note_on
from eval_core.judges.prices import Account, bytes_of
from eval_core.judges.reply_meanings import FINAL, meaning_of
from eval_core.judges.work import ShownPair
from eval_core.protocols.replies import Choice, ReplyError

_STOP_AFTER = 10  # requests without a reply in a row: the endpoint is out of order
_NO_BUDGET = "the budget is spent"
_VALUES = {"first": 1.0, "tie": 0.0, "second": -1.0}

Watcher = Callable[[int, int], None]


@dataclass(frozen=True)
class ExamAnswer:
    """What the judge said of one gold comparison in one order; `choice` is None where no reply has a meaning.

    Attributes:
        swapped: whether the second text was shown as A.
        outcome: the choice as 'first', 'tie' or 'second'.
        error: what is wrong with the last reply, or why none came (`failed`).
    """

    pair: GoldPair
    swapped: bool
    choice: str | None
    outcome: str | None
    reason: str = ""
    error: str | None = None
    failed: bool = False

    @property
    def right(self) -> bool:
        """Whether it is the known answer."""
        return self.outcome == self.pair.answer


@dataclass(frozen=True)
class ExamPaper:
    """All answers of an exam, by comparison and order, and what they took: requests that got a reply, and tokens."""

    answers: tuple[ExamAnswer, ...]
    requests: int
    prompt_tokens: int
    completion_tokens: int

    def marked(self, pass_mark: float = PASS_MARK) -> ExamResult:
        """The exam's outcome."""
        one, other = self.answers[::2], self.answers[1::2]
        pairs = [answer.pair for answer in one]

        def said(answer: ExamAnswer) -> float:
            return _VALUES[answer.outcome] if answer.outcome else np.nan

        return exam_result(
            [_VALUES[pair.answer] for pair in pairs],
            [[said(left), said(right)] for left, right in zip(one, other, strict=True)],
            [[left.failed, right.failed] for left, right in zip(one, other, strict=True)],
            longer=[float(np.sign(len(pair.first) - len(pair.second))) for pair in pairs],
            issues=[pair.issue for pair in pairs],
            pass_mark=pass_mark,
        )


async def sit_exam(
    endpoint: Endpoint,
    gold: Gold,
    *,
    concurrency: int = 8,
    tries: int = TRIES,
    account: Account | None = None,
    watch: Watcher | None = None,
) -> ExamPaper:
    """Ask about every comparison in both orders.

    Args:
        tries: how often a request is made whose replies are malformed.
        account: with a budget; what it does not allow for is not asked, and counts as without a reply.
        watch: called after every answer with how many there are, and will be.

    Raises:
        InputError: for a protocol that does not compare, or does not say how to ask a judge.
        ParvisError: where the endpoint cannot be reached, refuses all requests, or ten in a row got no reply.
    """
    protocol = gold.protocol
    if protocol.kind != "pairwise":
        raise InputError("exam_compares", protocol=protocol.key)
    if protocol.judge is None:
        raise InputError("protocol_without_judge", protocol=protocol.key)
    await endpoint.require_reachable()
    sitting = _Sitting(endpoint, gold, tries, account or Account(), watch)
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(concurrency):
                group.create_task(sitting.work())
    except BaseExceptionGroup as failures:
        raise failures.exceptions[0] from None
    answers = tuple(sitting.answers[place] for place in range(2 * len(gold.pairs)))
    return ExamPaper(answers, sitting.requests, sitting.prompt_tokens, sitting.completion_tokens)


class _Sitting:
    def __init__(
        self,
        endpoint: Endpoint,
        gold: Gold,
        tries: int,
        account: Account,
        watch: Watcher | None,
    ) -> None:
        self.endpoint, self.gold, self.tries, self.watch = endpoint, gold, tries, watch
        self.account, self.formed = account, FormedRequests(endpoint)
        self.left = enumerate((pair, swapped) for pair in gold.pairs for swapped in (False, True))
        self.total = 2 * len(gold.pairs)
        self.answers: dict[int, ExamAnswer] = {}
        self.requests = self.prompt_tokens = self.completion_tokens = self._failures = 0

    async def work(self) -> None:
        """Take up one comparison in one order after another until there is none."""
        for place, (pair, swapped) in self.left:
            self.answers[place] = answer = await self._answer(pair, swapped)
            if answer.error != _NO_BUDGET:
                self._failures = self._failures + 1 if answer.failed else 0
            if self._failures >= _STOP_AFTER:
                raise ParvisError(f"{_STOP_AFTER} requests in a row got no reply; the last: {answer.error}")
            if self.watch:
                self.watch(len(self.answers), self.total)

    async def _answer(self, pair: GoldPair, swapped: bool) -> ExamAnswer:
        """Ask until a reply can be read, each time saying what was wrong, or another one would not help."""
        endpoint, problem = self.endpoint, ""
        request = Request(
            self.gold.protocol,
            endpoint.model,
            endpoint.temperature,
            _shown(pair, swapped),
            guidelines=self.gold.guidelines,
            seed=endpoint.seed,
        )
        for _ in range(self.tries):
            size = bytes_of(request.messages)
            reserved = self.account.reserve(size)
            if reserved is None:
                return ExamAnswer(pair, swapped, None, None, error=_NO_BUDGET, failed=True)
            try:
                reply = await self.formed.ask(request)
            except NoReplyError as error:
                self.account.release(reserved, perhaps_paid=error.perhaps_paid)
                return ExamAnswer(pair, swapped, None, None, error=str(error), failed=True)
            self.account.settle(reserved, size, reply.prompt_tokens, reply.completion_tokens)
            self.requests += 1
            self.prompt_tokens += reply.prompt_tokens or 0
            self.completion_tokens += reply.completion_tokens or 0
            try:
                meaning = meaning_of(request, reply)
            except ReplyError as error:
                problem = error.message
                if error.code in FINAL:
                    break
                request = replace(request, note=note_on(problem, reply.text if request.note else None))
                continue
            if isinstance(meaning, Choice):
                outcome = canonical_outcome(meaning.choice, swapped)
                return ExamAnswer(pair, swapped, meaning.choice, outcome, meaning.reason)
        return ExamAnswer(pair, swapped, None, None, error=problem)


def _shown(pair: GoldPair, swapped: bool) -> ShownPair:
    a, b = (pair.second, pair.first) if swapped else (pair.first, pair.second)
    languages = (pair.source_language, pair.target_language)
    return ShownPair(pair.number, int(swapped), swapped, pair.prompt, pair.written_standard, a, b, *languages)
