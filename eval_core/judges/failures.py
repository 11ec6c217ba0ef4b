"""What an endpoint's refusal means, whatever status and words it chose for it: pure functions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

Fatal = Literal["quota", "key", "model"]
_WORDS = 600  # characters of a message that are looked at: further on, some endpoints quote the request
_DIGITS = re.compile(r"[0-9a-f]{8,}|\d+")

# Codes and types, and words of messages, of OpenAI, LiteLLM, OpenRouter, Anthropic, Mistral, DeepSeek, vLLM, Ollama and
# Transformers.
_CODES: dict[str, Fatal] = {
    "insufficient_quota": "quota",
    "billing_hard_limit_reached": "quota",
    "billing_not_active": "quota",
    "budget_exceeded": "quota",
    "insufficient_balance": "quota",
    "invalid_api_key": "key",
    "authentication_error": "key",
    "auth_error": "key",
    "token_not_found_in_db": "key",
    "expired_key": "key",
    "no_db_connection": "key",  # LiteLLM without a database, of any key but the first one
    "model_not_found": "model",
    "model_not_found_error": "model",
    "invalid_model": "model",
    "key_model_access_denied": "model",
}
_QUOTA = (
    r"insufficient[_ ](quota|credits?|balance|funds)|exceeded your current quota|budget has been exceeded"
    r"|exceeded ?budget|credit balance is too low|billing (hard )?limit|out of credits|requires more credits"
    r"|payment required"
)
_KEY = (
    r"(invalid|incorrect|wrong|expired|missing|malformed|no) (api|proxy server|virtual)?[ -]?(key|token)\b"
    r"|api[ _-]?key (is )?(not valid|invalid|missing|expired|required)|no api key|authentication ?error"
    r"|authentication (failed|required)|unauthori[sz]ed|no auth credentials|^no connected db"
)
_MODEL = (
    r"model[^.\n]{0,120}(does not exist|not found|is not available|is unknown|not supported by any)"
    r"|server is pinned to"
    r"|(unknown|invalid|no such|unsupported|unrecogni[sz]ed) model\b|not a valid model"
    r"|llm provider not provided|you passed in model="
)
_SAYINGS: tuple[tuple[Fatal, re.Pattern[str]], ...] = (
    ("quota", re.compile(_QUOTA, re.IGNORECASE)),
    ("key", re.compile(_KEY, re.IGNORECASE)),
    ("model", re.compile(_MODEL, re.IGNORECASE)),
)
# An endpoint that refuses one text for its content may use the status of a refused key.
_CONTENT = re.compile(r"moderation|flagged|content[ _](filter|policy|management)|safety", re.IGNORECASE)


def fatal_meaning(status: int | None, error: Mapping[str, Any], message: str) -> Fatal | None:
    """What makes every further request useless: no quota, a refused key, an unknown model; None where nothing does.

    Args:
        status: of the answer; None for an error inside a 200.
        error: the endpoint's `error`, {} where it sent none.
        message: its words.
    """
    for name in ("code", "type"):
        if (code := str(error.get(name) or "").lower()) in _CODES:
            return _CODES[code]
    words = message[:_WORDS]
    if _CONTENT.search(words):
        return None
    if status == 402:
        return "quota"
    if status in (401, 403):
        return next((meaning for meaning, saying in _SAYINGS[:1] if saying.search(words)), "key")
    if status == 404:
        return "model"
    return next((meaning for meaning, saying in _SAYINGS if saying.search(words)), None)


def is_passing(status: int) -> bool:
    """Whether the same request may succeed a little later."""
    return status in (408, 409, 425, 429) or status >= 500


def error_of(body: Any) -> tuple[dict[str, Any], str]:
    """The error in an endpoint's answer, and its words: {} and '' where there is none.

    Endpoints write {"error": {"message": …}}, {"error": "…"}, {"detail": …}, {"object": "error", "message": …} or
    {"message": …} without choices.
    """
    if not isinstance(body, Mapping):
        return {}, ""
    found = body.get("error") or body.get("detail")
    if found is None and "choices" not in body and (body.get("object") == "error" or "message" in body):
        found = dict(body)
    if isinstance(found, Mapping):
        words = found.get("message") or found.get("msg") or found
        return dict(found), str(words)
    return ({}, "") if not found else ({"message": str(found)}, str(found))


def same_kind(message: str) -> str:
    """A message without what differs from request to request, so that equal failures can be counted."""
    return _DIGITS.sub("#", message)[:200]
