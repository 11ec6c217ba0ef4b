"""The browser's desk without Streamlit and without a database: a page that mounts it, and the routes it speaks with.

For developing, `python -m tests.support.browser.desk_stub PORT`, and for quick tests of the browser part (`serving`).

- `/?protocol=heval&language=nn&theme=dark…` shows the desk; the query has the fields of `stub_pile.Plan` and `slug`,
  `size`, `theme`, `owner`. Another slug is another pile; the same slug goes on where it was, with `fresh=1` it begins anew.
- `/prefix/?…` is the same under a base path.
- `GET /control/SLUG` tells what was received, `POST /control/SLUG` takes fields of `stub_pile.Trouble`, or `instead`.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import streamlit
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from eval_core.campaigns.people.sign_ins.sign_in import TEXT_SIZES
from eval_core.locales import LANGUAGES, current_language, language_name, use_language
from eval_core.protocols import load_protocol
from eval_core.ui.annotate.desk_words import desk_refusals, desk_words
from tests.ports import free_port
from tests.support.browser import stub_texts
from tests.support.browser.stub_pile import Plan, StubDesk, Trouble

DESK = Path(__file__).resolve().parents[3] / "eval_core" / "web" / "desk"
PAGE = Path(__file__).with_suffix(".html").read_text(encoding="utf-8")
MEDIA = Path(streamlit.__file__).parent / "static" / "static" / "media"
# Streamlit's own fonts, whose names change with each of its releases.
FONTS = {kind: next(MEDIA.glob(f"{kind}*")).name for kind in ("SourceSansVF-Upright", "SourceSerifVariable-Roman")}

STARTING_S = 20


class Stub:
    """All desks of a process, by slug."""

    def __init__(self) -> None:
        self.desks: dict[str, StubDesk] = {}
        self.left = 0  # how often somebody signed out
        self.url = ""

    def app(self) -> Starlette:
        routes: list[BaseRoute] = [
            Route("/", self._page),
            Route("/data/{slug}", self._data),
            Route("/desk/{slug}", self._pile, methods=["GET"]),
            Route("/desk/{slug}", self._act, methods=["POST"]),
            Route("/desk/{slug}/talk", self._talk),
            Route("/leave", self._leave, methods=["POST"]),
            Mount("/desk-files/{hash}", _Files(directory=DESK, check_dir=False)),
            Mount("/media", StaticFiles(directory=MEDIA)),
        ]
        control = Route("/control/{slug}", self._control, methods=["GET", "POST"])
        return Starlette(routes=[control, Mount("/prefix", routes=routes), Mount("/", routes=routes)])

    def desk(self, slug: str, plan: Plan | None = None, *, fresh: bool = False) -> StubDesk:
        """The desk of this slug; begun where there is none yet, or anew."""
        if slug not in self.desks or fresh:
            self.desks[slug] = StubDesk(slug, plan or Plan())
        return self.desks[slug]

    async def _page(self, request: Request) -> Response:
        query, base = request.query_params, request.scope["root_path"].rstrip("/")
        slug, theme = query.get("slug", "stub"), query.get("theme", "light")
        desk = self.desk(slug, _plan(request), fresh="fresh" in query)
        data = json.dumps(_mounted(desk, request, base)).replace("</", "<\\/")
        filled = {"base": base, "theme": theme, "language": desk.plan.language, **FONTS, "data": data}
        page = PAGE
        for name, value in filled.items():
            page = page.replace(f"{{{{{name}}}}}", value)
        return HTMLResponse(page)

    async def _data(self, request: Request) -> Response:
        """What Streamlit would hand to the element again, after a change of language, campaign or text size."""
        desk = self.desk(request.path_params["slug"])
        language = request.query_params.get("language", desk.plan.language)
        desk.plan = replace(desk.plan, language=language)
        return JSONResponse(_mounted(desk, request, request.scope["root_path"].rstrip("/")))

    async def _pile(self, request: Request) -> Response:
        desk = self.desk(request.path_params["slug"])
        return await self._troubled(desk, request) or JSONResponse({"pile": desk.pile()}, headers=_UNSTORED)

    async def _act(self, request: Request) -> Response:
        desk = self.desk(request.path_params["slug"])
        if request.headers.get("content-type", "").partition(";")[0] != "application/json":
            return JSONResponse({"word": "bad_request"}, 415)
        body = await request.json()
        trouble = await self._troubled(desk, request)
        answers = [] if trouble else desk.act(body)
        return trouble or JSONResponse({"answers": answers, "pile": desk.pile()}, headers=_UNSTORED)

    async def _talk(self, request: Request) -> Response:
        desk = self.desk(request.path_params["slug"])
        return await self._troubled(desk, request) or JSONResponse(desk.talk, headers=_UNSTORED)

    async def _troubled(self, desk: StubDesk, request: Request) -> Response | None:
        """The answer of a server in trouble, after the wait it was told to make."""
        trouble = desk.trouble
        await asyncio.sleep(trouble.delay_ms / 1000)
        if not trouble.strikes():
            return None
        if trouble.offline:
            request.receive.__self__.transport.abort()  # type: ignore[attr-defined]  # uvicorn's: no other way to hang up
        return JSONResponse({"word": "database_busy"}, trouble.status or 503, headers=_UNSTORED)

    async def _leave(self, _: Request) -> Response:
        self.left += 1
        return HTMLResponse("<title>Signed out</title><p>Signed out.</p>")

    async def _control(self, request: Request) -> Response:
        desk = self.desk(request.path_params["slug"])
        if request.method == "POST":
            asked = await request.json()
            if "instead" in asked:
                desk.instead = asked.pop("instead")
            desk.trouble = Trouble(**asked)
        state = {"actions": desk.actions, "calls": desk.calls, "trouble": asdict(desk.trouble), "pile": desk.pile()}
        return JSONResponse(state)


class _Files(StaticFiles):
    """The desk's modules as they are now: who develops reloads, and sees them."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "no-cache"
        return response


_UNSTORED = {"cache-control": "no-store"}


def _plan(request: Request) -> Plan:
    """The plan that a query asks for."""
    kinds = {one.name: type(one.default) for one in fields(Plan)}
    asked = {name: kinds[name](value) for name, value in request.query_params.items() if name in kinds}
    return Plan(**asked)


def _mounted(desk: StubDesk, request: Request, base: str) -> dict[str, Any]:
    """What `mount` is given."""
    plan, query = desk.plan, request.query_params
    use_language(plan.language)
    spoken = current_language()
    return {
        "src": f"{base}/desk-files/stub/desk.js",
        "base": base,
        "slug": desk.slug,
        "owner": query.get("owner", "kari"),
        "language": spoken,
        "reads": plan.language,
        "size": int(query.get("size", 100)),
        "words": desk_words(),
        "refusals": desk_refusals(rates=plan.rates),
        "guidelines": stub_texts.guidelines_html(spoken),
        "menu": {
            "languages": LANGUAGES | {tag: language_name(tag) for tag in load_protocol(plan.protocol).languages},
            "campaigns": [[desk.slug, "Flyt i norske språkmodeller"], ["other", "Oversettelser fra engelsk"]],
            "staff": False,
            "sizes": list(TEXT_SIZES),
        },
        "pile": desk.pile(),
        "view": plan.view,
        "gate": plan.gate or None,
    }


def _server(stub: Stub, port: int, level: str) -> uvicorn.Server:
    stub.url = f"http://127.0.0.1:{port}"
    return uvicorn.Server(uvicorn.Config(stub.app(), port=port, log_level=level, timeout_graceful_shutdown=1))


@contextmanager
def serving() -> Iterator[Stub]:
    """A stub in a thread of this process, so that a test reads its desks; it ends with the block."""
    stub = Stub()
    server = _server(stub, free_port(), "error")
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + STARTING_S
    while not server.started:
        assert time.monotonic() < end, "the stub did not start"
        time.sleep(0.01)
    try:
        yield stub
    finally:
        server.should_exit = True
        thread.join()


if __name__ == "__main__":
    _server(Stub(), int(sys.argv[1]), "info").run()
