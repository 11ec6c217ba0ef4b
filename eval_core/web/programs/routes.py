"""The routes under /api: made from the table of operations, and guarded by a token of the campaign.

Only the header `Authorization: Bearer TOKEN` counts, never a cookie, so no page of another site can make a browser ask.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from eval_core.campaigns.access import Program
from eval_core.campaigns.people.api_tokens import campaign_of_program
from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.errors import ParvisError, RefusedError
from eval_core.store import Store
from eval_core.web.programs.handlers import Call
from eval_core.web.programs.openapi import openapi_document
from eval_core.web.programs.operations import OPERATIONS, VERSION, Operation
from eval_core.web.programs.replies import RefusedRequest, Reply, problem, problem_of, sent
from eval_core.web.programs.route_page import route_page
from eval_core.web.throttle import FailureLimit, client_of

_UNAUTHORISED = "a token of this campaign is needed: Authorization: Bearer TOKEN"
_CROWDED = "too many requests at once from here: try again"
Answer = Callable[[Request], Awaitable[Response]]


def program_routes(store: Store, base_path: str = "") -> list[BaseRoute]:
    """Every operation under `base_path`/api/v1, the earlier ones at /api too; the document, and a page about them."""
    base, guard = f"{base_path}/api/{VERSION}", _Guard(store, base_path)
    answers: defaultdict[str, dict[str, Answer]] = defaultdict(dict)
    for op in OPERATIONS:
        for place in (base, f"{base_path}/api") if op.earlier else (base,):
            answers[place + op.path][op.method] = guard.of(op)

    async def document(_request: Request) -> Response:
        return sent(Reply(openapi_document(base_path)))

    async def page(request: Request) -> Response:
        return route_page(request, base)

    async def nowhere(_request: Request) -> Response:
        return problem(404, {"error": f"there is nothing at this address: see {base}"})

    answers[f"{base}/openapi.json"]["GET"] = document
    answers[base]["GET"] = answers[f"{base}/"]["GET"] = page
    known = [Route(path, _Methods(each)) for path, each in answers.items()]
    return [*known, Route(f"{base}/{{rest:path}}", _Methods({}, nowhere))]


class _Methods:
    """One address: answers each method by its own function, and other methods by 405 (or by `otherwise`), in JSON."""

    def __init__(self, answers: dict[str, Answer], otherwise: Answer | None = None) -> None:
        self.answers = answers | ({"HEAD": answers["GET"]} if "GET" in answers else {})
        self.otherwise = otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        answer = self.answers.get(request.method, self.otherwise)
        response = await answer(request) if answer else _not_allowed(sorted(self.answers))
        await response(scope, receive, send)


def _not_allowed(methods: Sequence[str]) -> Response:
    return problem(405, {"error": f"use {' or '.join(methods)} here"}, {"Allow": ", ".join(methods)})


class _Guard:
    """Asks for a token before an operation, and answers every fault of one alike."""

    def __init__(self, store: Store, base_path: str) -> None:
        self.store, self.base = store, f"{base_path}/api/{VERSION}"
        self.limit = FailureLimit()

    def of(self, op: Operation) -> Answer:
        """The operation for programs with a token of the campaign."""

        async def answer(request: Request) -> Response:
            client, token = client_of(request), _token(request)
            if not token:
                return _unauthorised()
            who = Program(token)
            try:
                async with self.limit.turn(client) as admitted:
                    if not admitted:
                        return problem(503, {"error": _CROWDED, "code": "crowded"}, {"Retry-After": "1"})
                    slug = await run_in_threadpool(self._campaign, request.path_params.get("slug"), who)
                    if slug is None:
                        return self._wrong_token(client)
                reply = await op.run(Call(self.store, request, who, slug, self.base))
                return sent(reply, request.headers.get("if-none-match", ""))
            except (ParvisError, RefusedRequest) as error:
                revoked_meanwhile = isinstance(error, RefusedError) and error.code == "not_allowed"
                return _unauthorised() if revoked_meanwhile else problem_of(error)

        return answer

    def _campaign(self, slug: str | None, who: Program) -> str | None:
        """The campaign that is asked for, or that the token opens; None if it is wrong, for it learns nothing else."""
        try:
            if slug is None:
                return campaign_of_program(self.store, who)
            latest_change(self.store, slug, who)
        except RefusedError as refusal:
            if refusal.code != "not_allowed":  # such as a database that cannot be asked
                raise
            return None
        return slug

    def _wrong_token(self, client: str) -> Response:
        if self.limit.failed(client):
            words = "too many wrong tokens from here: wait ten minutes"
            return problem(429, {"error": words}, {"Retry-After": "600"})
        return _unauthorised()


def _unauthorised() -> Response:
    """The same answer for every fault, so that it does not reveal which campaigns exist."""
    return problem(401, {"error": _UNAUTHORISED}, {"WWW-Authenticate": "Bearer"})


def _token(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None
