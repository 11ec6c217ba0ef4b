"""A browser without a browser: Streamlit's websocket, and every byte that comes over it.

What it does not have is all that a browser would forbid: it sends whatever message, key or cookie it is told to.
"""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from types import TracebackType

from google.protobuf.message import Message as Proto
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import connect

SECONDS = 20.0


@dataclass(frozen=True)
class Run:
    """What one run of the script sent: its frames as they came, and the seconds from the request to the last."""

    frames: tuple[bytes, ...]
    seconds: float

    @property
    def messages(self) -> list[ForwardMsg]:
        """The frames, read."""
        return [ForwardMsg.FromString(frame) for frame in self.frames]

    @property
    def text(self) -> str:
        """Every byte as text: what somebody would find who searched it."""
        return b"\n".join(self.frames).decode("utf-8", "replace")

    @property
    def session(self) -> str:
        """The tab's name at the server."""
        return next(one.new_session.initialize.session_id for one in self.messages if one.HasField("new_session"))

    @property
    def bodies(self) -> list[str]:
        """The page's own pieces of HTML."""
        return [
            one.delta.new_element.html.body or one.delta.new_element.markdown.body
            for one in self.messages
            if one.WhichOneof("type") == "delta" and one.delta.WhichOneof("type") == "new_element"
        ]

    @property
    def drawn(self) -> str:
        """Every text within the page's elements, without the scripts of components."""
        deltas = [one.delta for one in self.messages if one.WhichOneof("type") == "delta"]
        return "\n".join(text for delta in deltas for text in _texts(delta))

    @property
    def widgets(self) -> dict[str, str]:
        """Key of each button -> the id by which a click is sent."""
        found = {}
        for one in self.messages:
            if one.WhichOneof("type") == "delta" and one.delta.new_element.WhichOneof("type") == "button":
                name = one.delta.new_element.button.id
                found[name.rpartition("-")[2]] = name
        return found

    @property
    def fragments(self) -> list[str]:
        """The ids of the fragments whose elements came."""
        found = [one.delta.fragment_id for one in self.messages if one.WhichOneof("type") == "delta"]
        return list(dict.fromkeys(name for name in found if name))


def _texts(proto: Proto) -> Iterator[str]:
    for described, value in proto.ListFields():
        for one in value if described.is_repeated else [value]:
            if isinstance(one, Proto):
                yield from _texts(one)
            elif isinstance(one, str) and described.name not in ("js_content", "css_content"):
                yield one


@dataclass
class StreamlitClient:
    """One tab's websocket; `pages` is what the server said of its pages: address -> hash."""

    port: int
    cookie: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    pages: dict[str, str] = field(default_factory=dict)

    def __enter__(self) -> StreamlitClient:
        cookie = {"Cookie": f"parvis_session={self.cookie}"} if self.cookie else {}
        self._end = ExitStack()
        self._socket = self._end.enter_context(
            connect(
                f"ws://127.0.0.1:{self.port}/_stcore/stream",
                additional_headers=cookie | self.headers,
                subprotocols=["streamlit"],
                max_size=None,
            )
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end.close()

    def open(self, page: str = "") -> Run:
        """Open a page by its address, as a first visit does."""
        message = BackMsg()
        message.rerun_script.page_name = page
        run = self.send(message)
        for one in run.messages:
            if one.WhichOneof("type") == "navigation":
                self.pages = {found.url_pathname: found.page_script_hash for found in one.navigation.app_pages}
        return run

    def click(self, button: str, page: str, fragment: str = "", seconds: float = SECONDS) -> Run:
        """Press a button by its id: a full rerun, or a fragment's."""
        message = BackMsg()
        message.rerun_script.page_script_hash = self.pages.get(page, page)
        message.rerun_script.fragment_id = fragment
        message.rerun_script.widget_states.widgets.append(WidgetState(id=button, trigger_value=True))
        return self.send(message, seconds)

    def throw(self, frame: bytes) -> None:
        """Send bytes of any kind, and read until the server hangs up.

        Raises:
            ConnectionClosed: with the server's code. TimeoutError: if it does not.
        """
        self._socket.send(frame)
        while True:
            self._socket.recv(timeout=SECONDS)

    def send(self, message: BackMsg, seconds: float = SECONDS) -> Run:
        """Send anything; what came until the run's end.

        Raises:
            TimeoutError: if there was no end; the server answers to a fragment that it does not know with nothing.
        """
        begin = time.perf_counter()
        self._socket.send(message.SerializeToString())
        frames = []
        while True:
            frame = self._socket.recv(timeout=seconds)
            assert isinstance(frame, bytes)
            frames.append(frame)
            if ForwardMsg.FromString(frame).WhichOneof("type") == "script_finished":
                return Run(tuple(frames), time.perf_counter() - begin)


def ask(port: int, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, dict[str, str], str]:
    """One HTTP request: status, headers, body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path, body=body or None, headers=headers)
        answer = connection.getresponse()
        return answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read().decode()
    finally:
        connection.close()
