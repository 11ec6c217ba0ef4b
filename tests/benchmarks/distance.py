"""A line on which everything takes some time each way, as to a server on another continent."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


@contextmanager
def distant(address: str, round_trip_ms: float) -> Iterator[str]:
    """The address under which a server answers later by so much; the line has a thread of its own."""
    place = urlsplit(address)
    assert place.hostname
    assert place.port
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    line = _Line(place.hostname, place.port, round_trip_ms / 2000)
    listening = asyncio.run_coroutine_threadsafe(asyncio.start_server(line.accept, "127.0.0.1", 0), loop).result(10)
    try:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    finally:
        loop.call_soon_threadsafe(listening.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(5)


class _Line:
    def __init__(self, host: str, port: int, delay: float) -> None:
        self.host, self.port, self.delay = host, port, delay

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass bytes on in both directions until either side hangs up."""
        with suppress(OSError):
            out_reader, out_writer = await asyncio.open_connection(self.host, self.port)
            await asyncio.gather(self._carry(reader, out_writer), self._carry(out_reader, writer))

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        # Each piece arrives so much later, however many are under way: a pause before reading on would add up.
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while data := await source.read(65536):
                loop.call_later(self.delay, sink.write, data)
        loop.call_later(self.delay, sink.close)
