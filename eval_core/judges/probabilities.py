"""What an endpoint's log-probabilities add to ratings: weighted scores, and how probable the rated response itself is.

The weighted score is that of `protocols.expected_scores` (G-Eval). The other is Fu et al. 2023, GPTScore, section 3.1:
the mean log-probability of the response's tokens after a text that asks for a good one, which the protocol's
[judge] gives as `likelihood`. It needs the completions route with `echo`, which vLLM has.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

from eval_core.errors import InputError, ParvisError
from eval_core.judges.endpoint import Endpoint, EndpointReply, NoReplyError
from eval_core.judges.plan import Request
from eval_core.judges.prices import Account
from eval_core.judges.prompts import likelihood_text
from eval_core.judges.work import RatedItem
from eval_core.protocols import Protocol
from eval_core.protocols.expected_scores import MOST_CANDIDATES, tokens_of, with_expected
from eval_core.protocols.replies import Mark, Reading


def fields_for(protocol: Protocol) -> dict[str, Any]:
    """The fields of a request that ask for log-probabilities.

    Raises:
        InputError: for a protocol under which nothing is rated.
    """
    if protocol.kind == "pairwise":
        raise InputError("protocol_without_scores", protocol=protocol.key)
    return {"logprobs": True, "top_logprobs": MOST_CANDIDATES}


async def with_probabilities(
    endpoint: Endpoint, account: Account, request: Request, reply: EndpointReply, meaning: Reading
) -> Reading:
    """The marks of a reply with what log-probabilities add to them.

    Where the protocol has a `likelihood`, another request is made about each response (and criterion, if its text names
    one), for as long as the budget allows.

    Raises:
        ParvisError: where the endpoint gives no log-probabilities.
    """
    tokens = tokens_of(reply.logprobs)
    if not tokens:
        raise ParvisError(
            f"the endpoint {endpoint.url} gives no log-probabilities of '{endpoint.model}': run without --logprobs"
        )
    items = with_expected(request.protocol, meaning.items, reply.text, tokens)
    judge = request.protocol.judge
    if judge is not None and judge.likelihood is not None and isinstance(request.about, tuple):
        both = zip(request.about, items, strict=True)
        items = tuple([marks and await _likely(endpoint, account, request, item, marks) for item, marks in both])
    return replace(meaning, items=items)


def mean_log_probability(answer: Any, start: int, end: int) -> float | None:
    """The mean log-probability of the tokens of an echoed text that are in it from `start` to `end`, in nats.

    Args:
        answer: a completion of the route /completions, as JSON; anything may have been sent.
        start, end: in characters. A token counts if any of it is within.

    Returns:
        None where the answer has no such tokens, or one of them no log-probability.
    """
    try:
        given = answer["choices"][0]["logprobs"]
        places = [int(place) for place in given["text_offset"]]
        logs, tokens = list(given["token_logprobs"]), list(given["tokens"])
    except (KeyError, IndexError, TypeError, ValueError):
        return None
    if not len(places) == len(logs) == len(tokens) or any(one > other for one, other in pairwise(places)):
        return None
    ends = [*places[1:], end + 1][: len(places)]
    within = [log for log, place, stop in zip(logs, places, ends, strict=True) if place < end and stop > start]
    if not within or any(isinstance(log, bool) or not isinstance(log, int | float) for log in within):
        return None
    mean = math.fsum(within) / len(within)
    return mean if math.isfinite(mean) else None


async def _likely(
    endpoint: Endpoint, account: Account, request: Request, item: RatedItem, marks: dict[str, Mark]
) -> dict[str, Mark]:
    known: dict[str, float | None] = {}
    found = {}
    for key, mark in marks.items():
        text = likelihood_text(request.protocol, item, key)
        if text not in known:
            known[text] = await _echoed(endpoint, account, text, len(text) - len(item.response))
        found[key] = replace(mark, log_probability=known[text])
    return found


async def _echoed(endpoint: Endpoint, account: Account, text: str, start: int) -> float | None:
    """The mean log-probability of a text's end; None where the budget does not allow for the request."""
    size = len(text.encode(errors="replace"))
    reserved = account.reserve(size)
    if reserved is None:
        return None
    # One token more, since some servers generate no fewer. It is cut off behind it, which says nothing of the echo.
    body = {"model": endpoint.model, "prompt": text, "max_tokens": 1, "echo": True, "logprobs": 1, "temperature": 0}
    try:
        answer = json.loads(await endpoint.post("/completions", body))
    except (NoReplyError, ValueError) as error:
        account.release(reserved, perhaps_paid=True)
        raise ParvisError(
            f"the endpoint {endpoint.url} gives no log-probabilities of texts (/completions with echo): {error}"
        ) from None
    usage = answer.get("usage") if isinstance(answer, dict) else None
    counted = usage.get("prompt_tokens") if isinstance(usage, dict) else None
    account.settle(reserved, size, counted if isinstance(counted, int) else None, 1)
    mean = mean_log_probability(answer, start, len(text))
    if mean is None:
        raise ParvisError(f"the endpoint {endpoint.url} echoes texts without log-probabilities")
    return mean
