"""The HTTP routes for signing in and out: a personal link is exchanged for a cookie.

Opening a link only shows what it leads to, so that mail scanners which follow links change nothing;
the button's POST signs in. The token never stays in the address bar.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from eval_core.campaigns.people.sign_ins.sign_in import Invitation, open_invitation, sign_in, sign_out
from eval_core.errors import UnavailableError
from eval_core.locales import current_language, use_language
from eval_core.locales import gettext as _
from eval_core.mail.server import mail_server
from eval_core.reports.background.invitation_words import greeting, invitation_words
from eval_core.store import Store
from eval_core.web.cookie import COOKIE, from_own_page, keep_session
from eval_core.web.plain_page import HEADERS, crowded_page, plain_page
from eval_core.web.throttle import FailureLimit, client_of

_MOST_DESCRIBED = 2  # campaigns; of more, only the titles are named


def sign_in_routes(store: Store, base_path: str = "", *, secure: bool = False) -> list[BaseRoute]:
    """The routes /join/TOKEN and /leave under `base_path` ('' or '/parvis'); `secure` cookies for https."""
    limit = FailureLimit()
    home = f"{base_path}/"

    @_unless_unavailable
    async def join(request: Request) -> Response:
        client = client_of(request)
        use_language(None, request.headers.get("accept-language"))
        token = request.path_params["token"]
        async with limit.turn(client) as admitted:
            if not admitted:
                return crowded_page()
            invitation = await run_in_threadpool(open_invitation, store, token)
            # A valid link still works: many people may share an address with someone who guesses.
            if invitation is None and limit.failed(client):
                return _page(_("Too many wrong links from here. Wait ten minutes and try again."), status=429)
        if invitation is None:
            return _dead_link(base_path)
        if invitation.language:
            use_language(invitation.language)
        if request.method != "POST":
            return _invitation_page(invitation, f"{base_path}/guide/{current_language()}")
        if not from_own_page(request):
            return _page(_("This sign-in was started by another site and was refused."), status=403)
        session_id = await run_in_threadpool(sign_in, store, token)
        if session_id is None:
            return _dead_link(base_path)
        response = RedirectResponse(home + _first(request, invitation), status_code=303, headers=HEADERS)
        keep_session(response, session_id, home, secure=secure)
        return response

    @_unless_unavailable
    async def leave(request: Request) -> Response:
        if not from_own_page(request):
            return _page(_("This sign-out was started by another site and was refused."), status=403)
        session_id = request.cookies.get(COOKIE)
        if session_id:
            await run_in_threadpool(sign_out, store, session_id)
        response = RedirectResponse(home, status_code=303, headers=HEADERS)
        response.delete_cookie(COOKIE, path=home)
        return response

    return [
        Route(f"{base_path}/join/{{token}}", join, methods=["GET", "HEAD", "POST"]),
        Route(f"{base_path}/leave", leave, methods=["POST"]),
    ]


def _unless_unavailable(
    route: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """Answer 503 with a sentence while the database is unavailable: the same link works a moment later."""

    @wraps(route)
    async def answer(request: Request) -> Response:
        try:
            return await route(request)
        except UnavailableError:
            return _page(_("The database cannot be reached just now. Try again in a moment."), status=503)

    return answer


def _first(request: Request, invitation: Invitation) -> str:
    """The query that opens the campaign which the link names, '' where its person has no role in it."""
    asked = request.query_params.get("campaign", "")
    return f"?campaign={quote(asked)}" if asked in {place.slug for place in invitation.places} else ""


def _invitation_page(invitation: Invitation, guide: str) -> HTMLResponse:
    """Greets by name, says who asks and what for, and offers to sign in before anything else."""
    places = invitation.places
    if len(places) > _MOST_DESCRIBED:
        said = [_("Your campaigns: {titles}.", titles=", ".join(place.title for place in places))]
    else:
        said = [line for place in places for line in invitation_words(place)]
    return plain_page(
        title=greeting(invitation.name),
        lines=said,
        button=_("Sign in"),
        below=_("This link signs you in as {name}. Keep it to yourself.", name=invitation.name),
        guide=guide if any(place.has_guide for place in places) else None,
        guide_title=_("How it works"),
    )


def _dead_link(base_path: str) -> HTMLResponse:
    """What to do about a link that does not work; where Parvis sends mail, it sends a new one."""
    text = _("This link is not valid, or no longer works. Ask the campaign's lead for a new one.")
    again = f"{base_path}/new-link" if mail_server() else None
    return plain_page(lines=[text], guide=again, guide_title=_("I have lost my link"), status=404)


def _page(message: str, *, status: int) -> HTMLResponse:
    """A message, and nothing to press."""
    return plain_page(lines=[message], status=status)
