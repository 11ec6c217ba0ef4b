"""The typefaces of a published site, for pages outside Streamlit too: the first page looks like the rest."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from eval_core import settings
from eval_core.reports import site

_FOLDER = Path(site.__file__).with_name("assets")
_NAMES = ("sans", "serif")
# The address has no hash: after an upgrade a browser may show the old file for a week.
_HEADERS = {"Cache-Control": "public, max-age=604800", "X-Content-Type-Options": "nosniff"}


def typefaces_at() -> str:
    """Where the files are: an address without a host, as any page may be below any folder."""
    return f"{urlsplit(settings.BASE_URL.value()).path.rstrip('/')}/typefaces"


def typefaces_routes(base_path: str = "") -> list[BaseRoute]:
    """The route /typefaces/NAME.woff2 under `base_path` ('' or '/parvis'), NAME being sans or serif."""

    async def file(request: Request) -> Response:
        name: str = request.path_params["name"]
        if name not in _NAMES:
            return Response(status_code=404, headers={"Cache-Control": "no-store"})
        return Response(_content(name), headers=_HEADERS, media_type="font/woff2")

    return [Route(f"{base_path}/typefaces/{{name}}.woff2", file, methods=["GET", "HEAD"])]


@cache
def _content(name: str) -> bytes:
    return (_FOLDER / f"{name}.woff2").read_bytes()
