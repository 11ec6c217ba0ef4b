"""One browser tab reduced to its websocket: it speaks Streamlit's protocol, remembers what it may press, and presses it.

What a browser sends is sent: the states of widgets, the fragment a button stands in, and the page. What only a browser
needs (style sheets, scripts, painting) is left out.
"""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

NOTHING = re.compile(r"(?!)()")  # no question is looked for
PATIENCE_SECONDS = 120  # a server that answers no sooner has lost the click
_AGAIN = ForwardMsg.ScriptFinishedStatus.Value("FINISHED_EARLY_FOR_RERUN")
_FRAGMENT = ForwardMsg.ScriptFinishedStatus.Value("FINISHED_FRAGMENT_RUN_SUCCESSFULLY")


class Place(NamedTuple):
    """A widget's id and the fragment it stands in, '' for the page."""

    id: str
    fragment: str


@dataclass
class Tab:
    """A page of a Streamlit server, open in one tab.

    Args:
        address: of the server, such as http://127.0.0.1:8501.
        question: finds in a text what tells one question from the next; its group is kept as `asked`.
        cookie: as the browser sends it.
        query: of the address, without its '?'.
        page: its name in the address; '' for the one that opens first.
    """

    address: str
    question: re.Pattern[str] = NOTHING
    cookie: str = ""
    query: str = ""
    page: str = ""
    asked: str = ""
    text: str = ""  # the element that `asked` was found in
    exceptions: list[str] = field(default_factory=list)
    states: dict[str, WidgetState] = field(default_factory=dict)
    _buttons: dict[str, Place] = field(default_factory=dict)
    _drawn: set[str] = field(default_factory=set)
    _timers: dict[str, float] = field(default_factory=dict)
    _page_hash: str = ""
    _socket: ClientConnection | None = None

    async def open(self) -> None:
        """Connect as a new tab does, and wait until the page stands."""
        place = urlsplit(self.address)
        self._page_hash = ""
        for memory in (self.states, self._buttons, self._timers):
            memory.clear()
        self._socket = await connect(
            f"ws://{place.netloc}/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            origin=self.address,  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookie} if self.cookie else None,
            ping_interval=None,
            max_size=None,
            open_timeout=PATIENCE_SECONDS,
        )
        await self.rerun()

    async def close(self) -> None:
        """Close the tab."""
        if self._socket:
            await self._socket.close()
            self._socket = None

    @property
    def buttons(self) -> list[str]:
        """The keys of the buttons that stand there."""
        return list(self._buttons)

    async def press(self, key: str) -> None:
        """Press the button with this key, and wait until its run is through.

        Raises:
            LookupError: if no such button stands there.
        """
        if key not in self._buttons:
            raise LookupError(f"no button '{key}' on the page, but {', '.join(self._buttons) or 'none'}")
        place = self._buttons[key]
        await self.rerun(place.fragment, WidgetState(id=place.id, trigger_value=True))

    async def go_to(self, page: str) -> None:
        """Open another page of the same session, as a click in the sidebar does."""
        self.page, self._page_hash = page, ""
        self._timers.clear()
        await self.rerun()

    async def stay(self, seconds: float) -> int:
        """Leave the page open, with what it redraws by itself; how often it did."""
        end, runs, last = time.monotonic() + seconds, 0, dict.fromkeys(self._timers, time.monotonic())
        while self._timers:
            due = {
                fragment: last.setdefault(fragment, time.monotonic()) + every
                for fragment, every in self._timers.items()
            }
            fragment = min(due, key=due.__getitem__)
            if due[fragment] >= end:
                break
            await asyncio.sleep(max(0.0, due[fragment] - time.monotonic()))
            await self.rerun(fragment, auto=True)
            last[fragment] = time.monotonic()
            runs += 1
        await asyncio.sleep(max(0.0, end - time.monotonic()))
        return runs

    async def rerun(self, fragment: str = "", trigger: WidgetState | None = None, *, auto: bool = False) -> None:
        """Ask for a run of the page, or of one fragment, and wait until it is through.

        Raises:
            TimeoutError: if there is no answer within `PATIENCE_SECONDS`.
            ConnectionError: if the tab is closed.
        """
        if self._socket is None:  # it was opened in vain
            raise ConnectionError("the tab is closed")
        state = ClientState(query_string=self.query, fragment_id=fragment, is_auto_rerun=auto)
        state.page_script_hash, state.page_name = self._page_hash, "" if self._page_hash else self.page
        state.widget_states.widgets.extend([*self.states.values(), *([trigger] if trigger else [])])
        state.context_info.timezone, state.context_info.locale = "Europe/Oslo", "en-GB"
        state.context_info.url = f"{self.address}/{self.page}"
        await self._socket.send(BackMsg(rerun_script=state).SerializeToString())
        self._drawn.clear()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                message = ForwardMsg.FromString(await self._socket.recv())  # type: ignore[arg-type]
                if self._heard(message, fragment):
                    break

    def _heard(self, message: ForwardMsg, fragment: str) -> bool:
        """Take a message in; whether the run that was asked for is through."""
        kind = message.WhichOneof("type")
        if kind == "delta":
            self._draw(message.delta)
        elif kind == "new_session":
            self._page_hash = message.new_session.page_script_hash
            if not message.metadata.run.fragment_ids:
                self._timers.clear()  # a run of the whole page says anew what redraws itself
        elif kind == "auto_rerun":
            self._timers[message.auto_rerun.fragment_id] = message.auto_rerun.interval
        elif kind == "ref_hash":
            self.exceptions.append("a message that this tab is said to know")  # it told the server of none
        elif kind == "script_finished" and message.script_finished != _AGAIN:
            self._forget(fragment if message.script_finished == _FRAGMENT else "")
            return True
        return False

    def _draw(self, delta: Delta) -> None:
        if delta.WhichOneof("type") != "new_element":
            return
        element = delta.new_element
        kind = element.WhichOneof("type")
        if kind == "button":
            # "$$ID-<hash>-<the key in the script>"; without a key the last part is None.
            name = element.button.id
            self._buttons[name.split("-", 2)[-1]] = Place(name, delta.fragment_id)
            self._drawn.add(name)
        elif kind in ("html", "text"):
            body = getattr(element, kind).body
            if found := self.question.search(body):
                self.asked, self.text = found[1], body
        elif kind == "exception":
            self.exceptions.append(element.exception.message)

    def _forget(self, fragment: str) -> None:
        """What a run of the fragment ('' for the page) has not drawn again is gone."""
        for key, place in list(self._buttons.items()):
            if place.id not in self._drawn and fragment in ("", place.fragment):
                del self._buttons[key]
