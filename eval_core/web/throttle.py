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
_AT_ONCE = 30
_CLIENTS_KEPT = 10_000


class FailureLimit:
    """Counts wrong tokens per client over ten minutes, in memory only: no address is ever stored.

    After too many wrong tokens from an address, each attempt from there waits a second, right or wrong, and only so
    many wait at once: a guess always costs time, and a person with a valid link behind the same address still gets in.
    Each process counts on its own. That is enough for tokens of 256 random bits; counting together would mean storing
    addresses, and would let strangers make the database write.
    """

    def __init__(
        self, allowed: int = _FAILURES_ALLOWED, seconds: float = _WINDOW_SECONDS, pause: float = _PAUSE_SECONDS
    ) -> None:
        self.allowed, self.seconds, self.pause = allowed, seconds, pause
        self._failures: dict[str, deque[float]] = defaultdict(deque)
        self._attempts: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[bool]:
        """One attempt with a token: at once, or after a pause; False where too many from there try or wait already."""
        admitted = self._attempts[client] < _AT_ONCE
        # Many tokens at once, none known to be wrong yet, do not get around the limit.
        slow = self.blocked(client) or self._attempts[client] >= self.allowed
        self._attempts[client] += admitted
        try:
            if admitted and slow:
                await asyncio.sleep(self.pause)
            yield admitted
        finally:
            self._attempts[client] -= admitted
            if not self._attempts[client]:
                del self._attempts[client]

    def blocked(self, client: str) -> bool:
        """Whether this client has to wait."""
        recent = self._failures.get(client)
        while recent and recent[0] < time.monotonic() - self.seconds:
            recent.popleft()
        if not recent:
            self._failures.pop(client, None)
        return bool(recent) and len(recent or ()) >= self.allowed

    def failed(self, client: str) -> bool:
        """Count one wrong token, unless the client was blocked already, and return whether it was."""
        if self.blocked(client):
            return True
        if client not in self._failures and len(self._failures) >= _CLIENTS_KEPT:
            self._failures.pop(next(iter(self._failures)))  # the oldest
        self._failures[client].append(time.monotonic())
        return False


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
