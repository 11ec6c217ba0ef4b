"""The gate before Streamlit: it would open a session, and keep its memory, for anyone who connects."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eval_core.campaigns.people.sign_ins.sign_in import Visitor, current_visitor
from eval_core.errors import UnavailableError
from eval_core.locales import gettext as _
from eval_core.locales import preferred, use_language
from eval_core.store import Store
from eval_core.web.cookie import COOKIE
from eval_core.web.plain_page import plain_page
from eval_core.web.turns import Turns
from eval_core.web.ways_in import ways_in

FRAME_LIMIT = 1_000_000  # bytes
# What a page sends: a click or a changed field, a sign of life, where a file is to go, and the file of a download.
KINDS = frozenset(
    {"rerun_script", "stop_script", "app_heartbeat", "file_urls_request", "deferred_file", "dataframe_chunk"}
)
_LOG = logging.getLogger("parvis.gate")
_UPLOADS = "/_stcore/upload_file/"
# Streamlit's own files, the same for everyone, and what a proxy asks whether the server is alive.
_OPEN = ("/static/", "/_stcore/health", "/_stcore/host-config", "/_stcore/metrics")
# No documents: a browser that is refused them has no one to show a page to.
_PARTS = ("/media/", "/component/", "/_stcore/")
Kind = Callable[[bytes], str | None]


@dataclass(frozen=True)
class _Guest:
    """Who asks: a name to count by, and whether they lead a campaign."""

    name: Hashable
    is_lead: bool = False


class Gate:
    """Lets only who is signed in reach Streamlit: its pages, websocket, media, components, and leads the uploads.

    Strangers read where to find their link. What people who are signed in send by the websocket is looked at before
    Streamlit reads it: size, kind and rate; what is refused closes the socket, with a code, a reason and a line in the
    log.

    Args:
        routes: our own, next to Streamlit's, which check by themselves.
        kind: which kind of message a frame is, None where it is none.
        base_path: '' or '/parvis'.
    """

    def __init__(
        self,
        app: ASGIApp,
        store: Store,
        *,
        kind: Kind,
        routes: Sequence[BaseRoute] = (),
        base_path: str = "",
        turns: Turns | None = None,
    ) -> None:
        self.app, self.store, self.kind = app, store, kind
        self.routes, self.base_path, self.turns = routes, base_path, turns or Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or self._is_open(scope):
            await self.app(scope, receive, send)
            return
        guest = await self._guest(HTTPConnection(scope))
        if scope["type"] == "http":
            answer = self.app if guest and self._may_ask(scope, guest) else self._refused(scope, guest)
            await answer(scope, receive, send)
        elif guest is None:
            await send({"type": "websocket.close", "code": 1008})  # before it was accepted: the browser gets a 403
        else:
            await self._watched(guest, scope, receive, send)

    def _is_open(self, scope: Scope) -> bool:
        if scope["type"] == "http" and self._path(scope).startswith(_OPEN):
            return True
        return any(route.matches(scope)[0] is not Match.NONE for route in self.routes)

    def _path(self, scope: Scope) -> str:
        path: str = scope["path"]
        return path.removeprefix(self.base_path)

    async def _guest(self, request: HTTPConnection) -> _Guest | None:
        session = request.cookies.get(COOKIE)
        try:
            visitor = await run_in_threadpool(current_visitor, self.store, session)
        except UnavailableError:
            # No one can be recognised just now. One who has a cookie reads so on every page, which shows nothing else.
            return _Guest(sha256(session.encode(errors="replace")).hexdigest()[:12]) if session else None
        return _Guest(visitor.person_id, _leads(visitor)) if visitor else None

    def _may_ask(self, scope: Scope, guest: _Guest) -> bool:
        return guest.is_lead or not self._path(scope).startswith(_UPLOADS)

    def _refused(self, scope: Scope, guest: _Guest | None) -> Response:
        if guest or self._path(scope).startswith(_PARTS):
            return Response(status_code=403, headers={"Cache-Control": "no-store"})
        use_language(preferred(HTTPConnection(scope).headers.get("accept-language")))
        words = _("You are not signed in. Open your personal link to go on.")
        html = f"<h1>{escape(_('No access'))}</h1><p>{escape(words)}</p>"
        for address, label in ways_in().items():
            html += f'<p><a href="{self.base_path}/{address}">{escape(label)}</a></p>'
        return plain_page(html=html, status=403)

    async def _watched(self, guest: _Guest, scope: Scope, receive: Receive, send: Send) -> None:
        """Streamlit's websocket, which gets only what a page of a patient person would send."""
        closed = False

        async def close(code: int, reason: str) -> Message:
            nonlocal closed
            closed = True
            _LOG.warning("websocket of person %s closed with %d: %s", guest.name, code, reason)
            await send({"type": "websocket.close", "code": code, "reason": reason})
            return {"type": "websocket.disconnect", "code": code}

        async def checked() -> Message:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            refusal = self._refusal(message) or await self._out_of_turn(guest)
            return await close(*refusal) if refusal else message

        async def unless_closed(message: Message) -> None:
            if not closed:
                await send(message)

        # Opening a page costs as much as a click.
        if refusal := await self._out_of_turn(guest):
            await close(*refusal)
        else:
            await self.app(scope, checked, unless_closed)

    async def _out_of_turn(self, guest: _Guest) -> tuple[int, str] | None:
        """Wait for the person's turn; the refusal where that would be too long."""
        wait = self.turns.take(guest.name)
        if wait:
            await asyncio.sleep(wait)
        return (1013, "too many messages") if wait is None else None

    def _refusal(self, message: Message) -> tuple[int, str] | None:
        """The websocket's code and the reason why a message is never taken."""
        frame = message.get("bytes")
        if frame is None:
            return 1003, "text where bytes are expected"
        if len(frame) > FRAME_LIMIT:
            return 1009, f"{len(frame)} bytes, of at most {FRAME_LIMIT}"
        kind = self.kind(frame)
        return None if kind in KINDS else (1008, f"a message of the kind {kind or 'unknown'}")


def _leads(visitor: Visitor) -> bool:
    return "lead" in visitor.everywhere or bool(visitor.campaigns_as("lead"))
