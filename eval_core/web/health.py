"""Whether people can work here, for monitoring: /health, open to everyone and without a figure.

Streamlit's own `/_stcore/health` answers while the process runs, whatever becomes of the database.
"""

from __future__ import annotations

from sqlalchemy import text
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from eval_core.errors import UnavailableError
from eval_core.store import Store

_HEADERS = {"Cache-Control": "no-store"}


def health_routes(store: Store, base_path: str = "") -> list[BaseRoute]:
    """The route /health under `base_path`: 200 and `ok`, or 503 and a code such as `database_moved`."""

    async def health(_request: Request) -> Response:
        trouble = await run_in_threadpool(_trouble, store)
        return PlainTextResponse(f"{trouble or 'ok'}\n", 503 if trouble else 200, _HEADERS)

    return [Route(f"{base_path}/health", health, methods=["GET"])]


def _trouble(store: Store) -> str | None:
    try:
        with store.read() as db:
            db.execute(text("SELECT 1 FROM person LIMIT 1"))
    except UnavailableError as trouble:
        return trouble.code
    return None
