"""LiteLLM's proxy: its own refusals, its mock replies, and what it makes of an endpoint that misbehaves behind it.

`python -m tests.judges.real_servers.litellm_proxy`
"""

from __future__ import annotations

import json
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from eval_core.protocols import load_protocol
from tests.judges.misbehaviour import GOOD, Answering, error, reply
from tests.judges.real_servers.servers import environment, running
from tests.judges.real_servers.trials import Trial, report, try_all
from tests.judges.stub import Stub, serving

# Pinned with care: 1.82.7, 1.82.8 and 1.107.0 were published by thieves of credentials, and withdrawn.
PACKAGES = ("litellm[proxy]==1.82.6",)
MASTER = "sk-master-0123456789"
SPENT, SLOW = "sk-spent-0123456789", "sk-slow-0123456789"
NONE: frozenset[str] = frozenset()
OK, FAILED = frozenset({"ok"}), frozenset({"failed"})
_TWO = ("--limit", "2", "--concurrency", "1")

# What the endpoint behind the proxy answers, by the model that it is asked for.
_BEHIND: dict[str, Answering] = {
    "fine": reply(GOOD, usage={"prompt_tokens": 900, "completion_tokens": 20, "total_tokens": 920}),
    "unpaid": error(
        429, "You exceeded your current quota, please check your plan and billing details.", "insufficient_quota"
    ),
    "locked": error(401, "Incorrect API key provided: sk-up***", "invalid_api_key"),
    "absent": error(404, "The model `absent` does not exist or you do not have access to it.", "model_not_found"),
    "hasty": error(429, "Rate limit reached for requests", "rate_limit_exceeded"),
    "broken": error(500, "The server had an error while processing your request."),
    "narrow": error(400, "This model's maximum context length is 10 tokens.", "context_length_exceeded"),
    "formless": reply(GOOD),
    "refusing": reply(None, refusal="I cannot help with that."),
    "cool": error(400, "Unsupported value: 'temperature' does not support 0.2 with this model.", "unsupported_value"),
}

# Keys with limits are kept in a database that LiteLLM makes with programs of its own; here they are its objects.
_KEYS = f'''
import litellm
from litellm.proxy._types import UserAPIKeyAuth

async def user_api_key_auth(request, api_key):
    if api_key == "{SPENT}":
        raise litellm.BudgetExceededError(current_cost=2.5, max_budget=2.0)
    if api_key == "{SLOW}":
        return UserAPIKeyAuth(api_key=api_key, rpm_limit=1)
    raise Exception("Invalid proxy server token passed")
'''


class Behind(Stub):
    """The endpoint behind the proxy."""

    async def complete(self, request: Request) -> Response:
        asked = await request.json()
        self.requests += 1
        name = asked["model"]
        if name == "formless" and "response_format" in asked:
            return error(400, "response_format is not supported by this model")("", 0)
        return _BEHIND[name](asked["messages"][-1]["content"], self.requests)


def settings(upstream: str, own_keys: str | None) -> dict[str, Any]:
    """The proxy's settings: mock replies, and models of the endpoint behind it."""
    mocks = {
        "mock": GOOD,
        "mock-rate": "litellm.RateLimitError",
        "mock-context": "litellm.ContextWindowExceededError",
        "mock-error": "litellm.InternalServerError",
        "mock-filter": "Exception: content_filter_policy",
    }
    models = [
        {"model_name": name, "litellm_params": {"model": f"openai/{name}", "api_key": "x", "mock_response": said}}
        for name, said in mocks.items()
    ]
    behind = {"api_base": upstream, "api_key": "sk-upstream-0123456789"}
    models += [{"model_name": name, "litellm_params": {"model": f"openai/{name}", **behind}} for name in _BEHIND]
    dear = {"input_cost_per_token": 1e-3, "output_cost_per_token": 1e-3, "max_budget": 1e-3, "budget_duration": "1d"}
    others = {
        "spent": {"model": "openai/fine", **behind, **dear},
        "no-provider": {"model": "no-such-provider/model", "api_key": "x"},
        "parameterless": {"model": "replicate/some/model", "api_key": "x", "mock_response": GOOD},
    }
    models += [{"model_name": name, "litellm_params": params} for name, params in others.items()]
    keys = {"custom_auth": own_keys} if own_keys else {"master_key": MASTER}
    return {"model_list": models, "general_settings": keys}


def trials() -> list[Trial]:
    """What is tried with the proxy's own key."""
    return [
        Trial("a good run, four requests at once", "mock", 0, OK, words=("--limit", "12", "--concurrency", "4")),
        Trial("an endpoint behind it", "fine", 0, OK, words=_TWO, most=2),
        Trial("a wrong key", "mock", 2, NONE, "refuses us", key="sk-wrong-0123456789"),
        Trial("no key", "mock", 2, NONE, "refuses us", key=""),
        Trial("an unknown model", "unknown", 2, NONE, "knows no model 'unknown'"),
        Trial("a model of an unknown provider", "no-provider", 2, NONE, "knows no model"),
        Trial("behind it: no quota", "unpaid", 2, NONE, "no quota left", words=_TWO, most=6),
        Trial("behind it: a wrong key", "locked", 2, NONE, "refuses us", words=_TWO, most=6),
        Trial("behind it: an unknown model", "absent", 2, NONE, "knows no model", words=_TWO, most=6),
        Trial("its budget of a model is spent", "spent", 2, OK, "no quota left", words=("--concurrency", "1")),
        Trial("a rate limit", "mock-rate", 0, FAILED, words=("--limit", "1")),
        Trial("behind it: a rate limit", "hasty", 0, FAILED, words=("--limit", "1")),
        Trial("an error of its own", "mock-error", 0, FAILED, words=("--limit", "1")),
        Trial("behind it: errors", "broken", 0, FAILED, words=("--limit", "1")),
        Trial("too long", "mock-context", 0, FAILED, words=_TWO),
        Trial("behind it: too long", "narrow", 0, FAILED, words=_TWO),
        Trial("a content filter", "mock-filter", 0, FAILED, words=_TWO),
        Trial("behind it: no response_format", "formless", 0, OK, words=(*_TWO, "--format", "json"), says='"plain"'),
        Trial("a provider that takes no response_format", "parameterless", 0, OK, words=_TWO),
        Trial("behind it: a refusal", "refusing", 0, frozenset({"malformed"}), "the model refused", words=_TWO, most=2),
        Trial("behind it: no such temperature", "cool", 0, FAILED, words=(*_TWO, "--temperature", "0.2")),
    ]


def trials_of_keys() -> list[Trial]:
    """What is tried with keys of limited use."""
    return [
        Trial("a key whose budget is spent", "mock", 2, NONE, "no quota left", key=SPENT),
        Trial("a key with one request a minute", "mock", 0, OK, key=SLOW, words=_TWO),
        Trial("an unknown key", "mock", 2, NONE, "refuses us", key="sk-wrong-0123456789"),
    ]


def main() -> int:
    """Run all trials."""
    programs = environment("litellm", *PACKAGES)
    outcomes = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        behind = stack.enter_context(serving(Behind(load_protocol("norwegian_fluency"))))
        (folder / "own_keys.py").write_text(_KEYS, encoding="utf-8")
        for own_keys, those in ((None, trials()), ("own_keys.user_api_key_auth", trials_of_keys())):
            if wanted := [trial for trial in those if not sys.argv[1:] or trial.model in sys.argv[1:]]:
                file = folder / "proxy.yaml"
                file.write_text(json.dumps(settings(behind.url, own_keys)), encoding="utf-8")  # JSON is YAML
                command = [programs / "litellm", "--config", file, "--host", "127.0.0.1", "--port", "{port}"]
                quiet = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_TELEMETRY": "False"}
                with running(command, "/health/liveliness", folder / "proxy.log", quiet) as url:
                    outcomes += try_all(wanted, f"{url}/v1", MASTER, lambda: behind.requests)
    return report(outcomes)


if __name__ == "__main__":
    sys.exit(main())
