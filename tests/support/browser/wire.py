"""A wire between browser and server that can be cut, that can swallow everything, and that comes back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any


class Wire:
    """Forwards TCP from a port of its own to a server's; runs in a thread of its own.

    Attributes:
        port: where the browser connects.
        cuts: how many connections were cut.
    """

    def __init__(self, target: int) -> None:
        self.target, self.cuts = target, 0
        self._deaf: frozenset[str] = frozenset()
        self._ends: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._accept, "127.0.0.1", 0))
        self.port = int(self._server.sockets[0].getsockname()[1])

    def cut(self) -> None:
        """End every connection there is; new ones are let through."""
        self._call(self._cut)

    def swallow(self, *ways: str) -> None:
        """From now on bytes go nowhere and nobody is told, as with a locked phone or a bad proxy.

        Args:
            ways: 'out' for what the browser sends, 'back' for what it is sent; both by default.
        """
        self._call(lambda: setattr(self, "_deaf", frozenset(ways or ("out", "back"))))

    def mend(self) -> None:
        """New connections work again. Those that swallowed something are dead: they end at the next byte."""
        self._call(lambda: setattr(self, "_deaf", frozenset()))

    def close(self) -> None:
        """End everything."""
        self.cut()
        self._call(self._server.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    def _cut(self) -> None:
        self.cuts += len(self._ends) // 2
        for end in self._ends:
            end.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            out_reader, out_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, out_writer}
        self._ends |= ends
        # A connection that has swallowed once has a hole in its stream: it never speaks again.
        dead = asyncio.Event()
        await asyncio.gather(
            self._pass("out", reader, writer, out_writer, dead),
            self._pass("back", out_reader, out_writer, writer, dead),
        )
        self._ends -= ends

    async def _pass(
        self,
        way: str,
        source: asyncio.StreamReader,
        answers: asyncio.StreamWriter,
        sink: asyncio.StreamWriter,
        dead: asyncio.Event,
    ) -> None:
        try:
            while data := await source.read(65536):
                if way in self._deaf:
                    dead.set()
                elif not dead.is_set():
                    sink.write(data)
                    await sink.drain()
                elif not self._deaf:
                    answers.transport.abort()  # nobody knows this connection any more
        except OSError:
            pass
        if self._deaf:
            dead.set()  # of an end nobody hears either
        elif not dead.is_set():
            sink.close()

    def _do(self, job: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(job, self._loop).result(10)

    def _call(self, act: Callable[[], object]) -> None:
        async def run() -> None:
            act()

        self._do(run())
