"""Pages that need no sign-in: asking for a new link by mail, and stopping mail.

The first answers everyone alike, at once, before anyone looks whether the address is known.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from eval_core.campaigns.mail.lost_links import ask_for_link
from eval_core.campaigns.people.mail_addresses import find_stop, stop_mail
from eval_core.errors import UnavailableError
from eval_core.locales import current_language, use_language
from eval_core.locales import gettext as _
from eval_core.mail.addresses import LONGEST
from eval_core.mail.server import mail_server
from eval_core.store import Store
from eval_core.web.plain_page import crowded_page, plain_page, short_form
from eval_core.web.throttle import FailureLimit, client_of

Answer = Callable[[Request], Awaitable[Response]]
_ASKED = 10  # requests for a link from one network address in ten minutes
_AT_ONCE = 20  # requests of this process that are being looked into; more are forgotten


def mail_routes(store: Store, base_path: str = "") -> list[BaseRoute]:
    """The routes /new-link and /stop-mail/KEY under `base_path`; none without a mail server.

    Raises:
        ParvisError: if the settings of the mail server are wrong.
    """
    if mail_server() is None:
        return []
    every = ["GET", "HEAD", "POST"]
    return [
        Route(f"{base_path}/new-link", _new_link(store), methods=every),
        Route(f"{base_path}/stop-mail/{{key}}", _stop(store), methods=every),
    ]


def _new_link(store: Store) -> Answer:
    asked = FailureLimit(allowed=_ASKED)
    looking: set[asyncio.Task[None]] = set()

    async def look(address: str, language: str) -> None:
        with suppress(UnavailableError):  # who asked learns nothing in any case
            await run_in_threadpool(ask_for_link, store, address, language)

    async def new_link(request: Request) -> Response:
        use_language(None, request.headers.get("accept-language"))
        if request.method != "POST":
            return plain_page(
                title=_("A new personal link"),
                lines=[_("Enter the mail address that the campaign's lead has from you. We send your link there.")],
                field=_("Mail address"),
                button=_("Send me a new link"),
            )
        if asked.failed(client_of(request)):
            return plain_page(lines=[_("Too many requests from here. Wait ten minutes and try again.")], status=429)
        address = (await short_form(request)).get("address", "").strip()[:LONGEST]
        if address and len(looking) < _AT_ONCE:
            # Not awaited: the answer takes as long whether the address is known or not.
            task = asyncio.create_task(look(address, current_language()))
            looking.add(task)
            task.add_done_callback(looking.discard)
        return plain_page(
            title=_("Look in your mail"),
            lines=[
                _("If we know this address, a mail with a new link is on its way. It may take a few minutes."),
                _("No mail? Look among unwanted mail, or ask the campaign's lead for a new link."),
            ],
        )

    return new_link


def _stop(store: Store) -> Answer:
    guesses = FailureLimit()

    async def stop(request: Request) -> Response:
        use_language(None, request.headers.get("accept-language"))
        client, key = client_of(request), request.path_params["key"]
        try:
            async with guesses.turn(client) as admitted:
                if not admitted:
                    return crowded_page()
                stopped = await run_in_threadpool(find_stop, store, key)
                if stopped is None:
                    guesses.failed(client)
                    text = _("This address is not valid any more, so no mail comes from it.")
                    return plain_page(lines=[text], status=404)
            if request.method == "POST":
                stopped = "again" not in await short_form(request)
                await run_in_threadpool(lambda: stop_mail(store, key, stop=bool(stopped)))
        except UnavailableError:
            text = _("The database cannot be reached just now. Try again in a moment.")
            return plain_page(lines=[text], status=503)
        return _stopped_page() if stopped else _stop_page()

    return stop


def _stop_page() -> Response:
    return plain_page(
        title=_("No more mail?"),
        lines=[_("You then get no invitations, reminders or summaries. A new link still comes when you ask for one.")],
        button=_("Stop mail"),
    )


def _stopped_page() -> Response:
    return plain_page(
        title=_("Mail is stopped"),
        lines=[_("You get no more invitations, reminders or summaries from us.")],
        button=_("Let mail come again"),
        button_name="again",
    )
