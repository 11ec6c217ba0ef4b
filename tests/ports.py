"""Ports for the servers that tests start."""

from __future__ import annotations

import socket
from random import SystemRandom

# Below what Linux, macOS and Windows take for outgoing connections: while a server is down to be started again, none of
# the connections that are tried meanwhile gets its port. Chromium refuses none of these.
_OURS = range(20_000, 32_000)


def free_port() -> int:
    """A port that nobody listens on just now, and that stays free for a server which comes back to it.

    Raises:
        RuntimeError: none of a hundred was free.
    """
    for port in SystemRandom().sample(_OURS, 100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("no port is free")
