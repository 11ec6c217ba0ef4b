"""Ways in which an endpoint misbehaves, and what each of them must come to.

Every row is asked about two orders of a comparison, one request at a time, with half a second for a whole reply.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from tests.judges.stub import Stub

GOOD = '{"choice": "A", "reason": "It reads better."}'
ALL_TRIES = 7  # of a request that the endpoint could not take up
Answering = Callable[[str, int], Response]


@dataclass(frozen=True)
class Row:
    """A behaviour: requests spent, the exit code, and how many replies are stored of each status.

    `requests` is the most where the run ends at once.
    """

    name: str
    answer: Answering
    requests: int
    code: int = 0
    stored: tuple[tuple[str, int], ...] = ()


class Misbehaving(Stub):
    """A stub that answers as a row says."""

    answer: Answering

    async def complete(self, request: Request) -> Response:
        asked = await request.json()
        self.requests += 1
        prompt = asked["messages"][-1]["content"]
        self.prompts[prompt] += 1
        return self.answer(prompt, self.requests)


def error(status: int, message: Any, code: str | None = None, **headers: str) -> Answering:
    """An error as OpenAI writes it."""
    body = {"error": {"message": message, "type": "error", "code": code}}
    return lambda *_: JSONResponse(body, status, headers=headers or None)


def body(content: Any, status: int = 200) -> Answering:
    """Any JSON."""
    return lambda *_: Response(json.dumps(content), status, media_type="application/json")


def raw(text: str, kind: str = "application/json") -> Answering:
    """Any text."""
    return lambda *_: Response(text, media_type=kind)


def reply(content: Any, finish: str = "stop", usage: Any = None, **more: Any) -> Answering:
    """A chat completion."""
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content, **more}}
    return body({"id": "x", "object": "chat.completion", "choices": [choice], "usage": usage})


def first(bad: Answering, then: Answering) -> Answering:
    """Every odd request is answered badly."""
    return lambda prompt, number: (bad if number % 2 else then)(prompt, number)


def without_note(bad: Answering, then: Answering) -> Answering:
    """Badly, until the request says that the reply before could not be read."""
    return lambda prompt, number: (then if "could not be read" in prompt else bad)(prompt, number)


def dripping(*_: object) -> Response:
    """A space every fiftieth of a second, for ever."""

    async def drops() -> AsyncIterator[bytes]:
        while True:
            yield b" "
            await asyncio.sleep(0.02)

    return StreamingResponse(drops(), media_type="application/json")


def silent(*_: object) -> Response:
    """Headers, and nothing else for a minute."""

    async def nothing() -> AsyncIterator[bytes]:
        await asyncio.sleep(60)
        yield b"{}"

    return StreamingResponse(nothing(), media_type="application/json")


def useless(name: str, answer: Answering) -> Row:
    """No request will get a reply: the run ends at once, and nothing is stored."""
    return Row(name, answer, 2, 2)


def failed(name: str, answer: Answering, requests: int = 2) -> Row:
    """No reply to either."""
    return Row(name, answer, requests, 0, (("failed", 2),))


def unread(name: str, answer: Answering, requests: int = 6) -> Row:
    """Replies that mean nothing: twice more, and otherwise, where that may help."""
    return Row(name, answer, requests, 0, (("malformed", requests),))


def good(name: str, answer: Answering) -> Row:
    """Both are answered at once."""
    return Row(name, answer, 2, 0, (("ok", 2),))


LITELLM_MODEL = (
    "/chat/completions: Invalid model name passed in model=gpt-9. Call `/v1/models` to view available models"
)
DEEP = '{"choice": ' * 2000
ROWS = (
    useless("a refused key", error(401, "Incorrect API key provided: sk-x", "invalid_api_key")),
    useless("a forbidden key", error(403, "You have no access to this project")),
    useless("no quota, as 429", error(429, "You exceeded your current quota", "insufficient_quota")),
    useless("no quota, as 429 without a code", error(429, "You exceeded your current quota, please check your plan")),
    useless("no quota, as 402", error(402, "Payment needed")),
    useless("no balance, as 400", error(400, "Insufficient Balance", "invalid_request_error")),
    useless("no credit, as 400", error(400, "Your credit balance is too low to access the API")),
    useless("a spent budget, as LiteLLM says it", error(400, "ExceededBudget: Crossed spend within 1d", "400")),
    useless(
        "a spent budget of a model, as LiteLLM says it",
        error(429, "No deployments available for selected model. Exceeded budget for deployment model_name: m", "429"),
    ),
    useless(
        "a wrong key, as LiteLLM without a database says it",
        body({"error": {"message": "No connected db.", "type": "no_db_connection", "code": "400"}}, 400),
    ),
    useless(
        "an unknown model of transformers serve",
        body({"detail": "Server is pinned to './model'; requested 'x'."}, 400),
    ),
    useless("a spent budget by its type", body({"error": {"message": "x", "type": "budget_exceeded"}}, 400)),
    useless("no quota inside a 200", body({"error": {"message": "none left", "code": "insufficient_quota"}})),
    useless("a refused key inside a 200", body({"error": "Invalid API key"})),
    useless(
        "a refused key, as 400", error(400, "Authentication Error, Invalid proxy server token passed", "auth_error")
    ),
    useless("a refused key, as 500", error(500, "litellm.AuthenticationError: Incorrect API key provided")),
    useless("an unknown model, as 404", error(404, "The model `gpt-9` does not exist", "model_not_found")),
    useless("an unknown model, as 400", body({"error": LITELLM_MODEL}, 400)),
    useless("an unknown model of vLLM", body({"object": "error", "message": "The model `x` does not exist."}, 404)),
    useless("an unknown model of Ollama", body({"error": 'model "x" not found, try pulling it first'}, 404)),
    useless("an unknown model inside a 200", body({"error": {"message": "x is not a valid model ID", "code": 400}})),
    failed("out of order", error(500, "out of order"), 2 * ALL_TRIES),
    failed("overloaded", error(503, "overloaded"), 2 * ALL_TRIES),
    failed("overloaded, as 529", error(529, "overloaded_error"), 2 * ALL_TRIES),
    failed("a gateway's page", lambda *_: Response("<html>Bad gateway</html>", 502), 2 * ALL_TRIES),
    failed("too fast", error(429, "Rate limit reached for requests"), 2 * ALL_TRIES),
    failed("come back tomorrow", error(429, "Rate limit reached", **{"Retry-After": "86400"})),
    failed("too long for the model", error(400, "This model's maximum context length is 8192 tokens")),
    failed("a content filter, as 400", error(400, "The response was filtered by the content management policy")),
    failed("a content filter, as 403", error(403, "Your input was flagged by moderation")),
    failed("an unknown field", body({"detail": [{"loc": ["body"], "msg": "extra fields not permitted"}]}, 422), 6),
    failed("a page instead of JSON", raw("<html>Welcome</html>", "text/html")),
    failed("nothing at all", raw("")),
    failed("half of the JSON", raw('{"choices": [{"message": {"con')),
    failed("a stream that was not asked for", raw('data: {"choices": []}\n\ndata: [DONE]\n\n', "text/event-stream")),
    failed("JSON that is null", body(None)),
    failed("JSON that is a list", body([])),
    failed("no choices", body({"object": "chat.completion"})),
    failed("an empty list of choices", body({"choices": []})),
    failed("a choice without a message", body({"choices": [{"index": 0}]})),
    failed("another error inside a 200", body({"error": {"message": "the engine is on holiday", "code": 1}})),
    failed("a reply that drips for ever", dripping),
    failed("silence", silent),
    unread("an empty reply", reply("")),
    unread("no content", reply(None)),
    unread("thoughts alone", reply(None, reasoning_content="Let me see. A, I think.")),
    unread("prose", reply("I would say the first.")),
    unread("broken JSON", reply('{"choice": "A", "reason": ')),
    unread("two answers", reply('{"choice": "A"} or rather {"choice": "B"}')),
    unread("a choice that there is not", reply('{"choice": "C"}')),
    unread("a number", reply('{"choice": 1}')),
    unread("JSON that is nested without end", reply(DEEP)),
    unread("a refusal", reply(None, refusal="I cannot help with that."), 2),
    unread("a refusal through LiteLLM", reply(None, provider_specific_fields={"refusal": "I cannot."}), 2),
    unread("a filtered reply", reply("", finish="content_filter"), 2),
    unread("a reply that was cut off", reply('{"choice": "A", "rea', finish="length"), 2),
    good("a good reply", reply(GOOD)),
    good("content in parts", reply([{"type": "text", "text": GOOD[:9]}, {"type": "text", "text": GOOD[9:]}])),
    good("thoughts before the answer", reply(f'<think>B? {{"choice": "B"}}</think>{GOOD}')),
    good("thoughts apart", reply(GOOD, reasoning_content='{"choice": "B"}')),
    good("a fence", reply(f"```json\n{GOOD}\n```")),
    good("more keys than asked for", reply('{"choice": "A", "reason": "x", "confidence": 0.9}')),
    good(
        "an account that is nonsense",
        raw(
            f'{{"choices": [{{"message": {{"content": {json.dumps(GOOD)}}}}}], "usage": {{"prompt_tokens": NaN, "completion_tokens": -1}}}}'
        ),
    ),
    good("a body of another type", lambda *_: Response(reply(GOOD)("", 1).body, media_type="text/plain")),
    Row("out of order once", first(error(500, "out of order"), reply(GOOD)), 4, 0, (("ok", 2),)),
    Row("too fast once", first(error(429, "slow down", **{"Retry-After": "0.1"}), reply(GOOD)), 4, 0, (("ok", 2),)),
    Row("learns from a note", without_note(reply("A!"), reply(GOOD)), 4, 0, (("malformed", 2), ("ok", 2))),
)
