"""Files that are made on request are for the session that asked: no other has them made, and no other fetches them.

Streamlit makes a file for anyone at its websocket who knows the random id of its button, and hands what was made to
anyone who knows its address. Here both ask for the cookie of the session for which the page with the button was drawn.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from contextvars import ContextVar
from threading import Lock
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eval_core.campaigns.access import Who, hash_secret
from eval_core.errors import RefusedError
from eval_core.web.cookie import COOKIE

_MOST = 4096  # files that are remembered; Streamlit forgets theirs with the tab
# A part of a file, or a packed one, is not what was made.
_WHOLE = {b"range", b"if-range", b"accept-encoding"}

_asking: ContextVar[str | None] = ContextVar("asking", default=None)
_made: OrderedDict[str, set[str]] = OrderedDict()  # digest of a file -> for which sessions it was made, as hashes
_lock = Lock()


def asking_session() -> str | None:
    """The session whose request or websocket this work is for; None where it is for none."""
    return _asking.get()


def require_asking(who: Who) -> None:
    """Refuse work that another session asks for, or none.

    Raises:
        RefusedError: 'not_allowed'.
    """
    if not isinstance(who, str) or asking_session() != who:
        raise RefusedError("not_allowed", "this file is made for another session")


def hand_over(who: Who, content: str | bytes) -> None:
    """Let this session fetch this file."""
    digest = _digest(content.encode() if isinstance(content, str) else content)
    with _lock:
        _made.setdefault(digest, set()).add(hash_secret(str(who)))
        _made.move_to_end(digest)
        while len(_made) > _MOST:
            _made.popitem(last=False)


class OwnFiles:
    """Remembers whose request or websocket it is, and sends a file only to a session for which it was made.

    Args:
        base_path: '' or '/parvis'. Streamlit's fonts, which are under /static/media, are for everyone.
    """

    def __init__(self, app: ASGIApp, base_path: str = "") -> None:
        self.app, self._files = app, f"{base_path}/media/"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        session = HTTPConnection(scope).cookies.get(COOKIE, "")
        before = _asking.set(session)
        try:
            if scope["type"] == "http" and scope["path"].startswith(self._files):
                await self._send_own(scope, receive, send, session)
            else:
                await self.app(scope, receive, send)
        finally:
            _asking.reset(before)

    async def _send_own(self, scope: Scope, receive: Receive, send: Send, session: str) -> None:
        """Hold the answer back until it is known to be a file of this session."""
        held: list[Message] = []

        async def hold(message: Message) -> None:
            held.append(message)

        whole: dict[str, Any] = {**scope, "headers": [one for one in scope["headers"] if one[0] not in _WHOLE]}
        await self.app(whole, receive, hold)
        content = b"".join(message.get("body", b"") for message in held)
        if not await run_in_threadpool(_is_of, session, content):
            await Response("Not found", status_code=404)(scope, receive, send)
            return
        for message in held:
            await send(message)


def _is_of(session: str, content: bytes) -> bool:
    digest = _digest(content)
    with _lock:
        return bool(session) and hash_secret(session) in _made.get(digest, ())


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
