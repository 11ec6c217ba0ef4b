"""Says where Parvis is, once it answers there, and whether the mail server answers."""

from __future__ import annotations

import asyncio

from eval_core import settings
from eval_core.mail.server import server_line

_PAUSE = 0.1  # seconds between two tries
_EVERYWHERE = {None: "127.0.0.1", "": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - recognised


async def say_when_open(host: str | None, port: int) -> None:
    """Print the address that people use, as soon as the server takes connections.

    Only `parvis serve` sets the address; a server started otherwise says nothing.

    Args:
        host, port: what the server listens on; all interfaces include this machine's own.
    """
    base = settings.BASE_URL.value()
    while settings.BASE_URL.text:
        try:
            _reader, writer = await asyncio.open_connection(_EVERYWHERE.get(host, host), port)
        except OSError:
            await asyncio.sleep(_PAUSE)
        else:
            writer.close()
            print(f"Parvis is at {base}", flush=True)
            return


def say_mail_server() -> None:
    """Print one line about the mail server, if there is one."""
    if line := server_line():
        print(line, flush=True)
