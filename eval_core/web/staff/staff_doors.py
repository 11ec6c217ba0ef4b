"""The HTTP routes for staff: to the OpenID provider, and back with an account that someone has invited.

Where someone goes after signing in is never read from an address, so there is nothing to redirect elsewhere by.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from hmac import compare_digest
from html import escape
from threading import Lock

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from eval_core.campaigns.people.link_address import checked_base_url
from eval_core.campaigns.people.sign_ins.provider_accounts import sign_in_by_account
from eval_core.campaigns.people.sign_ins.sign_in_provider import SignInProvider, sign_in_provider
from eval_core.errors import RefusedError, UnavailableError
from eval_core.locales import gettext as _
from eval_core.locales import use_language
from eval_core.store import Store
from eval_core.web.cookie import keep_session
from eval_core.web.plain_page import HEADERS, plain_page
from eval_core.web.staff.openid import Account, Attempt, OpenID, ProviderError
from eval_core.web.throttle import FailureLimit, client_of

ATTEMPT = "parvis_attempt"  # the cookie
SECONDS = 600  # from the way out to the way back
ATTEMPTS = 120  # ways out and back from one network address in ten minutes
_LONGEST_CODE = 4096
_AT_ONCE = 8  # requests to the provider
_LOG = logging.getLogger("parvis.staff")


class _StaffDoors:
    """What the routes share."""

    def __init__(self, store: Store, provider: SignInProvider, base_path: str, *, secure: bool) -> None:
        self.store, self.provider, self.base_path, self.secure = store, provider, base_path, secure
        self.openid = OpenID(provider, f"{checked_base_url()}/staff/callback")
        self.limit = FailureLimit(allowed=ATTEMPTS)
        self.used = _UsedAttempts()
        # Threads of its own: a provider that answers late must not take those that the desk and the pages need.
        self.threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="parvis-openid")

    async def sign_in(self, request: Request) -> Response:
        """To the provider, with a secret of this browser's own."""
        use_language(None, request.headers.get("accept-language"))
        if self.limit.failed(client_of(request)):
            return self._page(_("Too many sign-ins from your network. Wait ten minutes and try again."), status=429)
        attempt = Attempt(secrets.token_urlsafe(32))
        try:
            address = await asyncio.get_running_loop().run_in_executor(self.threads, self.openid.address, attempt)
        except ProviderError as error:
            return self._trouble(error)
        response = RedirectResponse(address, status_code=303, headers=HEADERS)
        response.set_cookie(
            ATTEMPT,
            attempt.secret,
            max_age=SECONDS,
            path=f"{self.base_path}/staff",
            httponly=True,
            samesite="lax",
            secure=self.secure,
        )
        return response

    async def callback(self, request: Request) -> Response:
        """Back from the provider; whatever comes of it, the attempt is over."""
        use_language(None, request.headers.get("accept-language"))
        response = await self._answer(request)
        response.delete_cookie(ATTEMPT, path=f"{self.base_path}/staff")
        return response

    async def _answer(self, request: Request) -> Response:
        if self.limit.failed(client_of(request)):
            return self._page(_("Too many sign-ins from your network. Wait ten minutes and try again."), status=429)
        attempt, asked = Attempt(request.cookies.get(ATTEMPT, "")), request.query_params
        same = compare_digest(asked.get("state", "").encode(), attempt.state.encode())
        if not attempt.secret or not same or not self.used.take(attempt):
            text = _("This sign-in did not begin in this browser, or more than ten minutes ago. Begin again.")
            return self._page(text, status=400, again=True)
        if not self.openid.is_issuer(asked.get("iss")):
            return self._trouble(ProviderError("an answer from another issuer"))
        code = asked.get("code", "")
        if not code or len(code) > _LONGEST_CODE:
            _LOG.warning("the provider signed no one in: %r", asked.get("error", "no code")[:60])
            text = _("{provider} did not sign you in, or you turned back.", provider=self.provider.name)
            return self._page(text, status=403, again=True)
        account = Account("")
        try:
            loop = asyncio.get_running_loop()
            account = await loop.run_in_executor(self.threads, self.openid.account, code, attempt)
            claimed = (self.provider.issuer, account.subject, account.counting_email)
            session = await run_in_threadpool(sign_in_by_account, self.store, *claimed)
        except ProviderError as error:
            return self._trouble(error)
        except RefusedError as refusal:
            return self._refused(refusal.code, account)
        except UnavailableError:
            return self._page(_("The database cannot be reached just now. Try again in a moment."), status=503)
        response = RedirectResponse(f"{self.base_path}/", status_code=303, headers=HEADERS)
        keep_session(response, session, f"{self.base_path}/", secure=self.secure)
        return response

    def _trouble(self, error: ProviderError) -> Response:
        _LOG.warning("sign-in at the provider failed: %s", error)
        if error.unreachable:
            text = _(
                "{provider} does not answer just now. Try again in a moment, or open your personal link.",
                provider=self.provider.name,
            )
            return self._page(text, status=502, again=True)
        text = _(
            "{provider} gave an answer that cannot be trusted, so you were not signed in. If it happens again, tell "
            "the person who runs this server: the log says why.",
            provider=self.provider.name,
        )
        return self._page(text, status=502, again=True)

    def _refused(self, code: str, account: Account) -> Response:
        """Why an account opens nothing here, and what a lead needs to know to invite it."""
        provider = self.provider.name
        _LOG.warning("sign-in at the provider refused: %s", code)
        if code == "not_staff":
            text = _("This sign-in is for leads and researchers. Annotators open their personal link.")
            return self._page(text, status=403)
        if code == "account_reassigned":
            text = _(
                "Your mail address has been used here with another account before, so it does not count for this one."
            )
        else:
            text = _("You signed in at {provider}, but no one here has invited that account.", provider=provider)
        lines = [text, _("Send this to a lead, who can invite you by it:")]
        if account.counting_email and code == "not_invited":
            lines.append(_("Mail address: {address}", address=account.email))
        lines.append(_("Identifier: {subject}", subject=account.subject))
        if account.email and not account.verified:
            text = _(
                "{provider} does not say that it has verified your mail address, so only the identifier counts.",
                provider=provider,
            )
            lines.append(text)
        return self._page(*lines, status=403, again=True)

    def _page(self, *lines: str, status: int, again: bool = False) -> Response:
        html = f"<h1>{escape(_('Sign in'))}</h1>" + "".join(f"<p>{escape(line)}</p>" for line in lines)
        if again:
            title = _("Sign in at {provider}", provider=self.provider.name)
            html += f'<p><a href="{self.base_path}/staff/sign-in">{escape(title)}</a></p>'
        return plain_page(html=html, status=status)


class _UsedAttempts:
    """Which attempts came back already; in memory, for as long as their cookies last. Each counts once."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._until: dict[bytes, float] = {}

    def take(self, attempt: Attempt) -> bool:
        """Whether it has not come back before."""
        now, known = time.monotonic(), sha256(attempt.secret.encode()).digest()
        with self._lock:
            self._until = {one: until for one, until in self._until.items() if until > now}
            if known in self._until:
                return False
            self._until[known] = now + SECONDS
            return True


def staff_routes(store: Store, base_path: str = "", *, secure: bool = False) -> list[BaseRoute]:
    """The routes /staff/sign-in and /staff/callback under `base_path`; none without a provider.

    Raises:
        ParvisError: if the provider's settings are wrong.
    """
    provider = sign_in_provider()
    if provider is None:
        return []
    doors = _StaffDoors(store, provider, base_path, secure=secure)
    return [
        Route(f"{base_path}/staff/sign-in", doors.sign_in, methods=["GET"]),
        Route(f"{base_path}/staff/callback", doors.callback, methods=["GET"]),
    ]
