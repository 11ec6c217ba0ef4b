"""An endpoint on loopback that speaks the real protocol; its scores depend on nothing but the text it is to judge."""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

import uvicorn
from openai.types import CompletionUsage
from openai.types.chat import ChatCompletion, ChatCompletionMessage
from openai.types.chat.chat_completion import Choice
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from eval_core.protocols import Criterion, Protocol

# The texts to judge in the built-in protocols' prompts.
_RESPONSE = {
    "heval": r"<translation>\n(.*?)\n</translation>",
    "adequacy_fluency": r"<translation>\n(.*?)\n</translation>",
    "hindi_english": r"<translation>\n(.*?)\n</translation>",
    "mt_qualitative": r"<output>(.*?)</output>",
    "gptscore_ko": r"\[답변\]\n(.*?)\n\n",
}
_PAIR = re.compile(r"<text_a>\n(.*?)\n</text_a>\n\n<text_b>\n(.*?)\n</text_b>", re.DOTALL)


def number_of(text: str, key: str = "") -> int:
    """A number that a text and a criterion determine, and nothing else does."""
    return int.from_bytes(hashlib.sha256(f"{key}/{text.strip()}".encode()).digest()[:4])


def score_of(text: str, criterion: Criterion) -> int | None:
    """The stub's rating of a text; None for "not applicable"."""
    drawn = number_of(text, criterion.key) % (criterion.max - criterion.min + 1 + criterion.na)
    return None if criterion.na and drawn == 0 else criterion.min + drawn - criterion.na


def summary_of(texts: list[str], criterion: Criterion) -> str:
    """What the stub writes of a batch: another sentence for other texts."""
    letters = f"{number_of(' '.join(texts), criterion.key):08x}".translate(str.maketrans("0123456789", "ghijklmnop"))
    return f"Mixed: {letters}."


def choice_of(a: str, b: str) -> str:
    """The stub's choice: the text with the greater number; now and then a tie, and now and then always A."""
    mood = (number_of(a) ^ number_of(b)) % 5
    return "tie" if mood == 0 else "A" if mood == 1 or number_of(a) > number_of(b) else "B"


def log_of(word: str) -> float:
    """The log-probability of an echoed token: of its letters alone."""
    return -0.1 - number_of(word) % 100 / 50


def _with_logprobs(reply: Response) -> Response:
    """The reply with its tokens: each number is one, with 0.6, the number below it with 0.3, a word with 0.1."""
    body = json.loads(bytes(reply.body))
    content = []
    for text in re.findall(r"\d+|\D", body["choices"][0]["message"]["content"]):
        named = {text: 0.6, str(int(text) - 1): 0.3, "x": 0.1} if text.isdigit() else {text: 1.0}
        top = [{"token": name, "logprob": math.log(share)} for name, share in named.items()]
        content.append({"token": text, "logprob": top[0]["logprob"], "top_logprobs": top})
    body["choices"][0]["logprobs"] = {"content": content}
    return JSONResponse(body)


@dataclass
class Stub:
    """How the endpoint behaves, and what it was asked. Each `..._every` hits every so-manieth request; 0 none.

    Attributes:
        delay: seconds before each reply.
        failing_every: a 500. `limited_every`: a 429 with Retry-After.
        malformed_every: broken JSON, or words without a number. `short_every`: a batch with one item too few.
        long_batches_short: every batch of more items than this is answered for one too few; 0 none.
        wrong_language: explanations in English whatever was asked for.
        refusing: a 401 that quotes the key that it was given.
    """

    protocol: Protocol
    delay: float = 0.0
    failing_every: int = 0
    limited_every: int = 0
    malformed_every: int = 0
    short_every: int = 0
    long_batches_short: int = 0
    wrong_language: bool = False
    refusing: bool = False
    parroting: bool = False  # the key in every reply
    forms: tuple[str | None, ...] | None = None  # of a reply that it takes; any where None
    saying: Callable[[Any], str] | None = None  # its words, given the choice or the sheets that it means
    usage: str = ""  # a number of tokens, as it is written in the answer
    naming: bool = False  # issues of the text that was not chosen, one of them unknown
    logprobs: bool = False  # give log-probabilities to those who ask for them, and echo texts with theirs
    finish: Callable[[str], str] = lambda _: "stop"
    refusal: str | None = None  # beside the content of every reply
    url: str = ""
    requests: int = 0
    now: int = 0
    most_at_once: int = 0
    prompts: Counter[str] = field(default_factory=Counter)
    echoed: list[str] = field(default_factory=list)
    given: list[str] = field(default_factory=list)  # the contents of well-formed replies
    keys: set[str] = field(default_factory=set)
    temperatures: set[float | None] = field(default_factory=set)

    async def complete(self, request: Request) -> Response:
        """POST /v1/chat/completions."""
        asked = await request.json()
        self.requests += 1
        self.now += 1
        self.most_at_once = max(self.most_at_once, self.now)
        number = self.requests
        key = request.headers.get("authorization", "")
        self.keys.add(key)
        self.temperatures.add(asked.get("temperature"))
        prompt = asked["messages"][-1]["content"]
        form = asked.get("response_format", {}).get("type")
        try:
            await asyncio.sleep(self.delay)
            if self.forms is not None and form not in self.forms:
                return JSONResponse({"error": {"message": f"response_format {form} is not supported"}}, 400)
            if self.refusing:
                return JSONResponse({"error": {"message": f"no such key: {key}"}}, 401)
            if self.failing_every and number % self.failing_every == 0:
                return JSONResponse({"error": {"message": f"out of order, {key}"}}, 500)
            if self.limited_every and number % self.limited_every == 0:
                return JSONResponse({"error": {"message": "slow down"}}, 429, headers={"Retry-After": "0.2"})
            self.prompts[prompt] += 1
            reply = self._reply(asked["model"], prompt, number, key)
            return _with_logprobs(reply) if asked.get("logprobs") and self.logprobs else reply
        finally:
            self.now -= 1

    async def echo(self, request: Request) -> Response:
        """POST /v1/completions, of a text that is to be echoed."""
        asked = await request.json()
        if not self.logprobs:
            return JSONResponse({"error": {"message": "echo is not supported"}}, 400)
        self.echoed.append(asked["prompt"])
        words = [*re.findall(r"\s*\S+|\s+", asked["prompt"]), " more"]
        places = [0, *accumulate(len(word) for word in words[:-1])]
        logs = [None, *(log_of(word) for word in words[1:])]
        given = {"tokens": words, "token_logprobs": logs, "text_offset": places}
        choice = {"text": "".join(words), "logprobs": given, "finish_reason": "length"}  # as every server says it here
        return JSONResponse({"choices": [choice], "usage": {"prompt_tokens": 9}})

    async def models(self, _: Request) -> Response:
        """GET /v1/models."""
        return JSONResponse({"object": "list", "data": []})

    def _reply(self, model: str, prompt: str, number: int, key: str) -> Response:
        if self.malformed_every and number % self.malformed_every == 0:
            content = '{"choice": "A", "scores": [{' if self.protocol.key != "gptscore_ko" else "모르겠습니다."
        else:
            content = self._content(prompt, number)
            self.given.append(content)
        if self.parroting:
            content += f"\n\nYour key is {key}."
        completion = ChatCompletion(
            id=f"stub-{number}",
            object="chat.completion",
            created=int(time.time()),
            model=model,
            choices=[
                Choice(
                    index=0,
                    finish_reason="stop",
                    message=ChatCompletionMessage(role="assistant", content=content, refusal=self.refusal),
                )
            ],
            usage=CompletionUsage(
                prompt_tokens=len(prompt), completion_tokens=len(content), total_tokens=len(prompt) + len(content)
            ),
        )
        body = completion.model_dump_json().replace('"stop"', json.dumps(self.finish(prompt)))
        if self.usage:
            account = f'{{"prompt_tokens": {self.usage}, "n": NaN}}'
            body = re.sub(r'"usage":\{.*\}\}', f'"usage":{account}}}', body)
        return Response(body, media_type="application/json")

    def _content(self, prompt: str, number: int) -> str:
        protocol = self.protocol
        if protocol.kind == "pairwise":
            match = _PAIR.search(prompt)
            assert match, prompt
            choice = choice_of(*match.groups())
            if self.saying:
                return self.saying(choice)
            return json.dumps({"choice": choice, "reason": "It reads better.", "issues": self._issues(choice, match)})
        texts = re.findall(_RESPONSE[protocol.key], prompt, re.DOTALL)
        assert texts, prompt
        if protocol.key == "gptscore_ko":
            (criterion,) = (criterion for criterion in protocol.rated if f"기준: {criterion.label['ko']}\n" in prompt)
            line = f"{criterion.label['ko']} 점수 (1-5): {score_of(texts[0], criterion)}"
            words = (
                "It is clear and easy to follow." if self.wrong_language else "답변의 문장이 분명하고 자연스럽습니다."
            )
            return line if criterion.explanation == "none" else f"설명: {words}\n{line}"
        sheets = [{criterion.key: self._mark(text, criterion) for criterion in protocol.rated} for text in texts]
        if self.saying:
            return self.saying(sheets)
        if protocol.key != "mt_qualitative":
            return "```json\n" + json.dumps(sheets[0]) + "\n```"
        too_long = self.long_batches_short and len(sheets) > self.long_batches_short
        if too_long or (self.short_every and number % self.short_every == 0):
            sheets.pop()
        # As judges write it: JSON5, with comments and commas at the end.
        rows = "".join(f"// {place}\n{json.dumps(sheet)},\n" for place, sheet in enumerate(sheets))
        summary = json.dumps({criterion.key: summary_of(texts, criterion) for criterion in protocol.rated})
        return f'{{"scores": [\n{rows}],\n"summary": {summary},\n}}'

    def _issues(self, choice: str, texts: re.Match[str]) -> list[dict[str, str]]:
        """What is wrong with the text that was not chosen: its first word, and something without a place."""
        if not self.naming or choice == "tie":
            return []
        side, text = ("A", texts[1]) if choice == "B" else ("B", texts[2])
        named = {"text": side, "issue": "grammar", "words": text.split()[0]}
        return [named, {"text": side, "issue": "Flow", "words": ""}, {"text": side, "issue": "beauty", "words": ""}]

    @staticmethod
    def _mark(text: str, criterion: Criterion) -> object:
        value = score_of(text, criterion)
        if criterion.explanation in ("none", "optional"):
            return "NA" if value is None else value
        return [value, "" if value == criterion.max else "Something is amiss."]


@contextmanager
def serving(stub: Stub) -> Iterator[Stub]:
    """The stub behind a free port of 127.0.0.1."""
    application = Starlette(
        routes=[
            Route("/v1/chat/completions", stub.complete, methods=["POST"]),
            Route("/v1/completions", stub.echo, methods=["POST"]),
            Route("/v1/models", stub.models, methods=["GET"]),
        ]
    )
    server = uvicorn.Server(uvicorn.Config(application, host="127.0.0.1", port=0, log_level="critical"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        deadline = time.monotonic() + 20
        while not server.started:
            assert thread.is_alive()
            assert time.monotonic() < deadline, "the stub does not start"
            time.sleep(0.01)
        stub.url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/v1"
        yield stub
    finally:
        server.should_exit = True
        thread.join(20)
