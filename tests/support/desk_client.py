"""A browser's requests to the desk's routes without a browser; it sends whatever cookie, header or body it is told to."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from eval_core.web.cookie import COOKIE

SECONDS = 30.0
Json = dict[str, Any]


def action(kind: str, sheet: Json | None = None, **more: object) -> Json:
    """An action on a sheet, under a name of its own."""
    at = {} if sheet is None else {"assignment": sheet["assignment"], "revision": sheet["revision"]}
    return {"id": str(uuid4()), "kind": kind, **at, **more}


def choice(sheet: Json, chosen: str) -> Json:
    """A choice after two seconds of reading."""
    return action("choose", sheet, choice=chosen, seen_ms=2000, visible_ms=2000, layout="side_by_side", age_ms=0)


@dataclass(frozen=True)
class Reply:
    """What came back: status, bytes and headers, and the seconds that it took."""

    status: int
    body: bytes
    headers: dict[str, str]
    seconds: float

    @property
    def text(self) -> str:
        """Every byte as text: what somebody would find who searched it."""
        return self.body.decode("utf-8", "replace")

    @property
    def json(self) -> Json:
        """The document; {} where it is none."""
        try:
            found = json.loads(self.body)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def sheets(self) -> list[Json]:
        """The sheets of the pile."""
        return list(self.json.get("pile", {}).get("sheets", ()))

    @property
    def results(self) -> list[tuple[str, str | None]]:
        """Result and word of each action."""
        return [(one["result"], one["word"]) for one in self.json.get("answers", ())]


@dataclass
class DeskClient:
    """One person's connection to a server."""

    url: str
    slug: str
    cookie: str | None = None
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._where = urlsplit(self.url)
        self._open: http.client.HTTPConnection | None = None

    def close(self) -> None:
        """Hang up; the next request connects anew."""
        if self._open:
            self._open.close()
        self._open = None

    def pile(self) -> Reply:
        """Ask for the pile."""
        return self.ask("GET", f"/desk/{self.slug}")

    def act(self, *actions: Json, holding: Iterable[int] = (), **more: object) -> Reply:
        """Send actions as a page of the same site does."""
        body = json.dumps({"actions": actions, "holding": list(holding), **more}).encode()
        return self.ask("POST", f"/desk/{self.slug}", body, {"Content-Type": "application/json"})

    def choose(self, sheets: list[Json], chosen: str) -> Reply:
        """Judge the first sheet and go on holding the others."""
        return self.act(choice(sheets[0], chosen), holding=[one["assignment"] for one in sheets[1:]])

    def ask(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> Reply:
        """One request below the server's address."""
        own = {"Origin": f"{self._where.scheme}://{self._where.netloc}", "Sec-Fetch-Site": "same-origin"}
        cookie = {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}
        said = {**own, **cookie, **(headers or {}), **self.headers}
        begin = time.perf_counter()
        if self._open is None:
            self._open = http.client.HTTPConnection(self._where.netloc, timeout=SECONDS)
        try:
            self._open.request(method, f"{self._where.path}{path}", body=body or None, headers=said)
            answer = self._open.getresponse()
            found = answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        names = {key.lower(): value for key, value in answer.getheaders()}
        if answer.will_close:
            self.close()
        return Reply(answer.status, found, names, time.perf_counter() - begin)
