"""Strangers at a server: what comes from the open network, and leaves garbage behind where it may."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.benchmarks.line import Line

STRANGERS = 4
_EVERY = 1.0  # mean seconds from one visit of a stranger to the next
_FRAME = 500_000  # characters of a widget's value that no page has
_PATIENCE = 20.0
_REFUSED = (OSError, EOFError, TimeoutError, WebSocketException)  # which is what a stranger may expect


class Strangers:
    """Scanners and guessers without a sign-in: wrong links and cookies, junk for the desk, websockets left in a hurry.

    Args:
        slug: of a campaign, which strangers know from somewhere.

    Attributes:
        visits: how many of each kind were made, whatever came of them.
    """

    def __init__(self, address: str, slug: str) -> None:
        self._address, self._slug = address, slug
        self.visits: Counter[str] = Counter()

    async def come(self, until: float) -> None:
        """All of them come again and again until then (monotonic seconds)."""
        await asyncio.gather(*(self._one(random.Random(f"stranger {number}"), until) for number in range(STRANGERS)))

    async def _one(self, chance: random.Random, until: float) -> None:
        kinds = (self._page, self._link, self._desk, self._socket, self._socket)
        while (left := until - time.monotonic()) > 0:
            await asyncio.sleep(min(left, 2 * _EVERY * chance.random()))
            visit = chance.choice(kinds)
            try:
                async with asyncio.timeout(_PATIENCE):
                    await visit(chance)
            except _REFUSED:
                pass
            self.visits[visit.__name__.strip("_")] += 1

    async def _page(self, chance: random.Random) -> None:
        await self._ask("GET", chance.choice(("/", "/people", "/.env", "/wp-login.php", "/progress?campaign=x")), b"")

    async def _link(self, chance: random.Random) -> None:
        await self._ask("GET", f"/join/{chance.randbytes(32).hex()}", b"")

    async def _desk(self, chance: random.Random) -> None:
        junk = {"actions": [{"kind": "choose", "id": chance.randbytes(8).hex()}] * 1000}
        headers = {"Content-Type": "application/json", "Origin": self._address}
        await self._ask("POST", f"/desk/{self._slug}", json.dumps(junk).encode(), headers)

    async def _ask(self, method: str, path: str, body: bytes, headers: dict[str, str] | None = None) -> None:
        line = Line(self._address)
        try:
            await line.ask(method, path, body, {"Cookie": "parvis_session=guess", **(headers or {})})
        finally:
            line.close()

    async def _socket(self, chance: random.Random) -> None:
        """A tab without a cookie: asks for a page with a large value, and hangs up before it is drawn, or after."""
        message = BackMsg()
        message.rerun_script.query_string = f"campaign={self._slug}"
        message.rerun_script.widget_states.widgets.add(
            id=chance.randbytes(8).hex(), string_value=chance.randbytes(_FRAME // 2).hex()
        )
        async with connect(
            f"ws://{urlsplit(self._address).netloc}/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            origin=self._address,  # type: ignore[arg-type]
            ping_interval=None,
            max_size=None,
        ) as socket:
            await socket.send(message.SerializeToString())
            for _ in range(chance.randrange(30)):
                await socket.recv()
