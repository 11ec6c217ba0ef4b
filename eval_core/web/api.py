"""Three routes for programs, guarded by a token of the campaign: add responses, read progress, read the ranking.

They answer in the JSON of the command line. Only the header `Authorization: Bearer TOKEN` counts, never a cookie, so no
page of another site can make a browser ask.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from eval_core.campaigns.access import Program
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.results.early_results import note_look
from eval_core.campaigns.results.leaderboard import latest_change, read_leaderboard
from eval_core.campaigns.watching.progress import campaign_progress
from eval_core.errors import InputError, ParvisError, RefusedError, UnavailableError
from eval_core.ranking import rank
from eval_core.ranking.choices import choices_document
from eval_core.store import Store
from eval_core.store.cache import PerCampaign
from eval_core.web.throttle import FailureLimit, client_of

BODY_LIMIT = 64 * 1024 * 1024
_SUFFIXES = {
    "text/csv": ".csv",
    "application/jsonl": ".jsonl",
    "application/x-ndjson": ".jsonl",
    "application/x-jsonlines": ".jsonl",
    "text/tab-separated-values": ".tsv",
    "text/plain": ".txt",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/vnd.apache.parquet": ".parquet",
}
_HEADERS = {"Cache-Control": "no-store"}
_UNAUTHORISED = "a token of this campaign is needed: Authorization: Bearer TOKEN"
Handler = Callable[[Request, Program, str], Awaitable[Any]]


class _RefusedRequest(Exception):  # noqa: N818 - an answer, not an error of ours
    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


class _Answer(JSONResponse):
    """One JSON document as the command line prints it: times in ISO 8601, never NaN."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, allow_nan=False, default=datetime.isoformat).encode()


def program_routes(store: Store, base_path: str = "") -> list[BaseRoute]:
    """The routes /api/campaigns/SLUG/responses (POST), /progress and /ranking (GET) under `base_path`."""
    limit = FailureLimit()
    rankings: PerCampaign[Any] = PerCampaign(8)

    async def responses(request: Request, who: Program, slug: str) -> Any:
        options, suffix = _import_options(request), _suffix(request)
        with tempfile.TemporaryDirectory(prefix="parvis-") as folder:
            path = Path(folder) / f"responses{suffix}"
            await _receive(request, path)
            report = await run_in_threadpool(import_responses, store, path, slug, who=who, **options)
        return asdict(report)

    async def progress(_request: Request, who: Program, slug: str) -> Any:
        campaign_state = await run_in_threadpool(campaign_progress, store, slug, who)
        return asdict(campaign_state) | {"left": campaign_state.left}

    async def ranking(_request: Request, who: Program, slug: str) -> Any:
        return await run_in_threadpool(_ranking, store, rankings, slug, who)

    def guarded(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            client, token = client_of(request), _token(request)
            try:
                who, slug = Program(token or ""), request.path_params["slug"]
                async with limit.turn(client) as admitted:
                    if not (admitted and token):
                        return _unauthorised(limit, client)
                    await run_in_threadpool(latest_change, store, slug, who)  # a wrong token learns nothing else
                return _Answer(await handler(request, who, slug), headers=_HEADERS)
            except RefusedError as error:
                return _refused(error) if error.code != "not_allowed" else _unauthorised(limit, client)
            except InputError as error:
                return _error(422, {"error": error.message, "row": error.row, "column": error.column})
            except ParvisError as error:
                return _error(422, {"error": str(error)})
            except _RefusedRequest as error:
                return _error(error.status, {"error": error.message})

        return answer

    place = f"{base_path}/api/campaigns/{{slug}}"
    return [
        Route(f"{place}/responses", guarded(responses), methods=["POST"]),
        Route(f"{place}/progress", guarded(progress), methods=["GET"]),
        Route(f"{place}/ranking", guarded(ranking), methods=["GET"]),
    ]


def _ranking(store: Store, rankings: PerCampaign[Any], slug: str, who: Program) -> Any:
    """What `parvis rank --campaign SLUG --format json` prints; not computed again while nothing has changed."""

    def computed() -> dict[str, Any]:
        board = read_leaderboard(store, slug, who=who)
        chosen = choices_document(board.choices, board.extent)
        about = {"campaigns": [slug], "choices": chosen, "diagnostics": None}
        return rank(board.votes).as_dict() | about

    note_look(store, slug, who=who)
    return rankings.get_or_compute(store, slug, latest_change(store, slug, who), computed)


def _token(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def _unauthorised(limit: FailureLimit, client: str) -> Response:
    """The same answer for every fault, so that it does not reveal which campaigns exist."""
    if limit.failed(client):
        return _error(429, {"error": "too many wrong tokens from here: wait ten minutes"}, {"Retry-After": "600"})
    return _error(401, {"error": _UNAUTHORISED}, {"WWW-Authenticate": "Bearer"})


def _refused(error: RefusedError) -> Response:
    if isinstance(error, UnavailableError):  # its own words may name the database's server
        return _error(
            503, {"error": "the database does not answer: try again", "code": error.code}, {"Retry-After": "5"}
        )
    return _error(409, {"error": str(error), "code": error.code})


def _error(status: int, document: dict[str, Any], headers: dict[str, str] | None = None) -> Response:
    return _Answer(document, status_code=status, headers=_HEADERS | (headers or {}))


def _import_options(request: Request) -> dict[str, Any]:
    """The options of `parvis import responses`, from the query."""
    names = {"comparisons_per_prompt", "against", "column"}
    strange = set(request.query_params) - names
    if strange:
        raise _RefusedRequest(422, f"an option is one of {', '.join(sorted(names))}")
    number = request.query_params.get("comparisons_per_prompt")
    if number is not None and not (number.isdecimal() and len(number) <= 6):
        raise _RefusedRequest(422, "comparisons_per_prompt is a whole number")
    against = request.query_params.getlist("against")
    columns = [column.rpartition("=") for column in request.query_params.getlist("column")]
    if not all(theirs for theirs, _separator, _ours in columns):
        raise _RefusedRequest(422, "column is THEIRS=ours")
    return {
        "comparisons_per_prompt": None if number is None else int(number),
        "against": None if not against or "all" in against else against,
        "columns": {theirs: ours.strip() for theirs, _separator, ours in columns},
    }


def _suffix(request: Request) -> str:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in _SUFFIXES or "content-encoding" in request.headers:
        raise _RefusedRequest(415, f"send the responses as {' or '.join(sorted(_SUFFIXES))}, not compressed")
    return _SUFFIXES[kind]


async def _receive(request: Request, path: Path) -> None:
    """The body into a file, as far as it is allowed to go."""
    size = 0
    with path.open("wb") as file:
        async for part in request.stream():
            size += len(part)
            if size > BODY_LIMIT:
                raise _RefusedRequest(413, f"at most {BODY_LIMIT // 1024**2} MiB at once")
            await run_in_threadpool(file.write, part)
