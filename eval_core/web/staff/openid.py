"""OpenID Connect with one provider: where to send someone, and which account they come back with.

The authorization code flow with PKCE (OpenID Connect Core 1.0, section 3.1; RFC 7636). Authlib makes the address and
checks the claims, joserfc the signature. Everything here waits for the network: call it from a thread.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeGuard
from urllib.parse import quote_plus, urlsplit

import httpx
from authlib.oauth2.rfc6749.parameters import prepare_grant_uri
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from eval_core.campaigns.people.sign_ins.sign_in_provider import SignInProvider

SECONDS = 10.0  # for one request
_KEPT = 3600.0  # seconds: what the provider says of itself
_PATIENCE = 10.0  # seconds without a further request, after one that failed
_LEEWAY = 60  # seconds by which two clocks may differ
# Signatures that only the provider can make. Neither `none` nor a secret that both sides know.
_ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
_SERVER_ERROR = 500
_LONGEST_ANSWER = 1_000_000  # bytes
_LONGEST_CLAIM = 255  # characters of a subject (section 2) or an address
_ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")


class ProviderError(Exception):
    """The provider did not answer, or what it answered is not to be trusted.

    Attributes:
        unreachable: whether it did not answer; trying again later may help.
    """

    def __init__(self, reason: str, *, unreachable: bool = False) -> None:
        super().__init__(reason)
        self.unreachable = unreachable


@dataclass(frozen=True)
class Account:
    """Who signed in at the provider.

    Attributes:
        subject: the provider's own name for the account, which it gives to no other.
        email: '' where it names none.
        verified: whether the provider says that it has verified the address.
    """

    subject: str
    email: str = ""
    verified: bool = False

    @property
    def counting_email(self) -> str:
        """The address, where it may decide who someone is: verified, without letters that fold into others; else ''."""
        return self.email if self.verified and self.email.isascii() else ""


@dataclass(frozen=True)
class Attempt:
    """One sign-in on its way, in one browser.

    All that the provider must give back is made from one secret, which the browser keeps in a cookie: nothing is stored
    for someone who does not come back, and any process can take the answer.
    """

    secret: str

    @property
    def state(self) -> str:
        """Ties the answer to the browser."""
        return self._made("state")

    @property
    def nonce(self) -> str:
        """Ties the identity token to this attempt."""
        return self._made("nonce")

    @property
    def verifier(self) -> str:
        """Ties the code to this attempt (PKCE)."""
        return self._made("verifier")

    def _made(self, purpose: str) -> str:
        digest = hmac.new(self.secret.encode(), purpose.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")


class OpenID:
    """The provider, as far as it has said what it is.

    Args:
        callback: the whole address that it sends people back to.
    """

    def __init__(self, provider: SignInProvider, callback: str) -> None:
        self.provider, self.callback = provider, callback
        self._lock = Lock()
        self._known: dict[str, Any] = {}
        self._keys = KeySet([])
        self._until = self._failed_until = self._keys_at = 0.0

    def address(self, attempt: Attempt) -> str:
        """Where to send someone who wants to sign in.

        Raises:
            ProviderError: if the provider cannot be reached, or does not describe itself as it must.
        """
        address: str = prepare_grant_uri(
            self._described()["authorization_endpoint"],
            client_id=self.provider.client_id,
            response_type="code",
            redirect_uri=self.callback,
            scope="openid email",
            state=attempt.state,
            nonce=attempt.nonce,
            code_challenge=create_s256_code_challenge(attempt.verifier),
            code_challenge_method="S256",
        )
        return address

    def account(self, code: str, attempt: Attempt) -> Account:
        """The account behind the code that someone came back with.

        Raises:
            ProviderError: if the provider cannot be reached, refuses the code, or gives a token that is not for us,
                not for this attempt, not signed by it or not valid now.
        """
        known = self._described()
        try:
            token = self._exchanged(known, code, attempt)
            claims = self._checked(token, attempt)
            named = claims if "email" in claims else self._asked(known, token, claims)
        except (JoseError, ValueError, TypeError, KeyError) as error:
            raise ProviderError(_reason(error)) from None
        email = named.get("email")
        verified = named.get("email_verified")
        is_verified = verified is True or verified == "true"  # some providers write it as a word
        return Account(claims["sub"], email if _is_plain(email) else "", is_verified)

    def is_issuer(self, said: str | None) -> bool:
        """Whether an answer that names its issuer (RFC 9207) names this one; a provider need not."""
        return said in (None, self.provider.issuer)

    def _exchanged(self, known: Mapping[str, Any], code: str, attempt: Attempt) -> dict[str, Any]:
        """The tokens for a code (section 3.1.3.1)."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.callback,
            "client_id": self.provider.client_id,
            "code_verifier": attempt.verifier,
        }
        methods = known.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
        key, header = self.provider.client_secret, None
        if key and "client_secret_basic" in methods:
            header = (quote_plus(self.provider.client_id), quote_plus(key))  # RFC 6749, section 2.3.1
        elif key:
            form["client_secret"] = key
        return _json(known["token_endpoint"], "POST", data=form, auth=header)

    def _described(self) -> dict[str, Any]:
        """What the provider says of itself (OpenID Connect Discovery 1.0), kept for an hour."""
        with self._lock:
            now = time.monotonic()
            if now < self._until:
                return self._known
            if now < self._failed_until:
                raise ProviderError("no answer a moment ago", unreachable=True)
            try:
                known = _json(f"{self.provider.issuer.rstrip('/')}/.well-known/openid-configuration")
                self._check_description(known)
                self._keys, self._keys_at = _keys(known), now
            except (ProviderError, JoseError, ValueError, TypeError, KeyError) as error:
                self._failed_until = time.monotonic() + _PATIENCE
                raise error if isinstance(error, ProviderError) else ProviderError(_reason(error)) from None
            self._known, self._until = known, now + _KEPT
            return known

    def _check_description(self, known: Mapping[str, Any]) -> None:
        if known.get("issuer") != self.provider.issuer:
            raise ProviderError("it calls itself another issuer than PARVIS_OIDC_ISSUER")
        open_allowed = urlsplit(self.provider.issuer).scheme == "http"  # on this machine
        for name in (*_ENDPOINTS, "userinfo_endpoint"):
            address = known.get(name)
            if address is None and name not in _ENDPOINTS:
                continue
            scheme = urlsplit(address).scheme if isinstance(address, str) else ""
            if scheme != "https" and not (open_allowed and scheme == "http"):
                raise ProviderError(f"its {name} is no https address")

    def _checked(self, token: Mapping[str, Any], attempt: Attempt) -> CodeIDToken:
        """The claims of the identity token (section 3.1.3.7)."""
        decoded = self._decoded(str(token["id_token"]))
        options = {
            "iss": {"essential": True, "value": self.provider.issuer},
            "aud": {"essential": True, "value": self.provider.client_id},
        }
        params = {
            "nonce": attempt.nonce,
            "client_id": self.provider.client_id,
            "access_token": token.get("access_token"),
        }
        claims = CodeIDToken(decoded.claims, decoded.header, options, params)
        claims.validate(leeway=_LEEWAY)
        if not claims["sub"] or not _is_plain(claims["sub"]):
            raise ProviderError("a token without a subject that can be kept")
        return claims

    def _decoded(self, token: str) -> jwt.Token:
        try:
            return jwt.decode(token, self._keys, algorithms=_ALGORITHMS)
        except (JoseError, ValueError):
            if time.monotonic() - self._keys_at < _PATIENCE:
                raise
        # The provider may have changed its keys since.
        self._keys, self._keys_at = _keys(self._known), time.monotonic()
        return jwt.decode(token, self._keys, algorithms=_ALGORITHMS)

    def _asked(self, known: Mapping[str, Any], token: Mapping[str, Any], claims: CodeIDToken) -> Mapping[str, Any]:
        """The claims that many providers tell only who asks for them (section 5.3)."""
        if not known.get("userinfo_endpoint"):
            return {}
        said = _json(known["userinfo_endpoint"], headers={"authorization": f"Bearer {token['access_token']}"})
        if said.get("sub") != claims["sub"]:
            raise ProviderError("it speaks of another subject when asked again")
        return said


def _keys(known: Mapping[str, Any]) -> KeySet:
    """The public keys that the provider signs with; those of a kind that is not known here are left out (RFC 7517)."""
    found = KeySet([])
    for key in _json(known["jwks_uri"])["keys"]:
        with suppress(JoseError, ValueError, TypeError, KeyError):
            found.keys += KeySet.import_key_set({"keys": [key]}).keys
    return found


def _json(address: str, method: str = "GET", **parts: Any) -> dict[str, Any]:
    """The object that the provider answers with; a redirect is not followed."""
    until, body = time.monotonic() + SECONDS, bytearray()
    try:
        with httpx.stream(method, address, timeout=SECONDS, **parts) as answer:
            if answer.status_code != httpx.codes.OK:
                raise ProviderError(f"status {answer.status_code}", unreachable=answer.status_code >= _SERVER_ERROR)
            for part in answer.iter_bytes():
                body += part
                if len(body) > _LONGEST_ANSWER:
                    raise ProviderError("an answer that is too long")
                if time.monotonic() > until:
                    raise ProviderError("an answer that does not end", unreachable=True)
    except httpx.TransportError as error:
        raise ProviderError(type(error).__name__, unreachable=True) from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise ProviderError(type(error).__name__) from None
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        raise ProviderError("an answer that is no JSON") from None
    if not isinstance(said, dict):
        raise ProviderError("an answer that is no JSON object")
    return said


def _is_plain(claim: Any) -> TypeGuard[str]:
    """Whether this is one line that a database and a page can hold: no half of a character, no control character."""
    return isinstance(claim, str) and len(claim) <= _LONGEST_CLAIM and claim.isprintable()


def _reason(error: Exception) -> str:
    """Why, in a few words that hold nothing of a token."""
    return f"{type(error).__name__} {getattr(error, 'claim', '')}".strip()
