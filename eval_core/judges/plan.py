"""The requests that a judge has yet to answer, one at a time."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from eval_core.judges.prompts import Messages, messages_about
from eval_core.judges.work import (
    Judging,
    Past,
    RatedItem,
    ShownPair,
    Thing,
    items_left,
    pairs_left,
    thing_of,
)
from eval_core.protocols import Protocol
from eval_core.store import Store

Retry = Literal["malformed", "failed"]
TRIES = 3  # requests about one thing whose replies cannot be read


@dataclass(frozen=True)
class Request:
    """One request: about some items to rate (several only in a batch), or about a pair.

    Attributes:
        note: what was wrong with the reply before, at the end of what the judge reads; None in a first request.
        malformed: how many replies about one of these could not be read before.
    """

    protocol: Protocol
    model: str
    temperature: float | None
    about: tuple[RatedItem, ...] | ShownPair
    criterion: str | None = None
    guidelines: str | None = None  # that people judge by in the campaign
    seed: int | None = None
    note: str | None = None
    malformed: int = 0

    @property
    def size(self) -> int:
        """How many items or comparisons it asks about."""
        return 1 if isinstance(self.about, ShownPair) else len(self.about)

    @cached_property
    def messages(self) -> Messages:
        """What the judge reads."""
        messages = messages_about(self.protocol, self.about, self.criterion, self.guidelines)
        if self.note is None:
            return messages
        last = messages[-1]  # no message of its own: some models take no two of one role
        return [*messages[:-1], last | {"content": f"{last['content']}\n\n{self.note}"}]

    @cached_property
    def hash(self) -> str:
        """SHA-256 in hex of model, messages and parameters."""
        content: dict[str, Any] = {"model": self.model, "messages": self.messages, "temperature": self.temperature}
        if self.seed is not None:
            content["seed"] = self.seed
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    def about_these(self, items: tuple[RatedItem, ...], note: str | None, malformed: int) -> Request:
        """The same request about some of its items only."""
        return replace(self, about=items, note=note, malformed=malformed)

    def parts(self, most: int | None) -> list[Request]:
        """The same request in parts of at most so many items."""
        if most is None or isinstance(self.about, ShownPair) or self.size <= most:
            return [self]
        starts = range(0, self.size, most)
        return [replace(self, about=self.about[start : start + most]) for start in starts]


def requests_left(
    store: Store,
    judging: Judging,
    model: str,
    temperature: float | None,
    limit: int | None = None,
    *,
    seed: int | None = None,
    past: Mapping[Thing, Past] | None = None,
    retry: Retry | None = None,
    passed_over: Callable[[], None] | None = None,
) -> Iterator[Request]:
    """The requests still to be made, read from the database as they are needed.

    Args:
        limit: at most this many (responses, or criteria of them where each is asked for separately, or comparisons in
            one order).
        past: what came of earlier requests: what was asked for often enough in vain is left out.
        retry: only what ended so; after replies that could not be read, alone and with a note.
        passed_over: called for each thing that is left out since it was asked for often enough.
    """
    left = limit
    known = past or {}

    def wanted(about: RatedItem | ShownPair, criterion: str | None) -> bool:
        before = known.get(thing_of(about, criterion))
        if retry is not None:
            return before is not None and before.last == retry
        if before is None or before.malformed < TRIES:
            return True
        if passed_over:
            passed_over()
        return False

    alone = retry == "malformed"
    for about, criterion in _tasks(store, judging, limit, wanted, alone=alone):
        if left is not None:
            if left <= 0:
                return
            left -= len(about) if isinstance(about, tuple) else 1
        things = about if isinstance(about, tuple) else (about,)
        before = [known[thing] for one in things if (thing := thing_of(one, criterion)) in known]
        malformed = 0 if alone else max((one.malformed for one in before), default=0)
        request = Request(
            judging.protocol, model, temperature, about, criterion, judging.rules, seed, malformed=malformed
        )
        yield replace(request, note=NOTE) if alone or malformed else request


_NOTED = 300  # characters
NOTE = "An earlier reply to this could not be read. Reply in exactly the form asked for above, and nothing else."


def note_on(problem: str, reply: str | None = None) -> str:
    """What a judge is shown after a reply that could not be read: what was wrong, and how the reply began."""
    note = f"{NOTE} What was wrong: {problem[:_NOTED]}."
    return note if reply is None else f"{note} It began: {reply.strip()[:_NOTED]}"


Wanted = Callable[["RatedItem | ShownPair", "str | None"], bool]


def _tasks(
    store: Store, judging: Judging, limit: int | None, wanted: Wanted, *, alone: bool
) -> Iterator[tuple[tuple[RatedItem, ...] | ShownPair, str | None]]:
    judge = judging.protocol.judge
    if judge is None:
        return
    if judging.protocol.kind == "pairwise":
        for pair in pairs_left(store, judging):
            if wanted(pair, None):
                yield pair, None
    elif judge.per_criterion:
        for item in items_left(store, judging):
            for key in judging.asked:
                if key in item.criteria and wanted(item, key):
                    yield (item,), key
    else:
        items = (item for item in items_left(store, judging) if wanted(item, None))
        for batch in _batches(items, 1 if alone else judge.batch_size, limit):
            yield batch, None


def _batches(items: Iterator[RatedItem], size: int, limit: int | None) -> Iterator[tuple[RatedItem, ...]]:
    """Items of one system and language pair together: the summary is about one system, and one example fits all."""
    waiting: dict[tuple[int, str | None, str | None], list[RatedItem]] = defaultdict(list)
    for number, item in enumerate(items, 1):
        batch = waiting[item.system_id, item.source_language, item.target_language]
        batch.append(item)
        if len(batch) == size:
            yield tuple(batch)
            batch.clear()
        if number == limit:
            break
    yield from (tuple(rest) for rest in waiting.values() if rest)
