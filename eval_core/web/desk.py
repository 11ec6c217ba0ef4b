"""The desk's routes: what a person did, and the pile that lies before them then; JSON both ways, no Streamlit.

The cookie signs in. Other origins, and anything but JSON, are refused before the database is asked; a stranger is
refused before anything waits for its turn to write.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from eval_core.campaigns.access import Who, require_annotator
from eval_core.campaigns.desk.action import id_of
from eval_core.campaigns.desk.clicks import MOST_ACTIONS, act
from eval_core.campaigns.desk.pile import Answer
from eval_core.campaigns.desk.trial import trial_desk
from eval_core.campaigns.people.sign_ins.sign_in_use import note_use
from eval_core.campaigns.talk.desk_talk import TALK_KINDS, carry_out_talk, read_talk
from eval_core.errors import RefusedError, UnavailableError
from eval_core.locales import current_language, use_language
from eval_core.store import Store
from eval_core.web.cookie import COOKIE, is_of_host
from eval_core.web.desk_json import answer_document, pile_document
from eval_core.web.in_progress import CLICKS_IN_PROGRESS
from eval_core.web.metrics import CLICKS

BODY_LIMIT = 1024 * 1024
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
_STATUS = {"signed_out": 401, "not_allowed": 403}


class _Refused(Exception):  # noqa: N818 - an answer, not an error of ours
    def __init__(self, status: int, word: str) -> None:
        super().__init__(word)
        self.status, self.word = status, word


def desk_routes(store: Store, base_path: str = "") -> list[BaseRoute]:
    """The routes /desk/SLUG (GET, POST) and /desk/SLUG/talk (GET) under `base_path` ('' or '/parvis')."""

    async def look(request: Request) -> Any:
        ahead = request.query_params.get("ahead", "")
        return await run_in_threadpool(
            _carry_out, store, _who(request), _slug(request), _languages(request), [], None, _count(ahead)
        )

    async def click(request: Request) -> Any:
        document = await _document(request)
        actions, holding = document.get("actions", []), document.get("holding")
        if not isinstance(actions, list) or not (holding is None or _is_ids(holding)):
            raise _Refused(422, "bad_request")
        with CLICKS.time(), CLICKS_IN_PROGRESS:
            return await run_in_threadpool(
                _carry_out,
                store,
                _who(request),
                _slug(request),
                _languages(request),
                actions,
                holding,
                _count(document.get("ahead")),
            )

    async def talk(request: Request) -> Any:
        return await run_in_threadpool(_read_talk, store, _who(request), _slug(request))

    place = f"{base_path}/desk/{{slug}}"
    return [
        Route(place, _answered(look), methods=["GET"]),
        Route(place, _answered(click), methods=["POST"]),
        Route(f"{place}/talk", _answered(talk), methods=["GET"]),
    ]


def _carry_out(
    store: Store,
    who: Who,
    slug: str,
    languages: tuple[str | None, str | None],
    actions: list[Any],
    holding: list[int] | None,
    ahead: int | None,
) -> dict[str, Any]:
    """Carry out actions in their order: what is said to the lead first, since the pile tells what is new of it."""
    use_language(*languages)
    signed_in_at, store = store, trial_desk(store, slug, who)
    require_annotator(store, who, slug)
    said: dict[int, Answer] = {}
    for place, action in enumerate(actions):
        if place >= MOST_ACTIONS:
            said[place] = Answer(id_of(action), "refused", "too_many")
        elif isinstance(action, dict) and action.get("kind") in TALK_KINDS:
            said[place] = carry_out_talk(store, who, slug, action, current_language())
    on_sheets = [action for place, action in enumerate(actions) if place not in said]
    done, pile = act(store, who, slug, on_sheets, holding, ahead=ahead)
    note_use(signed_in_at, str(who))
    if not actions:
        return {"pile": pile_document(pile)}
    rest = iter(done)
    answers = [said[place] if place in said else next(rest) for place in range(len(actions))]
    return {"answers": [answer_document(one) for one in answers], "pile": pile_document(pile)}


def _read_talk(store: Store, who: Who, slug: str) -> Any:
    return read_talk(trial_desk(store, slug, who), who, slug)


def _answered(handler: Callable[[Request], Awaitable[Any]]) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            _require_own_page(request)
            return _json(await handler(request))
        except _Refused as refusal:
            return _json({"word": refusal.word}, refusal.status)
        except UnavailableError as trouble:  # a refusal too, but no reason to give the actions up
            return _json({"word": trouble.code}, 503)
        except RefusedError as refusal:
            return _json({"word": refusal.code}, _STATUS.get(refusal.code, 422))

    return answer


def _json(document: Any, status: int = 200) -> Response:
    body = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=datetime.isoformat)
    # Half of a surrogate pair, which a text may hold, has no bytes: it is shown as what cannot be read.
    return Response(body.encode(errors="replace"), status, _HEADERS, media_type="application/json")


def _who(request: Request) -> str:
    return request.cookies.get(COOKIE, "")


def _slug(request: Request) -> str:
    slug: str = request.path_params["slug"]
    if "\x00" in slug:  # which PostgreSQL cannot even compare
        raise RefusedError("not_allowed", "no campaign has such a name")
    return slug


def _languages(request: Request) -> tuple[str | None, str | None]:
    """The language that the page shows the protocol in, and those that its browser accepts."""
    return request.query_params.get("language"), request.headers.get("accept-language")


def _require_own_page(request: Request) -> None:
    """Refuse other origins: a page elsewhere may make a browser ask, with the cookie."""
    if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise _Refused(403, "other_origin")
    if request.method != "POST":
        return
    if not is_of_host(request.headers.get("origin"), request.headers.get("host")):
        raise _Refused(403, "other_origin")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise _Refused(415, "not_json")


async def _document(request: Request) -> dict[str, Any]:
    """The JSON object of a request, of at most `BODY_LIMIT` bytes."""
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > BODY_LIMIT:
                raise _Refused(413, "too_large")
        document = json.loads(body)
    except (ValueError, RecursionError, ClientDisconnect):
        raise _Refused(422, "bad_request") from None
    if not isinstance(document, dict):
        raise _Refused(422, "bad_request")
    return document


def _is_ids(value: object) -> bool:
    return (
        isinstance(value, list) and len(value) <= 1000 and all(type(one) is int and 0 <= one < 2**63 for one in value)
    )


def _count(value: object) -> int | None:
    """A number of sheets to take ahead; None where it is none."""
    try:
        return max(0, int(value)) if isinstance(value, str | int) else None
    except ValueError:
        return None
