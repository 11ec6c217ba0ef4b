"""What a judge's run would ask, and about what it would take; nothing is asked or written."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from eval_core.judges.plan import requests_left
from eval_core.judges.prices import Account, bytes_of
from eval_core.judges.prompts import Messages
from eval_core.judges.work import look_ahead, past_requests
from eval_core.store import Store


@dataclass(frozen=True)
class JudgeOutlook:
    """A run before it begins.

    Attributes:
        items: responses (criteria, orders) to ask about, by so many `requests`, if every reply can be read.
        prompt_tokens: estimated.
        prompt_cost: of these tokens; None without prices. Replies cost extra.
        messages: of the first request; empty where there is none.
    """

    judge: str
    protocol: str
    items: int
    requests: int
    prompt_tokens: int
    prompt_cost: float | None
    messages: Messages

    def as_dict(self) -> dict[str, Any]:
        """As `parvis judge run --dry-run --format json` prints it."""
        return asdict(self)


def judge_outlook(
    store: Store,
    slug: str,
    name: str,
    model: str,
    protocol: str | None = None,
    temperature: float | None = None,
    limit: int | None = None,
    account: Account | None = None,
    only: tuple[str, ...] = (),
) -> JudgeOutlook:
    """What a run of this judge would ask.

    Args:
        limit: as `run_judge`.
        account: prices, where they are known.
        only: as `begin_judging`.

    Raises:
        InputError, ParvisError: as `begin_judging`; also for a template that fails on some item.
    """
    judging = look_ahead(store, slug, name, protocol, only)
    known, first = account or Account(), Messages()
    requests = items = size = 0
    for request in requests_left(store, judging, model, temperature, limit, past=past_requests(store, judging)):
        first = first or request.messages
        requests, items, size = requests + 1, items + request.size, size + bytes_of(request.messages)
    tokens = known.prompt_tokens(size)
    cost = known.price.of(tokens, 0) if known.price else None
    return JudgeOutlook(name.strip(), judging.protocol.key, items, requests, tokens, cost, first)
