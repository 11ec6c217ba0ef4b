"""The scripts and styles of the annotators' desk, with a hash of all of them in the address.

They import each other by relative addresses, so one hash over the folder keeps the files of one version together, and a
browser may keep them for good. They hold no data and no words, so anybody may read them.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

_FOLDER = Path(__file__).with_name("desk")
_TYPES = {".js": "text/javascript", ".css": "text/css"}
_FOR_GOOD = "public, max-age=31536000, immutable"


@cache
def _files() -> dict[str, bytes]:
    """Every file by its name; read once, so that the hash is that of what is sent."""
    return {
        path.relative_to(_FOLDER).as_posix(): path.read_bytes()
        for path in sorted(_FOLDER.rglob("*"))
        if path.suffix in _TYPES and path.is_file()
    }


@cache
def desk_files_hash() -> str:
    """A hash over the names and contents of all files of the desk."""
    found = hashlib.sha256()
    for name, content in _files().items():
        found.update(f"{name}\0{len(content)}\0".encode() + content)
    return found.hexdigest()[:20]


def desk_address(base_path: str = "") -> str:
    """The address of the script that begins the desk, under `base_path` ('' or '/parvis')."""
    return f"{base_path}/desk-files/{desk_files_hash()}/desk.js"


def desk_files_routes(base_path: str = "") -> list[BaseRoute]:
    """The route /desk-files/HASH/NAME under `base_path`.

    A page from before an upgrade asks with the hash before: it gets the files of today, and must not keep them.
    """

    async def file(request: Request) -> Response:
        name: str = request.path_params["name"]
        content = _files().get(name)
        if content is None:
            return Response(status_code=404, headers={"Cache-Control": "no-store"})
        current = request.path_params["hash"] == desk_files_hash()
        headers = {
            "Cache-Control": _FOR_GOOD if current else "no-store",
            "X-Content-Type-Options": "nosniff",
        }
        return Response(content, headers=headers, media_type=_TYPES[Path(name).suffix])

    return [Route(f"{base_path}/desk-files/{{hash}}/{{name:path}}", file, methods=["GET"])]
