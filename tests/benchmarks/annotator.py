"""An annotator in a browser, reduced to what goes over the line: Streamlit's tab, which stays open, and the desk's requests."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from dataclasses import dataclass, field
from typing import Any

from tests.benchmarks.actions import Action, Pile, chosen, held, skipped, taken_back
from tests.benchmarks.line import Line, sign_in, sign_out
from tests.benchmarks.tab import PATIENCE_SECONDS, Tab

# As Chromium sends them: the server has to read them all.
_BROWSER = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Accept": "*/*",
    "Accept-Encoding": "gzip, deflate, br",
    "Accept-Language": "nb-NO,nb;q=0.9,en;q=0.8",
    "Sec-Fetch-Dest": "empty",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Site": "same-origin",
}


class Unanswered(Exception):  # noqa: N818 - a finding, not an error of ours
    """An action was refused, or was answered without another question."""


class Refused(Unanswered):
    """The desk refused actions, with these words."""

    def __init__(self, answers: list[dict[str, Any]]) -> None:
        super().__init__(f"refused: {answers}")
        self.words = {answer["word"] for answer in answers}


@dataclass
class Annotator:
    """An annotator at Parvis's desk, who comes by a personal link; `judged` is what they chose on last."""

    address: str
    slug: str
    token: str
    judged: str = ""
    pile: Pile = field(default_factory=dict)
    cookie: str = ""
    since: float = 0.0  # when the sheet came up, by the monotonic clock
    tab: Tab = field(init=False)
    line: Line = field(init=False)

    def __post_init__(self) -> None:
        self.tab, self.line = Tab(self.address), Line(self.address)

    @property
    def asked(self) -> str:
        """The assignment before them."""
        sheets = self.pile.get("sheets")
        return str(sheets[0]["assignment"]) if sheets else ""

    @property
    def undoable(self) -> bool:
        return bool(self.pile.get("undo"))

    async def open(self) -> None:
        """Sign in, and wait for the page and the first comparison."""
        self.cookie = self.tab.cookie = await sign_in(self.address, self.token)
        await self.reload()
        if not self.asked:
            raise Unanswered(f"no comparison came up: {self.tab.exceptions or self.pile.get('instead')}")

    async def reload(self) -> None:
        """Load the page anew: another tab of Streamlit's, and the pile from the server."""
        await self.tab.close()
        await self.tab.open()
        self._take((await self._ask("GET"))["pile"])

    async def choose(self, choice: str) -> None:
        """Press a choice; back when the server has answered."""
        before = self.asked
        await self.send(chosen(self.pile["sheets"][0], choice, self._seen_ms()), putting_away=1)
        if self.asked == before:
            raise Unanswered(f"assignment {before} came up again")
        self.judged = before

    async def skip(self) -> None:
        """Hand the sheet on."""
        await self.send(skipped(self.pile["sheets"][0], self._seen_ms()), putting_away=1)

    async def undo(self) -> None:
        """Take the newest action back; its sheet is the first again."""
        await self.send(taken_back(self.pile))

    async def send(self, *actions: Action, putting_away: int = 0) -> None:
        """Send actions, after which so many of the first sheets are held no more, and take the new pile.

        Raises:
            Refused: if one of them is refused.
        """
        told = {"actions": list(actions), "holding": held(self.pile)[putting_away:]}
        reply = await self._ask("POST", json.dumps(told).encode())
        self._take(reply["pile"])
        if refused := [answer for answer in reply["answers"] if answer["result"] == "refused"]:
            raise Refused(refused)

    def _take(self, pile: Pile) -> None:
        self.pile, self.since = pile, time.monotonic()

    def _seen_ms(self) -> int:
        return int(1000 * (time.monotonic() - self.since))

    async def _ask(self, method: str, body: bytes = b"") -> dict[str, Any]:
        headers = _BROWSER | {"Cookie": self.cookie, "Referer": f"{self.address}/"}
        if body:
            headers |= {"Content-Type": "application/json", "Origin": self.address}
        async with asyncio.timeout(PATIENCE_SECONDS):
            try:
                reply = await self.line.ask(method, f"/desk/{self.slug}", body, headers)
            except (OSError, EOFError):  # the server hung up on a line that was silent; the desk sends it again too
                self.line.close()
                reply = await self.line.ask(method, f"/desk/{self.slug}", body, headers)
        told = gzip.decompress(reply.body) if reply.headers.get("content-encoding") == "gzip" else reply.body
        if reply.status != 200:
            raise Unanswered(f"the desk answered {reply.status}: {told[:200].decode(errors='replace')}")
        return dict(json.loads(told))

    async def leave(self) -> None:
        """Sign out."""
        await self.close()
        await sign_out(self.address, self.cookie)

    async def close(self) -> None:
        """Close the tab; nobody signs out at the end of a day."""
        self.line.close()
        await self.tab.close()
