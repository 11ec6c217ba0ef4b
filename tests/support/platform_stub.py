"""A stand-in for a crowd platform's return page: it writes down what reaches it, and from where."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qsl, urlsplit


@dataclass
class Platform:
    """The running page; `came` has the query of each visit to /done in order, `referrers` what the browsers said."""

    port: int
    came: list[dict[str, str]] = field(default_factory=list)
    referrers: list[str | None] = field(default_factory=list)

    @property
    def address(self) -> str:
        """The return page, without its query."""
        return f"http://127.0.0.1:{self.port}/done"


@contextmanager
def open_platform() -> Iterator[Platform]:
    """A platform on a free port of this machine; it ends with the block."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            if parts.path == "/done":
                platform.came.append(dict(parse_qsl(parts.query)))
                platform.referrers.append(self.headers.get("Referer"))
            self.send_response(200 if parts.path == "/done" else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Platform</title><h1>Thank you</h1>")

        def log_message(self, *_: object) -> None:
            """Nothing: the test reads what came."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    platform = Platform(server.server_port)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield platform
    finally:
        server.shutdown()
        server.server_close()
