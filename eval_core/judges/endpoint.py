"""A client of an OpenAI-compatible endpoint: one request, one reply or the reason why there is none."""

from __future__ import annotations

import asyncio
import os
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import openai
from openai.types.chat import ChatCompletion

from eval_core.errors import InputError, ParvisError
from eval_core.judges.prompts import Messages

KEY_VARIABLE = "OPENAI_API_KEY"
RETRIES = 6  # of one request, with growing pauses or those that the endpoint asks for
_PROBE_SECONDS, _PROBE_RETRIES = 15.0, 2
_SHORTEST_KEY = 8  # what is shorter is a placeholder, and may be a word of a reply


@dataclass(frozen=True)
class EndpointReply:
    """A reply as it came, with the tokens that the endpoint counted, if it did."""

    text: str
    prompt_tokens: int | None
    completion_tokens: int | None


class NoReplyError(Exception):
    """One request got no reply in spite of all retries; other requests may succeed."""


class Endpoint:
    """An endpoint and one of its models.

    The key is removed from whatever the endpoint says before anyone reads that.

    Args:
        base_url: as the `openai` client takes it, mostly ending in /v1.
        concurrency: at most this many requests at once.
        timeout: of one attempt, in seconds.
        temperature: left to the endpoint where None.
        key: one that was typed for this run; that of OPENAI_API_KEY where None.

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
        key: str | None = None,
    ) -> None:
        try:
            parts = urlsplit(base_url)
            usable = parts.scheme in ("http", "https") and bool(parts.hostname)
        except ValueError:
            usable = False
        if not usable:
            raise InputError("bad_endpoint", address=re.sub(r"[^/@]*@", "", base_url))  # without a password
        self.url = base_url.replace(f"{parts.netloc.rpartition('@')[0]}@", "") if "@" in parts.netloc else base_url
        self.model, self.timeout = model, timeout
        self._key = (os.environ.get(KEY_VARIABLE, "") if key is None else key).strip()
        self._client = openai.AsyncOpenAI(
            base_url=base_url, api_key=self._key or "none", timeout=timeout, max_retries=RETRIES
        )
        self._slots = asyncio.Semaphore(concurrency)
        self._more: dict[str, Any] = {} if temperature is None else {"temperature": temperature}

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def require_reachable(self) -> None:
        """Raise ParvisError, naming the URL, where nothing answers; any answer will do."""
        probe = self._client.with_options(timeout=min(self.timeout, _PROBE_SECONDS), max_retries=_PROBE_RETRIES)
        try:
            await probe.models.list()
        except openai.APIConnectionError as error:
            reason = self.without_key(str(error.__cause__ or error))
            raise ParvisError(f"the endpoint {self.url} cannot be reached: {reason}") from None
        except (openai.OpenAIError, ValueError):
            return  # something answers, but does not list models

    async def ask(self, messages: Messages) -> EndpointReply:
        """The reply to a request.

        Raises:
            NoReplyError: where none came, after retries of temporary failures.
            ParvisError: where no request will get one: the key is refused, or the model unknown.
        """
        # As `chat.completions.create` does it, without its check of every field of every message: a tenth of the time.
        body = {"model": self.model, "messages": messages, **self._more}
        try:
            async with self._slots:
                completion = await self._client.post("/chat/completions", body=body, cast_to=ChatCompletion)
        except (openai.AuthenticationError, openai.PermissionDeniedError) as error:
            reason = self.without_key(error.message)
            raise ParvisError(f"the endpoint {self.url} refuses us (see {KEY_VARIABLE}): {reason}") from None
        except openai.NotFoundError as error:
            reason = self.without_key(error.message)
            raise ParvisError(f"the endpoint {self.url} knows no model '{self.model}': {reason}") from None
        except openai.OpenAIError as error:
            raise NoReplyError(self.without_key(f"{type(error).__name__}: {error}")) from None
        except ValueError as error:  # not JSON at all
            raise NoReplyError(self.without_key(f"the answer cannot be read: {error}")) from None
        # An endpoint may send anything: the client does not check it.
        choices = getattr(completion, "choices", None)
        message = getattr(choices[0], "message", None) if isinstance(choices, list) and choices else None
        if message is None:
            raise NoReplyError("the answer has no choices")
        text = getattr(message, "content", None)
        usage = getattr(completion, "usage", None)
        return EndpointReply(
            self.without_key(text if isinstance(text, str) else ""),
            _count(getattr(usage, "prompt_tokens", None)),
            _count(getattr(usage, "completion_tokens", None)),
        )

    def without_key(self, text: str) -> str:
        """A text of the endpoint's without the key."""
        return text.replace(self._key, "[key]") if len(self._key) >= _SHORTEST_KEY else text


def _count(value: Any) -> int | None:
    """A number of tokens that fits into the database, or None."""
    return value if isinstance(value, int) and 0 <= value < 2**31 else None
