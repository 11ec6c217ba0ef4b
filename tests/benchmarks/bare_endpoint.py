"""The least that an annotation server can be at all: one insert and one query behind HTTP, without Streamlit.

Run by `tests.benchmarks.load`; BARE_DATABASE names its SQLite file.
"""

from __future__ import annotations

import json
import os

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

from tests.benchmarks.bare_votes import Votes

votes = Votes(os.environ["BARE_DATABASE"])


async def choose(request: Request) -> JSONResponse:
    """Keep the vote there is in the body, if any; answer with the next pair."""
    asked = json.loads(await request.body())

    def work() -> tuple[int, str, str, str]:
        if "pair" in asked:
            votes.insert(asked["who"], asked["pair"], asked["choice"])
        return votes.following(asked["who"])

    return JSONResponse(await run_in_threadpool(work))


async def health(_request: Request) -> PlainTextResponse:
    return PlainTextResponse("ok")


app = Starlette(routes=[Route("/", choose, methods=["POST"]), Route("/_stcore/health", health)])
