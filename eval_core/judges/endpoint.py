"""A client of an OpenAI-compatible endpoint: one request, one reply or the reason why there is none."""

from __future__ import annotations

import asyncio
import json
import math
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import openai

from eval_core import settings
from eval_core.errors import InputError, ParvisError
from eval_core.judges.failures import Fatal, error_of, fatal_meaning, is_passing
from eval_core.judges.prompts import Messages

RETRIES = 6  # of a request that the endpoint could not take up, with growing pauses or those that it asks for
_RETRIES_OF_A_LOST_ONE = 2  # where the connection broke after the request was sent: it may have been paid for
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0  # seconds
_LONGEST_WISH = 60.0  # seconds: an endpoint that asks for a longer pause gets none, and the request has failed
_PROBE_SECONDS, _PROBE_RETRIES = 15.0, 2
_SHORTEST_KEY = 8  # what is shorter is a placeholder, and may be a word of a reply
_BODY_LIMIT, _USAGE_LIMIT = 100_000, 5_000  # characters
_SAYS: dict[Fatal, str] = {
    "quota": "the endpoint {url} has no quota left for us",
    "key": f"the endpoint {{url}} refuses us (see {settings.JUDGE_KEY.name})",
    "model": "the endpoint {url} knows no model '{model}'",
}


@dataclass(frozen=True)
class EndpointReply:
    """A reply as it came.

    Attributes:
        text: '' where the answer has none.
        prompt_tokens: as the endpoint counted them; None where it did not. So are `completion_tokens`.
        reasoning: what the model thought, where the endpoint keeps it apart.
        usage: the endpoint's own account.
        body: the whole answer as sent, where it has no text or stopped for another reason than its end.
        logprobs: of the reply's tokens, as the endpoint wrote them, where they were asked for.
    """

    text: str
    prompt_tokens: int | None
    completion_tokens: int | None
    reasoning: str | None = None
    refusal: str | None = None
    finish_reason: str | None = None
    usage: dict[str, Any] | None = None
    body: str | None = None
    logprobs: dict[str, Any] | None = None


class NoReplyError(Exception):
    """One request got no reply in spite of all retries; other requests may succeed.

    Attributes:
        status: of the endpoint's answer; None where there was none, or an error inside a 200.
        body: its answer, word for word.
        perhaps_paid: whether the endpoint may have worked on it.
    """

    def __init__(
        self, message: str, *, status: int | None = None, body: str | None = None, perhaps_paid: bool = False
    ) -> None:
        super().__init__(message)
        self.status, self.body, self.perhaps_paid = status, body, perhaps_paid


class UselessError(ParvisError):
    """No request will get a reply: `meaning` is 'quota', 'key' or 'model'."""

    def __init__(self, meaning: Fatal, message: str) -> None:
        super().__init__(message)
        self.meaning = meaning


class Endpoint:
    """An endpoint and one of its models.

    The key comes from OPENAI_API_KEY or from whoever runs the judge, and is removed from whatever the endpoint says
    before anyone reads that.

    Args:
        base_url: as the `openai` client takes it, mostly ending in /v1.
        concurrency: at most this many requests at once.
        timeout: seconds for a whole attempt, however slowly the answer comes in.
        temperature: left to the endpoint where None, as is `seed`.
        key: in place of that of the environment.

    Raises:
        InputError: for a base_url that is no address.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        concurrency: int,
        timeout: float,
        temperature: float | None = None,
        seed: int | None = None,
        key: str | None = None,
    ) -> None:
        self.url, self.host = address_of(base_url)
        self.model, self.timeout, self.temperature, self.seed = model, timeout, temperature, seed
        self._key = (settings.JUDGE_KEY.value() if key is None else key).strip()
        self._client = openai.AsyncOpenAI(
            base_url=base_url, api_key=self._key or "none", timeout=timeout, max_retries=0
        )
        self._slots = asyncio.Semaphore(concurrency)
        wanted = {"temperature": temperature, "seed": seed}
        self._more = {name: value for name, value in wanted.items() if value is not None}

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def require_reachable(self) -> None:
        """Raise ParvisError, naming the URL, where nothing answers; any answer will do."""
        probe = self._client.with_options(timeout=min(self.timeout, _PROBE_SECONDS), max_retries=_PROBE_RETRIES)
        try:
            async with asyncio.timeout((_PROBE_RETRIES + 1) * _PROBE_SECONDS):
                await probe.models.list()
        except openai.APIConnectionError as error:
            reason = self.without_key(str(error.__cause__ or error))
            raise ParvisError(f"the endpoint {self.url} cannot be reached: {reason}") from None
        except (openai.OpenAIError, ValueError, TimeoutError):
            return  # something answers, but does not list models

    async def ask(self, messages: Messages, more: Mapping[str, Any] | None = None) -> EndpointReply:
        """The reply to a request.

        Args:
            more: further fields of the request, such as `response_format` and `logprobs`.

        Raises:
            NoReplyError: where none came, after retries of temporary failures.
            UselessError: where no request will get one: quota, key or model.
        """
        body = {"model": self.model, "messages": messages, **self._more, **(more or {})}
        return self._reply(await self.post("/chat/completions", body))

    async def post(self, path: str, body: Mapping[str, Any]) -> str:
        """The endpoint's answer of status 200 as text, without the key.

        Raises:
            NoReplyError, UselessError: as `ask`.
        """
        pause, lost = FIRST_PAUSE, 0
        for left in reversed(range(RETRIES + 1)):
            try:
                async with self._slots, asyncio.timeout(self.timeout):
                    return self.without_key(await self._client.post(path, body=body, cast_to=str))
            except (TimeoutError, openai.APITimeoutError):
                # It may have been worked on, and would take as long again.
                message = f"Timeout: no whole reply within {self.timeout:g} seconds"
                raise NoReplyError(message, perhaps_paid=True) from None
            except openai.APIStatusError as error:
                failure = self._failure(error)
                wish = _pause_asked_for(error.response.headers)
                if not left or not is_passing(error.status_code) or wish > _LONGEST_WISH:
                    raise failure from None
            except (openai.OpenAIError, UnicodeError) as error:
                sent = type(error.__cause__).__name__ not in ("ConnectError", "ConnectTimeout")
                lost, wish = lost + sent, 0.0
                if not left or lost > _RETRIES_OF_A_LOST_ONE:
                    reason = self.without_key(str(error.__cause__ or error))
                    raise NoReplyError(f"{type(error).__name__}: {reason}", perhaps_paid=sent) from None
            await asyncio.sleep(wish or pause * random.uniform(0.75, 1.0))  # noqa: S311 - so that not all come at once
            pause = min(2 * pause, LONGEST_PAUSE)
        raise AssertionError("the last attempt returns or raises")

    def _failure(self, error: openai.APIStatusError) -> NoReplyError:
        """What an answer of another status means; raised here where no request will get a reply."""
        text = self.without_key(error.response.text)
        try:
            said, words = error_of(json.loads(text))
        except ValueError:
            said, words = {}, text
        self._require_use(error.status_code, said, words)
        name = type(error).__name__
        return NoReplyError(
            f"{name}: {error.status_code}: {' '.join(words.split())}",
            status=error.status_code,
            body=text[:_BODY_LIMIT],
        )

    def _require_use(self, status: int | None, said: Mapping[str, Any], words: str) -> None:
        meaning = fatal_meaning(status, said, words)
        if meaning:
            what = _SAYS[meaning].format(url=self.url, model=self.model)
            raise UselessError(meaning, f"{what}: {' '.join(words.split())[:500]}")

    def _reply(self, text: str) -> EndpointReply:
        """An answer of status 200. An endpoint may send anything."""
        kept = text[:_BODY_LIMIT]
        try:
            # No database stores NaN or infinity.
            body = json.loads(text, parse_constant=lambda _: None, parse_float=_finite)
        except (ValueError, RecursionError) as error:
            raise NoReplyError(f"the answer cannot be read: {error}", body=kept, perhaps_paid=True) from None
        choices = body.get("choices") if isinstance(body, dict) else None
        choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        message = choice.get("message")
        if not isinstance(message, dict):
            said, words = error_of(body)
            self._require_use(None, said, words)
            problem = f"an error inside a 200: {' '.join(words.split())}" if words else "the answer has no choices"
            raise NoReplyError(problem, body=kept, perhaps_paid=not words)
        reply, usage = _text(message.get("content")), body.get("usage")
        finish, usage = _word(choice.get("finish_reason")), usage if isinstance(usage, dict) else None
        if usage and len(json.dumps(usage)) > _USAGE_LIMIT:
            usage = {name: _count(usage.get(name)) for name in ("prompt_tokens", "completion_tokens")}
        logprobs = choice.get("logprobs")
        return EndpointReply(
            reply,
            _count((usage or {}).get("prompt_tokens")),
            _count((usage or {}).get("completion_tokens")),
            reasoning=_text(message.get("reasoning_content") or message.get("reasoning")) or None,
            refusal=_refusal(message),
            finish_reason=finish,
            usage=usage,
            body=None if reply and finish in (None, "stop") else kept,
            logprobs=logprobs if isinstance(logprobs, dict) else None,
        )

    def without_key(self, text: str) -> str:
        """A text of the endpoint's without the key."""
        return text.replace(self._key, "[key]") if len(self._key) >= _SHORTEST_KEY else text


def address_of(base_url: str) -> tuple[str, str]:
    """An endpoint's address without a password, and its host with the port.

    Raises:
        InputError: for what is no address.
    """
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise InputError("bad_endpoint", address=re.sub(r"//.*@", "//", base_url))
    host = parts.netloc.rpartition("@")[2]
    return base_url.replace(parts.netloc, host, 1), host.lower()


def _text(content: Any) -> str:
    """A message's content: a text, or the texts of its parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = (part.get("text") if isinstance(part, dict) else part for part in content)
    return "".join(part for part in parts if isinstance(part, str))


def _refusal(message: Mapping[str, Any]) -> str | None:
    """Why the model will not answer; LiteLLM passes it on in a field of its own."""
    aside = message.get("provider_specific_fields")
    given = message.get("refusal") or (aside.get("refusal") if isinstance(aside, dict) else None)
    return _text(given) or None


def _finite(number: str) -> float | None:
    value = float(number)
    return value if math.isfinite(value) else None


def _word(value: Any) -> str | None:
    return value[:100] if isinstance(value, str) else None


def _count(value: Any) -> int | None:
    """A number of tokens that fits into the database, or None."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31 else None


def _pause_asked_for(headers: Mapping[str, str]) -> float:
    """Seconds of Retry-After; 0 where it is missing or a date."""
    try:
        return max(0.0, float(headers.get("retry-after", "0")))
    except ValueError:
        return 0.0
