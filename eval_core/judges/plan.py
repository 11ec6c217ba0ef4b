"""The requests that a judge has yet to answer, one at a time."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from eval_core.judges.prompts import Messages, messages_about
from eval_core.judges.work import Judging, RatedItem, ShownPair, asked_criteria, items_left, pairs_left
from eval_core.protocols import Protocol
from eval_core.store import Store


@dataclass(frozen=True)
class Request:
    """One request: about some items to rate (several only in a batch), or about a pair."""

    protocol: Protocol
    model: str
    temperature: float | None
    about: tuple[RatedItem, ...] | ShownPair
    criterion: str | None = None
    guidelines: str | None = None  # that people judge by in the campaign

    @property
    def size(self) -> int:
        """How many items or comparisons it asks about."""
        return 1 if isinstance(self.about, ShownPair) else len(self.about)

    @cached_property
    def messages(self) -> Messages:
        """What the judge reads."""
        return messages_about(self.protocol, self.about, self.criterion, self.guidelines)

    @cached_property
    def hash(self) -> str:
        """SHA-256 in hex of model, messages and parameters."""
        content = {"model": self.model, "messages": self.messages, "temperature": self.temperature}
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    def halves(self) -> tuple[Request, ...]:
        """Two smaller requests about the same items; none where there is but one."""
        if isinstance(self.about, ShownPair) or len(self.about) < 2:
            return ()
        middle = (len(self.about) + 1) // 2
        parts = (self.about[:middle], self.about[middle:])
        return tuple(
            Request(self.protocol, self.model, self.temperature, part, self.criterion, self.guidelines)
            for part in parts
        )


def requests_left(
    store: Store, judging: Judging, model: str, temperature: float | None, limit: int | None = None
) -> Iterator[Request]:
    """The requests still to be made, read from the database as they are needed.

    Args:
        limit: at most this many (responses, or criteria of them where each is asked for separately, or comparisons in
            one order).
    """
    left = limit
    for about, criterion in _tasks(store, judging, limit):
        if left is not None:
            if left <= 0:
                return
            left -= len(about) if isinstance(about, tuple) else 1
        yield Request(judging.protocol, model, temperature, about, criterion, judging.rules)


def _tasks(
    store: Store, judging: Judging, limit: int | None
) -> Iterator[tuple[tuple[RatedItem, ...] | ShownPair, str | None]]:
    judge = judging.protocol.judge
    if judge is None:
        return
    if judging.protocol.kind == "pairwise":
        for pair in pairs_left(store, judging):
            yield pair, None
    elif judge.per_criterion:
        for item in items_left(store, judging):
            for key in asked_criteria(judging.protocol):
                if key in item.criteria:
                    yield (item,), key
    else:
        for batch in _batches(store, judging, judge.batch_size, limit):
            yield batch, None


def _batches(store: Store, judging: Judging, size: int, limit: int | None) -> Iterator[tuple[RatedItem, ...]]:
    """Items of one system and language pair together: the summary is about one system, and one example fits all."""
    waiting: dict[tuple[int, str | None, str | None], list[RatedItem]] = defaultdict(list)
    for number, item in enumerate(items_left(store, judging), 1):
        batch = waiting[item.system_id, item.source_language, item.target_language]
        batch.append(item)
        if len(batch) == size:
            yield tuple(batch)
            batch.clear()
        if number == limit:
            break
    yield from (tuple(rest) for rest in waiting.values() if rest)
