"""The cookie that a sign-in leaves in the browser, and which requests may change anything."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

COOKIE = "parvis_session"
YEAR = 365 * 24 * 3600  # seconds


def keep_session(response: Response, session_id: str, home: str, *, secure: bool) -> None:
    """Leave the session in the browser, for every page under `home`; `secure` cookies for https."""
    response.set_cookie(COOKIE, session_id, max_age=YEAR, path=home, httponly=True, samesite="lax", secure=secure)


def from_own_page(request: Request) -> bool:
    """Whether a POST comes from a page of this site, as far as the browser says."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("origin")
    return origin in (None, "null") or is_of_host(origin, request.headers.get("host"))


def is_of_host(origin: str | None, host: str | None) -> bool:
    """Whether an `Origin` names this host."""
    try:
        return origin is not None and urlsplit(origin).netloc == host
    except ValueError:  # no address at all
        return False
