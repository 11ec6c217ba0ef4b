"""Uploads are for leads. Streamlit keeps files in memory for whoever has a page open, signed in or not."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from eval_core.campaigns.people.sign_in import current_visitor
from eval_core.store import Store
from eval_core.web.cookie import COOKIE

_UPLOADS = "/_stcore/upload_file/"


class LeadsUpload:
    """Lets nobody but leads, of any campaign, reach Streamlit's route for files; what becomes of one is asked later."""

    def __init__(self, app: ASGIApp, store: Store) -> None:
        self.app, self.store = app, store

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _UPLOADS in scope["path"] and not await self._leads(Request(scope)):
            await Response(status_code=403)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    async def _leads(self, request: Request) -> bool:
        found = await run_in_threadpool(current_visitor, self.store, request.cookies.get(COOKIE))
        return found is not None and ("lead" in found.everywhere or bool(found.campaigns_as("lead")))
