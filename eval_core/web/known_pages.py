"""Addresses without a page: said in the reader's language, with a way on.

Streamlit answers every address with its own page, opens the first page there, and says in English, over it, that the
page was not found.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from html import escape

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send

from eval_core.campaigns.people.sign_ins.sign_in import current_visitor
from eval_core.errors import UnavailableError
from eval_core.locales import gettext as _
from eval_core.locales import preferred, use_language
from eval_core.store import Store
from eval_core.web.cookie import COOKIE
from eval_core.web.plain_page import plain_page


class KnownPages:
    """Answers 404 where a browser asks for a document at an address that leads nowhere.

    Files, Streamlit's own addresses (`_stcore` and the like), and whatever is not asked for as a document pass.

    Args:
        pages: the addresses of the dashboard's pages. routes: our own, next to Streamlit's.
        base_path: '' or '/parvis'.
    """

    def __init__(
        self,
        app: ASGIApp,
        store: Store,
        *,
        pages: Collection[str],
        routes: Sequence[BaseRoute] = (),
        base_path: str = "",
    ) -> None:
        self.app, self.store, self.base_path = app, store, base_path
        self.pages, self.routes = frozenset(pages), routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._leads_nowhere(scope):
            use_language(await self._language(Request(scope)))
            await plain_page(html=self._html(), status=404)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _leads_nowhere(self, scope: Scope) -> bool:
        request, path = Request(scope), scope["path"]
        if request.method not in ("GET", "HEAD") or "text/html" not in request.headers.get("accept", ""):
            return False
        here = path.removeprefix(self.base_path).strip("/")
        first, last = here.partition("/")[0], here.rpartition("/")[2]
        if not here or here in self.pages or first.startswith(("_", "~")) or "." in last:
            return False
        return all(route.matches(scope)[0] is Match.NONE for route in self.routes)

    async def _language(self, request: Request) -> str:
        with suppress(UnavailableError):
            visitor = await run_in_threadpool(current_visitor, self.store, request.cookies.get(COOKIE))
            if visitor and visitor.language:
                return visitor.language
        return preferred(request.headers.get("accept-language"))

    def _html(self) -> str:
        title, text = _("Page not found"), _("There is no page at this address. It may be misspelt, or be an old one.")
        way = f'<a href="{self.base_path}/">{escape(_("To the first page"))}</a>'
        return f"<h1>{escape(title)}</h1><p>{escape(text)}</p><p>{way}</p>"
