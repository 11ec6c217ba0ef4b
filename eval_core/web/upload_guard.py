"""Uploads are for leads only: Streamlit keeps files in memory for anyone with a page open, signed in or not."""

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
    """Lets only leads, of any campaign, reach Streamlit's route for files; what is done with one is checked later."""

    def __init__(self, app: ASGIApp, store: Store) -> None:
        self.app, self.store = app, store

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _UPLOADS in scope["path"] and not await self._is_lead(Request(scope)):
            await Response(status_code=403)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    async def _is_lead(self, request: Request) -> bool:
        visitor = await run_in_threadpool(current_visitor, self.store, request.cookies.get(COOKIE))
        return visitor is not None and ("lead" in visitor.everywhere or bool(visitor.campaigns_as("lead")))
