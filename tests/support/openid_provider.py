"""A real OpenID provider on this machine (oidc-provider-mock), and one that lies where a test asks it to."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import httpx
import oidc_provider_mock
from joserfc import jws, jwt
from joserfc.jwk import OctKey, RSAKey
from werkzeug.serving import make_server
from werkzeug.wrappers import Request, Response

CLIENT = "parvis"
Lie = Callable[[dict[str, Any]], dict[str, Any]]


@cache
def _our_key() -> RSAKey:
    """One for all: to make a key takes longer than most tests."""
    return RSAKey.generate_key(2048, {"kid": "ours", "alg": "RS256"})


def _same(claims: dict[str, Any]) -> dict[str, Any]:
    return claims


@dataclass
class Provider:
    """A provider in front of the real one.

    Attributes:
        claims: what it makes of the claims of an identity token. headers: and of the token's header.
        resigns: whether it signs with a key of this stand-in, so that it can lie; else tokens are the real provider's.
        signs: 'rightly'; 'strangely' with a key of nobody, 'not', 'with the secret', 'with its public key', each of
            which a client must refuse.
        described: what it makes of its description. userinfo: and of its answer about an account.
        down: whether it answers with a server's error.
        redirects: which address it sends the requests for a token to.
        drips: whether its description comes bit by bit, without an end. says: what it says in place of one.
        strange_keys: keys that it publishes before its own.
        asked: the requests for tokens, as forms. challenged: the code challenge of each sign-in (PKCE).
    """

    issuer: str = ""
    claims: Lie = _same
    resigns: bool = False
    signs: str = "rightly"
    described: Lie = _same
    userinfo: Lie = _same
    down: bool = False
    redirects: str = ""
    drips: bool = False
    says: bytes = b""
    strange_keys: list[dict[str, str]] = field(default_factory=list)
    asked: list[dict[str, str]] = field(default_factory=list)
    challenged: list[str] = field(default_factory=list)
    key: RSAKey = field(default_factory=_our_key)
    real: Any = field(default_factory=oidc_provider_mock.app)

    def __call__(self, environ: dict[str, Any], start: Any) -> Any:
        """Answer a request (WSGI)."""
        request = Request(environ)
        # Read once here, and once more by the real provider.
        environ["wsgi.input"] = BytesIO(body := request.get_data(cache=False, parse_form_data=False))
        if self.down:
            return Response("down", status=503)(environ, start)
        if request.path == "/.well-known/openid-configuration" and (self.drips or self.says):
            return Response(_dripping() if self.drips else self.says, mimetype="application/json")(environ, start)
        if request.path.endswith("/authorize"):
            self.challenged.append(request.args.get("code_challenge", ""))
        if request.path.endswith("/token"):
            self.asked.append(dict(parse_qsl(body.decode())))
            if self.redirects:
                return Response(status=307, headers={"location": self.redirects})(environ, start)
        answer = Response.from_app(self.real, environ)
        change = {
            "/.well-known/openid-configuration": self.described,
            "/jwks": self._with_ours,
            "/oauth2/token": self._token,
            "/userinfo": self.userinfo,
        }.get(request.path)
        if change and answer.status_code == httpx.codes.OK:
            answer = Response(json.dumps(change(json.loads(answer.data))), mimetype="application/json")
        return answer(environ, start)

    def knows(self, subject: str, **claims: Any) -> None:
        """Give it an account."""
        httpx.put(f"{self.issuer}/users/{subject}", json=claims).raise_for_status()

    def agree(self, address: str, subject: str) -> str:
        """What a person does at the provider: the address that they are sent back to."""
        answer = httpx.post(address, data={"sub": subject})
        return answer.headers["location"]

    def deny(self, address: str) -> str:
        """The same for someone who turns back."""
        return httpx.post(address, data={"action": "deny"}).headers["location"]

    def _with_ours(self, keys: dict[str, Any]) -> dict[str, Any]:
        own = [self.key.as_dict(private=False)] if self.resigns else keys["keys"]
        return {"keys": [*self.strange_keys, *own]}

    def _token(self, answer: dict[str, Any]) -> dict[str, Any]:
        if not self.resigns:
            return answer
        claims = self.claims(json.loads(_unpacked(answer["id_token"].split(".")[1])))
        return answer | {"id_token": self._signed(claims)}

    def _signed(self, claims: dict[str, Any]) -> str:
        match self.signs:
            case "not":
                return f"{_packed({'alg': 'none'})}.{_packed(claims)}."
            case "strangely":
                return jwt.encode({"alg": "RS256", "kid": "ours"}, claims, RSAKey.generate_key(2048, {"kid": "ours"}))
            case "with the secret":
                return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key("a secret that both sides know, long"))
            case "with its public key":
                secret = OctKey.import_key(self.key.as_pem(private=False))
                return jws.serialize_compact({"alg": "HS256", "kid": "ours"}, json.dumps(claims), secret)
        # As any JSON, so that a claim can be what no text should hold.
        return jws.serialize_compact({"alg": "RS256", "kid": "ours"}, json.dumps(claims), self.key)


@contextmanager
def running_provider() -> Iterator[Provider]:
    """The provider, listening on this machine."""
    provider = Provider()
    server = make_server("localhost", 0, provider, threaded=True)
    provider.issuer = f"http://localhost:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def challenge(verifier: str) -> str:
    """The code challenge of a verifier (RFC 7636, section 4.2)."""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")


def query(address: str) -> dict[str, str]:
    """The query of an address."""
    return {name: values[-1] for name, values in parse_qs(urlsplit(address).query).items()}


def with_query(address: str, **changed: str | None) -> str:
    """The address with parts of its query changed, or (None) left out."""
    parts = urlsplit(address)
    asked = {name: value for name, value in {**query(address), **changed}.items() if value is not None}
    return parts._replace(query=urlencode(asked)).geturl()


def _dripping() -> Iterator[bytes]:
    for _second in range(300):
        yield b" "
        time.sleep(0.05)


def _packed(part: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")


def _unpacked(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
