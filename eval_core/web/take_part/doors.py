"""The HTTP routes of an open link. Reading changes nothing; only a POST from our own page begins anything."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from eval_core.campaigns.access import require_annotator
from eval_core.campaigns.crowd_rules import WayBack
from eval_core.campaigns.joining.consent import declare_background
from eval_core.campaigns.joining.open_link import Door, Newcomer, find_door, renew_own_link, take_part
from eval_core.campaigns.joining.platform_arrivals import has_begun
from eval_core.campaigns.people.sign_ins.sign_in import Visitor, current_visitor
from eval_core.errors import RefusedError, UnavailableError
from eval_core.locales import LANGUAGES, current_language, use_language
from eval_core.locales import gettext as _
from eval_core.store import Store
from eval_core.web.cookie import COOKIE, YEAR, from_own_page, keep_session
from eval_core.web.plain_page import HEADERS, crowded_page, plain_page, short_form
from eval_core.web.take_part.pages import (
    begun_page,
    closed_page,
    damaged_page,
    door_page,
    known_page,
    marked_page,
    newcomer_page,
    no_door_page,
)
from eval_core.web.take_part.presses import Presses
from eval_core.web.throttle import FailureLimit, client_of

# A class of pupils behind one address can begin together; a script cannot make thousands of people.
BEGINNINGS = 150  # from one network address in ten minutes


class _Doors:
    """What the routes share."""

    def __init__(self, store: Store, base_path: str, *, secure: bool) -> None:
        self.store, self.base_path, self.secure = store, base_path, secure
        self.home = f"{base_path}/"
        self.wrong, self.begun = FailureLimit(), FailureLimit(allowed=BEGINNINGS)
        self.presses = Presses()

    async def door(self, request: Request) -> Response:
        word, client = request.path_params["word"], client_of(request)
        use_language(_asked_language(request), request.headers.get("accept-language"))
        try:
            async with self.wrong.turn(client) as admitted:
                if not admitted:
                    return crowded_page()
                door = await run_in_threadpool(find_door, self.store, word, current_language())
                if door is None:
                    self.wrong.failed(client)
                    return no_door_page()
            visitor = await run_in_threadpool(current_visitor, self.store, request.cookies.get(COOKIE))
            return await self._answer(request, door, visitor)
        except UnavailableError:
            text = _("The database cannot be reached just now. Try again in a moment.")
            return plain_page(lines=[text], status=503)

    async def about_me(self, request: Request) -> Response:
        """The voluntary answers, and on to the desk; without a session, or with odd answers, just on."""
        if not from_own_page(request):
            return _foreign()
        form, session = await short_form(request), request.cookies.get(COOKIE)
        slug = form.get("campaign", "")
        answers = [form.get(name) or None for name in ("first_standard", "dialect_area")]
        try:
            if session and any(answers):
                with suppress(RefusedError):
                    await run_in_threadpool(require_annotator, self.store, session, slug)
                    await run_in_threadpool(declare_background, self.store, session, slug, *answers)
        except UnavailableError:
            text = _("The database cannot be reached just now. Try again in a moment.")
            return plain_page(lines=[text], status=503)
        return self._to_desk(slug)

    async def _answer(self, request: Request, door: Door, visitor: Visitor | None) -> Response:
        if visitor is not None:
            return await self._known(request, door, visitor)
        try:
            came = door.crowd.kept(request.query_params.multi_items())
        except RefusedError:
            return damaged_page()
        if await run_in_threadpool(has_begun, self.store, door.slug, door.crowd.person_of(came)):
            return _begun(door, came)
        if door.state != "open":
            return _closed(door, came)
        if _mark(door.slug) in request.cookies:
            return marked_page(door)
        if request.method != "POST":
            return door_page(request, door, self.base_path)
        if not from_own_page(request):
            return _foreign()
        form = await short_form(request)
        return await self.presses.once(_press(form), lambda: self._begin(request, form, door, came))

    async def _begin(self, request: Request, form: dict[str, str], door: Door, came: dict[str, str]) -> Response:
        if form.get("letter") != door.letter.hash:
            return door_page(request, door, self.base_path, changed=True)
        if self.begun.failed(client_of(request)):
            text = _("Too many people have just begun from your network. Wait ten minutes and try again.")
            return plain_page(lines=[text], status=429)
        word = request.path_params["word"]
        try:
            newcomer = await run_in_threadpool(
                lambda: take_part(
                    self.store,
                    word,
                    letter=form.get("letter", ""),
                    language=door.letter.language,
                    source=request.query_params.get("from"),
                    parameters=came,
                )
            )
        except RefusedError as refusal:
            return await self._refused(request, refusal.code, came)
        return self._welcome(door, newcomer)

    async def _refused(self, request: Request, code: str, came: dict[str, str]) -> Response:
        """What has changed between the page and the press."""
        door = await run_in_threadpool(find_door, self.store, request.path_params["word"], current_language())
        if door is None:
            return no_door_page()
        if code == "stale_letter":
            return door_page(request, door, self.base_path, changed=True)
        if code == "bad_parameters":
            return damaged_page()
        return _begun(door, came) if code == "begun_already" else _closed(door, came)

    async def _known(self, request: Request, door: Door, visitor: Visitor) -> Response:
        takes_part = "annotator" in visitor.roles.get(door.slug, frozenset())
        if not takes_part or request.method != "POST":
            return known_page(visitor.name, takes_part=takes_part)
        if not from_own_page(request):
            return _foreign()
        form = await short_form(request)
        if "new_link" not in form:
            # The second press of a double tap, which has the first one's cookie: the link was not on the screen yet.
            return await self.presses.again(_press(form)) or self._to_desk(door.slug)
        session = request.cookies.get(COOKIE, "")
        try:
            newcomer = await run_in_threadpool(renew_own_link, self.store, session, door.slug)
        except RefusedError:
            return self._to_desk(door.slug)
        return self._welcome(door, newcomer)

    def _welcome(self, door: Door, newcomer: Newcomer) -> Response:
        response = newcomer_page(door, newcomer, f"{self.base_path}/about-me")
        keep_session(response, newcomer.session, self.home, secure=self.secure)
        # Of the campaign, whatever its word is and however somebody writes it.
        response.set_cookie(
            _mark(door.slug),
            "1",
            max_age=YEAR,
            path=f"{self.base_path}/take-part/",
            httponly=True,
            samesite="lax",
            secure=self.secure,
        )
        return response

    def _to_desk(self, slug: str) -> Response:
        return RedirectResponse(f"{self.home}?campaign={quote(slug)}", status_code=303, headers=HEADERS)


def take_part_routes(store: Store, base_path: str = "", *, secure: bool = False) -> list[BaseRoute]:
    """The routes /take-part/WORD and /about-me under `base_path` ('' or '/parvis'); `secure` cookies for https."""
    doors = _Doors(store, base_path, secure=secure)
    return [
        Route(f"{base_path}/take-part/{{word}}", doors.door, methods=["GET", "HEAD", "POST"]),
        Route(f"{base_path}/about-me", doors.about_me, methods=["POST"]),
    ]


def _press(form: dict[str, str]) -> str:
    return form.get("press", "")[:100]


def _mark(slug: str) -> str:
    """The cookie in a browser where someone has taken part in this campaign."""
    return f"parvis_took_part_{slug}"


def _begun(door: Door, came: dict[str, str]) -> Response:
    return begun_page(door, door.crowd.way_back("", came) or WayBack("", door.crowd.platform))


def _closed(door: Door, came: dict[str, str]) -> Response:
    """Who came from a platform is taken back at once, unless the door opens later."""
    is_full = door.state in ("full", "full_today", "over")
    return closed_page(door, door.crowd.way_back("full", came) if is_full else None)


def _asked_language(request: Request) -> str | None:
    asked = request.query_params.get("language")
    return asked if asked in LANGUAGES else None


def _foreign() -> Response:
    return plain_page(lines=[_("This was started by another site and was refused.")], status=403)
