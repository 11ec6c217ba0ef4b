"""One HTTP connection that is kept open: the least a program needs to ask a server, and what a sign-in needs."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlsplit


class Reply(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]  # names in small letters; of several by one name the last
    body: bytes


@dataclass
class Line:
    """A connection to `address`; opened by the first question."""

    address: str
    _ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> Reply:
        """One question and its answer.

        Raises:
            OSError, asyncio.IncompleteReadError: if the server hangs up.
        """
        place = urlsplit(self.address)
        if self._ends is None or self._ends[0].at_eof():  # the server hangs up on who is silent for some seconds
            self._ends = await asyncio.open_connection(place.hostname, place.port)
        reader, writer = self._ends
        told = {"Host": place.netloc, "Content-Length": str(len(body)), **(headers or {})}
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in told.items())
        writer.write(head.encode() + b"\r\n" + body)
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").rstrip().split("\r\n")
        found = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        return Reply(int(status.split()[1]), found, await _body(reader, found))

    def close(self) -> None:
        """Hang up."""
        if self._ends:
            self._ends[1].close()
            self._ends = None


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if headers.get("transfer-encoding") != "chunked":
        return await reader.readexactly(int(headers.get("content-length", 0)))
    parts = []
    while size := int((await reader.readline()).split(b";")[0], 16):
        parts.append(await reader.readexactly(size))
        await reader.readline()
    await reader.readline()
    return b"".join(parts)


async def sign_in(address: str, token: str) -> str:
    """Use a personal link as a browser does: open it, press its button, go on to the page; the session's cookie.

    Raises:
        RuntimeError: if the link is not good.
    """
    line = Line(address)
    try:
        invitation = await line.ask("GET", f"/join/{token}")
        welcome = await line.ask("POST", f"/join/{token}", headers={"Origin": address, "Sec-Fetch-Site": "same-origin"})
        if (invitation.status, welcome.status) != (200, 303):
            raise RuntimeError(f"a personal link was answered with {invitation.status} and {welcome.status}")
        cookie = welcome.headers["set-cookie"].partition(";")[0]
        await line.ask("GET", welcome.headers["location"], headers={"Cookie": cookie})
        return cookie
    finally:
        line.close()


async def sign_out(address: str, cookie: str) -> None:
    """Press *Sign out*."""
    line = Line(address)
    await line.ask("POST", "/leave", headers={"Cookie": cookie, "Origin": address, "Sec-Fetch-Site": "same-origin"})
    line.close()
