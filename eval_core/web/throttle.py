"""Rate limit for wrong tokens, per client address."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import Request

_WINDOW_SECONDS = 600
_FAILURES_ALLOWED = 20
_PAUSE_SECONDS = 1.0
_PAUSING = 30
_CLIENTS_KEPT = 10_000
# As many as nginx lets through at once from one address (docs/deploy), and ten such addresses.
_LONGEST_LINE = 600
_ALL_LINES = 6000


class FailureLimit:
    """Counts wrong tokens per client over ten minutes, in memory only: no address is ever stored.

    Only a token that was looked up and is wrong counts. No more are looked up at once from an address than may still
    be wrong there; the others stand in line, and a look-up takes some milliseconds. After too many wrong tokens each
    attempt from there waits a second, right or wrong, and thirty wait at once: a guess always costs time, and a person
    with a valid link behind the same address still gets in.

    A line holds 600. Where there are 6000 in all lines, one more takes the place of the last in the longest, so that
    who fills the lines stands in their own way: a class of a hundred is turned away only where sixty addresses have as
    many waiting each.

    Each process counts on its own. That is enough for tokens of 256 random bits; counting together would mean storing
    addresses, and would let strangers make the database write.
    """

    def __init__(
        self, allowed: int = _FAILURES_ALLOWED, seconds: float = _WINDOW_SECONDS, pause: float = _PAUSE_SECONDS
    ) -> None:
        self.allowed, self.seconds, self.pause = allowed, seconds, pause
        self._failures: dict[str, deque[float]] = defaultdict(deque)
        self._trying: Counter[str] = Counter()
        self._lines: dict[str, deque[asyncio.Future[bool]]] = {}  # none is empty

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[bool]:
        """One attempt with a token, when its turn has come; False, and no look, where too many are in line already.

        What is found wrong is to be counted by `failed` before the turn is over.
        """
        admitted = await self._admitted(client)
        try:
            if admitted and self.blocked(client):
                await asyncio.sleep(self.pause)
            yield admitted
        finally:
            if admitted:
                self._end_turn(client)

    def blocked(self, client: str) -> bool:
        """Whether this client has to wait."""
        return self._recent(client) >= self.allowed

    def failed(self, client: str) -> bool:
        """Count one wrong token, unless the client was blocked already, and return whether it was."""
        if self.blocked(client):
            return True
        if client not in self._failures and len(self._failures) >= _CLIENTS_KEPT:
            self._failures.pop(next(iter(self._failures)))  # the oldest
        self._failures[client].append(time.monotonic())
        return False

    def _recent(self, client: str) -> int:
        recent = self._failures.get(client)
        while recent and recent[0] < time.monotonic() - self.seconds:
            recent.popleft()
        if not recent:
            self._failures.pop(client, None)
        return len(recent or ())

    def _has_room(self, client: str) -> bool:
        left = self.allowed - self._recent(client)
        return self._trying[client] < (left if left > 0 else _PAUSING)

    async def _admitted(self, client: str) -> bool:
        if client not in self._lines and self._has_room(client):
            self._trying[client] += 1
            return True
        if not self._may_line_up(client):
            return False
        place: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(client, deque()).append(place)
        try:
            return await place
        except asyncio.CancelledError:
            if not place.cancelled() and place.result():  # the turn came in the last instant
                self._end_turn(client)
            raise

    def _may_line_up(self, client: str) -> bool:
        """Whether there is a place in line, if need be that of the last one in a longer line."""
        length = len(self._lines.get(client, ()))
        if length >= _LONGEST_LINE:
            return False
        if sum(map(len, self._lines.values())) >= _ALL_LINES:
            longest = max(self._lines.values(), key=len)
            if len(longest) <= length + 1:
                return False
            last = longest.pop()
            if not last.done():
                last.set_result(False)
        return True

    def _end_turn(self, client: str) -> None:
        """On to those in line, as many as there is room for; some may have gone away."""
        self._trying[client] -= 1
        while client in self._lines and self._has_room(client):
            place = self._lines[client].popleft()
            if not self._lines[client]:
                del self._lines[client]
            if not place.done():
                self._trying[client] += 1
                place.set_result(True)
        if not self._trying[client]:
            del self._trying[client]


def client_of(request: Request) -> str:
    """The client's address to count by; a proxy on this machine is trusted to name it.

    Of IPv6 it is the network of 64 bits: one computer has all the addresses in it, and could begin with each.
    """
    peer = request.client.host if request.client else "unknown"
    if peer in ("127.0.0.1", "::1"):
        peer = request.headers.get("x-forwarded-for", peer).rsplit(",", 1)[-1].strip()
    try:
        address = ip_address(peer)
    except ValueError:
        return peer
    if not isinstance(address, IPv6Address):
        return peer
    return str(address.ipv4_mapped or ip_network((int(address), 64), strict=False))
